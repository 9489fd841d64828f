"""Anything that ranks a hand, fitted to the protocol: a function, a file, a plug-in, a command.

Read `adopt` first (from a name or a place to an evaluator), then `calling` (how a function takes a
hand), `commands` (programs in any language) and `keys` (what a key stands for). `null` does
nothing, and `forgiving` puts in an answer where an evaluator fails.
"""
