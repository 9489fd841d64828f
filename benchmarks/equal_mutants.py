"""Mutants that mean the same as the original, and why."""

EQUAL: dict[tuple[str, str], str] = {}
