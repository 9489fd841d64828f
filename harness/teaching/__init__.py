"""Teaching: a lesson's steps on a hand, the words for mistakes, and exercises with a grader.

Read in this order: `steps` runs a function and records each statement; `pictures` draws what they
made; `explanation` does both for a lesson; `deciding` compares the keys of two hands. `clean` is a
right evaluator, `mistakes` are changes of it, and `mutants` gives one to each student; `chapters`
says which chapter treats which. `grader` runs the tests of the exercises, which are folders in
``exercises``. `course` is what the chapters import.
"""
