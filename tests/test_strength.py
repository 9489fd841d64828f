"""The table of planted bugs is that of its program."""

import pytest

from benchmarks.strength import TESTS, as_csv, row
from harness.teaching.course.heat_map import RESULTS, results
from harness.teaching.mistakes import BUGS

EXAMPLES = ("A-2-3-4-5 of one suit is only a flush", "the kicker of two pair is not compared")


def test_the_check_catches_every_bug() -> None:
    """Else the table misses a bug or a test, or the check misses a bug."""
    table = results()
    assert list(table) == list(BUGS)
    assert all(list(caught) == list(TESTS) for caught in table.values())
    assert all(caught["every hand"] and caught["showdowns"] for caught in table.values())
    assert as_csv(table) == RESULTS.read_text(encoding="utf-8")


@pytest.mark.every(2)
@pytest.mark.parametrize("about", EXAMPLES)
def test_a_row_is_up_to_date(about: str) -> None:
    """Else a test catches other bugs now than the table says."""
    *quick, _ = TESTS
    measured = row(BUGS[about], quick)
    assert measured == {name: results()[about][name] for name in quick}
