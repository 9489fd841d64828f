"""Count buckets in machine code: a bucket is a number with one bit for each rank.

The steps are those of `arrays`: buckets are cut to five cards, five bits side by side are a
straight, and the highest key counts. The key is the same 64-bit number. There are no tables: all of
a hand is in the registers of the processor. Two things are done another way:

- A hand is first sorted by suit: four buckets of 16 bits, side by side in one number, which stands
  in the place of the key until that is known. The ranks that two suits have, or three, or four, are
  found without adding cards one after the other, and one count of four buckets finds flushes.
- The second loop has no jumps. Whether a hand has a pair or two cannot be guessed; and where all
  hands take the same steps, the compiler lets the processor take several hands at once.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from evaluators.compiled.hands import Kernel, OverHands, no_tables
from evaluators.compiled.machine_code import inlined, machine_code
from evaluators.count_buckets import arrays

name = arrays.name
sizes = arrays.sizes
lower_wins = arrays.lower_wins
unpack = arrays.unpack

WIDTH = arrays.WIDTH


@inlined
def counts(buckets: int) -> int:
    """The numbers of ranks in four buckets of 16 bits each: sums of 2, then 4, then 8 and 16."""
    buckets -= buckets >> 1 & 0x5555_5555_5555_5555
    buckets = (buckets & 0x3333_3333_3333_3333) + (buckets >> 2 & 0x3333_3333_3333_3333)
    buckets = (buckets + (buckets >> 4)) & 0x0F0F_0F0F_0F0F_0F0F
    return (buckets + (buckets >> 8)) & 0x000F_000F_000F_000F


@inlined
def shed(bucket: int, is_over: int) -> int:
    """A bucket without its lowest rank if `is_over` is 1, else as it is."""
    return bucket & (bucket - is_over)


@inlined
def highest(bucket: int, surplus: int, most: int) -> int:
    """The highest `most` ranks of a bucket of at most ``most + surplus`` ranks."""
    over = counts(bucket) - most
    if surplus > 0:
        bucket = shed(bucket, over > 0)
    if surplus > 1:
        bucket = shed(bucket, over > 1)
    return bucket


@inlined
def straight_in(ranks: int) -> int:
    """The five ranks of the highest straight in at most seven ranks, or 0."""
    ranks |= ranks >> WIDTH - 1  # the ace is below the deuce, too
    lowest = ranks & ranks >> 1 & ranks >> 2 & ranks >> 3 & ranks >> 4
    lowest &= ~(lowest >> 1)  # two straights in seven ranks overlap
    return lowest * 0b11111


@inlined
def single(category: int, ones: int) -> int:
    """The key of a category of five single ranks, or 0 if there are none."""
    return (category << 4 * WIDTH | ones) * (ones != 0)


def kernel(size: int) -> Kernel:
    """Category and buckets of the best five of five, six or seven cards, in one number.

    >>> unpack(evaluate(np.array([[51, 50, 47, 46, 31, 30, 42]]))[0])
    (2, (), (), (14, 13), (12,))
    """
    surplus = size - 5

    @machine_code("i8")
    def evaluate_block(hands: NDArray[Any], keys: NDArray[Any]) -> None:
        for n in range(len(hands)):
            suits = 0
            for i in range(size):
                card = hands[n, i]
                suits |= 1 << ((card & 3) << 4) + (card >> 2) + 1
            keys[n] = suits
        for n in range(len(keys)):
            suits = keys[n]
            clubs, diamonds = suits & 0xFFFF, suits >> 16 & 0xFFFF
            hearts, spades = suits >> 32 & 0xFFFF, suits >> 48
            minor, minors = clubs | diamonds, clubs & diamonds
            major, majors = hearts | spades, hearts & spades
            ones = minor | major  # ranks that occur so often, or more often
            twos = minors | majors | minor & major
            threes = minors & major | majors & minor
            fours = minors & majors
            fives = counts(suits) + 0x0003_0003_0003_0003  # 3 more: the fifth card sets a bit
            flush = clubs * (fives >> 3 & 1) | diamonds * (fives >> 19 & 1)
            flush |= hearts * (fives >> 35 & 1) | spades * (fives >> 51 & 1)

            straight = straight_in(ones)
            ones, twos, threes = ones ^ twos, twos ^ threes, threes ^ fours
            if surplus:
                beside_fours = (threes | twos) * (fours != 0)
                threes, twos = threes & ~beside_fours, twos & ~beside_fours
                ones |= beside_fours
                triple = shed(threes, shed(threes, 1) != 0)
                twos |= threes ^ triple
                threes = triple
                fewer = shed(twos, 1)
                kept = shed(twos, (fewer != 0) & (threes != 0) | (shed(fewer, 1) != 0))
                ones |= twos ^ kept
                twos = kept
            pairs = (twos != 0) + (shed(twos, 1) != 0)
            if surplus:
                room = 5 - 4 * (fours != 0) - 3 * (threes != 0) - 2 * pairs
                ones = highest(ones, surplus, room)
            category = max(pairs, 3 * (threes != 0) * (1 + pairs), 7 * (fours != 0))
            buckets = (fours << WIDTH | threes) << 2 * WIDTH | twos << WIDTH | ones
            best = max(category << 4 * WIDTH | buckets, single(4, straight))
            straight = straight_in(flush)
            best = max(best, single(5, highest(flush, surplus, 5)))
            keys[n] = max(best, single(8, straight))

    return evaluate_block


evaluate = OverHands(kernel, no_tables, np.int64)
