"""Cactus Kev: bit patterns for five distinct ranks, prime products for the rest.

`scalar` takes one hand a call, `arrays` an array of hands.
"""
