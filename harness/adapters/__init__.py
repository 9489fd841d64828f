"""Adapters that fit a function, a file, a plug-in or a command to the protocol.

Read `adopt` first (from a name or a place to an evaluator), then `calling` (how to call a function
with a hand), `commands` (programs in any language) and `keys` (the valid keys).
"""

COMMAND = "exec:"
"""What the place of a program begins with; its command follows."""
COMPARISON = "comparison"
"""The style of evaluators that take two hands."""
