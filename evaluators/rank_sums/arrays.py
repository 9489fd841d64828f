"""Sums of rank numbers over whole arrays of hands: the fastest table here.

What the rules see of a hand is how often each rank occurs, and the ranks of a flush. So ask
`evaluators.rulebook` once about each such case, number its answers, and keep the numbers:

- For a flush, a bit for each rank of its suit is an index into 8,192 entries.
- Other hands are the number of `scalar`: in base 5, a digit for each rank. There
  are 6,175 such numbers for five cards, 18,395 for six and 49,205 for seven, all below 2**31, too
  far apart to be an index. Multiplied by an odd number modulo 2**32 they stay different, and
  get scattered: now the upper half of a number picks a row, the lower half a column, of a
  sparse table. Slide each row sideways, round the circle, until no two entries of any rows stand
  in one column: then all rows fit on top of each other into one line of 65,536 entries. The
  product of a sum is the sum of the products, so that each card brings a number of its own, and
  nothing is left to multiply.

All of this is b-inary's, in `holdem-hand-evaluator
<https://github.com/b-inary/holdem-hand-evaluator>`_: the powers of 5, the odd factor, one table of
offsets. To add up numbers for ranks was Kenneth Shackleton's idea; to slide the rows of a sparse
table is Tarjan and Yao's (see `evaluators.cactus_kev.perfect_hash`).

The key is the class number, as in `scalar`: two bytes. Six and seven cards have
the key of their best five; `evaluators.multisets` says how their tables are made. They have 2 x
65,536 entries for ranks and 8,192 for flushes, 278,528 bytes for a size, and are built when it is
first asked for.

What limits the speed is table lookups, one for each card and two for each hand, in tables that stay
in a level 2 cache; then turning the block and counting suits. All five-card hands take some 45
times as long as a copy of their bytes; ``python -m benchmarks.targets`` measures both.
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
    """How far each row is slid, the line that they make, and the class numbers of flushes."""
    several, one = class_numbers(size)
    entries = {number * SCATTER % 2**32: class_ for number, class_ in several.items()}
    shifts = slide(entries)
    line = np.zeros(LINE, np.uint16)
    for entry, class_number in entries.items():
        line[(shifts[entry >> 16] + entry) % LINE] = class_number
    flushes = np.zeros(1 << 13, np.uint16)
    for number, class_number in one.items():
        flushes[sum(1 << rank for rank in range(13) if number // 5**rank % 5)] = class_number
    return np.array(shifts, np.uint16), line, flushes


def slide(entries: Iterable[int]) -> list[int]:
    """How far to slide each row so that no two entries stand in one column, fullest row first."""
    rows: dict[int, list[int]] = defaultdict(list)
    for entry in entries:
        rows[entry >> 16].append(entry % LINE)
    shifts = [0] * LINE
    taken = bytearray(LINE)
    shift = 0
    for row, columns in sorted(rows.items(), key=lambda item: -len(item[1])):
        while any(taken[(column + shift) % LINE] for column in columns):
            shift += 1
        for column in columns:
            taken[(column + shift) % LINE] = True
        shifts[row] = shift % LINE
    return shifts
