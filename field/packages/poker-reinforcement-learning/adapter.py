"""poker_reinforcement_learning, by Sai Coumar: rank_hand, which determine_winner compares."""

from answering import answer
from poker_reinforcement_learning.deck import Card
from poker_reinforcement_learning.poker_host import rank_hand

ranks = {"T": "10", "J": "Jack", "Q": "Queen", "K": "King", "A": "Ace"}
suits = {
    "c": ("black", "Clover"),
    "d": ("red", "Diamond"),
    "h": ("red", "Heart"),
    "s": ("black", "Spade"),
}


def key(hand):
    return rank_hand([Card(ranks.get(rank, rank), *suits[suit]) for rank, suit in hand])


answer(key)
