"""holdem-hand-evaluator: b-inary's perfect hash in Rust.

From Python, the library takes only text, so its times include reading the text of each hand.
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
    """A number of 16 bits, the category in the upper ones."""
    return evaluate_native("".join(hand))


def evaluate_native(hand: str) -> int:
    """The key of a hand in one text: ``KdQsJcTh9s``."""
    return evaluate_hand(hand)  # type: ignore[no-any-return]
