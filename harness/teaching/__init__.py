"""Teaching: a lesson's steps on a hand, the words for mistakes, and exercises with a grader.

Read in this order: `steps` runs a function and records each statement; `pictures` draws what they
made; `explanation` does both for a lesson; `deciding` compares the keys of two hands. `mistakes`
are those of students; `chapters` says which chapter treats which. `course` is what the chapters
import; `exercises` are graded step by step; `grading` reads the text of a submission for remarks.
"""
