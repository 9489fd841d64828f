"""What does a hand cost? pyperf measures it; these files say what to measure, and read the results.

Read `workloads` first (what evaluators are timed on), then `rounds` (a run), `benchmark` (what
pyperf starts), `cold` and `first_hands` (costs before the first hand), then `results` (what was
measured) and `regressions` (what became slower).
"""
