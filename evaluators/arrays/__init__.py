"""Shared by array evaluators: validation (`border`), transposed blocks (`columns`), `networks`."""
