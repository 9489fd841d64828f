"""The hands of the preflight: hands, and the same hands in other orders and other suits.

The check of all hands evaluates each hand once, in one order, so only the preflight can see that
the order of the cards matters. That the names of suits matter, it sees early, and in scopes without
all hands.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import product
from random import Random
from typing import NamedTuple

from evaluators.cards import Category, suit_of
from evaluators.rules import Rules
from harness.checking.tasks import BASE, REORDERED, RESUITED, Hand
from harness.hands.arrays import numbers_of
from harness.hands.scopes import All, Scope
from harness.hands.suits import NAMES, scattered

NEAR_FLUSHES = 60
"""Hands with four cards of a flush."""
ORDERS = 120
"""Orders tried per hand: all, for five cards."""
SCOPE_HANDS = 500
"""At most this many hands of a scope that does not have all hands."""
STRAIGHTS = Category.STRAIGHT, Category.STRAIGHT_FLUSH
ROTATIONS = [NAMES.index(tuple((suit + n) % 4 for suit in range(4))) for n in range(4)]
"""Four renamings of suits, with each suit once in place of each."""


class Question(NamedTuple):
    """A hand, its class number, and its kind: `BASE`, `REORDERED` or `RESUITED`."""

    hand: Hand
    number: int
    kind: int


@cache
def preflight_questions(scope: Scope) -> list[Question]:
    """The hands of the preflight, each followed by the same hand in other orders and other suits.

    One hand of each class is reversed and put in three other orders, a deal in one; five-card
    straights, where the ace has two places, and near misses of straights and flushes are put in all
    120. The suits are renamed in one way; if the scope does not have all hands, those of flushes,
    near misses and hands of the scope in all 24, or of a sample in four, so that a flush comes in
    each suit.
    """
    orders = scope.rules.orders(scope.size)[::-1]
    orders = orders[:: len(orders) // ORDERS]
    every = ROTATIONS if scope.is_sample else range(len(NAMES))
    questions, bases = [], _bases(scope)
    hands = [hand for hand, *_ in bases]
    if scope.size == 5:
        numbers = [*map(scope.classes.number_of, hands)]
    else:  # of seven cards, the rulebook looks at 21 hands of five
        numbers = numbers_of(hands, scope.rules).tolist()
    for n, ((hand, is_straight, is_flush), number) in enumerate(zip(bases, numbers)):
        asked = {0, *(1 + (scattered(n, ORDERS - 1) + 40 * k) % (ORDERS - 1) for k in range(3))}
        if scope.rules.parts:  # a key of the best of 60 hands takes long, and the next has another
            asked = {scattered(n, ORDERS)}
        if is_straight and scope.size == 5:
            asked = {*range(ORDERS)}
        reordered = [tuple(hand[place] for place in orders[order]) for order in sorted(asked)]
        names = {scattered(n, len(NAMES))}
        if is_flush and not isinstance(scope, All):
            names.update(every)
        resuited = [
            tuple(card & 0xFC | NAMES[name][suit_of(card)] for card in hand)
            for name in sorted(names)
        ]
        if scope.is_up_to_suits:  # some of all 24 ways give the same hand
            resuited = sorted({*resuited})
        for kind, asked_hands in ((BASE, [hand]), (REORDERED, reordered), (RESUITED, resuited)):
            questions += [Question(asked_about, number, kind) for asked_about in asked_hands]
    return questions


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
        places = range(0, len(scope), -(-len(scope) // SCOPE_HANDS))
        bases += [(scope.hand(place), False, True) for place in places]
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
