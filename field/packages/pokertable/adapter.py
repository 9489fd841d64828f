"""pokertable, by chiruu12: evaluate_hand, the two values that its results compare."""

from answering import answer
from poker_engine.core.cards import Card, Suit, evaluate_hand

SUITS = dict(zip("cdhs", Suit, strict=True))
RANKS = dict(zip("23456789TJQKA", range(2, 15), strict=True))


def key(hand):
    result = evaluate_hand([Card(RANKS[rank], SUITS[suit]) for rank, suit in hand])
    return result.rank, result.tiebreaker


answer(key)
