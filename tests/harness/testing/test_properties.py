"""Each property of a verdict, on evaluators that have it and on evaluators that do not."""

from collections.abc import Callable
from functools import cache
from itertools import combinations
from typing import Any

from evaluators.cards import Category
from harness.checking.equivalence import check_here
from harness.checking.showdowns import Failure
from harness.checking.statuses import ERROR, NOT_EQUIVALENT, REVERSED
from harness.checking.verdict import Verdict
from harness.hands.scopes import All, Sample
from harness.testing.properties import NO_CATEGORIES, Finding, findings, names_of
from tests.harness import styles
from tests.harness.styles import number

SAMPLE = Sample(5, 3_000)
KEYS, ORDER, SUITS, CATEGORIES, *_ = names_of()


def verdict_on(key: Callable[[int], Any], **declared: Any) -> Verdict:
    """The verdict on an evaluator whose key depends on the class number alone."""
    return styles.judged(lambda hand: key(number(hand)), SAMPLE, **declared)


@cache
def wheel_as_high_card() -> Verdict:
    return verdict_on(lambda number: number if number != 1609 else 7000.5)


def by_name(verdict: Verdict) -> dict[str, Finding]:
    return {finding.name: finding for finding in findings(verdict)}


def test_there_is_one_for_each_category_and_four_more() -> None:
    assert [finding.name for finding in findings(wheel_as_high_card())] == names_of()
    assert len(set(names_of())) == 4 + len(Category)


def test_all_hold_of_a_right_evaluator() -> None:
    for finding in findings(verdict_on(lambda number: -number)):
        assert (finding.holds, finding.complaint, finding.unknown) == (True, "", False)


def test_only_what_a_fault_touches_does_not_hold() -> None:
    finding_of = by_name(wheel_as_high_card())
    wrong = [name for name, finding in finding_of.items() if not finding.holds]
    assert wrong == [CATEGORIES]
    assert not any(finding.unknown for finding in finding_of.values())
    showdowns = sum(
        failure.showdowns
        for failure, _ in wheel_as_high_card().failures
        if failure.stronger != failure.weaker
    )
    complaint = finding_of[CATEGORIES].complaint
    assert complaint.startswith(f"{showdowns:,} showdowns are decided wrongly:\n")
    assert "five-high straight" in complaint


def test_a_fault_within_a_category_is_of_this_category_alone() -> None:
    """Pairs in reverse order are a fault of one pair, and of nothing else."""
    pairs = range(3326, 6186)
    verdict = verdict_on(lambda number: 3325 + 6186 - number if number in pairs else number)
    wrong = {finding.name for finding in findings(verdict) if not finding.holds}
    assert wrong == {"one pair is in order"}


def test_nothing_is_known_where_the_check_did_not_end() -> None:
    verdict = verdict_on(lambda number: number if not 1600 <= number <= 1609 else 1 // 0)
    assert verdict.status == ERROR
    first, *rest = findings(verdict)
    assert "ZeroDivisionError" in first.complaint
    assert not first.unknown
    assert {finding.complaint for finding in rest} == {
        "not found out: the check did not come to its end"
    }
    assert all(finding.unknown and not finding.holds for finding in rest)


def test_one_key_for_all_hands_has_no_property() -> None:
    for finding in findings(verdict_on(lambda number: 0)):
        assert not finding.holds
        assert finding.unknown == (finding.complaint == f"not found out: {NO_CATEGORIES}")


def test_keys_that_change_with_every_call_have_no_order() -> None:
    calls: list[int] = []

    def count(number: int) -> int:
        calls.append(number)
        return len(calls)

    finding_of = by_name(check_here(lambda hand: count(0), SAMPLE))
    assert "The same cards, asked again" in finding_of[ORDER].complaint
    assert [name for name, finding in finding_of.items() if not finding.unknown] == [ORDER]
    assert finding_of[SUITS].complaint == "not found out: the same cards get two keys"


def test_the_direction_of_the_keys_costs_no_other_property() -> None:
    """All showdowns are reversed, but each category is apart from the others."""
    verdict = verdict_on(lambda number: number, lower_wins=False)
    assert verdict.reversed == verdict.wrong
    assert verdict.reversed
    assert verdict.reversed > 0.9 * verdict.showdowns
    finding_of = by_name(verdict)
    assert [finding_of[name].holds for name in (KEYS, ORDER, SUITS, CATEGORIES)] == [
        *(True, True, True),
        False,
    ]


def test_suits_in_the_key_are_named() -> None:
    """By the family of hands that have another key or, without one, by the preflight's witness."""

    def has_two_cards(hand: tuple[int, ...]) -> tuple[int, int]:
        return number(hand), {42, 51} <= set(hand)

    def all_clubs(hand: list[int]) -> tuple[int, int]:
        """A flush of clubs; there is none in the sample."""
        return number(hand), all(card % 4 == 0 for card in hand)

    family = by_name(styles.judged(has_two_cards, SAMPLE))[SUITS]
    assert family.complaint.startswith("some high card with A-Q has another key: ")
    witness = by_name(check_here(all_clubs, SAMPLE))[SUITS]
    assert "The two hands differ only in suits: they tie by the rules" in witness.complaint
    assert (family.unknown, witness.unknown) == (False, False)


def test_categories_are_told_apart_if_two_of_them_are() -> None:
    """Else an evaluator that mixes up all categories passes a test for having keys."""
    for left_out, holds in [(0, False), (1, True)]:
        pairs = [*combinations(Category, 2)][left_out:]
        verdict = Verdict("mine", NOT_EQUIVALENT, All(), len(All()), distinct_keys=100)
        shown = wheel_as_high_card().failures[0][1]
        verdict.failures = [(Failure(REVERSED, high, low, 1), shown) for low, high in pairs]
        assert by_name(verdict)[KEYS].holds == holds
