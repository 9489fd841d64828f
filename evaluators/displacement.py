"""Row displacement: a sparse table as one line, in which an entry is found by one addition.

Write entries into the rows of a table, each into a column of its own, and most places stay empty.
Shift the rows to the right until no two entries stand in the same column. Then all rows fit into
one line, and an entry stands at the shift of its row plus its column::

    row 0    a . b .                a . b .
    row 1    c . . d      by 1        c . . d
    row 2    . e . .      by 2          . e . .        line: a c b e d

The line does not say whose an entry is: only places that have one may be looked up.

Rows are placed in turn, the fullest first, each as far to the left as it fits. This is the row
displacement of `Tarjan and Yao (1979) <https://doi.org/10.1145/359168.359175>`_. The places
that are taken are an int with one bit each, so one shift and one OR for each entry of a row test
all shifts at once.
"""

from collections.abc import Iterable


def shifts_of(places: Iterable[tuple[int, int]], rows: int) -> list[int]:
    """The shift of each row, for entries in these places: row and column.

    Raises:
        ValueError: two entries stand in the same place.

    >>> shifts_of([(0, 0), (0, 2), (1, 0), (1, 3), (2, 1)], 3)
    [0, 1, 2]
    """
    columns: list[list[int]] = [[] for _ in range(rows)]
    for row, column in places:
        columns[row].append(column)
    if any(len({*row}) < len(row) for row in columns):
        raise ValueError("two entries stand in the same place")

    shifts = [0] * rows
    taken = 0  # one bit for each place of the line
    for row in sorted(range(rows), key=lambda row: -len(columns[row])):
        clashes = 0  # one bit for each shift
        for column in columns[row]:
            clashes |= taken >> column  # bit s: with the shift s, this entry meets another
        shifts[row] = (~clashes & clashes + 1).bit_length() - 1  # the lowest bit that is not set
        for column in columns[row]:
            taken |= 1 << column + shifts[row]
    return shifts
