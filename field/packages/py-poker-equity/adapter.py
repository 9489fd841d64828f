"""py-poker-equity, by Mitch Tabian: evaluate_hand, the two values that compute_winner compares."""

from answering import answer
from py_poker_equity import evaluate_hand


def key(hand):
    cards = [card.replace("T", "10") for card in hand]
    result = evaluate_hand(cards[:2], cards[2:])
    return -result.hand_rank, result.tiebreaker


answer(key)
