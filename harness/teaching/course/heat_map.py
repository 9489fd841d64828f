"""The planted bugs and the tests that miss them: the table of chapter 7."""

import csv
from collections.abc import Iterable, Mapping
from pathlib import Path

from harness.teaching.course.canvas import Marked, Table

RESULTS = Path(__file__).with_name("strength.csv")
"""A table of planted bugs and the tests that catch them; `make publish` writes it."""

Results = Mapping[str, Mapping[str, bool]]
"""For each planted bug and each test, whether the test catches the bug."""


def results(file: Path = RESULTS) -> dict[str, dict[str, bool]]:
    """The committed results, by bug and by test.

    >>> results()["A-2-3-4-5 is not a straight"]["every hand"]
    True
    """
    with file.open(encoding="utf-8", newline="") as lines:
        rows = csv.DictReader(lines)
        about, *tests = rows.fieldnames or ()
        return {row[about]: {test: row[test] == "1" for test in tests} for row in rows}


def caught_by(table: Results) -> dict[str, int]:
    """The number of bugs that each test catches, the weakest test first.

    >>> caught_by({"a": {"all": True, "few": False}, "b": {"all": True, "few": True}})
    {'few': 1, 'all': 2}
    """
    tests = next(iter(table.values()))
    numbers = {test: sum(caught[test] for caught in table.values()) for test in tests}
    return dict(sorted(numbers.items(), key=lambda test_and_number: test_and_number[1]))


def heat_map(table: Results, tests: Iterable[str] = ()) -> Table:
    """A row for each bug, a column for each test: a cross marks a miss, a dot a catch.

    Columns stand by strength, the weakest test first; rows by the number of tests that miss the
    bug, the most first. `tests` chooses columns.

    >>> caught = {"a": {"all": True, "few": True}, "b": {"all": True, "few": False}}
    >>> heat_map(caught).head, heat_map(caught, ["few"]).rows
    (('planted bug', 'few: 1', 'all: 2'), [('b', '×'), ('a', '·')])
    """
    chosen = set(tests) or {*next(iter(table.values()))}
    numbers = {test: number for test, number in caught_by(table).items() if test in chosen}
    rows = [
        (bug, *("·" if caught[test] else Marked("×") for test in numbers))
        for bug, caught in table.items()
    ]
    rows.sort(key=lambda row: (-row.count("×"), row[1:]))
    title = f"{len(rows)} planted bugs; after each test, the number that it catches"
    head = ("planted bug", *(f"{test}: {number}" for test, number in numbers.items()))
    return Table(title, head, rows, "heat")
