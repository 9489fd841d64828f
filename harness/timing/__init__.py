"""What does a hand cost? pyperf measures; these files choose what to measure and read the results.

Read `workloads` first (the hands that evaluators are timed on), then `rounds` (a run), `benchmark`
(the program that pyperf starts), `cold` (costs before the first hand), `results` (the measurements)
and `intervals` (how sure they are).
"""
