"""The pages of the course that are no chapters: worksheet, answers, for teachers."""

import re
from pathlib import Path

import pytest

from harness.teaching.course.canvas import Table
from tests.test_docs import COURSE, DOCS, cells, named, prose, shown_by

SHEETS = sorted(COURSE.glob("worksheet*.md"))
TEACHERS = COURSE / "teachers.md"


@pytest.mark.parametrize("page", SHEETS, ids=named)
def test_a_worksheet_is_drawn(page: Path) -> None:
    """Else a page to hand out stops with a traceback, or shows code, or has no picture."""
    tables = [value for value in shown_by(page) if isinstance(value, Table)]
    assert sum(table.kind == "sheet" for table in tables) >= 3
    assert all(tags == {"remove-input"} for _, tags in cells(page))


def test_the_worksheet_and_its_answers_have_the_same_tasks() -> None:
    """Else an answer stands below another task than its own."""
    tasks, answers = (re.findall(r"(?m)^## (.*)$", prose(page)) for page in SHEETS[::-1])
    assert tasks == answers
    assert len(tasks) == 4


def test_what_teachers_are_told_is_what_the_check_says() -> None:
    """Else a teacher looks for a sentence, or in a chapter, that the check does not name."""
    text, faults = TEACHERS.read_text("utf-8"), (DOCS / "faults.md").read_text("utf-8")
    quoted = re.findall(r"(?m)^\| .* \| `(.+?)` <br> `(.+?)` \| \[(\d)\]\(.*\) \|$", text)
    assert len(quoted) == text.count("<br>") >= 10
    for said, hint, chapter in quoted:
        row = rf" \| {re.escape(said)} \| {re.escape(hint)} \| \[?{chapter} "
        assert re.search(row, faults), said
