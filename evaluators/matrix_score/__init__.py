"""Matrix score: the sums of a matrix of ranks and suits, packed into one decimal number.

Read `lesson` first: the idea, step by step. `scalar` takes one hand per call, `arrays` an array of
hands; `published` is the source's version.
"""
