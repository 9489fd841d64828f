"""Checks of evaluators that are broken on purpose: once, for all tests that ask about them."""

from functools import cache

from harness.checking.equivalence import check
from harness.checking.verdict import Verdict
from harness.hands.scopes import Scope

BROKEN = "tests.harness.broken"
EXACT = (
    *("wheel_missing", "wheel_ace_high", "flush_straight_swapped", "last_kicker_dropped"),
    *("one_entry_off", "upside_down", "raises_once", "dies", "prints", "per_process", "stops"),
    *("wrong_the_first_time",),
)
"""Those of which exact counts are tested, or what they do at one hand."""
SAMPLED = (
    *("base_ten", "not_a_number", "mixed_types", "none", "lists", "lists_and_tuples"),
    *("changes", "sorted_only", "suits_break_ties", "exits", "none_unless_sorted", "cold"),
)
"""Those which a sample of hands shows as well."""


@cache
def broken_verdicts() -> dict[str, Verdict]:
    """All of them, by name."""
    found: dict[str, Verdict] = {}
    for names, scope in ((EXACT, Scope()), (SAMPLED, Scope(5, sample=20_000))):
        places = {f"{BROKEN}:{name}": name for name in names}
        found |= {places[verdict.name]: verdict for verdict in check(list(places), scope)}
    assert set(found) == {*EXACT, *SAMPLED}
    return found
