"""The planted bugs and the tests that miss them: the picture of chapter 7."""

import csv
from collections.abc import Iterable, Mapping
from html import escape
from itertools import groupby
from pathlib import Path
from textwrap import wrap

from harness.teaching.course.canvas import BLUE, ORANGE, Canvas, Drawing

RESULTS = Path(__file__).with_name("strength.csv")
"""Which test catches which planted bug; `make strength` writes it, with its page."""

Results = Mapping[str, Mapping[str, bool]]
"""For each planted bug and each test, whether the test catches the bug."""

CELL = 16
LABEL = 200
"""The room for the name of a bug, which is broken after so many letters:"""
LETTERS = 37
HEAD = 120
"""The room for the names of tests, which stand upright."""


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
    """How many bugs each test catches, the weakest test first.

    >>> caught_by({"a": {"all": True, "few": False}, "b": {"all": True, "few": True}})
    {'few': 1, 'all': 2}
    """
    tests = next(iter(table.values()))
    numbers = {test: sum(caught[test] for caught in table.values()) for test in tests}
    return dict(sorted(numbers.items(), key=lambda test_and_number: test_and_number[1]))


def heat_map(table: Results, tests: Iterable[str] = ()) -> Drawing:
    """A row for each bug, a column for each test: a cross marks a miss, a dot a catch.

    Columns stand by strength, the weakest test first; rows by the number of tests that miss the
    bug, the most first. `tests` chooses columns.

    >>> heat_map({"a": {"all": True, "few": False}, "b": {"all": True, "few": True}}).alt
    '2 planted bugs, 2 tests. Caught: few 1, all 2. Missed by 1 of 2 tests: a. Missed by none: b.'
    """
    tests = set(tests)
    table = {
        bug: {test: caught[test] for test in caught if not tests or test in tests}
        for bug, caught in table.items()
    }
    numbers = caught_by(table)
    missed_by = {bug: list(caught.values()).count(False) for bug, caught in table.items()}
    ordered = sorted(
        table, key=lambda bug: (-missed_by[bug], *(table[bug][test] for test in numbers))
    )
    groups = {
        f"missed by {misses or 'none'}" + f" of {len(numbers)} tests" * (misses > 0): list(bugs)
        for misses, bugs in groupby(ordered, missed_by.__getitem__)
    }

    left = LABEL
    canvas = Canvas(left + CELL * len(numbers) + 2)
    canvas.text(2, HEAD - 22, "caught, of", size=11, quiet=True)
    canvas.text(2, HEAD - 8, f"{len(table)} bugs", size=11, quiet=True)
    for column, (test, number) in enumerate(numbers.items()):
        middle = left + CELL * (column + 0.5)
        canvas.parts.append(
            f"<g transform='translate({middle + 4:g} {HEAD - 20}) rotate(-90)'>"
            f"<text font-size='12'>{escape(test)}</text></g>"
        )
        canvas.text(middle, HEAD - 6, number, size=11, anchor="middle", bold=True)

    top = float(HEAD)
    boxes: dict[bool, list[str]] = {True: [], False: []}
    marks: dict[bool, list[str]] = {True: [], False: []}
    for title, bugs in groups.items():
        canvas.text(2, top + 15, title, size=11, bold=True)
        top += 20
        for bug in bugs:
            lines = wrap(bug, LETTERS)
            height = 4 + 13 * len(lines)
            for place, line in enumerate(lines):
                canvas.text(2, top + 12 + 13 * place, line, size=11)
            for column, test in enumerate(numbers):
                x, y = left + CELL * column, top + height / 2
                caught = table[bug][test]
                boxes[caught].append(
                    f"M{x + 0.5:g} {top + 0.5:g}h{CELL - 1}v{height - 1}h{1 - CELL}z"
                )
                marks[caught].append(
                    f"M{x + 8:g} {y:g}h0" if caught else f"M{x + 5:g} {y - 3:g}l6 6m0 -6l-6 6"
                )
            top += height
    for caught, colour, fill in ((True, BLUE, 0.14), (False, ORANGE, 0.6)):
        canvas.parts.append(
            f"<path d='{''.join(boxes[caught])}' fill='{colour}' fill-opacity='{fill}'/>"
        )
        canvas.parts.append(
            f"<path d='{''.join(marks[caught])}' fill='none' stroke='currentColor' "
            f"stroke-width='{3 if caught else 1.6}' stroke-linecap='round'"
            f"{' stroke-opacity=' + repr('0.45') if caught else ''}/>"
        )

    alt = f"{len(table)} planted bugs, {len(numbers)} tests. Caught: "
    alt += ", ".join(f"{test} {number}" for test, number in numbers.items()) + ". "
    alt += " ".join(f"M{title[1:]}: {'; '.join(bugs)}." for title, bugs in groups.items())
    return canvas.drawing(top + 4, "planted bugs, and the tests that miss them", alt)
