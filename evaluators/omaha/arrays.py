"""Omaha by rows and pairs: the ranks of a board are a row, and each pair of own ranks a column.

Of 60 hands of five, 10 share a pair of own cards. Without a flush, only ranks matter. So the best
of these ten depends on the ranks of the board, of which there are 6,175, and on those of the pair,
of which there are 91; a table has its class number. A deal is six columns of one row, one for each
pair of four own cards, and the lowest number counts.

A flush takes three cards of its suit from the board and two of the player's. Deals that may have
one, few of all, are looked at three cards and two at a time.

The row of a board is found as `evaluators.rank_sums` finds a class: by a sum of five numbers, and
shifted rows. Henry Lee's `PokerHandEvaluator <https://github.com/HenryRLee/PokerHandEvaluator>`_
looks up deals by two hashes, of the ranks of the board and of those of the hand; its table has an
entry for both together, 22 MB.

The key is the class number. A deal is nine cards, the board first. The table of rows has 1.6 MB;
all tables are built on first use, in a third of a second.
"""

from collections.abc import Sequence
from functools import cache, reduce
from itertools import combinations, combinations_with_replacement, product

import numpy as np
from numpy.typing import NDArray

from evaluators import multisets
from evaluators.arrays.columns import Cards, Row, by_blocks
from evaluators.rank_sums import arrays as sums
from evaluators.rank_sums.arrays import NO_FLUSH, place_of, unpack

__all__ = ["evaluate", "lower_wins", "name", "sizes", "unpack"]

name = "omaha"
sizes: Sequence[int] = (9,)
lower_wins = True

Table = NDArray[np.uint16]

TRIPLES, PAIRS = (*combinations(range(5), 3),), (*combinations(range(5, 9), 2),)
OTHER = 1 << 13  # in place of the bit of a rank: a card of another suit
WIDTH = 128  # columns of a row, 91 of them in use
PAIR_OF = np.zeros(256, np.uint8)  # the column of two ranks
for _n, (_one, _other) in enumerate(combinations_with_replacement(range(13), 2)):
    PAIR_OF[[16 * _one + _other, 16 * _other + _one]] = _n


@by_blocks(np.uint16)
def evaluate(cards: Cards) -> Row:
    """The class numbers of deals: the best of three cards of the board and two others.

    >>> evaluate(np.array([[47, 43, 39, 4, 0, 35, 34, 33, 32], [47, 43, 39, 4, 0, 35, 31, 9, 8]]))
    array([4261,    2], dtype=uint16)
    """
    shifts, row_of, best, flushes = omaha_tables()
    row, column = place_of(reduce(np.add, map(sums.NUMBER_OF_CARD.take, cards[:5])), 5)
    first = row_of.take(shifts.take(row) + column).astype(np.intp) * WIDTH
    ranks = cards >> 2
    pairs = (PAIR_OF.take(16 * ranks[one] + ranks[other]) for one, other in PAIRS)
    numbers: Row = reduce(np.minimum, (best.take(first + pair) for pair in pairs))
    hands = np.flatnonzero(_may_have_flush(cards))
    some, bits = cards[:, hands], np.uint16(1) << ranks[:, hands].astype(np.uint16)
    for suit in range(4):
        of_suit = np.where(some & 3 == suit, bits, np.uint16(OTHER))
        twos = [of_suit[one] | of_suit[other] for one, other in PAIRS]
        for triple, pair in product(TRIPLES, twos):
            of_five = flushes.take(reduce(np.bitwise_or, of_suit[[*triple]]) | pair)
            numbers[hands] = np.minimum(numbers[hands], of_five)
    return numbers


def _may_have_flush(cards: Cards) -> NDArray[np.bool_]:
    """Whether three cards of the board are of a suit, and two others."""
    ones = np.uint16(1) << ((cards & 3) << 2).astype(np.uint16)
    board, own = (part.sum(axis=0, dtype=np.uint16) for part in (ones[:5], ones[5:]))
    counted: NDArray[np.bool_] = ((board + 0x5555) & (own + 0x6666) & 0x8888) != 0
    return counted


@cache
def omaha_tables() -> tuple[Table, Table, Table, Table]:
    """The shifts of `rank_sums`, its line with rows in place of classes, the rows, and flushes.

    A row has the class number of the best of ten triples with each pair. Flushes are those of five
    cards of a suit, by a bit for each rank; with the bit `OTHER`, there is none.
    """
    shifts, line, of_flushes = sums.tables(5)
    unsuited, _ = multisets.class_numbers(5)
    pairs = [*map(multisets.in_base_5, combinations_with_replacement(range(13), 2))]
    of_triple = {
        triple: np.array([unsuited.get(triple + pair, NO_FLUSH) for pair in pairs], np.uint16)
        for triple in map(multisets.in_base_5, combinations_with_replacement(range(13), 3))
    }
    best = np.full((len(unsuited), WIDTH), NO_FLUSH, np.uint16)
    for row, ranks in zip(best, multisets.multisets(5)):  # in the order of `unsuited`
        triples = {*map(multisets.in_base_5, combinations(ranks, 3))}
        row[: len(pairs)] = np.min([of_triple[triple] for triple in triples], axis=0)
    rows, columns = place_of(sums.counts_of(unsuited) @ sums.NUMBER_OF_RANK, 5)
    row_of = np.zeros_like(line)
    row_of[shifts[rows] + columns] = range(len(unsuited))
    return shifts, row_of, best.reshape(-1), np.append(of_flushes, np.full(OTHER, NO_FLUSH, "u2"))
