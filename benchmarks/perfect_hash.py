"""Search for small tables of Cactus Kev's perfect hash.

``python -m benchmarks.perfect_hash [6|7]`` tries seeded random pairs of rows and columns, and
prints each that is smaller than all before.
"""

import sys
from random import Random

import numpy as np

from evaluators.cactus_kev.arrays import with_a_pair
from evaluators.cactus_kev.perfect_hash import displace

TRIES = {5: 60_000, 6: 5_000, 7: 200}
ROWS = {5: (700, 1_200), 6: (2_800, 8_300), 7: (8_000, 24_000)}
COLUMNS = {5: (700, 1_300), 6: (2_800, 8_300), 7: (9_500, 47_000)}


def entries(products: list[int], rows: int, columns: int) -> int | None:
    """Entries of both tables, or None where two products collide."""
    array = np.array(products)
    if len(np.unique(array % rows * columns + array % columns)) < len(products):
        return None
    shifts = displace(products, rows, columns)
    return rows + max(shifts[product % rows] + product % columns for product in products) + 1


def main() -> None:
    """Search; takes half a minute to two."""
    cards = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    products = list(with_a_pair(cards))
    random = Random(1)
    smallest = sys.maxsize
    for attempt in range(TRIES[cards]):
        rows, columns = random.randrange(*ROWS[cards]), random.randrange(*COLUMNS[cards])
        size = entries(products, rows, columns)
        if size and size < smallest:
            smallest = size
            text = f"try {attempt:>6,}: {rows} rows, {columns} columns: {size:,} entries"
            sys.stdout.write(text + "\n")


if __name__ == "__main__":
    main()
