"""Look for the smallest tables of Cactus Kev's perfect hash: ``python -m benchmarks.perfect_hash``.

Tries seeded random pairs of rows and columns, and prints each that is better than all before.
"""

import sys
from random import Random

from evaluators.cactus_kev import PRODUCTS, displace

TRIES = 60_000


def entries(rows: int, columns: int) -> int | None:
    """Entries of both tables, or None where two products collide."""
    try:
        shifts = displace(PRODUCTS, rows, columns)
    except ValueError:
        return None
    return rows + max(shifts[product % rows] + product % columns for product in PRODUCTS) + 1


def main() -> None:
    """Search; takes half a minute."""
    random = Random(1)
    smallest = sys.maxsize
    for attempt in range(TRIES):
        rows, columns = random.randrange(700, 1_200), random.randrange(700, 1_300)
        found = entries(rows, columns)
        if found and found < smallest:
            smallest = found
            text = f"try {attempt:>6,}: {rows} rows, {columns} columns: {found:,} entries"
            sys.stdout.write(text + "\n")


if __name__ == "__main__":
    main()
