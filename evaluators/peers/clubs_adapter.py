"""clubs, by Ferdinand Schlatt: Cactus Kev's primes, for any deck.

The library takes two lists: the player's cards and the board.
"""

from collections.abc import Sequence
from typing import Any

from clubs.poker.card import Card as ClubsCard
from clubs.poker.evaluator import Evaluator as ClubsEvaluator

from evaluators.cards import Card, format_card

name = "clubs"
sizes = range(5, 8)
lower_wins = True
native = list

_evaluate = ClubsEvaluator(suits=4, ranks=13, cards_for_hand=5).evaluate


def encode(card: Card) -> Any:
    """The card as a ``clubs`` card."""
    return ClubsCard(format_card(card))


def evaluate(hand: Sequence[Any]) -> int:
    """The class number."""
    return evaluate_native([*hand])


def evaluate_native(hand: list[Any]) -> int:
    """The class number of a hand in a list."""
    return _evaluate(hand, [])  # type: ignore[no-any-return]
