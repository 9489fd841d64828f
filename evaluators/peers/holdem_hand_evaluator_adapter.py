"""holdem-hand-evaluator: b-inary's perfect hash in Rust.

From Python it takes text alone, which it reads for each hand: that is in its time.
"""

from collections.abc import Sequence

from holdem_hand_evaluator import evaluate_hand

from evaluators.cards import Card, format_card

name = "holdem-hand-evaluator"
sizes = range(5, 8)
lower_wins = False
native = "".join


def encode(card: Card) -> str:
    """The card as text: ``Kd``."""
    return format_card(card)


def evaluate(hand: Sequence[str]) -> int:
    """A number of 16 bits, the category above."""
    return evaluate_native("".join(hand))


def evaluate_native(hand: str) -> int:
    """The same of a text: ``KdQsJcTh9s``."""
    return evaluate_hand(hand)  # type: ignore[no-any-return]
