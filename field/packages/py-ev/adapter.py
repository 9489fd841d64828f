"""py_ev, by Jakub Bielan: Evaluator.evaluate."""

from answering import answer
from py_ev import Evaluator

evaluator = Evaluator()
ranks = {rank: value for value, rank in enumerate("23456789TJQKA", 2)}
suits = {suit: value for value, suit in enumerate("cdhs", 1)}


def key(hand):
    cards = [(ranks[rank], suits[suit]) for rank, suit in hand]
    return evaluator.evaluate(cards[:2], cards[2:])


answer(key)
