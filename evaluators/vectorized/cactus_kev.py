"""Cactus Kev's lookups over whole arrays of hands.

The cards, primes and tables are those of `evaluators.cactus_kev`, and so are the class numbers.
All hands are looked up by the bits of their ranks at once; those that get 0, because a rank
repeats, are picked out, and their prime products are looked up at once:

- ``cactus-kev`` by ``searchsorted``. A binary search jumps about, and no processor foresees
  where. But the searches of one call may be made in any order: in the order of the products,
  each begins where the one before it ended. That pays for the sorting, and as much again.
- ``cactus-kev-perfect-hash`` by the hash without collisions: two remainders and two gathers.

Six and seven cards are not tried five at a time. The same questions are put to all cards of a
hand, and the tables have more entries for that: one for every five to seven ranks of one suit,
for six or seven different ranks, and for each of 16,679 or 47,489 products. They are made from
the tables for one card less, since the best of a hand is the best of what is left when one of
its cards is taken away, and are built when a size is first asked for.

==================================  ============  ============  ============
entries for hands of                five cards    six           seven
==================================  ============  ============  ============
flushes, and different ranks        2 x 8,192     2 x 8,192     2 x 8,192
products, for the binary search     2 x 4,888     2 x 16,679    2 x 47,489
products, for the perfect hash      6,470         22,017        63,082
==================================  ============  ============  ============

What bounds it is the search: half of all hands of five cards have a product to look up, for some
25 ns by binary search (10 of them sorting) and 8 ns by the hash. The rest are a gather a card and
one a hand. Together some 30 and 20 ns, 100 and 65 times as long as a copy of five bytes.
"""

from collections.abc import Callable
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from evaluators import cactus_kev
from evaluators.cactus_kev import (
    COLUMNS,
    FLUSHES,
    PRIMES,
    PRODUCTS,
    ROWS,
    UNIQUE5,
    displace,
    prime_product,
    rank_bits,
)
from evaluators.cards import DECK
from evaluators.vectorized.columns import Cards, by_blocks, suited_ranks

Numbers = NDArray[np.uint16]
Products = NDArray[np.int64]

KEV_CARD = np.array([cactus_kev.encode(card) for card in DECK], np.int32)


# --- Two ways to look products up. ---


class Lookup(Protocol):
    """From prime products to class numbers, for hands of one size, which `__init__` takes."""

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
"""Rows and columns of the hash: the best that ``python -m benchmarks.perfect_hash`` found."""


class PerfectHash:
    """Products are found by a perfect hash, that of `evaluators.cactus_kev.PerfectHash`."""

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

    def __init__(self, name: str, lookup: Callable[[int], "Lookup"]) -> None:
        self.name = name
        self.lookup = cache(lookup)  # one for each size, built when that is first asked for
        self.evaluate = by_blocks(np.uint16)(self._evaluate)
        self.__doc__ = f"Cactus Kev's lookups for arrays. {lookup.__doc__}"

    def _evaluate(self, cards: Cards) -> Numbers:
        """The class numbers of the best five of five, six or seven cards.

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
        numbers[hands] = np.minimum(numbers[hands], flushes(size)[ranks])
        return numbers

    @staticmethod
    def unpack(key: int) -> int:
        """The class number as it is."""
        return int(key)


binary_search = CactusKev("cactus-kev", BinarySearch)
perfect_hash = CactusKev("cactus-kev-perfect-hash", PerfectHash)


# --- The tables for five cards are the published ones; those for one card more follow. ---


@cache
def flushes(size: int) -> Numbers:
    """The class numbers of the flushes in five to `size` ranks of one suit, by `rank_bits`."""
    numbers = np.zeros(1 << 13, np.uint16)
    if size == 5:
        numbers[: len(FLUSHES)] = FLUSHES
        return numbers
    fewer = flushes(size - 1)
    numbers[:] = fewer
    for ranks in combinations(range(13), size):
        bits = rank_bits(ranks)
        numbers[bits] = min(fewer[bits - (1 << rank)] for rank in ranks)
    return numbers


@cache
def of_ranks(size: int) -> dict[int, int]:
    """The class numbers of hands that are no flushes, by `prime_product`."""
    if size == 5:
        unique5 = {
            prime_product(ranks): UNIQUE5[rank_bits(ranks)] for ranks in combinations(range(13), 5)
        }
        return PRODUCTS | unique5
    fewer = of_ranks(size - 1)
    numbers = {}
    for ranks in combinations_with_replacement(range(13), size):
        product = prime_product(ranks)
        without_one = [product // PRIMES[rank] for rank in set(ranks)]
        if all(product in fewer for product in without_one):  # else it holds five of a kind
            numbers[product] = min(fewer[product] for product in without_one)
    return numbers


@cache
def unique(size: int) -> Numbers:
    """The class numbers of hands of different ranks, by `rank_bits`; else 0."""
    numbers = np.zeros(1 << 13, np.uint16)
    for ranks in combinations(range(13), size):
        numbers[rank_bits(ranks)] = of_ranks(size)[prime_product(ranks)]
    return numbers


def with_a_pair(size: int) -> dict[int, int]:
    """The class numbers of hands in which a rank repeats, by `prime_product`."""
    different = {prime_product(ranks) for ranks in combinations(range(13), size)}
    return {product: n for product, n in of_ranks(size).items() if product not in different}
