"""Count buckets in machine code: a bucket is a number with one bit for each rank.

The steps are those of `arrays`, for one hand after the other: a card moves its rank up one bucket,
buckets are cut to five cards, five bits side by side are a straight. The key is the same 64-bit
number. There are no tables: all of a hand is in the registers of the processor.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from evaluators.compiled.hands import Kernel, OverHands, no_tables
from evaluators.compiled.machine_code import inlined, machine_code
from evaluators.compiled.suits import counter, flush_suit, suited_ranks
from evaluators.count_buckets import arrays

name = arrays.name
sizes = arrays.sizes
lower_wins = arrays.lower_wins
unpack = arrays.unpack

WIDTH = arrays.WIDTH


@inlined
def highest(bucket: int, surplus: int, most: int) -> int:
    """The highest `most` ranks of a bucket of at most ``most + surplus`` ranks."""
    for _ in range(surplus):
        if count(bucket) > most:
            bucket &= bucket - 1  # clears the lowest bit
    return bucket


@inlined
def count(bucket: int) -> int:
    """The number of ranks in a bucket of 14 bits: sums of 2, then 4, then 8 and 16 bits."""
    bucket -= bucket >> 1 & 0x1555
    bucket = (bucket & 0x3333) + (bucket >> 2 & 0x3333)
    bucket = (bucket + (bucket >> 4)) & 0x0F0F
    return (bucket + (bucket >> 8)) & 15


@inlined
def straight_in(ranks: int) -> int:
    """The five ranks of the highest straight in at most seven ranks, or 0."""
    ranks |= ranks >> WIDTH - 1  # the ace is below the deuce, too
    lowest = ranks & ranks >> 1 & ranks >> 2 & ranks >> 3 & ranks >> 4
    lowest &= ~(lowest >> 1)  # two straights in seven ranks overlap
    return lowest * 0b11111


def kernel(size: int) -> Kernel:
    """Category and buckets of the best five of five, six or seven cards, in one number.

    >>> unpack(evaluate(np.array([[51, 50, 47, 46, 31, 30, 42]]))[0])
    (2, (), (), (14, 13), (12,))
    """
    surplus = size - 5

    @machine_code("i8")
    def evaluate_block(hands: NDArray[Any], keys: NDArray[Any]) -> None:
        for n in range(len(hands)):
            fours = threes = twos = ones = counts = 0  # ranks that occur so often, or more often
            for i in range(size):
                card = hands[n, i]
                rank = 1 << (card >> 2) + 1
                fours |= threes & rank
                threes |= twos & rank
                twos |= ones & rank
                ones |= rank
                counts += counter(card)
            different = ones
            ones, twos, threes = ones ^ twos, twos ^ threes, threes ^ fours

            suit = flush_suit(counts)
            if suit >= 0:
                suited = suited_ranks(hands, n, size, suit) << 1  # bit 0 is the ace below the deuce
                straight = straight_in(suited)
                ones = straight or highest(suited, surplus, 5)
                keys[n] = (8 if straight else 5) << 4 * WIDTH | ones
                continue

            if surplus:
                if fours:
                    ones |= threes | twos
                    threes = twos = 0
                triple = highest(threes, 1, 1)
                twos |= threes ^ triple
                threes = triple
                pairs = highest(twos, 2, 1 if threes else 2)
                ones |= twos ^ pairs
                twos = pairs
                room = 5 - 4 * count(fours) - 3 * count(threes) - 2 * count(twos)
                ones = highest(ones, surplus, room)
            if fours:
                category = 7
            elif threes and twos:
                category = 6
            else:
                straight = straight_in(different)
                if straight:
                    keys[n] = 4 << 4 * WIDTH | straight
                    continue
                category = 3 if threes else count(twos)
            buckets = (fours << WIDTH | threes) << 2 * WIDTH | twos << WIDTH | ones
            keys[n] = category << 4 * WIDTH | buckets

    return evaluate_block


evaluate = OverHands(kernel, no_tables, np.int64)
