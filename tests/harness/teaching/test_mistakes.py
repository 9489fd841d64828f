"""The mistakes of students are what they say: one each, beside a right evaluator."""

import inspect
import re
from pathlib import Path

import pytest

from benchmarks.golden import golden
from evaluators.cards import format_hand
from harness.checking.equivalence import check_here
from harness.checking.hints import Kind
from harness.checking.statuses import RENAMED, UNSTEADY
from harness.hands.classes import classes
from harness.hands.scopes import Sample
from harness.teaching import mistakes
from harness.teaching.chapters import CHAPTER_OF, CHAPTERS, Chapter, chapter_of
from harness.teaching.mistakes import BUGS, MISTAKES, right

ROOT = Path(__file__).parents[3]
HANDS = [format_hand(hand_class.example).split() for hand_class in classes()]


def test_right_is_right() -> None:
    """Else a mistake that builds on it has another one, too."""
    keys = [right(hand) for hand in HANDS]
    assert keys == sorted(set(keys), reverse=True)


def test_there_are_enough_and_each_is_short() -> None:
    """Else a reader cannot see the mistake."""
    assert len(MISTAKES) >= 20
    for name, mistake in MISTAKES.items():
        code = inspect.getsource(mistake.function).splitlines()
        assert 3 <= len(code) <= 17, name


def test_a_cause_is_one_line_of_its_own() -> None:
    """Else two rows of a page are alike, or a row is too long to read."""
    faults = {*MISTAKES.values(), *BUGS.values()}
    lines = [fault.cause for fault in faults]
    assert len(set(lines)) == len(lines)
    for cause in lines:
        assert cause[-1] != "."
        assert "\n" not in cause
        assert len(cause) <= 100


def test_a_fault_by_class_gives_one_key_to_all_hands_of_a_class() -> None:
    """Else one hand of each class stands for hands that have other keys."""
    by_class = {f"mistakes/{name}": fault.by_class for name, fault in MISTAKES.items()}
    by_class |= {f"bugs/{cause}": bug.by_class for cause, bug in BUGS.items()}
    for name, verdict in golden().items():
        if name.startswith(("mistakes/", "bugs/")):
            has_two_keys = "false_wins" in verdict or verdict["witness"][0] in (RENAMED, UNSTEADY)
            assert by_class[name.removesuffix("/python/5")] is not has_two_keys, name


def test_a_sample_tells_the_same_cause_as_all_hands() -> None:
    """Else the few classes of a sample are taken for all, and another cause fits them."""
    verdict = check_here(MISTAKES["kickers_from_the_lowest"].function, Sample(5, 20))
    assert verdict.hint.endswith("the order is pair, third kicker, second kicker, first kicker")


def test_nothing_but_the_standard_library_is_imported() -> None:
    """Else a student's file would need allhands, too."""
    lines = Path(mistakes.__file__).read_text(encoding="utf-8").splitlines()
    imports = [line.split()[1] for line in lines if line.startswith(("import ", "from "))]
    assert set(imports) <= {
        "collections",
        "collections.abc",
        "dataclasses",
        "itertools",
        "struct",
        "typing",
    }


def test_every_kind_of_hint_has_a_chapter() -> None:
    """Else a report cannot name the chapter that treats its fault."""
    assert set(CHAPTER_OF) == set(Kind)
    assert chapter_of(Kind.DIGITS).title == "One number"


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_chapter_is_where_a_report_says(chapter: Chapter) -> None:
    (heading,) = re.findall("(?m)^# (.*)", (ROOT / chapter.page).read_text("utf-8"))
    assert heading == f"{chapter.number}. {chapter.title}"
