"""Teaching: a lesson's steps on a hand, the words for mistakes, and the grading of submissions.

Read in this order: `steps` runs a function and records each statement; `pictures` draws what they
made; `explanation` does both for a lesson; `deciding` compares the keys of two hands. `mistakes`
are those of students; `chapters` says which chapter treats which. `grading` grades submissions.
`course` is what the chapters import; `exercises` are graded step by step.
"""
