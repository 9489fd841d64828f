"""treys, by Will Drevo: Cactus Kev's primes, with a dict for all products.

The library takes two lists: the player's cards and the board.
"""

from collections.abc import Sequence

from treys import Card as TreysCard
from treys import Evaluator as TreysEvaluator

from evaluators.cards import Card, format_card

name = "treys"
sizes = range(5, 8)
lower_wins = True

native = list
_evaluate = TreysEvaluator().evaluate


def encode(card: Card) -> int:
    """The card as a ``treys`` card: Cactus Kev's 32 bits, with the suits in another order."""
    encoded: int = TreysCard.new(format_card(card))
    return encoded


def evaluate(hand: Sequence[int]) -> int:
    """The class number, 1 to 7462."""
    return evaluate_native([*hand])


def evaluate_native(hand: list[int]) -> int:
    """The class number of a hand in a list."""
    number: int = _evaluate(hand, [])
    return number
