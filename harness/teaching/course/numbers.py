"""The tables of chapters 5 and 6: digits in several bases, and the lookup of a product."""

from collections.abc import Sequence
from itertools import zip_longest
from operator import mul

from evaluators.cactus_kev.perfect_hash import displace
from harness.teaching.course.canvas import Marked, Table


def in_bases(
    first: Sequence[int], second: Sequence[int], bases: Sequence[int], names: tuple[str, str]
) -> Table:
    """Two rows of digits as numbers in several bases, and which number is greater.

    >>> for row in in_bases((14, 2), (13, 12), (10, 12), ("A-2", "K-Q")).rows:
    ...     print(*row)
    10 14 × 10 + 2 × 1 = 142 13 × 10 + 12 × 1 = 142 a tie
    12 14 × 12 + 2 × 1 = 170 13 × 12 + 12 × 1 = 168 A-2 is greater
    """
    rows = []
    for base in bases:
        powers = [base**power for power in range(len(first) - 1, -1, -1)]
        values = [sum(map(mul, digits, powers)) for digits in (first, second)]
        sums = []
        for digits, value in zip((first, second), values):
            products = " + ".join(f"{digit} × {power}" for digit, power in zip(digits, powers))
            text = f"{products} = {value}"
            sums.append(Marked(text) if max(digits) >= base else text)
        greater = f"{names[values[0] < values[1]]} is greater"
        rows.append((base, *sums, greater if values[0] != values[1] else "a tie"))
    return Table(f"{names[0]} and {names[1]} in bases", ("base", *names, ""), rows)


def hashed(numbers: Sequence[int], size: int) -> Table:
    """Numbers in the places that they get by the remainder; numbers that collide are marked.

    >>> hashed([4, 6, 14], 5).rows
    [('', '6', '', '', '4'), ('', '', '', '', '14')]
    """
    places = [[str(item) for item in numbers if item % size == place] for place in range(size)]
    marked = [[Marked(item) for item in items] if items[1:] else items for items in places]
    rows = [*zip_longest(*marked, fillvalue="")]
    return Table(f"products by their remainders by {size}", range(size), rows)


def displaced(numbers: Sequence[int], rows: int, columns: int) -> Table:
    """A perfect hash: numbers in a table whose rows are shifted, and the array that they become.

    >>> displaced([4, 6, 9], 2, 3).rows
    [['row 0 by 0', '6', '4', ''], ['row 1 by 2', '', '', '9'], ['array', '6', '4', '9']]
    """
    shifts = displace(numbers, rows, columns)
    places = {item: shifts[item % rows] + item % columns for item in numbers}
    size = max(places.values()) + 1
    table = [[f"row {row} by {shift}", *[""] * size] for row, shift in enumerate(shifts)]
    array = ["array", *[""] * size]
    for item, place in places.items():
        table[item % rows][place + 1] = str(item)
        array[place + 1] = Marked(item)
    return Table("rows of a table, shifted into one array", ("", *range(size)), [*table, array])
