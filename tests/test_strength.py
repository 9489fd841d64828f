"""The page on planted bugs shows the results of its command."""

import re

import pytest

from benchmarks.strength import (
    PAGE,
    TESTS,
    as_csv,
    as_markdown,
    changed,
    entries,
    page,
    row,
)
from evaluators.cactus_kev.scalar import hash_map
from harness.hands.classes import classes
from harness.teaching.course.heat_map import RESULTS, results
from harness.teaching.mistakes import BUGS

EXAMPLES = ("A-2-3-4-5 of one suit is only a flush", "the kicker of two pair is not compared")


def test_all_bugs_are_on_the_page() -> None:
    """Else the page misses a bug, or the check misses one."""
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    assert len(BUGS) >= 40
    for about in BUGS:
        assert any(line.startswith(f"| {about} | ") for line in lines), about
    last = f"| {len(TESTS)} | every hand | {len(BUGS)} of {len(BUGS)} | `allhands check` |"
    assert last in lines


@pytest.mark.parametrize("about", EXAMPLES)
def test_a_row_of_the_page_is_up_to_date(about: str) -> None:
    """Else a test catches other bugs now than the page says."""
    *quick, every_hand = TESTS
    caught = row(BUGS[about], quick) | {every_hand: True}
    assert as_markdown(about, caught) in PAGE.read_text(encoding="utf-8").splitlines()


def test_the_page_is_made_from_the_table_for_programs() -> None:
    """Else chapter 7 draws other numbers than the page tells, or the page was edited by hand."""
    table, text = results(), PAGE.read_text(encoding="utf-8")
    assert list(table) == list(BUGS)
    assert all(list(caught) == list(TESTS) for caught in table.values())
    assert as_csv(table) == RESULTS.read_text(encoding="utf-8")
    found = re.search(r"\*\*([\d,]+) of ([\d,]+)\*\* changes\. .* change, (\d+) in all", text)
    assert found
    caught, changes, full = (int(number.replace(",", "")) for number in found.groups())
    assert text == page(table, changes, caught, full)


def test_each_class_has_an_entry_and_a_change_is_undone() -> None:
    """Else the page counts too few entries, or one change hides another."""
    hand = [hash_map.encode(card) for card in classes()[99].example]
    places = list(entries())
    assert len(places) == len(classes())
    (table, place) = next((table, place) for table, place in places if table[place] == 100)
    with changed(table, place):
        assert hash_map.evaluate(hand) == 101
    assert hash_map.evaluate(hand) == 100
