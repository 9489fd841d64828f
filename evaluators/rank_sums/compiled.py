"""Sums of rank numbers in machine code: an addition per card, two lookups per hand.

The numbers and the tables are those of `arrays`. A card is one number of 64 bits: in the lower
bits, its scattered number, whose sums have up to 26 bits; from bit 40 on, a counter for each suit.
So one addition per card counts ranks and suits, as in `scalar`. Only the cards of a hand with a
flush are read again: each sets one bit of a mask, 13 bits a suit, and the lowest class number of
the four suits counts.

The tables of seven cards have 138,894 bytes and stay in a level 2 cache; the shifts, 16,384 bytes
of them, in a level 1 cache. On processors with AVX2, `sixteen` makes the sums
of 16 hands at once, and the loop here gets the hands that are left over.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from evaluators.compiled import vectors
from evaluators.compiled.hands import Kernel, OverHands, Tables, by_card
from evaluators.compiled.machine_code import machine_code
from evaluators.compiled.suits import SUITS, with_counters
from evaluators.rank_sums import arrays, sixteen
from evaluators.rank_sums.arrays import BITS, COLUMNS, ROW_BITS

name = arrays.name
sizes = arrays.sizes
lower_wins = arrays.lower_wins
unpack = arrays.unpack
how = "compiled, with AVX2" if vectors.IS_HERE else "compiled, without AVX2"

NUMBERS = with_counters(arrays.NUMBER_OF_CARD)
SUITED = by_card(np.array([1 << 13 * (card & 3) + (card >> 2) for card in range(52)]))


def tables(size: int) -> Tables:
    """The number of each card, its bit, and the three tables of `arrays`."""
    return NUMBERS, SUITED, *arrays.tables(size)


def kernel(size: int) -> Kernel:
    """The class numbers of hands of five cards, or of the best five of six or seven.

    >>> evaluate(np.array([[51, 47, 43, 39, 35], [0, 1, 4, 5, 8]]))
    array([   1, 3325], dtype=uint16)
    """
    one_by_one = loop(size)
    if not vectors.IS_HERE:
        return one_by_one
    by_sixteen = sixteen.kernel(size)

    def evaluate_block(
        hands: NDArray[np.uint8], keys: NDArray[np.uint16], *tables: NDArray[Any]
    ) -> None:
        done = vectors.whole(len(hands))
        if done:
            by_sixteen(hands, keys, *tables[1:])
        one_by_one(hands[done:], keys[done:], *tables)

    return evaluate_block


def loop(size: int) -> Kernel:
    """A kernel that takes one hand after the other."""
    row_shift, row_mask, column_mask = BITS - ROW_BITS[size], (1 << ROW_BITS[size]) - 1, COLUMNS - 1

    @machine_code("u2", "i8", "i8", "u2", "u2", "u2")
    def evaluate_block(
        hands: NDArray[np.uint8],
        keys: NDArray[np.uint16],
        number_of: NDArray[np.int64],
        suited: NDArray[np.int64],
        shifts: NDArray[np.uint16],
        line: NDArray[np.uint16],
        flushes: NDArray[np.uint16],
    ) -> None:
        for n in range(len(hands)):
            total = 0
            for i in range(size):
                total += number_of[hands[n, i]]
            if ((total >> SUITS) + 0x3333) & 0x8888:
                mask = 0
                for i in range(size):
                    mask |= suited[hands[n, i]]
                best = min(flushes[mask & 0x1FFF], flushes[mask >> 13 & 0x1FFF])
                keys[n] = min(best, flushes[mask >> 26 & 0x1FFF], flushes[mask >> 39])
            else:
                row = total >> row_shift & row_mask
                keys[n] = line[shifts[row] + (total & column_mask)]

    return evaluate_block


evaluate = OverHands(kernel, tables, np.uint16)
