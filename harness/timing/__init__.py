"""What does a hand cost? pyperf measures; these files choose what to measure and read the results.

Read `workloads` first (the hands that evaluators are timed on), then `rounds` (a run), `benchmark`
(the program that pyperf starts), `cold` and `first_hands` (costs before the first hand), `loading`
(how both programs get an evaluator), `results` (the measurements), `intervals` (how sure they are)
and `regressions` (comparisons with an earlier run).
"""
