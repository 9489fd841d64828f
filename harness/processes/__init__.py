"""Run code that may hang, die or eat memory; write files whole; show text from outside as it is.

Read `limits` first (what an evaluator may take), then `workers` (processes that run tasks, and what
is known of one that died). `files`, `visible` and `machine` are small, and stand by themselves.
"""
