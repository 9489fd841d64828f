"""Whatever ranks a hand, adapted to the protocol: a function, a file, a plug-in, a command.

Read `adopt` first (from a name or a place to an evaluator), then `calling` (how to call a function
with a hand), `commands` (programs in any language) and `keys` (what counts as a key). `null` is an
evaluator that does nothing; `forgiving` answers where an evaluator fails.
"""
