"""phevaluator, by Henry Lee: a perfect hash in C, for five to seven cards."""

from collections.abc import Sequence

from phevaluator import evaluate_cards

from evaluators.cards import Card

name = "phevaluator"
sizes = range(5, 8)
lower_wins = True


def encode(card: Card) -> int:
    """The card itself: the library numbers cards in the same way."""
    return card


def evaluate(hand: Sequence[int]) -> int:
    """The class number, 1 to 7462."""
    return evaluate_cards(*hand)  # type: ignore[no-any-return]
