"""All hands of five, six or seven cards in one walk, in machine code: how often each class occurs.

The loops take the cards in ascending order, one loop per card, and each keeps the row to which its
cards lead. A hand that differs from the one before in its last card costs one lookup, in a row
whose entries lie side by side. So no array of hands is needed, and hardly any entry comes from
memory: all 133,784,560 hands of seven take about a tenth of a second on one core, one nanosecond
each. To add up their entries and count nothing would take three quarters of this.

To enumerate hands this way is part of the test program of the original (see `scalar`).
"""

from collections.abc import Callable
from functools import cache

import numpy as np
from numpy.typing import NDArray

from evaluators.compiled.machine_code import machine_code
from evaluators.two_plus_two.compiled import TABLE
from evaluators.two_plus_two.layout import END, START
from evaluators.two_plus_two.table import as_array

Counts = NDArray[np.int64]


def counts(size: int) -> Counts:
    """The number of hands of each class, by class number; the entry 0 is 0.

    Args:
        size: the cards of a hand, 5 to 7.

    >>> five = counts(5)
    >>> len(five), int(five[1]), int(five[1601]), int(five.sum())
    (7463, 4, 1020, 2598960)
    """
    return kernel(size)(as_array())


@cache
def kernel(size: int) -> Callable[[NDArray[np.uint32]], Counts]:
    """The machine code that counts the hands of a size."""

    @machine_code(f"i8[::1]({TABLE})")
    def count_all(table: NDArray[np.uint32]) -> Counts:
        counts = np.zeros(7463, np.int64)
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
        return counts

    return count_all
