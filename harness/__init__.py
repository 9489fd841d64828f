"""What is done to evaluators: the check of all hands, timing, charts, the report, the command."""
