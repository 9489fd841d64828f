"""Rank sums: numbers for ranks whose sums all differ, so that one addition finds a hand.

`scalar` takes one hand per call, `arrays` an array of hands.
"""
