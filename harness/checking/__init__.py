"""Does an evaluator order every hand as the rules do? From its name to its `Verdict`.

Read `equivalence` first: the check, from tasks to a verdict. Then, in the order in which a hand
travels: `tasks` (what a worker is asked), `work` and `shards` (what it does), `questions` (the
preflight), `tally` (its answers, put together), `judgement` (what they mean), with `failures`,
`families` and `witness`. `verdict` is what comes out, `properties` takes it apart.

`array_shards` is for arrays of hands, `comparing` for functions of two hands, `state` and `cluster`
for long runs.
"""
