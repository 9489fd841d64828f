"""A perfect hash for prime products: every product has a slot of its own, found in two lookups.

That a perfect hash can take the place of Cactus Kev's binary search was `Paul Senzee's idea
<https://senzee.blogspot.com/2006/06/some-perfect-hash.html>`_, in 2006. This one is another hash,
made by row displacement, which is due to `Tarjan and Yao (1979)
<https://doi.org/10.1145/359168.359175>`_.

Write the products into a sparse table, in row ``product % rows`` and column ``product % columns``.
Slide the rows sideways until no two entries of all the rows stand in the same column. Then the rows
fit on top of each other, into one array. Rows are placed in turn, the fullest first, each as far to
the left as it fits. A row is an int with one bit for each entry, so that one shift and one AND for
each entry try every place at once.

With `ROWS` and `COLUMNS` as below, the 4,888 products need 1,190 shifts and an array of 5,280:
6,470 entries, where Senzee's hash has 512 and 8,192. The two numbers are the best of 60,000 that
``python -m benchmarks.perfect_hash`` tries.
"""

from collections.abc import Iterable, Mapping

ROWS, COLUMNS = 1190, 927


def displace(products: Iterable[int], rows: int, columns: int) -> list[int]:
    """How far to shift each row so that no two products stand in one place.

    Raises:
        ValueError: two products stand in one row and column.
    """
    row_columns: list[list[int]] = [[] for _ in range(rows)]
    for product in products:
        row_columns[product % rows].append(product % columns)
    if any(len(set(row)) < len(row) for row in row_columns):
        raise ValueError(f"{rows} rows and {columns} columns leave a collision in a row")

    shifts = [0] * rows
    free = -1  # a bit for every place, without end
    for row in sorted(range(rows), key=lambda row: -len(row_columns[row])):
        fits = free
        for column in row_columns[row]:
            fits &= free >> column
        shifts[row] = (fits & -fits).bit_length() - 1
        for column in row_columns[row]:
            free ^= 1 << column + shifts[row]
    return shifts


class PerfectHash:
    """A hash without collisions: every product has a slot of its own, found in two lookups."""

    def __init__(self, numbers: Mapping[int, int]) -> None:
        self.shifts = displace(numbers, ROWS, COLUMNS)
        self.numbers = [0] * (max(map(self.slot, numbers)) + 1)
        for product, number in numbers.items():
            self.numbers[self.slot(product)] = number

    def slot(self, product: int) -> int:
        """Where in `numbers` the product's class number stands."""
        return self.shifts[product % ROWS] + product % COLUMNS

    def __getitem__(self, product: int) -> int:
        return self.numbers[self.shifts[product % ROWS] + product % COLUMNS]
