"""Counting hash: the index of a hand is the number of hands that come before it in a list.

Read `lesson` first: the idea, step by step. `scalar` takes one hand per call, `arrays` an array of
hands, and so does `compiled`, in machine code.
"""
