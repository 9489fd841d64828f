"""texas-holdem-poker, by ray.ping: HandRankCheck.check, the value that its scores compare."""

from answering import answer
from texas_holdem_poker.hand_rank import HandRankCheck
from texas_holdem_poker.poker_card import Card

SUITS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


def key(hand):
    cards = [Card(SUITS[suit], "10" if rank == "T" else rank) for rank, suit in hand]
    return HandRankCheck.check(cards).value


answer(key)
