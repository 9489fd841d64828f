"""pyholdem, by galopyz: evaluate_hand, whose tuples its games compare."""

from answering import answer
from holdem.core import Card, evaluate_hand

SUITS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


def key(hand):
    cards = [Card(SUITS[suit], "10" if rank == "T" else rank) for rank, suit in hand]
    return evaluate_hand(cards)


answer(key)
