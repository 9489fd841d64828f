"""The hands of the preflight: hands, and the same hands in other orders and other suits.

The check of all hands evaluates each hand once, in one order, so only the preflight can see that
the order of the cards matters. That the names of suits matter, it sees early, and in scopes without
all hands.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import permutations, product
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from evaluators.cards import Category, suit_of
from evaluators.rules import Rules
from harness.checking.tasks import BASE, REORDERED, RESUITED, Hand
from harness.hands.arrays import Hands, Numbers, numbers_of
from harness.hands.scopes import All, Sample, Scope, UpToSuits
from harness.hands.suits import NAMES, scattered

NEAR_FLUSHES = 60
"""Hands with four cards of a flush."""
ORDERS = 120
"""So many orders of a hand are looked at: of five cards, these are all."""
SCOPE_HANDS = 500
"""At most this many hands of a scope that does not have all hands."""
STRAIGHTS = Category.STRAIGHT, Category.STRAIGHT_FLUSH
ROTATIONS = [NAMES.index(tuple((suit + n) % 4 for suit in range(4))) for n in range(4)]
"""Four renamings of suits, with each suit once in place of each."""


class Questions(NamedTuple):
    """Hands, each followed by the same hand in other orders and in other suits.

    Attributes:
        hands: the hands, ``(n, size)``.
        numbers: their class numbers.
        kinds: the kind of each: `BASE`, `REORDERED` or `RESUITED`.
    """

    hands: Hands
    numbers: Numbers
    kinds: NDArray[np.uint8]


@cache
def preflight_questions(scope: Scope) -> Questions:
    """The hands of the preflight.

    One hand of each class is reversed and put in three other orders; five-card straights, where the
    ace has two places, and near misses of straights and flushes are put in all 120. The suits are
    renamed in one way; if the scope does not have all hands, those of flushes, near misses and
    hands of the scope in all 24, or of a sample in four, so that a flush comes in each suit.
    """
    dealt, are_straights, are_flushes = map(np.array, zip(*_bases(scope)))
    bases = dealt.astype(np.uint8)
    n = np.arange(len(bases))

    orders = np.array([*permutations(range(scope.size))])[::-1]
    orders = orders[:: len(orders) // ORDERS]
    is_asked = np.zeros((len(n), ORDERS), bool)
    is_asked[:, 0] = True  # reversed
    for k in range(3):
        is_asked[n, 1 + (scattered(n, ORDERS - 1) + 40 * k) % (ORDERS - 1)] = True
    is_asked[are_straights & (scope.size == 5)] = True
    ordered, order = np.nonzero(is_asked)
    reordered = np.take_along_axis(bases[ordered], orders[order], axis=1)

    is_asked = np.zeros((len(n), len(NAMES)), bool)
    is_asked[n, scattered(n, len(NAMES))] = True
    if not isinstance(scope, All):
        every = np.array(ROTATIONS if isinstance(scope, Sample) else range(len(NAMES)))
        is_asked[np.ix_(are_flushes, every)] = True
    named, names = np.nonzero(is_asked)
    suits = np.array(NAMES, np.uint8)[names[:, np.newaxis], bases[named] & 3]
    resuited = bases[named] & 0xFC | suits
    if isinstance(scope, UpToSuits):  # some of all 24 ways give the same hand
        _, once = np.unique(np.column_stack([named, resuited]), axis=0, return_index=True)
        named, resuited = named[once], resuited[once]

    hands = [bases, reordered, resuited]
    base = np.concatenate([n, ordered, named])
    kinds = np.repeat(np.array([BASE, REORDERED, RESUITED], np.uint8), list(map(len, hands)))
    in_turn = np.lexsort((kinds, base))
    numbers = numbers_of(bases, scope.rules)[base]
    return Questions(np.concatenate(hands)[in_turn], numbers[in_turn], kinds[in_turn])


@cache
def _bases(scope: Scope) -> list[tuple[Hand, bool, bool]]:
    """Base hands, and whether each may be mistaken for a straight, and for a flush.

    One hand of each class; then near misses, and hands of a scope that does not have all.
    """
    bases = []
    for number, hand in scope.examples.items():
        category = scope.classes[number - 1].category
        is_flush = max(Counter(map(suit_of, hand)).values()) >= 5
        bases.append((hand, category in STRAIGHTS, is_flush))
    if scope.size == 5:
        bases += [(hand, True, True) for hand in _near_misses(scope.rules)]
    if not isinstance(scope, All):
        places = np.arange(0, len(scope), -(-len(scope) // SCOPE_HANDS))
        bases += [(tuple(hand), False, True) for hand in scope.at(places).tolist()]
    return bases


def base_count(scope: Scope) -> int:
    """The number of hands in the preflight, without their other orders and suits."""
    return len(_bases(scope))


def _near_misses(rules: Rules) -> Iterator[Hand]:
    """Unsorted hands with four cards of a flush, or four ranks of a straight."""
    random, all_ranks = Random(0), range(rules.lowest_rank, 13)
    for _ in range(NEAR_FLUSHES):
        suit, odd_suit = random.sample(range(4), 2)
        ranks = random.sample(all_ranks, 5)
        yield tuple(4 * rank + (suit if n else odd_suit) for n, rank in enumerate(ranks))
    for lowest, odd_rank in product(range(-1, len(all_ranks) - 3), all_ranks):  # A-2-3-4 to J-Q-K-A
        run = [all_ranks[(lowest + n) % len(all_ranks)] for n in range(4)]
        if odd_rank not in run:
            yield tuple(4 * rank + random.randrange(4) for rank in [*run, odd_rank])
