"""What does a hand cost? pyperf measures; here is what, in which order, and what came of it.

Read `workloads` first (what evaluators are timed on), then `rounds` (a run), `benchmark` (what
pyperf starts) and `cold` (fresh processes), then `results` (what was measured) and `regressions`
(what became slower).
"""
