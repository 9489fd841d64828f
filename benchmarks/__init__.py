"""What this project promises about speed and memory, measured."""
