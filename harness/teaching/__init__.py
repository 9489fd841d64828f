"""Teaching: a lesson's steps on a hand, the words for mistakes, and exercises with a grader.

Read in this order: `steps` runs a function and records each statement; `pictures` draws the
values; `explanation` does both for a lesson; `deciding` compares the keys of two hands. `clean` is
a correct evaluator, `mistakes` are changes of it, and `mutants` gives one to each student;
`chapters` names the chapter that treats a fault, and `witnesses` shows two hands. `grader` runs the
tests of the exercises, which are folders in ``exercises``. `course` has the modules that the
chapters import.
"""
