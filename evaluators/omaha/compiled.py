"""Omaha by rows and pairs in machine code: nine additions and eight lookups for most deals.

The tables are those of `arrays`. A card is one number, as in `evaluators.rank_sums.compiled`: its
lower bits are added up to the row, its upper ones count suits. Only where three cards of the board
and two others may be a flush are they read again.

Six lookups are in one row of 182 bytes, that is three lines of a cache; the rows have 1.6 MB.
"""

import numpy as np
from numpy.typing import NDArray

from evaluators.compiled.hands import Kernel, OverHands, Tables, by_card
from evaluators.compiled.machine_code import machine_code
from evaluators.compiled.suits import SUITS
from evaluators.omaha import arrays
from evaluators.omaha.arrays import PAIR_OF, PAIRS, TRIPLES, WIDTH, omaha_tables
from evaluators.rank_sums.arrays import BITS, COLUMNS, ROW_BITS
from evaluators.rank_sums.compiled import NUMBERS

name = arrays.name
sizes = arrays.sizes
lower_wins = arrays.lower_wins
unpack = arrays.unpack

RANK_OF = by_card((np.arange(52) >> 2).astype(np.uint8))


def tables(size: int) -> Tables:
    """The number and the rank of each card, the column of each two ranks, and those of `arrays`."""
    return NUMBERS, RANK_OF, PAIR_OF, *omaha_tables()


def kernel(size: int) -> Kernel:
    """The class numbers of deals: the best of three cards of the board and two others.

    >>> evaluate(np.array([[47, 43, 39, 4, 0, 35, 34, 33, 32], [47, 43, 39, 4, 0, 35, 31, 9, 8]]))
    array([4261,    2], dtype=uint16)
    """
    row_shift, row_mask, column_mask = BITS - ROW_BITS[5], (1 << ROW_BITS[5]) - 1, COLUMNS - 1

    @machine_code("u2", "i8", "u1", "u1", "u2", "u2", "u2", "u2")
    def evaluate_block(
        hands: NDArray[np.uint8],
        keys: NDArray[np.uint16],
        number_of: NDArray[np.int64],
        rank_of: NDArray[np.uint8],
        pair_of: NDArray[np.uint8],
        shifts: NDArray[np.uint16],
        row_of: NDArray[np.uint16],
        best: NDArray[np.uint16],
        flushes: NDArray[np.uint16],
    ) -> None:
        for n in range(len(hands)):
            hand, board, own, key = hands[n], 0, 0, np.uint16(0xFFFF)
            for i in range(5):
                board += number_of[hand[i]]
            for i in range(5, 9):
                own += number_of[hand[i]]
            row = board >> row_shift & row_mask
            first = np.int64(row_of[shifts[row] + (board & column_mask)]) * WIDTH
            for i, k in PAIRS:
                pair = pair_of[np.int64(rank_of[hand[i]]) << 4 | rank_of[hand[k]]]
                key = min(key, best[first + pair])
            flush = ((board >> SUITS) + 0x5555) & ((own >> SUITS) + 0x6666) & 0x8888
            if flush:
                suit = (flush > 8) + (flush > 0x80) + (flush > 0x800)
                for i, k in PAIRS:
                    if hand[i] & 3 == suit and hand[k] & 3 == suit:
                        two = 1 << rank_of[hand[i]] | 1 << rank_of[hand[k]]
                        for a, b, c in TRIPLES:
                            if hand[a] & 3 == suit and hand[b] & 3 == suit and hand[c] & 3 == suit:
                                three = 1 << rank_of[hand[a]] | 1 << rank_of[hand[b]]
                                key = min(key, flushes[two | three | 1 << rank_of[hand[c]]])
            keys[n] = key

    return evaluate_block


evaluate = OverHands(kernel, tables, np.uint16)
