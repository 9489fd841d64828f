"""Measurements of the speed and memory that this project promises."""
