"""Grades: for a terminal, for a table, and for other programs."""

import csv
import io
from collections.abc import Iterator, Sequence
from textwrap import shorten, wrap
from typing import Any

from rich.text import Text

from harness.processes.visible import visible
from harness.reporting.terminal import WIDTH, Line
from harness.reporting.terminal import table as terminal_table
from harness.teaching.chapters import CHAPTERS
from harness.teaching.grader.exercise import Exercise, Step, after
from harness.teaching.grader.grade import DONE
from harness.teaching.grader.handed_in import Graded
from harness.teaching.witnesses import width_of

OTHER_COLUMNS, LEAST = 18, 30
"""The width of the columns before the sentence, without the names; and its least width."""
COLUMNS = ("name", "marks", "of", "status", "sentence", "hands", "chapter", "file")
FORMULA = ("=", "+", "-", "@")
"""The first characters of a formula, for a spreadsheet."""
PRINTS = "Remove print: it slows the grading."


# --- On a terminal. ---


def lines(exercise: Exercise, graded: Graded) -> Iterator[Line]:
    """The text for a student: the fault, with a hand and a chapter; then the steps that are right.

    >>> from harness.teaching.grader.exercise import find
    >>> from harness.teaching.grader.grade import Mark
    >>> steps = [Step("it adds", 0, 2), Step("it counts", 1, 2, points=2), Step("it sorts", 2, 2)]
    >>> mark = Mark(steps, 1, partial=1, status="wrong", sentence="count returns 3.", printed=7)
    >>> for line in lines(find("04"), Graded("a", None, mark)):
    ...     print(line)
    04 fill the buckets: a
    <BLANKLINE>
    count returns 3.
    <BLANKLINE>
      right    it adds
      wrong    it counts, 2 points
               1 more step
    <BLANKLINE>
    Remove print: it slows the grading.
    2 of 4 points
    """
    mark = graded.mark
    yield Text(f"{exercise}: {visible(graded.file.name if graded.file else graded.name)}", "bold")
    yield ""
    if mark.step:
        yield from (Text(line, "red") for line in wrap(mark.sentence, WIDTH))
        for line in mark.lines:
            yield from wrap(line, WIDTH + 5, initial_indent="  ", subsequent_indent="    ")
        if mark.chapter is not None:
            yield f"read {CHAPTERS[mark.chapter]}"
        yield ""
    for step in mark.steps[: mark.passed]:
        yield Text.assemble("  ", ("right    ", "green"), _worth(step))
    if mark.step:
        yield Text.assemble("  ", (f"{mark.status:<9}", "red"), _worth(mark.step))
        if more := len(mark.steps) - mark.passed - 1:
            yield Text(f"           {more} more step{'s' * (more > 1)}", "dim")
    yield ""
    if mark.printed and "print" not in mark.sentence:  # which says the same
        yield PRINTS
    yield f"{mark.points} of {mark.of} points"
    if not mark.step and (following := after(exercise)):
        yield f"next: exercise {following}, exercises/{following.folder.name}/README.md"


def _worth(step: Step) -> str:
    """The name of a step, and its points, if they are more than one."""
    return f"{step.name}, {step.points} points" if step.points > 1 else step.name


def table(rows: Sequence[Graded]) -> Iterator[Line]:
    """Many submissions, a line each: as much of each sentence as fits into a terminal."""
    names = width_of(["name", *(visible(row.name) for row in rows)])
    room = max(LEAST, WIDTH - names - OTHER_COLUMNS)
    cells = [
        (
            visible(row.name),
            f"{row.mark.points:>2}/{row.mark.of}",
            Text(row.mark.status, "green" if row.mark.status == DONE else "red"),
            shorten(row.mark.sentence, room, placeholder=" ..."),
        )
        for row in rows
    ]
    yield terminal_table(("name", "marks", "status", "sentence"), cells, words=4)
    done = sum(row.mark.status == DONE for row in rows)
    yield ""
    yield f"{done} of {len(rows)} are done"


# --- For other programs. ---


def as_csv(rows: Sequence[Graded]) -> str:
    """A line for each submission; no cell is a formula to a spreadsheet."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for row in rows:
        mark = row.mark
        chapter = "" if mark.chapter is None else mark.chapter
        cells = (
            *(visible(row.name), mark.points, mark.of, mark.status, mark.sentence),
            *("; ".join(mark.lines), chapter, visible(str(row.file or ""))),
        )
        writer.writerow([f"'{cell}" if str(cell).startswith(FORMULA) else cell for cell in cells])
    return out.getvalue()


def as_json(row: Graded) -> dict[str, Any]:
    """A submission as plain values."""
    mark = row.mark
    return {
        "name": row.name,
        "file": str(row.file or ""),
        "status": mark.status,
        "points": mark.points,
        "of": mark.of,
        "right": [step.name for step in mark.steps[: mark.passed]],
        "wrong": mark.step and mark.step.name,
        "sentence": mark.sentence,
        "hands": mark.lines,
        "chapter": None if mark.chapter is None else CHAPTERS[mark.chapter].page,
        "printed": mark.printed,
        "seconds": round(mark.seconds, 2),
    }
