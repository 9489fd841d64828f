"""The rulebook as a table: the fastest thing here, and the least to look at.

What the rules can see of a hand is how often each rank occurs, and the ranks of five cards of
one suit. So ask `evaluators.rulebook` once about each such case, and keep the answers:

- For a flush, a bit for each rank of its suit is an index into 8,192 entries.
- Other hands are a number in base 5, with a digit for each rank: how often it occurs. There are
  6,175 such numbers for five cards, 18,395 for six and 49,205 for seven, all below 2**31, too
  far apart to be an index. Multiplied by an odd number modulo 2**32 they stay different, and
  get scattered: now the upper half of a number picks a row, the lower half a column, of a
  sparse table. The rows, each slid sideways round the circle until no two entries share a
  column, fit on top of each other into one line of 65,536 entries. (`cactus_kev.PerfectHash`
  does the same.) The product of a sum is the sum of the products, so that each card brings a
  number of its own, and nothing is left to multiply.

The key of five cards is the place of the rulebook's key among all 7,462, from 1 for 7-5-4-3-2
to 7462 for a royal flush: two bytes, in the order of the rulebook's tuples; `unpack` gives the
tuple. Six and seven cards have the key of their best five; `evaluators.multisets` says how their
tables are made.

The tables for a size have 2 x 65,536 entries for ranks and 8,192 for flushes, 278,528 bytes, and
are built when it is first asked for.

What bounds it is gathers, one a card and two a hand, from tables that stay in a level 2 cache;
then turning the block and counting suits. All five-card hands take some 45 times as long as a
copy of their bytes; ``python -m benchmarks.targets`` measures both.
"""

from collections import defaultdict
from collections.abc import Iterable
from functools import cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from evaluators import rulebook
from evaluators.multisets import best_without_one, in_base_5, multisets
from evaluators.rulebook import RulebookKey
from evaluators.vectorized.columns import Cards, Row, by_blocks, suited_ranks

name = rulebook.name
sizes = range(5, 8)
lower_wins = False

ROYAL_FLUSH = 7462  # its key

Table = NDArray[np.uint16]

SCATTER = 0x9E3779B1  # odd: 2**32 over the golden ratio, which spreads neighbours far apart
LINE = 1 << 16


NUMBER_OF_CARD = np.array([5 ** (card // 4) * SCATTER % 2**32 for card in range(52)], "u4")


@by_blocks(np.uint16)
def evaluate(cards: Cards) -> Row:
    """The place of a hand's best five cards among the 7,462 keys; that of a royal flush is 7462.

    >>> evaluate(np.array([[51, 47, 43, 39, 35], [0, 1, 4, 5, 8]]))
    array([7462, 4138], dtype=uint16)
    """
    shifts, line, flushes = tables(len(cards))
    number = NUMBER_OF_CARD.take(cards[0])
    for card in cards[1:]:
        number += NUMBER_OF_CARD.take(card)
    keys: Row = line.take(shifts.take(number >> 16) + number.astype(np.uint16))
    hands, ranks = suited_ranks(cards)
    keys[hands] = np.maximum(keys[hands], flushes[ranks])
    return keys


def unpack(key: int) -> RulebookKey:
    """The rulebook's own key.

    >>> unpack(7462), unpack(1)
    ((8, (12, 11, 10, 9, 8)), (0, (5, 3, 2, 1, 0)))
    """
    return keys_in_order()[key - 1]


# --- The tables. ---


@cache
def tables(size: int) -> tuple[Table, Table, Table]:
    """How far each row is slid, the line that they make, and the keys of flushes."""
    several, one = best(size)
    entries = {number * SCATTER % 2**32: key for number, key in several.items()}
    shifts = slide(entries)
    line = np.zeros(LINE, np.uint16)
    for entry, key in entries.items():
        line[(shifts[entry >> 16] + entry) % LINE] = key
    flushes = np.zeros(1 << 13, np.uint16)
    for number, key in one.items():
        flushes[sum(1 << rank for rank in range(13) if number // 5**rank % 5)] = key
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


@cache
def answers() -> tuple[dict[int, RulebookKey], dict[int, RulebookKey]]:
    """The rulebook's keys by `in_base_5`: of five cards of several suits, and of one."""
    several = {
        in_base_5(ranks): rulebook.evaluate([(rank, i % 4) for i, rank in enumerate(ranks)])
        for ranks in multisets(5)
    }
    one = {
        in_base_5(ranks): rulebook.evaluate([(rank, 0) for rank in ranks])
        for ranks in combinations(range(13), 5)
    }
    return several, one


@cache
def keys_in_order() -> list[RulebookKey]:
    """All 7,462 keys of the rulebook, the weakest first."""
    several, one = answers()
    return sorted([*several.values(), *one.values()])


@cache
def best(size: int) -> tuple[dict[int, int], dict[int, int]]:
    """The keys by `in_base_5`: of all ranks of a hand, and of five or more ranks of one suit."""
    if size == 5:
        several, one = answers()
        place = {key: n for n, key in enumerate(keys_in_order(), start=1)}
        return {n: place[key] for n, key in several.items()}, {
            n: place[key] for n, key in one.items()
        }
    fewer, fewer_suited = best(size - 1)
    return (
        best_without_one(fewer, multisets(size), max),
        fewer_suited | best_without_one(fewer_suited, combinations(range(13), size), max),
    )
