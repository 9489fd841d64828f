"""Rank sums: numbers for ranks whose sums all differ, so that one addition finds a hand.

Read `lesson` first: the idea, step by step. `scalar` takes one hand per call, `arrays` an array of
hands, and `tensors` an array of JAX, PyTorch or CuPy, which may be on a GPU.
"""
