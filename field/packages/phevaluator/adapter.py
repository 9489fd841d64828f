"""phevaluator, by Henry Lee: a perfect hash in C; evaluate_cards."""

from answering import answer
from phevaluator import evaluate_cards


def key(hand):
    return evaluate_cards(*hand)


answer(key)
