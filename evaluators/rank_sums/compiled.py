"""Sums of rank numbers in machine code: an addition per card, two lookups per hand.

The numbers and the tables are those of `arrays`. A card is one number of 64 bits: below, the
product of its power of 5, whose sums go up to 35 bits; from bit 40 on, a counter for each suit. So
one addition per card counts ranks and suits, as in `scalar`. Only the cards of a flush are read
again.

The three tables have 278,528 bytes for a size and stay in a level 2 cache.
"""

import numpy as np
from numpy.typing import NDArray

from evaluators.compiled.hands import Kernel, OverHands, Tables
from evaluators.compiled.machine_code import machine_code
from evaluators.compiled.suits import SUITS, flush_suit, suited_ranks, with_counters
from evaluators.rank_sums import arrays

name = arrays.name
sizes = arrays.sizes
lower_wins = arrays.lower_wins
unpack = arrays.unpack

CARDS = with_counters(arrays.NUMBER_OF_CARD)


def tables(size: int) -> Tables:
    """The number of each card, and the three tables of `arrays`."""
    return CARDS, *arrays.tables(size)


def kernel(size: int) -> Kernel:
    """The class numbers of hands of five cards, or of the best five of six or seven.

    >>> evaluate(np.array([[51, 47, 43, 39, 35], [0, 1, 4, 5, 8]]))
    array([   1, 3325], dtype=uint16)
    """

    @machine_code("u2", "i8", "u2", "u2", "u2")
    def evaluate_block(
        hands: NDArray[np.uint8],
        keys: NDArray[np.uint16],
        number_of: NDArray[np.int64],
        shifts: NDArray[np.uint16],
        line: NDArray[np.uint16],
        flushes: NDArray[np.uint16],
    ) -> None:
        for n in range(len(hands)):
            total = 0
            for i in range(size):
                total += number_of[hands[n, i]]
            suit = flush_suit(total >> SUITS)
            if suit < 0:
                row, column = total >> 16 & 0xFFFF, total & 0xFFFF
                keys[n] = line[(shifts[row] + column) & 0xFFFF]
            else:
                keys[n] = flushes[suited_ranks(hands, n, size, suit)]

    return evaluate_block


evaluate = OverHands(kernel, tables, np.uint16)
