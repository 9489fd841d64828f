"""The pages of the course that are no chapters: appendix, worksheet, answers, for teachers."""

import re
from math import comb
from pathlib import Path
from typing import Any

import pytest

from harness.table.odds import Odds
from harness.teaching.course.canvas import Table
from harness.teaching.course.glossary import MARK
from tests.test_docs import APPENDIX, COURSE, DOCS, LESSONS, cells, named, prose, run

SHEETS = sorted(COURSE.glob("worksheet*.md"))
TEACHERS = COURSE / "teachers.md"


def shown_by(page: Path, monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """What the cells of a page show, run in one namespace in its folder."""
    monkeypatch.chdir(page.parent)
    names: dict[str, Any] = {"__name__": "__main__"}
    return [run(cell, names) for cell, _ in cells(page)]


def test_the_appendix_says_what_its_cells_show(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else a number or a hand in its text is another than the one computed."""
    values = shown_by(APPENDIX, monkeypatch)
    of_river, of_turn = [value for value in values if isinstance(value, Odds)]
    shown = [value for value in values if isinstance(value, tuple)]
    assert (7462, True) in shown  # one number keeps the order
    assert (21, (2, (11, 5, 10))) in shown  # kings and sevens, and a queen
    assert (11, 11) in shown  # each of the sources' errors is one
    assert (24, {6.1004}) in shown
    assert (of_river.wins, of_river.ties, of_river.losses) in shown
    assert of_river.showdowns == comb(45, 2) == 990
    assert of_turn.showdowns == 46 * 990
    assert APPENDIX.read_text("utf-8").count(MARK) == 1


@pytest.mark.parametrize("page", SHEETS, ids=named)
def test_a_worksheet_is_drawn(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else a page to hand out stops with a traceback, or shows code, or has no picture."""
    values = shown_by(page, monkeypatch)
    tables = [value for value in values if isinstance(value, Table)]
    assert sum(table.kind == "sheet" for table in tables) >= 3
    assert all(tags == {"remove-input"} for _, tags in cells(page))
    assert not re.search(r"\d,\d{3}", prose(page))  # such numbers come from cells


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


def test_teachers_are_told_the_minutes_of_the_chapters() -> None:
    """Else a teacher plans with other minutes than the chapters name."""
    minutes = {}
    for chapter in LESSONS:
        (told,) = re.findall(r"(?m)^\*\*(\d+) minutes\.\*\*", chapter.read_text("utf-8"))
        minutes[int(chapter.name[:2])] = int(told)
    rows = re.findall(r"(?m)^\| .* \| (\[\d.*\)) \| (\d+) \|$", TEACHERS.read_text("utf-8"))
    assert len(rows) == 4
    for chapters, total in rows:
        links = re.findall(r"\[(\d)\]\((\d\d)-", chapters)
        assert all(int(number) == int(file) for number, file in links)
        assert sum(minutes[int(number)] for number, _ in links) == int(total)
