"""deeppoker, by Ziyi: the best five cards; evaluate_hand, its rank."""

from answering import answer
from deeppoker import Card, evaluate_hand


def key(hand):
    return evaluate_hand([Card.from_string(card) for card in hand])[0]


answer(key)
