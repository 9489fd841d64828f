"""Adapters that fit a function, a file, a plug-in or a command to the protocol.

Read `adopt` first (from a name or a place to an evaluator), then `calling` (how to call a function
with a hand), `commands` (programs in any language), and for the keys `plain` (the valid ones),
`codes` (numbers for them) and `ranking` (keys that order themselves).
"""

COMMAND = "exec:"
"""The prefix of the place of a program; its command follows."""
COMPARISON = "comparison"
"""The style of evaluators that take two hands."""
