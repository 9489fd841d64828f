"""Mutants that mean the same as the original: by file, function and kind of change, the reason.

Each was looked at. The key has no text of a line, so that it holds as long as the function does.
"""

EQUAL: dict[tuple[str, str, str], str] = {
    ("evaluators/rank_sums/arrays.py", "SCATTER", "NumberReplacer"): (
        "the tables are found for other factors, too"
    ),
    ("harness/adapters/arrays.py", "Arrays", "NumberReplacer"): (
        "batches of other sizes, the same keys"
    ),
    ("harness/adapters/arrays.py", "Arrays.these", "NumberReplacer"): (
        "NumPy takes any negative size as the one that is left"
    ),
    ("harness/adapters/commands.py", "_as_key", "NumberReplacer"): (
        "one character more or less is shown of a line"
    ),
    ("harness/adapters/comparing.py", "Compared", "NumberReplacer"): ("no task has so many hands"),
    ("harness/checking/equivalence.py", "SHARD", "NumberReplacer"): (
        "shards of another size, the same hands"
    ),
    ("harness/checking/showdowns.py", "_walks", "ReplaceComparisonOperator"): (
        "a class has no pairs of hands with another class, if it is the only one with its key"
    ),
    ("harness/hands/arrays.py", "_unsuited", "NumberReplacer"): "places that no hand has",
    ("harness/hands/arrays.py", "_unsuited", "ReplaceComparisonOperator"): (
        "no hand has fewer than five cards"
    ),
    ("harness/hands/order.py", "_coefficients", "NumberReplacer"): "no card has 52 above it",
    ("harness/hands/suits.py", "_patterns", "NumberReplacer"): (
        "both arrays have a row for each choice"
    ),
    ("harness/timing/benchmark.py", "main", "ReplaceTrueWithFalse"): (
        "the harness always names the evaluator"
    ),
    ("harness/processes/workers.py", "_Worker.__init__", "NumberReplacer"): (
        "a mark of seven random bytes is as good as one of eight"
    ),
}
