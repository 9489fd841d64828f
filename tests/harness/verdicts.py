"""Verdicts on evaluators that are broken on purpose, shared by all tests."""

from functools import cache

from harness.checking.equivalence import check
from harness.checking.verdict import Verdict
from harness.hands.scopes import All, Sample

BROKEN = "tests.harness.broken"
EXACT = (*("wheel_missing", "raises_once", "dies", "per_process", "stops", "wrong_the_first_time"),)
"""Evaluators that need all hands, because tests read exact counts or the behaviour at one hand."""
COUNTED = (
    *("wheel_ace_high", "flush_straight_swapped", "last_kicker_dropped", "one_entry_off"),
    *("upside_down", "prints"),
)
"""Evaluators whose exact counts only thorough tests read; the others read a sample."""
SAMPLED = (
    *COUNTED,
    *("base_ten", "not_a_number", "mixed_types", "none", "lists", "lists_and_tuples"),
    *("changes", "sorted_only", "suits_break_ties", "exits", "none_unless_sorted", "cold"),
)
"""Evaluators for which a sample of hands is enough."""


@cache
def counted_verdicts() -> dict[str, Verdict]:
    """The verdicts on all hands of the evaluators in `COUNTED`, by name."""
    verdicts = check([f"{BROKEN}:{name}" for name in COUNTED], All())
    return {verdict.name.removeprefix(f"{BROKEN}:"): verdict for verdict in verdicts}


@cache
def broken_verdicts() -> dict[str, Verdict]:
    """The verdicts by name."""
    verdicts: dict[str, Verdict] = {}
    for names, scope in ((EXACT, All()), (SAMPLED, Sample(5, 20_000))):
        places = {f"{BROKEN}:{name}": name for name in names}
        verdicts |= {places[verdict.name]: verdict for verdict in check(list(places), scope)}
    assert set(verdicts) == {*EXACT, *SAMPLED}
    return verdicts
