"""Sums of rank numbers over whole arrays of hands: with `counting-hash`, the fastest here.

The class of a hand depends on how often each rank occurs and on the ranks of a flush:

- The ranks of a flush are an index into 8,192 entries, one bit per rank.
- The ranks of other hands are the number of `scalar`: in base 5, a digit for each rank. There are
  6,175 such numbers for five cards, 18,395 for six and 49,205 for seven, all below 2**31: too far
  apart to be an index. Multiplication by an odd number modulo 2**32 keeps them different and
  scatters them. The upper half of a product is then the row, the lower half the column, of its
  place in a sparse table. Shift each row, in a circle, until no two entries stand in the same
  column: then all rows fit into one line of 65,536 entries. The product of a sum is the sum of the
  products, so each card gets its product in advance.

All of this is b-inary's, in `holdem-hand-evaluator
<https://github.com/b-inary/holdem-hand-evaluator>`_: the powers of 5, the odd factor, one table of
offsets. Sums of rank numbers were Kenneth Shackleton's idea; shifted rows of a sparse table are
Tarjan and Yao's (see `evaluators.cactus_kev.perfect_hash`).

The key is the class number, as in `scalar`: two bytes. Six and seven cards are looked up whole;
`evaluators.multisets` says how their class numbers are found. The tables for a size have 2 x 65,536
entries for ranks and 8,192 for flushes, 278,528 bytes, and are built on first use.

Table lookups limit the speed, one per card and two per hand, in tables that stay in a level 2
cache; then transposing the blocks and counting suits.
"""

from collections import defaultdict
from collections.abc import Iterable
from functools import cache

import numpy as np
from numpy.typing import NDArray

from evaluators.arrays.columns import Cards, Row, by_blocks, suited_ranks
from evaluators.multisets import class_numbers

name = "rank-sums"
sizes = range(5, 8)
lower_wins = True

Table = NDArray[np.uint16]

SCATTER = 0x9E3779B1  # odd: 2**32 over the golden ratio, which spreads neighbours far apart
LINE = 1 << 16

NUMBER_OF_CARD = np.array([5 ** (card // 4) * SCATTER % 2**32 for card in range(52)], "u4")


@by_blocks(np.uint16)
def evaluate(cards: Cards) -> Row:
    """The class numbers of hands of five cards, or of the best five of six or seven.

    >>> evaluate(np.array([[51, 47, 43, 39, 35], [0, 1, 4, 5, 8]]))
    array([   1, 3325], dtype=uint16)
    """
    shifts, line, flushes = tables(len(cards))
    number = NUMBER_OF_CARD.take(cards[0])
    for card in cards[1:]:
        number += NUMBER_OF_CARD.take(card)
    numbers: Row = line.take(shifts.take(number >> 16) + number.astype(np.uint16))
    hands, ranks = suited_ranks(cards)
    numbers[hands] = np.minimum(numbers[hands], flushes[ranks])
    return numbers


def unpack(key: int) -> int:
    """The class number as it is."""
    return int(key)


# --- The tables. ---


@cache
def tables(size: int) -> tuple[Table, Table, Table]:
    """The shift of each row, the line of all rows, and the class numbers of flushes."""
    unsuited, suited = class_numbers(size)
    entries = {ranks * SCATTER % 2**32: number for ranks, number in unsuited.items()}
    shifts = displace(entries)
    line = np.zeros(LINE, np.uint16)
    for entry, number in entries.items():
        line[(shifts[entry >> 16] + entry) % LINE] = number
    flushes = np.zeros(1 << 13, np.uint16)
    for ranks, number in suited.items():
        flushes[sum(1 << rank for rank in range(13) if ranks // 5**rank % 5)] = number
    return np.array(shifts, np.uint16), line, flushes


def displace(entries: Iterable[int]) -> list[int]:
    """The shift of each row after which no two entries stand in one column, fullest row first."""
    rows: dict[int, list[int]] = defaultdict(list)
    for entry in entries:
        rows[entry >> 16].append(entry % LINE)
    shifts = [0] * LINE
    occupied = bytearray(LINE)
    shift = 0
    for row, columns in sorted(rows.items(), key=lambda item: -len(item[1])):
        while any(occupied[(column + shift) % LINE] for column in columns):
            shift += 1
        for column in columns:
            occupied[(column + shift) % LINE] = True
        shifts[row] = shift % LINE
    return shifts
