"""Thin adapters to comparable libraries, which the extra ``peers`` installs.

If a library does not take tuples, its adapter has two more names: `native` turns a sequence of
cards into the library's container, and `evaluate_native` evaluates that container. Only
`evaluate_native` is timed, so that no time includes a copy that the library's users do not pay.
"""
