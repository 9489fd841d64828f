"""THPoker, by Yegor Bitensky: Combo of the core, which only compares. The key re-reads it."""

from answering import answer, places
from thpoker.core import Combo


def read(hand):
    return Combo("/".join(hand))


def compare(first, second):
    return (first > second) - (first < second)


answer(places(read, compare), read)
