"""Workloads: named lists of hands, always the same, that evaluators are timed on.

Hands hardly repeat while they are timed, unless the workload says so: what is read for the same few
hands again and again stays in the nearest cache, and a processor learns which way jumps go. So each
call gets the next hands of a pool, which begins with the same hands for all styles. A call has so
many of them that it stays under 100 ms for every evaluator.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import accumulate, chain, combinations, islice, permutations
from math import comb
from typing import Any, TypeAlias

import numpy as np
from numpy.random import RandomState
from numpy.typing import NDArray

from evaluators.cards import DECK, Category, format_card
from evaluators.rules import OMAHA, STANDARD, Rules
from harness.hands.classes import CATEGORIES, classes

Hands: TypeAlias = NDArray[np.uint8]
"""Card numbers, a row for each hand."""

ONE_BY_ONE = {5: 5_000, 6: 1_000, 7: 400, 9: 100}
AS_ARRAY = 20_000
POOL, POOL_OF_ARRAYS = 100_000, 1 << 20
"""Hands in a pool for one hand a call, and for arrays. Arrays with more hands repeat them."""
DEALT = "omaha"
"""The workload of deals, which no evaluator of hands takes."""
MOST_CALLS = 2_000
"""Calls until the hands of a pool come again, at most."""


@dataclass(frozen=True)
class Workload:
    """Hands, and the operation that is timed.

    Attributes:
        name: the name of pyperf's benchmark.
        about: a description.
        deal: a function from a number to that many hands.
        size: the number of cards in a hand.
        hands: the number of hands in a call; None leaves it to the style.
        kind: the operation: evaluate ``hands``, or these from the ``text`` of their cards; decide
            ``showdowns`` between pairs of them, ``encode`` their cards, ``parse`` their text, or
            ``walk`` over all of them; or a call of `rank_many`, one of `FORMS`.
        repeats: whether each call gets the same hands.
        rules: the rules of the game that the hands are of.
    """

    name: str
    about: str
    deal: Callable[[int], Hands]
    size: int = 5
    hands: int | None = None
    kind: str = "hands"
    repeats: bool = False
    rules: Rules = STANDARD

    def how_many(self, style: str) -> int:
        """The number of hands in one call.

        >>> [WORKLOADS["random-7"].how_many(style) for style in ("python", "numpy")]
        [400, 20000]
        >>> WORKLOADS["walk-5"].how_many("compiled")
        2598960
        """
        return self.hands or (ONE_BY_ONE[self.size] if style == "python" else AS_ARRAY)

    def calls(self, style: str) -> list[Hands]:
        """The hands of each call, until they come again.

        >>> [len(WORKLOADS[name].calls("python")) for name in ("random-7", "repeated-7")]
        [250, 1]
        """
        many, pool = self.how_many(style), POOL if style == "python" else POOL_OF_ARRAYS
        calls = 1 if self.repeats else min(max(pool // many, 1), MOST_CALLS)
        dealt = self.deal(min(calls * many, POOL_OF_ARRAYS))
        return np.split(np.resize(dealt, (calls * many, self.size)), calls)


FORMS: dict[str, Callable[[Hands], Any]] = {
    "array": lambda hands: hands.astype(np.int64),
    "lists": Hands.tolist,
    "texts": lambda hands: [" ".join(map(format_card, hand)) for hand in hands.tolist()],
}
"""The forms in which `rank_many` is timed, each from an array of hands."""


def random_hands(size: int) -> Callable[[int], Hands]:
    """Random hands, with seed `size`: cards are drawn from a deck one by one.

    >>> random_hands(5)(2).tolist()
    [[11, 45, 12, 48, 27], [31, 40, 27, 17, 13]]
    """

    def deal(n: int) -> Hands:
        drawn, every = RandomState(size).random_sample((n, size)), np.arange(n)
        decks = np.tile(np.array(DECK, np.uint8), (n, 1))
        for place in range(size):
            at = place + (drawn[:, place] * (len(DECK) - place)).astype(int)
            cards = decks[every, at]
            decks[every, at], decks[:, place] = decks[:, place], cards
        return decks[:, :size].copy()

    return deal


def in_order(size: int) -> Callable[[int], Hands]:
    """Hands in the order in which all are dealt, from 3c 4s on: neighbours share most cards.

    >>> in_order(5)(2).tolist()
    [[4, 11, 12, 13, 14], [4, 11, 12, 13, 15]]
    """

    def deal(n: int) -> Hands:
        cards = chain.from_iterable(islice(combinations(DECK[12:], size - 2), n))
        others = np.fromiter(cards, np.uint8).reshape(-1, size - 2)
        return np.resize(np.insert(others, [0, 0], (4, 11), axis=1), (n, size))

    return deal


def of_category(category: int) -> Callable[[int], Hands]:
    """Equally likely hands of one category, their cards in any order.

    >>> of_category(Category.STRAIGHT_FLUSH)(2).tolist()
    [[11, 3, 15, 19, 7], [30, 26, 18, 34, 22]]
    """
    is_suited = category in (Category.FLUSH, Category.STRAIGHT_FLUSH)
    orders, suits = (np.array([*permutations(range(n))]) for n in (5, 4))

    def deal(n: int) -> Hands:
        # A class, an order of suits for each rank, and one of the cards. A few hands more, since
        # those of one suit are dropped where they would be flushes.
        drawn = RandomState(category).random_sample((n + n // 64 + 16, 7))
        members = [hand_class for hand_class in classes() if hand_class.category == category]
        upto = np.array([*accumulate(hand_class.size for hand_class in members)])
        chosen = upto.searchsorted(drawn[:, 0] * upto[-1], "right")
        ranks = np.sort([hand_class.example for hand_class in members])[chosen] // 4
        first = (ranks[:, :, np.newaxis] == ranks[:, np.newaxis]).argmax(axis=2)
        of_rank = np.take_along_axis((drawn[:, 1:6] * len(suits)).astype(int), first, axis=1)
        suit = suits[of_rank, np.arange(5) - first]
        if is_suited:
            suit[...] = suit[:, :1]
        fits = is_suited | (suit != suit[:, :1]).any(axis=1)
        order = orders[(drawn[:, 6] * len(orders)).astype(int)]
        hands: Hands = np.take_along_axis(4 * ranks + suit, order, axis=1)[fits][:n]
        return hands.astype(np.uint8)

    return deal


SCALES = (10, 100, 1_000, 10_000, 100_000)
SCALES_OF_ARRAYS = (*SCALES, 1_000_000, 10_000_000)

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
    *(
        Workload(
            f"repeated-{size}",
            f"the same random hands of {size} cards, again and again",
            random_hands(size),
            size,
            repeats=True,
        )
        for size in (5, 7)
    ),
    Workload(DEALT, "random deals of Omaha, the board first", random_hands(9), 9, rules=OMAHA),
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
        Workload(
            f"{form}-7",
            f"rank_many of random hands of seven cards, {about}",
            random_hands(7),
            7,
            AS_ARRAY,
            kind=form,
        )
        for form, about in zip(FORMS, ("an array of int64", "lists of numbers", "texts"))
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

REPEATED = {"random-5": "repeated-5", "random-7": "repeated-7"}
"""The same hands again and again, which shows what a processor learns of them."""

FROM_TEXT = {"random-5": "text-5", "random-7": "text-7"}
"""The same hands as texts, for evaluators that take encoded cards."""
ENCODED = {text: encoded for encoded, text in FROM_TEXT.items()}

COLD = ("import", "first-5", "memory")
"""The costs that `harness.timing.cold` measures in a fresh process."""
