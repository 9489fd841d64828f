"""bluff, by Matheus Couto: Hand.value."""

from answering import answer
from bluff import Hand


def key(hand):
    return Hand(*hand).value


answer(key)
