"""What a student is told about the order of hands."""

from harness.checking.statuses import NOT_EQUIVALENT
from harness.checking.verdict import Verdict
from harness.faults.families import COUNTS_AS, Family
from harness.faults.hints import Hint, Kind
from harness.hands.scopes import All
from harness.teaching.grader.orders import fault_of


def test_a_fault_stands_with_its_own_hint_alone() -> None:
    """Else the cause of all faults seems to explain the first one alone."""
    own = Hint(Kind.CATEGORY_TEST, "check the test")
    families = [Family(4, COUNTS_AS, 0, (1609,), 4, (12, 3), is_whole=False, advice=own)]
    verdict = Verdict("x", NOT_EQUIVALENT, All(), hands=9, families=families)
    assert fault_of(verdict).sentence == "Straight with A-5 counts as high card. Check the test."
    verdict.cause = Hint(Kind.RANKS_READ, "check how ranks are read")
    assert fault_of(verdict).sentence == "Check how ranks are read."
