"""Cactus Kev: bit patterns for five distinct ranks, prime products for the rest.

`scalar` takes one hand per call, `arrays` an array of hands.
"""
