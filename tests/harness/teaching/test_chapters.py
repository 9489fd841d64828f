"""Every hint of the check leads to a chapter of the course."""

import re
from pathlib import Path

from harness.faults.hints import Kind
from harness.teaching.chapters import CHAPTER_OF, CHAPTERS

ROOT = Path(__file__).parents[3]


def test_every_kind_of_hint_has_a_chapter() -> None:
    """Else a report cannot name the chapter that treats its fault."""
    assert set(CHAPTER_OF) == set(Kind)


def test_a_chapter_is_where_a_report_says() -> None:
    for chapter in CHAPTERS:
        (heading,) = re.findall("(?m)^# (.*)", (ROOT / chapter.page).read_text("utf-8"))
        assert heading == f"{chapter.number}. {chapter.title}"
