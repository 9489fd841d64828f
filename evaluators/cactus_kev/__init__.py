"""Cactus Kev: bit patterns for five distinct ranks, prime products for the rest.

Read `lesson` first: the idea, step by step. `scalar` takes one hand per call, with three lookups,
one of them in `perfect_hash`; `arrays` takes an array of hands.
"""
