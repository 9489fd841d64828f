"""pokyr, by Allen Boyd Cunningham: handvalue of cpoker, in C."""

from answering import answer
from poker import cpoker
from poker.utils import to_cards


def key(hand):
    return cpoker.handvalue(to_cards(" ".join(hand)))


answer(key)
