"""Sums of rank numbers over whole arrays of hands: with `counting-hash` among the fastest here.

The class of a hand depends on how often each rank occurs and on the ranks of a flush:

- The ranks of a flush are an index into 8,192 entries, one bit per rank.
- The ranks of other hands are a sum, as in `lesson`: of the numbers that its search for smallest
  ones finds for seven cards, `SMALLEST`. There are 6,175 sums of five cards, 18,395 of six and
  49,205 of seven, all below 2**23: too far apart to be an index. Multiplication by an odd number
  modulo 2**23 keeps them different and scatters them. The upper bits of a product are then the row,
  the lower 12 the column, of its place in a sparse table, and `evaluators.displacement` shifts its
  rows into one line. Together, row and column have all bits, so that no two sums share a place;
  more and shorter rows fit more tightly. The product of a sum is the sum of the products, so each
  card gets its product in advance.

The numbers are Kenneth Shackleton's, in `SKPokerEval
<https://github.com/kennethshackleton/SKPokerEval>`_ (2010); he had the idea of the sums.
Scattering them, and looking them up in shifted rows, is b-inary's idea, in `holdem-hand-evaluator
<https://github.com/b-inary/holdem-hand-evaluator>`_.

The key is the class number, as in `scalar`: two bytes. Six and seven cards are looked up whole;
`evaluators.multisets` says how their class numbers are found. The 49,205 of seven cards take 8,192
shifts and 49,802 places of the line, which ends with room for any column; with the flushes, 138,894
bytes. Five cards take 39,424. The tables are built on first use.

Table lookups limit the speed, one per card and two per hand, in tables that stay in a level 2
cache; then transposing the blocks and counting suits.
"""

from collections.abc import Iterable
from functools import cache

import numpy as np
from numpy.typing import NDArray

from evaluators.arrays.columns import Cards, Row, by_blocks, suited_ranks
from evaluators.displacement import shifts_of
from evaluators.multisets import class_numbers

name = "rank-sums"
sizes = range(5, 8)
lower_wins = True

Table = NDArray[np.uint16]

SMALLEST = 0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181  # by rank
BITS = 23  # of sums of seven
COLUMNS = 1 << 12
ROW_BITS = {5: 11, 6: 12, 7: 13}
NO_FLUSH = 0xFFFF  # worse than any class number
SCATTER = 0x9E3779B1  # Knuth's prime near 2**32 over the golden ratio: odd, and the line is short

NUMBER_OF_RANK = [number * SCATTER % 2**BITS for number in SMALLEST]
NUMBER_OF_CARD = np.array(NUMBER_OF_RANK, "u4").repeat(4)


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
    row, column = place_of(number, len(cards))
    numbers: Row = line.take(shifts.take(row) + column)
    hands, ranks = suited_ranks(cards)
    numbers[hands] = flushes[ranks]  # better than any other class that such a hand has
    return numbers


def unpack(key: int) -> int:
    """The class number as it is."""
    return int(key)


# --- The tables. ---


def place_of(numbers: Row, size: int) -> tuple[Row, Row]:
    """The rows and the columns of sums of scattered numbers, modulo 2**23.

    Columns have two bytes, as the shifts to which they are added.
    """
    rows = numbers >> BITS - ROW_BITS[size] & (1 << ROW_BITS[size]) - 1
    return rows, numbers.astype(np.uint16) & COLUMNS - 1


@cache
def tables(size: int) -> tuple[Table, Table, Table]:
    """The shift of each row, the line of all rows, and the class numbers of flushes."""
    unsuited, suited = class_numbers(size)
    rows, columns = place_of(counts_of(unsuited) @ NUMBER_OF_RANK, size)
    shifts = np.array(shifts_of(zip(rows.tolist(), columns.tolist()), 1 << ROW_BITS[size]), "u2")
    line = np.zeros(int(shifts.max()) + COLUMNS, np.uint16)  # room for any column
    line[shifts[rows] + columns] = [*unsuited.values()]
    flushes = np.full(1 << 13, NO_FLUSH, np.uint16)
    flushes[counts_of(suited) @ (1 << np.arange(13))] = [*suited.values()]
    return shifts, line, flushes


def counts_of(hands: Iterable[int]) -> NDArray[np.int64]:
    """The number of cards of each rank, ``(n, 13)``: the digits of numbers in base 5."""
    return np.array([*hands])[:, np.newaxis] // 5 ** np.arange(13) % 5
