"""Exercises beside the course, and what grades them."""
