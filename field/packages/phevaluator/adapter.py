"""phevaluator, by Henry Lee: a perfect hash in C; evaluate_cards, evaluate_omaha_cards."""

from answering import RULES, answer, decide
from phevaluator import evaluate_cards, evaluate_omaha_cards


def key(hand):
    return evaluate_cards(*hand)


def winner(board, first, second):
    return evaluate_omaha_cards(*board, *second) - evaluate_omaha_cards(*board, *first)


decide(winner) if RULES == "omaha" else answer(key)
