"""Thin adapters to libraries that people would pick instead; the extra ``peers`` installs them.

The adapter of a library that takes no tuples has two more names: `native` makes what the library
takes of a sequence of cards, and `evaluate_native` evaluates that. These are timed, so that no time
includes a copy that the library's users do not pay.
"""
