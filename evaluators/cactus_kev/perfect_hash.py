"""A perfect hash for prime products: every product has its own slot, found in two lookups.

`Paul Senzee <https://senzee.blogspot.com/2006/06/some-perfect-hash.html>`_ had the idea, in 2006,
to replace Cactus Kev's binary search with a perfect hash. The hash here is another one: products
stand in row ``product % rows`` and column ``product % columns`` of a sparse table, whose rows
`evaluators.displacement` shifts into one line.

With the `ROWS` and `COLUMNS` below, the 4,888 products need 804 shifts and an array of 5,453:
6,257 entries, where Senzee's hash has 512 and 8,192. The two numbers are the best of 60,000 random
pairs, tried with `displace`.
"""

from collections.abc import Iterable, Mapping

from evaluators.displacement import shifts_of

ROWS, COLUMNS = 804, 965


def displace(products: Iterable[int], rows: int, columns: int) -> list[int]:
    """The shift of each row of the table.

    Raises:
        ValueError: two products stand in the same row and column.
    """
    return shifts_of([(product % rows, product % columns) for product in products], rows)


class PerfectHash:
    """A hash without collisions: every product has its own slot, found in two lookups.

    >>> from evaluators.cactus_kev.scalar import PRODUCTS
    >>> table = PerfectHash(PRODUCTS)
    >>> len(table.shifts), len(table.numbers)
    (804, 5453)
    """

    def __init__(self, numbers: Mapping[int, int]) -> None:
        self.shifts = displace(numbers, ROWS, COLUMNS)
        self.numbers = [0] * (max(map(self.slot, numbers)) + 1)
        for product, number in numbers.items():
            self.numbers[self.slot(product)] = number

    def slot(self, product: int) -> int:
        """The index into `numbers` of the product's class number."""
        return self.shifts[product % ROWS] + product % COLUMNS

    def __getitem__(self, product: int) -> int:  # `slot`, without the cost of a call
        return self.numbers[self.shifts[product % ROWS] + product % COLUMNS]
