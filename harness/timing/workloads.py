"""Workloads: named lists of hands, always the same, that evaluators are timed on.

A style uses the first hands of a list, fewer for one hand a call than for an array, so that one
call stays under 100 ms for every evaluator. An array begins with the same hands that are evaluated
one by one.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import accumulate, combinations, islice
from math import comb
from random import Random
from typing import TypeAlias

from evaluators.cards import DECK, Card, Category, rank_of
from harness.hands.classes import CATEGORIES, HandClass, classes

Hands: TypeAlias = list[tuple[Card, ...]]

ONE_BY_ONE = {5: 5_000, 6: 1_000, 7: 400}
AS_ARRAY = 20_000


@dataclass(frozen=True)
class Workload:
    """A list of hands, and the operation that is timed.

    Attributes:
        name: the name of pyperf's benchmark.
        about: a description.
        deal: a function from a number to that many hands.
        size: the number of cards in a hand.
        hands: the number of hands in a call; None leaves it to the style.
        kind: the operation: evaluate ``hands``, or these from the ``text`` of their cards; decide
            ``showdowns`` between pairs of them, ``encode`` their cards, ``parse`` their text, or
            ``walk`` over all of them.
    """

    name: str
    about: str
    deal: Callable[[int], Hands]
    size: int = 5
    hands: int | None = None
    kind: str = "hands"

    def how_many(self, style: str) -> int:
        """The number of hands in one call.

        >>> [WORKLOADS["random-7"].how_many(style) for style in ("python", "numpy")]
        [400, 20000]
        >>> WORKLOADS["walk-5"].how_many("compiled")
        2598960
        """
        return self.hands or (ONE_BY_ONE[self.size] if style == "python" else AS_ARRAY)


def random_hands(size: int) -> Callable[[int], Hands]:
    """Random hands, with seed `size`.

    >>> random_hands(5)(2)
    [(39, 16, 47, 22, 50), (44, 47, 41, 33, 1)]
    """

    def deal(n: int) -> Hands:
        random = Random(size)
        return [tuple(random.sample(DECK, size)) for _ in range(n)]

    return deal


def in_order(size: int) -> Callable[[int], Hands]:
    """Hands in the order in which all are dealt, from 3c 4s on: neighbours share most cards.

    >>> in_order(5)(2)
    [(4, 11, 12, 13, 14), (4, 11, 12, 13, 15)]
    """

    def deal(n: int) -> Hands:
        return [(4, 11, *others) for others in islice(combinations(DECK[12:], size - 2), n)]

    return deal


def of_category(category: int) -> Callable[[int], Hands]:
    """Equally likely hands of one category, their cards in any order."""

    def deal(n: int) -> Hands:
        random = Random(category)
        members = [hand_class for hand_class in classes() if hand_class.category == category]
        upto = list(accumulate(hand_class.size for hand_class in members))
        return [a_hand_of(random.choices(members, cum_weights=upto)[0], random) for _ in range(n)]

    return deal


def a_hand_of(hand_class: HandClass, random: Random) -> tuple[Card, ...]:
    """A random hand of a class.

    >>> a_hand_of(classes()[0], Random(0))  # a royal flush
    (35, 43, 47, 51, 39)
    """
    ranks = [rank_of(card) for card in hand_class.example]
    is_suited = hand_class.category in (Category.FLUSH, Category.STRAIGHT_FLUSH)
    while True:
        if is_suited:
            suits = [random.randrange(4)] * 5
        else:
            suits_left = {rank: random.sample(range(4), 4) for rank in ranks}
            suits = [suits_left[rank].pop() for rank in ranks]
        if is_suited or len(set(suits)) > 1:
            hand = [4 * rank + suit for rank, suit in zip(ranks, suits)]
            random.shuffle(hand)
            return tuple(hand)


SCALES = (10, 100, 1_000, 10_000, 100_000)
SCALES_OF_ARRAYS = (*SCALES, 1_000_000, 10_000_000)
MOST_DEALT = 100_000  # larger arrays repeat these hands

CATEGORY_NAMES = tuple(name.replace(" ", "-") for name in CATEGORIES)

_ALL = [
    Workload("random-5", "random hands of five cards", random_hands(5)),
    Workload("random-6", "random hands of six cards", random_hands(6), 6),
    Workload("random-7", "random hands of seven cards", random_hands(7), 7),
    Workload(
        "showdowns",
        "random pairs of hands of five cards, their keys compared",
        random_hands(5),
        kind="showdowns",
    ),
    Workload("in-order-7", "hands of seven cards, as all are dealt in order", in_order(7), 7),
    *(
        Workload(
            CATEGORY_NAMES[category], f"random hands of one category, {name}", of_category(category)
        )
        for category, name in enumerate(CATEGORIES)
    ),
    Workload("encode", "encoding the cards of a random hand", random_hands(5), kind="encode"),
    Workload("parse", "reading and checking a hand's text", random_hands(5), kind="parse"),
    *(
        Workload(
            f"text-{size}",
            f"random hands of {size} cards, each card read from its text",
            random_hands(size),
            size,
            kind="text",
        )
        for size in (5, 7)
    ),
    *(
        Workload(f"scale-{n}", f"{n:,} random hands of five cards", random_hands(5), hands=n)
        for n in SCALES_OF_ARRAYS
    ),
    *(
        Workload(
            f"walk-{size}",
            f"a walk over all hands of {size} cards, which counts the classes",
            random_hands(size),
            size,
            comb(52, size),
            kind="walk",
        )
        for size in (5, 7)
    ),
]
WORKLOADS = {workload.name: workload for workload in _ALL}

WALKED = ("walk-5", "walk-7")
"""The workloads of evaluators that can walk over all hands."""

HEADLINES = ("random-5", "random-7")
"""The workloads that a run has unless others are chosen."""

FROM_TEXT = {"random-5": "text-5", "random-7": "text-7"}
"""The same hands as texts, for evaluators that take encoded cards."""

COLD = ("import", "first-5", "memory")
"""The costs that `harness.timing.cold` measures in a fresh process."""
