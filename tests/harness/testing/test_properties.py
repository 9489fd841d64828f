"""Each property of a verdict, on evaluators that have it and on evaluators that do not."""

from collections.abc import Callable
from itertools import combinations
from typing import Any

import pytest

from evaluators.cards import Category
from evaluators.rules import RULES
from harness.checking.equivalence import check_here
from harness.checking.statuses import ERROR, NOT_EQUIVALENT
from harness.checking.verdict import Verdict
from harness.faults.kinds import REVERSED
from harness.faults.showdowns import WrongShowdowns
from harness.hands.scopes import All, Sample
from harness.testing.properties import NO_CATEGORIES, Finding, findings, names_of
from tests.harness import styles
from tests.harness.styles import number

SAMPLE = Sample(5, 3_000)
KEYS, ORDER, SUITS, CATEGORIES, *OF_CATEGORIES = names_of()


def verdict_on(key: Callable[[int], Any], **declared: Any) -> Verdict:
    """The verdict on an evaluator whose key depends on the class number alone."""
    return styles.judged(lambda hand: key(number(hand)), SAMPLE, **declared)


def wheel_is_low(number: int) -> float:
    """The key of A-2-3-4-5 is that of a high card."""
    return number if number != 1609 else 7000.5


def pairs_are_reversed(number: int) -> int:
    return 3326 + 6185 - number if 3326 <= number <= 6185 else number


def by_name(verdict: Verdict) -> dict[str, Finding]:
    return {finding.name: finding for finding in findings(verdict)}


def test_only_what_a_fault_touches_does_not_hold() -> None:
    cases: list[tuple[Callable[[int], Any], bool | None, list[str]]] = [
        (lambda number: -number, None, []),
        (wheel_is_low, None, [CATEGORIES]),
        (pairs_are_reversed, None, ["one pair is in order"]),
        # All showdowns are reversed, but each category is apart from the others; of the two rarest,
        # the sample does not have two hands.
        (lambda number: number, False, [CATEGORIES, *OF_CATEGORIES[:-2]]),
    ]
    for key, lower_wins, wrong in cases:
        found = [*findings(verdict_on(key, lower_wins=lower_wins))]
        assert [finding.name for finding in found] == names_of()
        assert [finding.name for finding in found if not finding.holds] == wrong
        assert not any(finding.unknown for finding in found)


def test_a_complaint_has_the_number_of_showdowns_and_two_hands() -> None:
    verdict = verdict_on(wheel_is_low)
    showdowns = sum(
        failure.showdowns for failure, _ in verdict.failures if failure.stronger != failure.weaker
    )
    complaint = by_name(verdict)[CATEGORIES].complaint
    assert complaint.startswith(f"{showdowns:,} showdowns are decided wrongly:\n")
    assert "five-high straight" in complaint
    for failure, _ in verdict.failures:
        failure.showdowns = 0  # of hands that are not in the sample
    assert by_name(verdict)[CATEGORIES].complaint.startswith("some showdowns are decided wrongly")
    verdict.scope = All(rules=RULES["short-deck"])  # a flush beats a full house
    flushes = WrongShowdowns(REVERSED, Category.FLUSH, Category.FLUSH, 1)
    verdict.failures = [(flushes, verdict.failures[0][1])]
    assert [finding.name for finding in findings(verdict) if not finding.holds] == [
        "flush is in order"
    ]


def test_nothing_is_known_where_the_check_did_not_end() -> None:
    verdict = verdict_on(lambda number: number if not 1600 <= number <= 1609 else 1 // 0)
    assert verdict.status == ERROR
    verdict.message += "\x1b[2J"  # an error's text may send escape sequences
    first, *rest = findings(verdict)
    assert "ZeroDivisionError" in first.complaint
    assert first.complaint.endswith("\\x1b[2J")
    assert not first.unknown
    assert {finding.complaint for finding in rest} == {
        "not found out: the check did not come to its end"
    }
    assert all(finding.unknown and not finding.holds for finding in rest)


@pytest.mark.parametrize("key", [lambda number: 0, lambda number: number % 10])
def test_a_key_without_categories_has_no_property(key: Callable[[int], int]) -> None:
    for finding in findings(verdict_on(key)):
        assert not finding.holds
        assert finding.unknown == (finding.complaint == f"not found out: {NO_CATEGORIES}")


def test_keys_that_change_with_every_call_have_no_order() -> None:
    calls: list[int] = []

    def count(number: int) -> int:
        calls.append(number)
        return len(calls)

    finding_of = by_name(check_here(lambda hand: count(0), SAMPLE))
    assert "asked twice, gets another key" in finding_of[ORDER].complaint
    assert [name for name, finding in finding_of.items() if not finding.unknown] == [ORDER]
    assert finding_of[SUITS].complaint == "not found out: the same cards get two keys"


def test_suits_in_the_key_are_named() -> None:
    """Read the family of hands that have another key or, without one, the preflight's witness."""

    def has_two_cards(hand: tuple[int, ...]) -> tuple[int, int]:
        return number(hand), {42, 51} <= set(hand)

    def all_clubs(hand: list[int]) -> tuple[int, int]:
        """A flush of clubs; there is none in the sample."""
        return number(hand), all(card % 4 == 0 for card in hand)

    family = by_name(styles.judged(has_two_cards, SAMPLE))[SUITS]
    assert family.complaint.startswith("some high card with A-Q has another key: ")
    assert family.complaint.endswith("should tie with the second, but the keys say that it wins.")
    finding_of = by_name(check_here(all_clubs, SAMPLE))
    witness = finding_of[SUITS]
    assert finding_of[CATEGORIES].unknown
    assert "The two hands differ only in suits: they should tie" in witness.complaint
    assert (family.unknown, witness.unknown) == (False, False)


def test_categories_are_told_apart_if_two_of_them_are() -> None:
    """Failure means that an evaluator that mixes up all categories passes a test of a property."""
    shown = verdict_on(wheel_is_low).failures[0][1]
    for left_out, holds in [(0, False), (1, True)]:
        pairs = [*combinations(Category, 2)][left_out:]
        verdict = Verdict("mine", NOT_EQUIVALENT, All(), len(All()), distinct_keys=100)
        verdict.failures = [(WrongShowdowns(REVERSED, high, low, 1), shown) for low, high in pairs]
        assert by_name(verdict)[KEYS].holds == holds
