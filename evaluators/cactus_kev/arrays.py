"""Cactus Kev's lookups over whole arrays of hands.

Cards, primes and the numbering of classes are those of `scalar`. A gather, NumPy's ``take``, looks
all hands of a block up at once by their rank bits. The hands that get 0, because a rank repeats,
are selected, and their prime products are looked up at once:

- ``cactus-kev`` uses ``searchsorted``. The jumps of binary searches are hard to predict for a
  processor. So the products are sorted first: each search then begins where the one before it
  ended. This saves about twice what sorting costs.
- ``cactus-kev-perfect-hash`` uses the hash without collisions: two remainders and two gathers.

Six and seven cards are looked up whole, not five at a time. This needs larger tables: entries for
five to seven ranks of one suit, for six or seven different ranks, and for 16,679 or 47,489
products. The tables for a size are built on first use.

==================================  ============  ============  ============
entries for hands of                five cards    six           seven
==================================  ============  ============  ============
flushes, and different ranks        2 x 8,192     2 x 8,192     2 x 8,192
products, for the binary search     2 x 4,888     2 x 16,679    2 x 47,489
products, for the perfect hash      6,257         21,490        62,831
==================================  ============  ============  ============

The binary search takes most of the time: half of all five-card hands have a product to look up, and
that takes longer than the gather per card, the gather per hand and all else together.
"""

from collections.abc import Callable
from functools import cache
from itertools import combinations
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from evaluators.arrays.columns import Cards, by_blocks, suited_ranks
from evaluators.cactus_kev import scalar as cactus_kev
from evaluators.cactus_kev.perfect_hash import COLUMNS, ROWS, displace
from evaluators.cactus_kev.scalar import prime_product, rank_bits
from evaluators.cards import DECK
from evaluators.multisets import class_numbers, in_base_5, multisets

Numbers = NDArray[np.uint16]
Products = NDArray[np.int64]

KEV_CARD = np.array([cactus_kev.encode(card) for card in DECK], np.int32)


# --- Two lookups of products. ---


class Lookup(Protocol):
    """A mapping from prime products to class numbers, for hands of one size."""

    def __getitem__(self, products: Products, /) -> Numbers: ...


class BinarySearch:
    """Products are found by binary search."""

    def __init__(self, size: int) -> None:
        repeated = with_a_pair(size)
        self.products = np.array(sorted(repeated), np.int64)
        self.numbers = np.array([repeated[product] for product in sorted(repeated)], np.uint16)

    def __getitem__(self, products: Products) -> Numbers:
        order = products.argsort()
        places = np.empty_like(order)
        places[order] = self.products.searchsorted(products[order])
        return self.numbers.take(places)


SHAPES = {5: (ROWS, COLUMNS), 6: (2855, 2984), 7: (8202, 10453)}
"""Rows and columns of the hash by size: the best of many random pairs."""


class PerfectHash:
    """Products are found by the perfect hash of `evaluators.cactus_kev.perfect_hash`."""

    def __init__(self, size: int) -> None:
        repeated = with_a_pair(size)
        self.rows, self.columns = SHAPES[size]
        self.shifts = np.array(displace(repeated, self.rows, self.columns))
        slots = self._slots(np.array([*repeated]))
        self.numbers = np.zeros(slots.max() + 1, np.uint16)
        self.numbers[slots] = [*repeated.values()]

    def _slots(self, products: Products) -> NDArray[np.int64]:
        return self.shifts.take(products % self.rows) + products % self.columns

    def __getitem__(self, products: Products) -> Numbers:
        return self.numbers.take(self._slots(products))


# --- The evaluator. ---


class CactusKev:
    """The class numbers of hands, 1 to 7462, by bit patterns and prime products."""

    sizes = range(5, 8)
    lower_wins = True

    def __init__(self, name: str, lookup: Callable[[int], Lookup]) -> None:
        self.name = name
        self.lookup = cache(lookup)  # one instance for each size, built on first use
        self.evaluate = by_blocks(np.uint16)(self._evaluate)
        self.__doc__ = f"Cactus Kev's lookups for arrays. {lookup.__doc__}"

    def _evaluate(self, cards: Cards) -> Numbers:
        """The class numbers of the best five of cards with the shape ``(five to seven, n)``.

        >>> binary_search.evaluate(np.array([[45, 43, 36, 34, 31]]))
        array([1601], dtype=uint16)
        """
        size = len(cards)
        bits = np.zeros(cards.shape[1], np.int32)
        products = np.ones(cards.shape[1], np.int64)
        for card in cards:
            kev_card = KEV_CARD.take(card)
            bits |= kev_card
            products *= kev_card & 0xFF
        numbers = unique(size).take(bits >> 16)
        repeated = np.flatnonzero(numbers == 0)
        numbers[repeated] = self.lookup(size)[products[repeated]]
        hands, ranks = suited_ranks(cards)
        numbers[hands] = flushes(size)[ranks]  # at most two more cards: too few for a full house
        return numbers

    @staticmethod
    def unpack(key: int) -> int:
        """The class number as it is."""
        return int(key)


binary_search = CactusKev("cactus-kev", BinarySearch)
perfect_hash = CactusKev("cactus-kev-perfect-hash", PerfectHash)


# --- The tables: the class numbers are those of `evaluators.multisets`. ---


@cache
def flushes(size: int) -> Numbers:
    """The class numbers of the flushes in five to `size` ranks of one suit, by `rank_bits`."""
    _, suited = class_numbers(size)
    numbers = np.zeros(1 << 13, np.uint16)
    for cards in range(5, size + 1):
        for ranks in combinations(range(13), cards):
            numbers[rank_bits(ranks)] = suited[in_base_5(ranks)]
    return numbers


@cache
def unique(size: int) -> Numbers:
    """The class numbers of unsuited hands of different ranks, by `rank_bits`; else 0."""
    unsuited, _ = class_numbers(size)
    numbers = np.zeros(1 << 13, np.uint16)
    for ranks in combinations(range(13), size):
        numbers[rank_bits(ranks)] = unsuited[in_base_5(ranks)]
    return numbers


def with_a_pair(size: int) -> dict[int, int]:
    """The class numbers of hands in which a rank repeats, by `prime_product`."""
    unsuited, _ = class_numbers(size)
    return {
        prime_product(ranks): unsuited[in_base_5(ranks)]
        for ranks in multisets(size)
        if len(set(ranks)) < size
    }
