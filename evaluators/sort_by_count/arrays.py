"""Sort by count over whole arrays of hands, as APL would do it.

Each step of `scalar` is applied to all hands at once: sort the ranks, drop repeated ones, count
each, sort again by count and rank. Ranks are 1 to 13, as in `scalar`, and 0 stands for none. A
count and its rank are one byte, a group: the count in the upper bits, so that sorting by both is
sorting bytes.

Sorting is the work of `evaluators.arrays.networks`: a maximum and a minimum of two rows put two
cards of every hand in order, and nine such pairs of rows put five cards in order.

The key is the tuple, packed into 39 bits: four flags, five counts of three bits, five ranks of four
bits; shorter tuples are filled up with 0. `unpack` gives the tuple. There are no tables.

The number of operations limits the speed: some hundred on bytes for five cards, sorted three times,
and two dozen on 64-bit numbers to pack them.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from evaluators.arrays.columns import Cards, Row, by_blocks, flushes
from evaluators.arrays.networks import sort_down
from evaluators.sort_by_count import scalar as sort_by_count
from evaluators.sort_by_count.scalar import ACE, SortKey

name = sort_by_count.name
sizes = sort_by_count.sizes
lower_wins = False

Rows: TypeAlias = Sequence[Row] | NDArray[Any]
"""A row for each place in the hand, a column for each hand."""

STRAIGHT_FLUSH, TWO_RANKS, FLUSH, STRAIGHT = 0b1011, 0b0100, 0b0010, 0b0001


@by_blocks(np.int64)
def evaluate(cards: Cards) -> Row:
    """The packed key of the best five of five, six or seven cards.

    >>> unpack(evaluate(np.array([[51, 50, 47, 46, 31, 30, 42]]))[0])
    (False, False, False, False, (2, 2, 1), (13, 12, 11))
    """
    ranks = (cards >> 2) + 1
    different = unique(ranks)
    counts = [(ranks == rank).sum(axis=0, dtype=np.uint8) for rank in different]
    groups = sort_down([count << 4 | rank for count, rank in zip(counts, different)])
    if len(cards) > 5:
        groups = cut_to_five(groups)
    keys = pack((groups[2] == 0) * TWO_RANKS, groups)

    top = straight_in(different)
    hands = np.flatnonzero(top)
    keys[hands] = np.maximum(keys[hands], pack(STRAIGHT, straight_groups(top[hands])))

    hands, suit = flushes(cards)
    suited = sort_down((cards[:, hands] & 3 == suit) * ranks[:, hands])
    keys[hands] = np.maximum(keys[hands], pack(FLUSH, single(suited[:5])))
    top = straight_in(suited)
    hands, top = hands[top != 0], top[top != 0]
    keys[hands] = pack(STRAIGHT_FLUSH, straight_groups(top))
    return keys


def unique(rows: Rows) -> Rows:
    """The different ranks of every hand, the highest first, then 0.

    >>> [row.tolist() for row in unique(np.array([[1, 5], [3, 4], [1, 5]], np.uint8))]
    [[3, 5], [1, 4], [0, 0]]
    """
    rows = sort_down(rows)
    return sort_down([rows[0], *((row != above) * row for above, row in pairwise(rows))])


def cut_to_five(groups: Rows) -> list[Row]:
    """The groups of the best five cards: none larger than the room that those before it leave.

    >>> three_pairs = np.array([[2 << 4 | 8], [2 << 4 | 6], [2 << 4 | 5], [1 << 4 | 7]], np.uint8)
    >>> [divmod(int(group[0]), 16) for group in cut_to_five(three_pairs)]
    [(2, 8), (2, 6), (1, 7), (0, 0)]
    """
    groups = [*groups]
    room = np.full_like(groups[0], 5)
    for place in range(min(5, len(groups))):
        room = room - (groups[place] >> 4)
        for later in range(place + 1, len(groups)):
            count = np.minimum(groups[later] >> 4, room)
            groups[later] = (count != 0) * (count << 4 | groups[later] & 15)
        groups[place + 1 :] = sort_down(groups[place + 1 :])
    return groups


def straight_in(different: Rows) -> Row:
    """The top rank of the highest straight in rows of sorted, different ranks, or 0.

    >>> straight_in(np.array([[13, 13], [12, 4], [11, 3], [10, 2], [9, 1], [2, 0]], np.uint8))
    array([13,  4], dtype=uint8)
    """
    top = np.zeros_like(different[0])
    for four, deuce in zip(different[1:], different[4:]):
        wheel = (different[0] == ACE) & (four == 4) & (deuce == 1)
        top = np.maximum(top, wheel * four)
    for highest, lowest in zip(different, different[4:]):
        straight = (highest - lowest == 4) & (lowest != 0)
        top = np.maximum(top, straight * highest)
    return top


def straight_groups(top: Row) -> Rows:
    """The groups of straights: five single ranks from the top, the ace of a wheel at the end."""
    lowest = np.where(top == 4, ACE, top - 4)
    return single([top, top - 1, top - 2, top - 3, lowest])


def single(ranks: Rows) -> Rows:
    """Groups of one card each."""
    return [1 << 4 | rank for rank in ranks]


def pack(flags: Row | int, groups: Rows) -> Row:
    """Flags, then counts, then ranks, in one number."""
    counts = ranks = np.zeros(len(groups[0]), np.int64)
    for group in groups[:5]:
        counts = counts << 3 | group >> 4
        ranks = ranks << 4 | group & 15
    return (flags << 15 | counts) << 20 | ranks


def unpack(key: int) -> SortKey:
    """The key in the form of `evaluators.sort_by_count.scalar`: flags, counts and ranks.

    >>> unpack(0b0100_100_001_000_000_000_1101_0001_0000_0000_0000)
    (False, True, False, False, (4, 1), (13, 1))
    """
    key = int(key)
    straight_flush, two_ranks, flush, straight = (bool(key >> 38 - place & 1) for place in range(4))
    counts = (key >> 32 - 3 * place & 7 for place in range(5))
    ranks = (key >> 16 - 4 * place & 15 for place in range(5))
    return (
        *(straight_flush, two_ranks, flush, straight),
        tuple(filter(None, counts)),
        tuple(filter(None, ranks)),
    )
