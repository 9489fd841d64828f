"""pyker, by Martin Vuelta: PokerHand.score, which PokerHand.compare_with compares."""

from answering import answer
from pyker import VALUES, PokerHand


def key(hand):
    score, values = PokerHand(" ".join(hand)).score
    return score, [VALUES.find(value.value) for value in values]


answer(key)
