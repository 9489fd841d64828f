"""holdem-hand-evaluator, by ipeterov: b-inary's perfect hash in Rust; evaluate_hand."""

from answering import answer
from holdem_hand_evaluator import evaluate_hand


def key(hand):
    return evaluate_hand("".join(hand))


answer(key)
