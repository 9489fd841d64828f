"""The page on faults is made from the verdicts."""

from benchmarks.faults import PAGE, page


def test_the_page_is_made_from_the_verdicts() -> None:
    """Else the page shows other words than the report, or misses a fault."""
    assert page() == PAGE.read_text(encoding="utf-8")
