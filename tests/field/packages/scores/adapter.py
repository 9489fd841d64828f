"""scores: a double of a package that gives a score."""

from answering import answer
from scoring import score

answer(score)
