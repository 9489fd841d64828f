"""Does an evaluator order every hand as the rules do? From its name to its `Verdict`.

Read `equivalence` first (the check), then `shards` (what a worker does) and `questions` (the
preflight), then what makes a verdict: `failures`, `families`, `verdict`, `properties`.
`array_shards` is for arrays of hands, `comparing` for functions of two hands, `state` and `cluster`
for long runs.
"""
