"""Time evaluators: pyperf measures; these files choose what it measures, and read the results.

Read `workloads` first (the hands that evaluators are timed on), then `jobs` (which evaluator on
which of them), `rounds` (a run), `benchmark` (the program that pyperf starts), `cold` (costs before
the first hand), `results` (the measurements), `intervals` (how sure they are) and `comparison` (is
one faster than another?).
"""
