"""pkrbot, by Bobby Costin: eval7's interface, in Cython."""

from collections.abc import Sequence
from typing import Any

import pkrbot

from evaluators.cards import Card, format_card

name = "pkrbot"
sizes = range(5, 8)
lower_wins = False

evaluate_hand = pkrbot.evaluate


def encode(card: Card) -> Any:
    """The card as a ``pkrbot.Card``."""
    return pkrbot.Card(format_card(card))


def evaluate(hand: Sequence[Any]) -> int:
    """The category in the upper bits, the ranks below."""
    return evaluate_hand(hand)  # type: ignore[no-any-return]
