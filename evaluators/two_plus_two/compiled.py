"""The walk of Two-plus-two in machine code: a lookup per card, for 64 hands side by side.

The steps are those of `scalar`. For random hands, each lookup of a later card is a cache miss: the
next place must come from memory before the next lookup can begin. Other hands need not wait for it.
So 64 hands take their first step, then their second, and the cache misses of a step overlap; hand
by hand, random hands take about twice as long.

A byte that is not a card counts as column END, so that no byte leads out of the table.

Random hands wait for the 130 MB of the table most of the time. `evaluators.rank_sums.compiled` has
tables that stay in a level 2 cache, and takes less than a tenth of their time. This table is at its
best in `walk`, which visits all hands in order, and looks up a card once for all hands that begin
with the same cards.
"""

import numpy as np
from numpy.typing import NDArray

from evaluators.compiled.hands import Kernel, OverHands, Tables
from evaluators.compiled.machine_code import machine_code
from evaluators.two_plus_two import arrays
from evaluators.two_plus_two.layout import END, START
from evaluators.two_plus_two.table import as_array

name = arrays.name
sizes = arrays.sizes
lower_wins = arrays.lower_wins
unpack = arrays.unpack

TOGETHER = 64
"""Hands that take each step together."""


def tables(size: int) -> Tables:
    """The one table, for all sizes."""
    return (as_array(),)


def kernel(size: int) -> Kernel:
    """The class numbers of hands of five cards, or of the best five of six or seven.

    >>> evaluate(np.array([[51, 47, 43, 39, 35], [0, 1, 4, 5, 8]]))
    array([   1, 3325], dtype=uint16)
    """
    end = np.uint8(END)  # unsigned sums need no check for negative indexes

    @machine_code("u2", "u4")
    def evaluate_block(
        hands: NDArray[np.uint8], keys: NDArray[np.uint16], table: NDArray[np.uint32]
    ) -> None:
        places = np.empty(TOGETHER, np.uint32)
        for block in range(len(hands) // TOGETHER + 1):
            start = block * TOGETHER
            count = min(TOGETHER, len(hands) - start)
            for n in range(count):
                places[n] = START
            for i in range(size):
                for n in range(count):
                    places[n] = table[places[n] + min(hands[start + n, i], end)]
            for n in range(count):
                keys[start + n] = places[n] if size == 7 else table[places[n] + end]

    return evaluate_block


evaluate = OverHands(kernel, tables, np.uint16)
