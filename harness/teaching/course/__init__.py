"""Pictures and data that the chapters of the course import.

Read in this order: `canvas` is for every picture; `drawings` has the pictures of chapters 0 to 4
and of the proof in 7, `numbers` the tables of 5 and 6, `heat_map` the map of 7, `cards` those of
the appendix. `example_tests` has published tests of evaluators, `committed` reads the tables of the
committed report, `glossary` collects the words.
"""
