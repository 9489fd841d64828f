"""The sources' own versions, faults and all, for the check to catch.

Each is faithful to what was published, written anew in Python, and wrong. They stand
beside the repaired evaluators so that a fault can be run, and its hands seen, instead of
being believed. They are not part of the default check: ``allhands check --published``.
"""
