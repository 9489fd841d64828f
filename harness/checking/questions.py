"""The hands of the preflight: hands, and the same hands in other orders and other suits.

The check of all hands evaluates each hand once, in one order. The preflight tests that neither the
order of the cards nor the names of the suits matter.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import permutations
from operator import itemgetter
from random import Random

from evaluators.cards import DECK, Card, Category, rank_of, suit_of
from harness.checking.witness import RENAMED, UNSTEADY
from harness.hands.classes import classes, examples
from harness.hands.scopes import Scope
from harness.hands.suits import NAMES

NEAR = 60
"""Near misses of a flush, and somewhat fewer of a straight."""
SOME = 500
"""Hands to ask about in other orders and suits, where not every hand is evaluated."""


@cache
def asked(scope: Scope) -> Sequence[tuple[str, tuple[Card, ...]]]:
    """Hands, each followed by the same in other orders and in other suits.

    The kind is empty for the first of these. One hand of each class comes as it is, reversed and in
    three random orders; straights, where the ace has two places, and hands of five cards that are
    nearly a straight or a flush, in all 120. Then, in other suits: in one way, or, where the
    evaluator will not be asked about every hand, flushes and some others in all 24.
    """
    random = Random(0)
    all_orders = [itemgetter(*order) for order in permutations(range(scope.size))]
    questions: list[tuple[str, tuple[Card, ...]]] = []
    for hand, is_straight, is_flush in _bases(scope):
        orders = all_orders
        if not is_straight or scope.size > 5:
            orders = [all_orders[-1], *random.sample(all_orders, 3)]
        renamings = [random.choice(_RENAMINGS)]
        if is_flush and not scope.is_all:
            renamings = _RENAMINGS
        renamed = dict.fromkeys(tuple(map(cards.__getitem__, hand)) for cards in renamings)
        questions.append(("", hand))
        questions += [(UNSTEADY, order(hand)) for order in orders]
        questions += [(RENAMED, other) for other in renamed]
    return questions


_RENAMINGS = [[4 * rank_of(card) + names[suit_of(card)] for card in DECK] for names in NAMES]
"""For each way to name the suits, what each card becomes."""


@cache
def _bases(scope: Scope) -> list[tuple[tuple[Card, ...], bool, bool]]:
    """Hands, and whether each may be taken for a straight, and for a flush.

    One hand of each class; then near misses, and hands of the scope where not all are in it.
    """
    bases = []
    for number, hand in examples(scope.size).items():
        category = classes()[number - 1].category
        is_flush = category in (Category.FLUSH, Category.STRAIGHT_FLUSH)
        bases.append((hand, category in (Category.STRAIGHT, Category.STRAIGHT_FLUSH), is_flush))
    if scope.size == 5:
        bases += [(hand, True, True) for hand in _near_misses()]
    if not scope.is_all:
        some = range(0, len(scope), -(-len(scope) // SOME))
        bases += [(scope.hand(place), False, True) for place in some]
    return bases


def how_many(scope: Scope) -> int:
    """How many hands the preflight asks about, other orders and suits not counted."""
    return len(_bases(scope))


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
