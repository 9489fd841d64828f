"""Adapters that fit a function, a file, a plug-in or a command to the protocol.

Read `place` first (the text that names an evaluator) and `adopt` (from there to the evaluator),
then `calling` (how to call a function with a hand), `completing` (functions that say less than a
key), `commands` (programs in any language), `stored` (files of keys), and for the keys `plain` (the
valid ones), `codes` (numbers for them) and `ranking` (keys that order themselves).
"""

COMPARISON, NAMING, BEST_FIVE = "comparison", "categories", "best-five"
"""The styles of functions that say less than a key: who wins, a category, the best five cards."""
STORED = "keys"
"""The style of a file of keys."""
