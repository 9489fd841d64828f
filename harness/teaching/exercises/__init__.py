"""Exercises: what a student hands in, step by step, and what the grader says about it.

To read: `sentences`, `submission`, `steps`, the exercises (`naming`, `keys`, `lookups`, `testing`,
`broken`, `differences`, `measuring`), `ladder`, `grader`.
"""
