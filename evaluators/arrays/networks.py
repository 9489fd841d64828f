"""Sorting networks: the pairs of places to compare that put any numbers in order.

NumPy's own sort takes one hand at a time. A network sorts whole rows: the maximum and the minimum
of two rows put two cards of every hand in order, 32 hands per instruction.
"""

from collections.abc import Iterable
from typing import TypeAlias

import numpy as np

from evaluators.arrays.columns import Row

Network: TypeAlias = tuple[tuple[int, int], ...]

NETWORKS: dict[int, Network] = {
    0: (),
    1: (),
    2: ((0, 1),),
    3: ((0, 2), (0, 1), (1, 2)),
    4: ((0, 2), (1, 3), (0, 1), (2, 3), (1, 2)),
    5: ((0, 3), (1, 4), (0, 2), (1, 3), (0, 1), (2, 4), (1, 2), (3, 4), (2, 3)),
    6: ((0, 5), (1, 3), (2, 4), (1, 2), (3, 4), (0, 3), (2, 5), (0, 1), (2, 3), (4, 5), (1, 2),
        (3, 4)),
    7: ((0, 6), (2, 3), (4, 5), (0, 2), (1, 4), (3, 6), (0, 1), (2, 5), (3, 4), (1, 2), (4, 6),
        (2, 3), (4, 5), (1, 2), (3, 4), (5, 6)),
}  # fmt: skip
"""Pairs of rows to put in order, one after the other, for each number of rows.

The numbers of pairs are the smallest possible, 9 for five rows, 12 for six and 16 for seven: see
Knuth, The Art of Computer Programming, volume 3, 5.3.4. These networks are from `Bert Dobbelaere's
list <https://bertdobbelaere.github.io/sorting_networks.html>`_.
"""


def sort_down(rows: Iterable[Row]) -> list[Row]:
    """Sort the column of every hand, the highest first.

    >>> [row.tolist() for row in sort_down(np.array([[1, 5], [3, 4], [2, 6]], np.uint8))]
    [[3, 6], [2, 5], [1, 4]]
    >>> [len(network) for network in NETWORKS.values()]  # Knuth's numbers, from no row to seven
    [0, 0, 1, 3, 5, 9, 12, 16]
    """
    rows = [*rows]
    for i, j in NETWORKS[len(rows)]:
        rows[i], rows[j] = np.maximum(rows[i], rows[j]), np.minimum(rows[i], rows[j])
    return rows
