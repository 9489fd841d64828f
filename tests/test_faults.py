"""The page on faults shows what the check says about each."""

import pytest

from benchmarks.faults import PAGE, SOURCES, STUDENTS, Fault, faults, field_rows
from harness.checking.verdict import Verdict
from harness.hands.scopes import Scope

FAULTS = list(faults())
PLANTED_SAMPLE = (
    "A-2-3-4-5 ties with 2-3-4-5-6",
    "two pair counts as one pair",
    "one pair: kickers are compared first",
    "ranks are digits in base 12",
    "the ace is low",
    "the score is rounded to single precision",
)
BY_CLASS = [
    fault
    for fault in FAULTS
    if fault.by_class and (fault.group in (STUDENTS, SOURCES) or fault.about in PLANTED_SAMPLE)
]
BY_HAND = [fault for fault in FAULTS if not fault.by_class]
LINES = PAGE.read_text(encoding="utf-8").splitlines()


def about(fault: Fault) -> str:
    return fault.about


def line_of(fault: Fault) -> str:
    """The row of a fault on the page."""
    (line,) = (line for line in LINES if line.startswith(f"| {fault.about} | "))
    return line


def test_the_page_has_all_faults() -> None:
    assert len(FAULTS) == len({fault.about for fault in FAULTS})
    rows = len(FAULTS) + len(list(field_rows()))
    assert sum(line.startswith("| ") for line in LINES) == rows + 4  # with four heads
    for fault in FAULTS:
        assert line_of(fault)
    assert set(field_rows()) <= set(LINES)


@pytest.mark.every(10)
@pytest.mark.parametrize("fault", BY_CLASS, ids=about)
def test_the_page_says_what_the_check_says(fault: Fault) -> None:
    """Else the page shows other words than the report."""
    assert fault.row() == line_of(fault)


@pytest.mark.every(4)
@pytest.mark.parametrize("fault", BY_HAND, ids=about)
def test_the_hint_of_a_sample_is_the_one_on_the_page(fault: Fault) -> None:
    """Else a fault of single hands gets another hint than the page says."""
    size = fault.scope.size
    if (hint := fault.verdict(Scope(size, 2_000)).hint) != "":
        assert f" | {hint} | " in line_of(fault)


WHOLE = [fault for fault in FAULTS if fault.by_class][::30] + BY_HAND


@pytest.mark.thorough
@pytest.mark.parametrize("fault", WHOLE, ids=about)
def test_the_page_says_what_the_check_of_all_hands_says(fault: Fault) -> None:
    """Else the page and the report differ."""
    assert fault.row(fault.scope) == line_of(fault)


@pytest.mark.thorough
@pytest.mark.parametrize("fault", [fault for fault in FAULTS if fault.by_class], ids=about)
def test_the_page_says_what_the_check_says_about_every_bug(fault: Fault) -> None:
    assert fault.row() == line_of(fault)


@pytest.mark.thorough
@pytest.mark.parametrize("fault", [fault for fault in FAULTS if fault.by_class][::3], ids=about)
def test_one_hand_of_each_class_is_enough(fault: Fault) -> None:
    """Else keys depend on more than the class, and other hands have other faults.

    All hands up to suits have the same faults and the same hints.
    """
    verdict = fault.verdict(Scope(5, up_to_suits=True))
    assert said(verdict) == said(fault.verdict())


def said(verdict: Verdict) -> set[tuple[str, str]]:
    """The faults and their hints, whatever their numbers of hands."""
    return {(family.summary, family.advice.words) for family in verdict.families}
