"""compares: a double of a package that only compares; the key re-reads the comparison."""

from answering import answer, places
from comparing import Hand

answer(places(Hand, lambda first, second: first.beats(second) - second.beats(first)), Hand)
