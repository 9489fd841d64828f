"""The page on planted bugs says what its command finds."""

import pytest

from benchmarks.strength import BUGS, PAGE, TESTS, Bug, as_markdown, changed, entries, row
from evaluators.cactus_kev.scalar import hash_map
from harness.hands.classes import classes

SOME = ("A-2-3-4-5 of one suit is only a flush", "two pair: the kicker is left out")


def test_the_catalogue_is_on_the_page() -> None:
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    assert len(BUGS) == len({bug.about for bug in BUGS}) >= 40
    for bug in BUGS:
        assert any(line.startswith(f"| {bug.about} | ") for line in lines), bug.about
    assert f"| every hand | {len(BUGS)} of {len(BUGS)} | `allhands check` |" in lines


@pytest.mark.parametrize("bug", [bug for bug in BUGS if bug.about in SOME], ids=lambda b: b.about)
def test_a_line_of_the_page_is_what_is_found_now(bug: Bug) -> None:
    *quick, every_hand = TESTS
    found = row(bug, quick) | {every_hand: True}
    assert as_markdown(bug.about, found) in PAGE.read_text(encoding="utf-8").splitlines()


def test_each_class_has_an_entry_and_a_change_is_undone() -> None:
    deck = classes()[99].example
    hand = [hash_map.encode(card) for card in deck]
    places = list(entries())
    assert len(places) == len(classes())
    (table, place) = next((t, p) for t, p in places if t[p] == 100)
    with changed(table, place):
        assert hash_map.evaluate(hand) == 101
    assert hash_map.evaluate(hand) == 100
