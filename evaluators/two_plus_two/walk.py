"""All hands of five, six or seven cards in one walk, in machine code: how often each class occurs.

The loops take the cards in ascending order, one loop per card, and each keeps the row to which its
cards lead. A hand that differs from the one before in its last card costs one lookup, in a row
whose entries lie side by side. So no array of hands is needed, and hardly any entry comes from
memory: all 133,784,560 hands of seven take a tenth or two of a second on one core, about a
nanosecond each.

`evaluators.rank_sums.walk` takes less time, but it does not visit every hand. To enumerate hands
this way is part of the test program of the original (see `scalar`).
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from evaluators.compiled.hands import Kernel
from evaluators.compiled.machine_code import walking_code
from evaluators.two_plus_two.layout import END, START
from evaluators.two_plus_two.table import as_array

CLASSES = 7462


def walk(size: int) -> NDArray[np.int64]:
    """The number of hands of each class among hands of `size` cards: ``(7463,)``, by class number.

    >>> int(walk(5)[1]), int(walk(7).sum())  # royal flushes of five cards, hands of seven
    (4, 133784560)
    """
    counts = np.zeros(CLASSES + 1, np.int64)
    kernel(size)(counts, as_array())
    return counts


@cache
def kernel(size: int) -> Kernel:
    """The loops for hands of a size."""

    @walking_code("u4")
    def count_classes(counts: NDArray[np.int64], table: NDArray[np.uint32]) -> None:
        for a in range(52):
            row_1 = table[START + a]
            for b in range(a + 1, 52):
                row_2 = table[row_1 + b]
                for c in range(b + 1, 52):
                    row_3 = table[row_2 + c]
                    for d in range(c + 1, 52):
                        row_4 = table[row_3 + d]
                        for e in range(d + 1, 52):
                            row_5 = table[row_4 + e]
                            if size == 5:
                                counts[table[row_5 + END]] += 1
                                continue
                            for f in range(e + 1, 52):
                                row_6 = table[row_5 + f]
                                if size == 6:
                                    counts[table[row_6 + END]] += 1
                                    continue
                                for g in range(f + 1, 52):
                                    counts[table[row_6 + g]] += 1

    return count_classes
