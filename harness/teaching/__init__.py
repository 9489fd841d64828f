"""Teaching: a lesson's steps on a hand, and the grading of a class's submissions.

Read in this order: `steps` runs a function and records each statement; `pictures` draws what they
made; `explanation` does both for a lesson; `deciding` compares the keys of two hands. `grading`
grades submissions. `example_tests` has tests of other people, `heat_map` the bugs that tests miss.
"""
