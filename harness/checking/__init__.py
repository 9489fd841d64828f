"""Check whether an evaluator orders every hand as the rules do: from its name to its `Verdict`.

Read `equivalence` first: the check, from tasks to a verdict. Then, in the order of the data:
`tasks` (a worker's input and results), `work` and `shards` (its work), `questions` (the hands of
the preflight), `tally` (all results of an evaluator), `judgement` (from these to a verdict), with
`failures`, `families`, `hints` and `witness`. A `verdict` is the result; `properties` derives named
tests from it.

`array_shards` is for arrays of hands, `comparing` for functions of two hands, `state` and `cluster`
for long runs.
"""
