"""Poker65, by Daniel Li: get_best_hand, whose hands only compare. The key re-reads it."""

from answering import answer, places
from Poker65.card import Card
from Poker65.hands import get_best_hand


def read(hand):
    return get_best_hand([Card(suit=suit.upper(), rank=rank) for rank, suit in hand])


def compare(first, second):
    return first.compare(second)


answer(places(read, compare), read)
