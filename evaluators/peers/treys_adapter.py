"""treys, by Will Drevo: Cactus Kev's primes, with a dict for all products.

Takes two tuples where the library's examples pass two lists: it only adds them, and adding
an empty tuple costs nothing, so this is the fastest way in that its API has.
"""

from collections.abc import Sequence

from treys import Card as TreysCard
from treys import Evaluator as TreysEvaluator

from evaluators.cards import Card, format_card

name = "treys"
sizes = range(5, 8)
lower_wins = True

_evaluate = TreysEvaluator().evaluate


def encode(card: Card) -> int:
    """The card as treys writes it: Kev's 32 bits, suits in another order."""
    encoded: int = TreysCard.new(format_card(card))
    return encoded


def evaluate(hand: Sequence[int]) -> int:
    """The class number, 1 to 7462."""
    number: int = _evaluate(hand, ())
    return number
