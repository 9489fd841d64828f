"""A hash by counting over whole arrays of hands: sort the ranks, add a number for each card.

This is the way of `evaluators.counting_hash.lesson`. The ranks of a hand are sorted, and each adds
the number of hands below it of as many cards as stand up to this place; the sum is the index into
the class numbers. In a table for each place, a rank is the index: 13 entries, 65 for five cards to
91 for seven, in place of numbers for all sums.

Sorting costs little here, unlike in Python: a fixed sequence of comparisons, a sorting network,
sorts any hand, and each comparison is a minimum and a maximum of two rows of bytes, 32 or 64 hands
per instruction. The networks have 9, 12 and 16 comparisons, the fewest possible for 5, 6 and 7
cards (Knuth, *The Art of Computer Programming*, volume 3, 5.3.4).

The key is the class number, as in `scalar`: two bytes. The tables of a size have 6,175, 18,395 or
49,205 entries for hands and 8,192 for flushes, two bytes each, and are built on first use. The idea
is `Henry Lee's <https://github.com/HenryRLee/PokerHandEvaluator>`_.

Counting suits takes about half of the time, sorting a fifth, and the lookups, one per card and one
per hand, the rest.
"""

from collections.abc import Iterable
from functools import cache

import numpy as np
from numpy.typing import NDArray

from evaluators.arrays.columns import Cards, Row, by_blocks, suited_ranks
from evaluators.counting_hash import scalar as counting_hash
from evaluators.counting_hash.lesson import hands_below

name = counting_hash.name
sizes = counting_hash.sizes
lower_wins = counting_hash.lower_wins

Table = NDArray[np.uint16]

BELOW = np.array([[hands_below(rank, cards) for rank in range(13)] for cards in range(8)], "u2")

NETWORKS = {
    5: ((0, 3), (1, 4), (0, 2), (1, 3), (0, 1), (2, 4), (1, 2), (3, 4), (2, 3)),
    6: (
        *((0, 5), (1, 3), (2, 4), (1, 2), (3, 4), (0, 3)),
        *((2, 5), (0, 1), (2, 3), (4, 5), (1, 2), (3, 4)),
    ),
    7: (
        *((0, 6), (2, 3), (4, 5), (0, 2), (1, 4), (3, 6), (0, 1), (2, 5)),
        *((3, 4), (1, 2), (4, 6), (2, 3), (4, 5), (1, 2), (3, 4), (5, 6)),
    ),
}
"""Places to compare, one pair after the other: the lower rank goes to the first place."""


@by_blocks(np.uint16)
def evaluate(cards: Cards) -> Row:
    """The class numbers of hands of five cards, or of the best five of six or seven.

    >>> evaluate(np.array([[51, 47, 43, 39, 35], [0, 1, 4, 5, 8]]))
    array([   1, 3325], dtype=uint16)
    """
    numbers_of_index, flushes = tables(len(cards))
    numbers: Row = numbers_of_index.take(indexes(cards >> 2))
    hands, bits = suited_ranks(cards)
    numbers[hands] = flushes[bits]  # at most two more cards: too few for a full house
    return numbers


def indexes(ranks: Iterable[Row]) -> Row:
    """How many hands come before each hand, in the order of `evaluators.counting_hash.lesson`.

    >>> indexes(np.array([[11, 10, 11, 10, 11]], np.uint8).T)  # K-Q-K-Q-K
    array([4344], dtype=uint16)
    """
    lowest, *others = ascending(ranks)
    index: Row = BELOW[1].take(lowest)
    for cards, rank in enumerate(others, start=2):
        index += BELOW[cards].take(rank)
    return index


def ascending(ranks: Iterable[Row]) -> list[Row]:
    """The ranks of each hand in ascending order, a row for each place."""
    rows = [*ranks]
    for low, high in NETWORKS[len(rows)]:
        rows[low], rows[high] = np.minimum(rows[low], rows[high]), np.maximum(rows[low], rows[high])
    return rows


@cache
def tables(size: int) -> tuple[Table, Table]:
    """The class numbers of hands by index, and of flushes by 13 bits."""
    _, _, numbers, flushes = counting_hash.make_tables(size)
    return np.array(numbers, np.uint16), np.array(flushes, np.uint16)


def unpack(key: int) -> int:
    """The class number as it is."""
    return int(key)
