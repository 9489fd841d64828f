"""Omaha: the best of three cards of the board and two of a player's own.

Read `arrays` for the idea; `compiled` has the same tables in machine code.
"""
