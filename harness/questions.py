"""What the preflight asks about: hands, and the same hands in other orders and other suits.

The check of all hands sees each hand once, in one order. That the order does not matter, nor which
suit is which, is tried here.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import permutations, zip_longest
from operator import itemgetter
from random import Random

from evaluators.cards import Card, rank_of, suit_of
from evaluators.rulebook import FLUSH, STRAIGHT, STRAIGHT_FLUSH
from harness.classes import classes, examples
from harness.hands import Scope
from harness.suits import NAMES
from harness.verdict import RENAMED, UNSTEADY

NEAR = 60
"""Near misses of a flush, and somewhat fewer of a straight."""
SOME = 500
"""Hands to ask about in other orders and suits, where not every hand is evaluated."""


@cache
def asked(scope: Scope) -> Sequence[tuple[str, tuple[Card, ...]]]:
    """Hands, each followed by the same in other orders and in other suits.

    The kind is empty for the first of these. One hand of each class, and hands one card away from a
    straight or a flush, come as they are, reversed and in three random orders; straights, where
    the ace has two places, and near misses, in all 120. Then, in other suits: in one way, or, where
    the evaluator will not be asked about every hand, flushes and some others in all 24.
    """
    random = Random(0)
    of_class = examples(scope.size)
    categories = [classes()[number - 1].category for number in of_class]
    all_orders = [itemgetter(*order) for order in permutations(range(scope.size))]
    questions: list[tuple[str, tuple[Card, ...]]] = []
    for hand, category in zip_longest(_bases(scope), categories):
        orders = random.sample(all_orders, 3)
        if scope.size == 5 and category in (None, STRAIGHT, STRAIGHT_FLUSH):
            orders = all_orders
        suits = [random.choice(NAMES)]
        if not scope.is_all and category in (None, FLUSH, STRAIGHT_FLUSH):
            suits = list(NAMES)
        questions.append(("", hand))
        questions += [(UNSTEADY, order(hand)) for order in (all_orders[-1], *orders)]
        questions += [(RENAMED, _renamed(hand, names)) for names in suits]
    return questions


@cache
def _bases(scope: Scope) -> list[tuple[Card, ...]]:
    """One hand of each class; then near misses, and hands of the scope where not all are in it."""
    bases = list(examples(scope.size).values())
    if scope.size == 5:
        bases += _near_misses()
    if not scope.is_all:
        bases += [scope.hand(place) for place in range(0, len(scope), -(-len(scope) // SOME))]
    return bases


def how_many(scope: Scope) -> int:
    """How many hands the preflight asks about, other orders and suits not counted."""
    return len(_bases(scope))


def _renamed(cards: Sequence[Card], suits: Sequence[int]) -> tuple[Card, ...]:
    """A hand with other names for its suits."""
    return tuple(4 * rank_of(card) + suits[suit_of(card)] for card in cards)


def _near_misses() -> Iterator[tuple[Card, ...]]:
    """Hands that are one card away from a flush, and from a straight, in no order."""
    random = Random(0)
    for _ in range(NEAR):
        suit, other = random.sample(range(4), 2)
        ranks = random.sample(range(13), 5)
        yield tuple(4 * rank + (suit if n else other) for n, rank in enumerate(ranks))
        lowest, strange = random.randrange(-1, 9), random.randrange(13)
        ranks = [(lowest + n) % 13 for n in range(4)]
        if strange not in ranks:
            yield tuple(4 * rank + random.randrange(4) for rank in [*ranks, strange])
