"""eval7, by Julian Andrews: bit masks and tables, in Cython; evaluate."""

from answering import answer
from eval7 import Card, evaluate


def key(hand):
    return evaluate([Card(card) for card in hand])


answer(key)
