"""The hands of the preflight: hands, and the same hands in other orders and other suits.

The check of all hands evaluates each hand once, in one order, so only the preflight can see that
the order of the cards matters. That the names of suits matter, it sees early, and in scopes without
all hands.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import permutations, product
from operator import itemgetter
from random import Random

import numpy as np

from evaluators.cards import DECK, Category, rank_of, suit_of
from harness.checking.tasks import BASE, REORDERED, RESUITED, Hand
from harness.hands.arrays import examples
from harness.hands.classes import classes
from harness.hands.scopes import All, Sample, Scope
from harness.hands.suits import NAMES

NEAR_FLUSHES = 60
"""Hands with four cards of a flush."""
SCOPE_HANDS = 500
"""At most this many hands of a scope that does not have all hands."""


@cache
def preflight_questions(scope: Scope) -> Sequence[tuple[int, Hand]]:
    """Hands, each followed by the same hand in other orders and in other suits.

    Returns:
        Pairs of a kind (`BASE`, `REORDERED` or `RESUITED`) and a hand. One hand of each class is
        reversed and put in three random orders; five-card straights, where the ace has two places,
        and near misses of straights and flushes are put in all 120. The suits are renamed in one
        way; if the scope does not have all hands, those of flushes, near misses and hands of the
        scope in all 24, or of a sample in four, so that a flush comes in each suit.
    """
    random = Random(0)
    all_orders = [itemgetter(*order) for order in permutations(range(scope.size))]
    questions: list[tuple[int, Hand]] = []
    for hand, is_straight, is_flush in _bases(scope):
        orders = all_orders
        if not is_straight or scope.size > 5:
            orders = [all_orders[-1], *random.sample(all_orders, 3)]
        renamings = [random.choice(_RENAMINGS)]
        if is_flush and not isinstance(scope, All):
            renamings = _ROTATIONS if isinstance(scope, Sample) else _RENAMINGS
        renamed = dict.fromkeys(tuple(map(cards.__getitem__, hand)) for cards in renamings)
        questions.append((BASE, hand))
        questions += [(REORDERED, order(hand)) for order in orders]
        questions += [(RESUITED, hand) for hand in renamed]
    return questions


_RENAMINGS = [[4 * rank_of(card) + names[suit_of(card)] for card in DECK] for names in NAMES]
"""For each renaming of the suits, the new card of each card."""
_ROTATIONS = [[4 * rank_of(card) + (suit_of(card) + n) % 4 for card in DECK] for n in range(4)]
"""Four of them, with each suit once in place of each."""


@cache
def _bases(scope: Scope) -> list[tuple[Hand, bool, bool]]:
    """Base hands, and whether each may be mistaken for a straight, and for a flush.

    One hand of each class; then near misses, and hands of a scope that does not have all.
    """
    bases = []
    for number, hand in examples(scope.size).items():
        category = classes()[number - 1].category
        is_flush = category in (Category.FLUSH, Category.STRAIGHT_FLUSH)
        bases.append((hand, category in (Category.STRAIGHT, Category.STRAIGHT_FLUSH), is_flush))
    if scope.size == 5:
        bases += [(hand, True, True) for hand in _near_misses()]
    if not isinstance(scope, All):
        places = np.arange(0, len(scope), -(-len(scope) // SCOPE_HANDS))
        bases += [(tuple(hand), False, True) for hand in scope.at(places).tolist()]
    return bases


def base_count(scope: Scope) -> int:
    """The number of hands in the preflight, without their other orders and suits."""
    return len(_bases(scope))


def _near_misses() -> Iterator[Hand]:
    """Unsorted hands with four cards of a flush, or four ranks of a straight."""
    random = Random(0)
    for _ in range(NEAR_FLUSHES):
        suit, odd_suit = random.sample(range(4), 2)
        ranks = random.sample(range(13), 5)
        yield tuple(4 * rank + (suit if n else odd_suit) for n, rank in enumerate(ranks))
    for lowest, odd_rank in product(range(-1, 10), range(13)):  # A-2-3-4 to J-Q-K-A
        run = [(lowest + n) % 13 for n in range(4)]
        if odd_rank not in run:
            yield tuple(4 * rank + random.randrange(4) for rank in [*run, odd_rank])
