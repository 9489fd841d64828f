"""texasholdem, by Evyn Machi: a whole game; a dict of prime products.

The library takes two lists: the player's cards and the board.
"""

from collections.abc import Sequence
from typing import Any

from texasholdem.card.card import Card as TexasholdemCard
from texasholdem.evaluator.evaluator import evaluate as _evaluate

from evaluators.cards import Card, format_card

name = "texasholdem"
sizes = range(5, 8)
lower_wins = True
native = list


def encode(card: Card) -> Any:
    """The card in Cactus Kev's 32 bits, as a ``texasholdem`` card, which is an int."""
    return TexasholdemCard(format_card(card))


def evaluate(hand: Sequence[Any]) -> int:
    """The class number, 1 to 7462."""
    return evaluate_native([*hand])


def evaluate_native(hand: list[Any]) -> int:
    """The class number of a hand in a list."""
    return _evaluate(hand, [])  # type: ignore[no-any-return]
