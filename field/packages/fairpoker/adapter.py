"""fairpoker, by Vyomkesh Tripathi: the best five cards; HandEvaluator.evaluate_hand."""

from answering import answer
from game import Card, HandEvaluator

ranks = {rank: value for value, rank in enumerate("23456789TJQKA", 2)}
suits = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}


def key(hand):
    cards = [Card(ranks[rank], suits[suit]) for rank, suit in hand]
    return HandEvaluator.evaluate_hand(cards)[:2]


answer(key)
