"""deck, by Steve Dower: get_poker_hand."""

from answering import answer
from deck import Card, get_poker_hand

ranks = {rank: number for number, rank in enumerate("A23456789TJQK", 1)}
suits = {"c": "Clubs", "d": "Diamonds", "h": "Hearts", "s": "Spades"}


def key(hand):
    return get_poker_hand([Card(suits[suit], ranks[rank]) for rank, suit in hand])


answer(key)
