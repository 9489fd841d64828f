"""pokerpy, by Andrés Saldarriaga Jordan: comparison of Hand. The key re-reads it."""

from answering import answer, places
from pokerpy import Card, Hand


def read(hand):
    return Hand([Card(*card) for card in hand])


def compare(first, second):
    return 0 if first == second else 1 if first > second else -1


answer(places(read, compare), read)
