"""tilted, by Max Atkinson: Hand, which only compares. The key re-reads it."""

from answering import answer, places
from tilted import Card, CardRank, CardSuit, Hand

ranks = dict(zip("23456789TJQKA", CardRank, strict=True))
suits = dict(zip("cdhs", CardSuit, strict=True))


def read(hand):
    return Hand([Card(ranks[rank], suits[suit]) for rank, suit in hand])


def compare(first, second):
    return (first > second) - (first < second)


def timed(hand):
    return read(hand).hand_rank


answer(places(read, compare), timed)
