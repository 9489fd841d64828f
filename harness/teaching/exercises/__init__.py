"""Exercises: what a student hands in, step by step, and what the grader says about it.

To read: `sentences`, all that the grader can say; `submission`, a file that was handed in; `steps`,
what an exercise is made of. Then the exercises: `naming` (01 to 03), `keys` (04 to 06), `lookups`
(07), `killing` (08), `broken` and `mending` (09), `fooling` (10), `differences` (11), `measuring`
(12); `ladder` has all. `grader` grades a file, `handed_in` finds the files of a class, `autograder`
packs it all for a server.
"""
