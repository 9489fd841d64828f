"""pokereval, by Alvin Liang: Cactus Kev's tables, and more for 6 and 7 cards.

The library has a function for each number of cards.
"""

from collections.abc import Sequence
from typing import Any

from pokereval.card import Card as PokerevalCard
from pokereval.hand_evaluator import HandEvaluator

from evaluators.cards import Card, rank_of, suit_of

name = "pokereval"
sizes = range(5, 8)
lower_wins = True

SPADES, HEARTS, DIAMONDS, CLUBS = 1, 2, 3, 4
SUITS = (CLUBS, DIAMONDS, HEARTS, SPADES)

BY_SIZE = {
    5: HandEvaluator.Five.evaluate_rank,
    6: HandEvaluator.Six.evaluate_rank,
    7: HandEvaluator.Seven.evaluate_rank,
}


def encode(card: Card) -> Any:
    """The card as a ``pokereval`` card: an object with a rank from 2 to 14 and a suit."""
    return PokerevalCard(rank_of(card) + 2, SUITS[suit_of(card)])


def evaluate(hand: Sequence[Any]) -> int:
    """The class number, 1 to 7462."""
    return BY_SIZE[len(hand)](hand)  # type: ignore[no-any-return]
