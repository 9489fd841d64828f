"""Run code that may hang, die or eat memory; make outside text safe to show.

Read `limits` first (the time and memory of an evaluator, and deaths), then `workers` (the processes
that run tasks). `visible` and `machine` are small and independent.
"""
