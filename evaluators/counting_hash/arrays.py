"""A hash by counting over whole arrays of hands: sort the ranks, add a number for each card.

This is the way of `evaluators.counting_hash.lesson`. The ranks of a hand are sorted, and each adds
a number, `hands_below` of the lesson for its rank and its place; the sum is the index into the
class numbers. In a table for each place, a rank is the index: 13 entries, 65 for five cards to 91
for seven, in place of numbers for all sums.

Sorting costs little here, unlike in Python: a fixed sequence of comparisons, a sorting network,
sorts any hand, and each comparison is a minimum and a maximum of two rows of bytes, 32 or 64 hands
per instruction. There are 9, 12 and 16 comparisons for 5, 6 and 7 cards; see
`evaluators.arrays.networks`.

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
from evaluators.arrays.networks import sort_down
from evaluators.counting_hash import scalar as counting_hash
from evaluators.counting_hash.lesson import hands_below

name = counting_hash.name
sizes = counting_hash.sizes
lower_wins = counting_hash.lower_wins

Table = NDArray[np.uint16]

BELOW = np.array([[hands_below(rank, cards) for rank in range(13)] for cards in range(8)], "u2")


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
    """The number of hands before each hand, in the order of `evaluators.counting_hash.lesson`.

    >>> indexes(np.array([[11, 10, 11, 10, 11]], np.uint8).T)  # K-Q-K-Q-K
    array([4344], dtype=uint16)
    """
    lowest, *others = reversed(sort_down(ranks))
    index: Row = BELOW[1].take(lowest)
    for cards, rank in enumerate(others, start=2):
        index += BELOW[cards].take(rank)
    return index


@cache
def tables(size: int) -> tuple[Table, Table]:
    """The class numbers of hands by index, and of flushes by 13 bits."""
    _, _, numbers, flushes = counting_hash.make_tables(size)
    return np.array(numbers, np.uint16), np.array(flushes, np.uint16)


def unpack(key: int) -> int:
    """The class number as it is."""
    return int(key)
