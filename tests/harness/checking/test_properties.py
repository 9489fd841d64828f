"""Each property of a verdict, on evaluators that have it and on evaluators that do not."""

from collections.abc import Callable
from functools import cache
from itertools import combinations
from types import SimpleNamespace
from typing import Any

import pytest

from evaluators.cards import Card, Category, rank_of
from harness.checking.equivalence import check_here
from harness.checking.showdowns import REVERSED, Failure
from harness.checking.properties import (
    NAMES,
    NO_CATEGORIES,
    PROPERTIES,
    Finding,
    categories_are_in_order,
    category_is_in_order,
    every_hand_has_a_key,
    findings,
    names_of_suits_do_not_matter,
    order_of_cards_does_not_matter,
)
from harness.checking.statuses import ERROR, NOT_EQUIVALENT
from harness.checking.verdict import Verdict
from harness.hands.classes import class_of
from harness.hands.scopes import All, Sample

SAMPLE = Sample(5, 5_000)


@cache
def number_of(*hand: Card) -> int:
    return class_of(hand).number


def verdict_on(key: Callable[[int], Any], **declared: Any) -> Verdict:
    """The verdict on an evaluator whose key depends on the class number alone."""

    def evaluate(hand: list[int]) -> Any:
        return key(number_of(*hand))

    if not declared:
        return check_here(evaluate, SAMPLE)
    evaluator = SimpleNamespace(
        name="mine", sizes=range(5, 6), encode=int, evaluate=evaluate, **declared
    )
    return check_here(evaluator, SAMPLE)


@cache
def wheel_as_high_card() -> Verdict:
    return verdict_on(lambda number: number if number != 1609 else 7000.5)


@cache
def raises_on_straights() -> Verdict:
    return verdict_on(lambda number: number if not 1600 <= number <= 1609 else 1 // 0)


def test_each_can_be_called_alone_and_has_its_name() -> None:
    verdict = wheel_as_high_card()
    assert [check(verdict).name for check in PROPERTIES.values()] == list(NAMES)
    assert [finding.name for finding in findings(verdict)] == list(NAMES)
    assert len(NAMES) == 4 + len(Category)


def test_all_hold_of_a_right_evaluator() -> None:
    for finding in findings(verdict_on(lambda number: -number)):
        assert (finding.holds, finding.complaint, finding.unknown) == (True, "", False)


def test_only_what_a_fault_touches_does_not_hold() -> None:
    by_name = {finding.name: finding for finding in findings(wheel_as_high_card())}
    wrong = [name for name, finding in by_name.items() if not finding.holds]
    assert wrong == ["categories are in order"]
    assert not any(finding.unknown for finding in by_name.values())
    complaint = by_name["categories are in order"].complaint
    showdowns = sum(
        failure.showdowns
        for failure, _ in wheel_as_high_card().failures
        if failure.stronger != failure.weaker
    )
    assert complaint.startswith(f"{showdowns:,} showdowns are decided wrongly:\n")
    assert "five-high straight" in complaint
    family = by_name["categories are in order"].family
    assert "counts as high card" in family
    assert "five-high straight" not in family


def test_a_category_has_the_families_of_its_own_classes() -> None:
    """Pairs in reverse order are a fault of one pair, and of nothing else."""
    pairs = range(3326, 6186)
    verdict = verdict_on(lambda number: 3325 + 6186 - number if number in pairs else number)
    finding = category_is_in_order(verdict, Category.ONE_PAIR)
    assert not finding.holds
    assert "one pair" in finding.family
    assert category_is_in_order(verdict, Category.TWO_PAIR) == Finding("two pair is in order")
    assert categories_are_in_order(verdict).holds


def test_nothing_is_known_where_the_check_did_not_end() -> None:
    verdict = raises_on_straights()
    assert verdict.status == ERROR
    first, *rest = findings(verdict)
    assert (first.family, first.unknown) == ("error", False)
    assert "ZeroDivisionError" in first.complaint
    assert {finding.complaint for finding in rest} == {
        "not found out: the check did not come to its end"
    }
    assert all(finding.unknown and not finding.holds for finding in rest)


def test_the_forgiving_verdict_is_read_only_where_the_check_did_not_end() -> None:
    right, wrong = verdict_on(lambda number: number), wheel_as_high_card()
    _, *rest = findings(raises_on_straights(), right)
    assert all(finding.holds for finding in rest)
    _, *rest = findings(wrong, right)
    assert not all(finding.holds for finding in rest)
    _, *rest = findings(raises_on_straights(), wrong)
    assert next(finding.name for finding in rest if not finding.holds) == "categories are in order"


def test_one_key_for_all_hands_has_no_property() -> None:
    for finding in findings(verdict_on(lambda number: 0)):
        assert not finding.holds
        assert finding.unknown == (finding.complaint == f"not found out: {NO_CATEGORIES}")


def test_keys_that_change_with_every_call_have_no_order() -> None:
    calls: list[int] = []

    def count(number: int) -> int:
        calls.append(number)
        return len(calls)

    verdict = verdict_on(count)
    assert every_hand_has_a_key(verdict).complaint == f"not found out: {NO_CATEGORIES}"
    finding = order_of_cards_does_not_matter(verdict)
    assert (finding.family, finding.unknown) == ("the same cards get two keys", False)
    assert "The same cards, asked again" in finding.complaint
    assert names_of_suits_do_not_matter(verdict).complaint == (
        "not found out: the same cards get two keys"
    )


@pytest.mark.parametrize("lower_wins", [True, False])
def test_the_direction_of_the_keys_costs_no_other_property(lower_wins: bool) -> None:
    """All showdowns are reversed, but each category is apart from the others."""
    sign = -1 if lower_wins else 1
    verdict = verdict_on(lambda number: sign * number, lower_wins=lower_wins)
    assert verdict.reversed == verdict.wrong
    assert verdict.reversed
    assert verdict.reversed > 0.9 * verdict.showdowns
    assert every_hand_has_a_key(verdict).holds
    assert order_of_cards_does_not_matter(verdict).holds
    assert names_of_suits_do_not_matter(verdict).holds
    assert not categories_are_in_order(verdict).holds


def test_suits_in_the_key_are_named() -> None:
    """In the witness of the preflight, or in the family of hands that have another key."""

    def all_spades(hand: list[int]) -> tuple[int, int]:
        return number_of(*hand), all(card % 4 == 3 for card in hand)

    finding = names_of_suits_do_not_matter(check_here(all_spades, SAMPLE))
    assert not finding.holds
    assert not finding.unknown
    assert "another key" in finding.family


def test_the_sum_of_ranks_tells_no_categories_apart() -> None:
    """Though it has thousands of right showdowns."""

    def total(hand: list[int]) -> int:
        return sum(map(rank_of, hand))

    assert not any(finding.holds for finding in findings(check_here(total, SAMPLE)))


@pytest.mark.parametrize(("left_out", "holds"), [(0, False), (1, True)])
def test_categories_are_told_apart_if_two_of_them_are(left_out: int, holds: bool) -> None:
    """Else an evaluator that mixes up all categories gets points for having keys."""
    pairs = [*combinations(Category, 2)][left_out:]
    verdict = Verdict("mine", NOT_EQUIVALENT, All(), len(All()), distinct_keys=100)
    shown = wheel_as_high_card().failures[0][1]
    verdict.failures = [(Failure(REVERSED, high, low, 1), shown) for low, high in pairs]
    assert every_hand_has_a_key(verdict).holds == holds
