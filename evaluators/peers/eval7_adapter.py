"""eval7, by Julian Andrews: bit masks and tables, in Cython and C.

A hand is any sequence of card objects.
"""

from collections.abc import Sequence
from typing import Any

import eval7

from evaluators.cards import Card, format_card

name = "eval7"
sizes = range(5, 8)
lower_wins = False

evaluate_hand = eval7.evaluate


def encode(card: Card) -> Any:
    """The card as an ``eval7.Card``."""
    return eval7.Card(format_card(card))


def evaluate(hand: Sequence[Any]) -> int:
    """The category in the upper bits, the ranks below."""
    return evaluate_hand(hand)  # type: ignore[no-any-return]
