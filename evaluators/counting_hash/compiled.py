"""A hash by counting in machine code: an addition per card, three lookups per hand.

This is the way of `scalar`: the sum of the cards has two numbers in base 5, one for the upper seven
ranks and one for the lower six. The upper number gives the index of the first hand that has it
(`starts`), the lower number the place after it (`places`), and both together the class number. From
bit 40 on, a card has a counter for each suit, four bits each. Only the cards of a flush are read
again.

The way of `lesson` needs the place of each card among the others. Counting the lower cards for each
card takes about three times as long as these sums.

A dict is an array here: 131,072 starts, of which 785 to 3,180 are used, and 16,384 places. They and
the class numbers, 65,536 entries so that every sum of 16 bits is an index, and the flushes have
442,368 bytes for a size; most are never read and never in a cache.
"""

from collections.abc import Mapping
from functools import cache

import numpy as np
from numpy.typing import NDArray

from evaluators.compiled.hands import Kernel, OverHands, Tables
from evaluators.compiled.machine_code import machine_code
from evaluators.compiled.suits import SUITS, flush_suit, suited_ranks, with_counters
from evaluators.counting_hash import arrays
from evaluators.counting_hash import scalar as counting_hash
from evaluators.counting_hash.scalar import LOWER_BITS, LOWER_MASK, RANK_BITS, UPPER_MASK

name = arrays.name
sizes = arrays.sizes
lower_wins = arrays.lower_wins
unpack = arrays.unpack

CARDS = with_counters(counting_hash.encode(card) & (1 << RANK_BITS) - 1 for card in range(52))


@cache
def tables(size: int) -> Tables:
    """The number of each card, starts and places, and class numbers of other hands and flushes."""
    starts, places, numbers, flushes = counting_hash.make_tables(size)
    return (
        CARDS,
        filled(starts, UPPER_MASK + 1),
        filled(places, LOWER_MASK + 1),
        filled(dict(enumerate(numbers)), 1 << 16),
        np.array(flushes, np.uint16),
    )


def filled(entries: Mapping[int, int], length: int) -> NDArray[np.uint16]:
    """An array with these entries, 0 elsewhere.

    >>> filled({1: 7, 3: 8}, 5)
    array([0, 7, 0, 8, 0], dtype=uint16)
    """
    array = np.zeros(length, np.uint16)
    array[[*entries.keys()]] = [*entries.values()]
    return array


def kernel(size: int) -> Kernel:
    """The class numbers of hands of five cards, or of the best five of six or seven.

    >>> evaluate(np.array([[51, 47, 43, 39, 35], [0, 1, 4, 5, 8]]))
    array([   1, 3325], dtype=uint16)
    """

    @machine_code("u2", "i8", "u2", "u2", "u2", "u2")
    def evaluate_block(
        hands: NDArray[np.uint8],
        keys: NDArray[np.uint16],
        number_of: NDArray[np.int64],
        starts: NDArray[np.uint16],
        places: NDArray[np.uint16],
        numbers: NDArray[np.uint16],
        flushes: NDArray[np.uint16],
    ) -> None:
        for n in range(len(hands)):
            total = 0
            for i in range(size):
                total += number_of[hands[n, i]]
            suit = flush_suit(total >> SUITS)
            if suit < 0:
                start = starts[total >> LOWER_BITS & UPPER_MASK]
                index = start + places[total & LOWER_MASK]
                keys[n] = numbers[index & 0xFFFF]
            else:
                keys[n] = flushes[suited_ranks(hands, n, size, suit)]

    return evaluate_block


evaluate = OverHands(kernel, tables, np.uint16)
