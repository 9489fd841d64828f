"""What evaluators are timed on: named lists of hands that are always the same.

A list has no fixed length. The first hands of it are taken, fewer for one hand a call than for an
array, so that one call stays under 100 ms for every evaluator. An array begins with the same hands
that are evaluated one by one.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import accumulate
from random import Random
from typing import TypeAlias

from evaluators import rulebook
from evaluators.cards import DECK, Card, Category, rank_of
from harness.hands.classes import CATEGORIES, HandClass, classes
from harness.hands.scopes import hands as in_order_from

Hands: TypeAlias = list[tuple[Card, ...]]

ONE_BY_ONE = {5: 5_000, 6: 1_000, 7: 400}
AS_ARRAY = 20_000
SLICE = 1_000_000
"""Where the slice of all hands in order begins: far from hands that begin with four deuces."""


@dataclass(frozen=True)
class Workload:
    """A list of hands, and what is done with them.

    Attributes:
        name: what pyperf calls it.
        about: what it is, for people.
        deal: from a number to that many hands.
        size: cards in a hand.
        hands: how many are always taken; None leaves it to the style.
        kind: what is timed: ``hands``, ``showdowns`` between two and two of them, or, before
            any is evaluated, to ``encode`` them or to ``parse`` their text.
    """

    name: str
    about: str
    deal: Callable[[int], Hands]
    size: int = 5
    hands: int | None = None
    kind: str = "hands"

    def how_many(self, style: str) -> int:
        """How many hands one call takes."""
        return self.hands or (AS_ARRAY if style == "numpy" else ONE_BY_ONE[self.size])


def random_hands(size: int) -> Callable[[int], Hands]:
    """Hands as they are dealt, with seed `size`."""

    def deal(n: int) -> Hands:
        random = Random(size)
        return [tuple(random.sample(DECK, size)) for _ in range(n)]

    return deal


def in_order(n: int) -> Hands:
    """Neighbours in the order of all hands: most of their cards are the same."""
    return list(in_order_from(DECK, 5, SLICE, SLICE + n))


def worst_first(n: int) -> Hands:
    """Random hands, sorted by the rules: long runs of one category."""

    def by_rules(hand: tuple[Card, ...]) -> rulebook.RulebookKey:
        return rulebook.evaluate([rulebook.encode(card) for card in hand])

    return sorted(random_hands(5)(n), key=by_rules)


def of_category(category: int) -> Callable[[int], Hands]:
    """Hands of one category, each as likely as the others, their cards in any order."""

    def deal(n: int) -> Hands:
        random = Random(category)
        kin = [each for each in classes() if each.category == category]
        upto = list(accumulate(each.size for each in kin))
        return [a_hand_of(random.choices(kin, cum_weights=upto)[0], random) for _ in range(n)]

    return deal


def a_hand_of(hand_class: HandClass, random: Random) -> tuple[Card, ...]:
    """A random hand of a class.

    >>> a_hand_of(classes()[0], Random(0)) # a royal flush, its cards in some order
    (35, 43, 47, 51, 39)
    """
    ranks = [rank_of(card) for card in hand_class.example]
    one_suit = hand_class.category in (Category.FLUSH, Category.STRAIGHT_FLUSH)
    while True:
        if one_suit:
            suits = [random.randrange(4)] * 5
        else:
            of_rank = {rank: random.sample(range(4), 4) for rank in ranks}
            suits = [of_rank[rank].pop() for rank in ranks]
        if one_suit or len(set(suits)) > 1:
            hand = [4 * rank + suit for rank, suit in zip(ranks, suits)]
            random.shuffle(hand)
            return tuple(hand)


SCALES = (10, 100, 1_000, 10_000, 100_000)
SCALES_OF_ARRAYS = (*SCALES, 1_000_000, 10_000_000)
MOST_DEALT = 100_000  # arrays of more repeat these


def _scale(n: int) -> Workload:
    about = f"{n:,} random hands of five cards"
    return Workload(f"scale-{n}", about, random_hands(5), hands=n)


def _category(category: int) -> Workload:
    name = CATEGORIES[category].replace(" ", "-")
    return Workload(
        name, f"random hands of one category, {CATEGORIES[category]}", of_category(category)
    )


CATEGORY_NAMES = tuple(name.replace(" ", "-") for name in CATEGORIES)

_ALL = [
    Workload("random-5", "random hands of five cards", random_hands(5)),
    Workload("random-6", "random hands of six cards", random_hands(6), 6),
    Workload("random-7", "random hands of seven cards", random_hands(7), 7),
    Workload("in-order", "a slice of all hands of five cards, in order", in_order),
    Workload("worst-first", "random hands of five cards, the worst first", worst_first),
    Workload(
        "showdowns",
        "random hands of five cards, two and two, their keys compared",
        random_hands(5),
        kind="showdowns",
    ),
    *map(_category, range(9)),
    Workload("encode", "encoding the cards of a random hand", random_hands(5), kind="encode"),
    Workload("parse", "reading and checking a hand's text", random_hands(5), kind="parse"),
    *map(_scale, SCALES_OF_ARRAYS),
]
WORKLOADS = {workload.name: workload for workload in _ALL}

HEADLINES = ("random-5", "random-7")
"""What everybody asks first."""

COLD = ("import", "first-5", "first-7", "tables", "memory", "peak-memory", "tables-memory")
"""What is measured once in a fresh process, by `harness.timing.cold`."""

QUICK = (*HEADLINES, *COLD)
"""What a report has at least."""
