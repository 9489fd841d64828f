"""Cactus Kev's lookups in machine code: an OR, a product, and a lookup or two.

Cards and tables are those of `arrays`, which has tables for six and seven cards, too. The products
of hands in which a rank repeats are found in three ways:

- ``cactus-kev``: a binary search in a sorted list, as Suffecool did it: 13 steps for the 4,888
  products of five cards, 16 for the 47,489 of seven.
- ``cactus-kev-dict``: a hash table, like Python's dict. It has at least twice as many places as
  products. A product stands at the place that its hash says, or at the next one that is free.
- ``cactus-kev-perfect-hash``: two remainders and two lookups, without a search.

A processor guesses which way a jump goes, and a step of a binary search is a jump that nobody can
guess: this is what the search costs, and what the two hashes save.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evaluators.cactus_kev import arrays
from evaluators.cactus_kev.arrays import flushes, unique, with_a_pair
from evaluators.compiled.hands import Kernel, OverHands, Tables, by_card
from evaluators.compiled.machine_code import inlined, machine_code
from evaluators.compiled.suits import counter, flush_suit

CARDS = by_card(arrays.KEV_CARD.astype(np.int64))

BINARY_SEARCH, HASH_TABLE, DISPLACEMENT = range(3)
"""The three lookups. A kernel is compiled with one of them; the others are left out."""


# --- Three lookups of products: how to find the place of the class number, and two tables. ---


@inlined
def by_binary_search(product: int, products: NDArray[Any]) -> int:
    """The place of a product in the sorted products."""
    low, high = 0, len(products) - 1
    while low < high:
        middle = (low + high) >> 1
        if products[middle] < product:
            low = middle + 1
        else:
            high = middle
    return low


def sorted_products(size: int) -> Tables:
    """The products, and their class numbers."""
    lookup = arrays.BinarySearch(size)
    return lookup.products, lookup.numbers


SCATTER = 0x9E3779B97F4A7C15 >> 1
"""2**63 over the golden ratio: multiplication by it spreads neighbours far apart."""


@inlined
def by_hash_table(product: int, products: NDArray[Any]) -> int:
    """The place of a product in the hash table: where it should be, or the next one, and so on."""
    last = len(products) - 1
    place = product * SCATTER >> 40 & last
    while products[place] != product and products[place] != 0:
        place = (place + 1) & last
    return place


def hash_table(size: int) -> Tables:
    """The products where the hash table has them, and their class numbers."""
    repeated = with_a_pair(size)
    places = 1 << (2 * len(repeated)).bit_length()
    products, numbers = np.zeros(places, np.int64), np.zeros(places, np.uint16)
    for product, number in repeated.items():
        place = product * SCATTER % 2**64 >> 40 & places - 1
        while products[place]:
            place = (place + 1) % places
        products[place], numbers[place] = product, number
    return products, numbers


@inlined
def by_displacement(product: int, shifts: NDArray[Any], rows: int, columns: int) -> int:
    """The place of a product by the perfect hash, from two remainders."""
    place: int = shifts[product % rows] + product % columns
    return place


def displaced(size: int) -> Tables:
    """The shifts of the perfect hash, and the class numbers; any remainders lead into them."""
    lookup = arrays.PerfectHash(size)
    numbers = np.zeros(lookup.shifts.max() + lookup.columns, np.uint16)
    numbers[: len(lookup.numbers)] = lookup.numbers
    return lookup.shifts, numbers


# --- The evaluator. ---


class CactusKev:
    """The class numbers of hands, 1 to 7462, by bit patterns and prime products."""

    sizes = range(5, 8)
    lower_wins = True
    unpack = staticmethod(arrays.CactusKev.unpack)

    def __init__(self, name: str, lookup: int, lookup_tables: Callable[[int], Tables]) -> None:
        self.name, self.lookup, self.lookup_tables = name, lookup, cache(lookup_tables)
        self.evaluate = OverHands(self.kernel, self.tables, np.uint16)

    def tables(self, size: int) -> Tables:
        """The cards, class numbers by rank bits, and the tables of the lookup."""
        return CARDS, flushes(size), unique(size), *self.lookup_tables(size)

    def kernel(self, size: int) -> Kernel:
        """The class numbers of the best five of five, six or seven cards.

        >>> binary_search.evaluate(np.array([[45, 43, 36, 34, 31]]))
        array([1601], dtype=uint16)
        """
        lookup, (rows, columns) = self.lookup, arrays.SHAPES[size]

        @machine_code("u2", "i8", "u2", "u2", "i8", "u2")
        def evaluate_block(
            hands: NDArray[np.uint8],
            keys: NDArray[np.uint16],
            kev_cards: NDArray[Any],
            flushes: NDArray[np.uint16],
            unique: NDArray[np.uint16],
            table: NDArray[Any],
            numbers: NDArray[np.uint16],
        ) -> None:
            for n in range(len(hands)):
                bits = counts = 0
                product = 1
                for i in range(size):
                    card = hands[n, i]
                    kev_card = kev_cards[card]
                    bits |= kev_card
                    product *= kev_card & 0xFF
                    counts += counter(card)
                suit = flush_suit(counts)
                if suit >= 0:
                    bits = 0
                    for i in range(size):
                        if hands[n, i] & 3 == suit:
                            bits |= kev_cards[hands[n, i]]
                    keys[n] = flushes[bits >> 16]
                    continue
                number = unique[bits >> 16]
                if number == 0:
                    if lookup == BINARY_SEARCH:
                        place = by_binary_search(product, table)
                    elif lookup == HASH_TABLE:
                        place = by_hash_table(product, table)
                    else:
                        place = by_displacement(product, table, rows, columns)
                    number = numbers[place]
                keys[n] = number

        return evaluate_block


binary_search = CactusKev("cactus-kev", BINARY_SEARCH, sorted_products)
hash_map = CactusKev("cactus-kev-dict", HASH_TABLE, hash_table)
perfect_hash = CactusKev("cactus-kev-perfect-hash", DISPLACEMENT, displaced)
