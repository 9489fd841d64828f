"""Sums of rank numbers, 16 hands at once: the kernel of `compiled` where the processor has AVX2.

Tables and keys are those of `compiled`; only the sums are made, and suits counted, in another way.
The number of a rank has 23 bits, so it is three bytes. Look up the lowest byte for each card of a
hand, and add; do the same with the middle one and the highest: the three sums, each shifted to its
place, are the sum of the numbers. `evaluators.compiled.vectors` explains the instructions. Four
hands of seven cards::

    load       KdKs7c7h5s3d2cQhJc...     7 bytes a hand: two in the lower half, two in the upper
    look_up    KdKs7c7h5s3d2c - QhJc...  8 bytes a hand, in which - is 0
    ranks      11 11 5 5 3 1 0 0 10 9...
    look_up    the lowest bytes of these ranks' numbers
    sums       of these bytes: one number for each hand

Suits are counted likewise: a club is 1 and a diamond 16 in one table, a heart 1 and a spade 16 in
another one. So the two sums of a hand are four counters of four bits. Those of 16 hands fit into
one vector, and a counter that begins with 3 has its upper bit set by the fifth card. The bytes that
are 0 count as deuces of clubs, whose card number is 0. The number of a deuce is 0, too, so they do
not change the sum; the counter of clubs begins lower by the number of these bytes.

Then the 16 sums are looked up one by one. No branch asks for flushes there, since a processor
guesses branches, and pays for a wrong guess. Each hand gets the key of its ranks; flushes are
noted, a bit for each hand, and get their own after 64 hands.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from evaluators.compiled.hands import Kernel
from evaluators.compiled.machine_code import inlined, machine_code
from evaluators.compiled.vectors import (
    left,
    load,
    look_up,
    lowest,
    plus,
    ranks,
    store,
    sums,
    table,
    twice,
    which,
    whole,
)
from evaluators.rank_sums.arrays import BITS, COLUMNS, NUMBER_OF_RANK, ROW_BITS

LOWEST, MIDDLE, HIGHEST = (
    table([number >> bits & 0xFF for number in NUMBER_OF_RANK]) for bits in (0, 8, 16)
)
# The lower two bits of a card are its suit, and the lower four its place in a table.
CLUBS_DIAMONDS, HEARTS_SPADES = table([1, 16, 0, 0] * 4), table([0, 0, 1, 16] * 4)
FIFTH = table([0x88] * 16)  # the upper bits of two counters


@inlined
def number_sums(cards: Any) -> Any:
    """The sums of the numbers of four hands."""
    of = ranks(cards)
    lowest_and_middle = plus(
        sums(look_up(twice(*LOWEST), of)), left(sums(look_up(twice(*MIDDLE), of)), 8)
    )
    return plus(lowest_and_middle, left(sums(look_up(twice(*HIGHEST), of)), 16))


@inlined
def suit_counts(cards: Any) -> Any:
    """Four counters of four bits for each of four hands."""
    clubs_diamonds = sums(look_up(twice(*CLUBS_DIAMONDS), cards))
    return plus(clubs_diamonds, left(sums(look_up(twice(*HEARTS_SPADES), cards)), 8))


_whole = inlined(whole)


def kernel(size: int) -> Kernel:
    """A kernel that leaves out the hands from `whole` on."""
    row_shift, row_mask, column_mask = BITS - ROW_BITS[size], (1 << ROW_BITS[size]) - 1, COLUMNS - 1
    absent = [0x80] * (8 - size)  # look_up puts a 0 there
    eight_bytes = table([*range(size), *absent, *range(size, 2 * size), *absent])
    no_cards = table([0x33 - (8 - size), 0x33] * 8)  # for each hand: diamonds, clubs, and the rest

    @machine_code("u2", "i8", "u2", "u2", "u2")
    def evaluate_block(
        hands: NDArray[np.uint8],
        keys: NDArray[np.uint16],
        suited: NDArray[np.int64],
        shifts: NDArray[np.uint16],
        line: NDArray[np.uint16],
        flushes: NDArray[np.uint16],
    ) -> None:
        totals = np.empty(16, np.uint32)
        for start in range(0, _whole(len(hands)), 64):
            flushes_at = 0
            for group in range(0, 64, 16):
                n = start + group
                counts = twice(*no_cards)
                for i in range(0, 16, 4):
                    cards = look_up(load(hands, n + i, n + i + 2), twice(*eight_bytes))
                    store(totals, i, number_sums(cards))
                    counts = plus(counts, left(suit_counts(cards), 4 * i))  # 16 bits a hand
                for i in range(16):
                    row, column = totals[i] >> row_shift & row_mask, totals[i] & column_mask
                    keys[n + i] = line[shifts[row] + column]
                flushes_at |= which(counts, twice(*FIFTH)) << group
            while flushes_at:
                place = lowest(flushes_at)
                flushes_at ^= 1 << place
                # Bits 4 and 5 are the group, bits 0 and 1 the load, bits 2 and 3 its hand.
                hand = start + (place & 48) + 4 * (place & 3) + (place >> 2 & 3)
                mask = 0
                for i in range(size):
                    mask |= suited[hands[hand, i]]
                best = min(flushes[mask & 0x1FFF], flushes[mask >> 13 & 0x1FFF])
                keys[hand] = min(best, flushes[mask >> 26 & 0x1FFF], flushes[mask >> 39])

    return evaluate_block
