"""pkrbot, by Bobby Costin: eval7's interface, in Cython; evaluate."""

from answering import answer
from pkrbot import Card, evaluate


def key(hand):
    return evaluate([Card(card) for card in hand])


answer(key)
