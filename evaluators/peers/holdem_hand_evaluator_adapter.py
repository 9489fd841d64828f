"""holdem-hand-evaluator: b-inary's perfect hash in Rust.

From Python it takes text alone, so that each hand is joined and read again: that is in its time.
"""

from collections.abc import Sequence

from holdem_hand_evaluator import evaluate_hand

from evaluators.cards import Card, format_card

name = "holdem-hand-evaluator"
sizes = range(5, 8)
lower_wins = False


def encode(card: Card) -> str:
    """The card as text: ``Kd``."""
    return format_card(card)


def evaluate(hand: Sequence[str]) -> int:
    """A number of 16 bits, the category above."""
    return evaluate_hand("".join(hand))  # type: ignore[no-any-return]
