"""Faults in words: from evaluators that are broken on purpose to what is said of them."""

from collections import Counter
from collections.abc import Callable
from itertools import combinations, permutations

import pytest

from evaluators.cards import Category
from harness.checking.families import Family, families, out_of_place
from harness.hands.classes import HandClass, classes

(HIGH_CARD, ONE_PAIR, TWO_PAIR, THREE_OF_A_KIND, STRAIGHT, FLUSH, FULL_HOUSE, FOUR_OF_A_KIND,
 STRAIGHT_FLUSH) = map(int, Category)  # fmt: skip


def said(key: Callable[[HandClass], object]) -> list[Family]:
    """The families of an evaluator that gives each class a key, the highest the best."""
    keys = {each.number: key(each) for each in classes()}
    ordered = sorted(set(keys.values()), reverse=True)  # type: ignore[type-var]
    place = {each: n for n, each in enumerate(ordered)}
    table = Counter({(each.number, place[keys[each.number]]): each.size for each in classes()})
    return families(table)


def rules(each: HandClass) -> tuple[int, tuple[int, ...]]:
    return each.category, each.ranks


def test_a_right_one_has_none() -> None:
    assert said(rules) == []


def test_a_wheel_that_is_no_straight() -> None:
    def key(each: HandClass) -> object:
        wheel = each.ranks[0] == 3 and each.category == STRAIGHT
        return (0, (12, 3, 2, 1, 0)) if wheel else rules(each)

    (family,) = said(key)
    assert family.hint == "check the test for a straight: it misses hands that are one"
    assert str(family) == "straight with A-5-4-3-2 counts as high card: 1 class, 1,020 hands"


def test_a_pair_that_counts_as_a_straight() -> None:
    def key(each: HandClass) -> object:
        fooled = each.category == 1 and set(each.ranks) == {12, 2, 1, 0} and each.ranks[0] == 12
        return (4, (3.5,)) if fooled else rules(each)

    (family,) = said(key)
    assert str(family) == "one pair with A-4-3-2 counts as a straight: 1 class, 384 hands"
    assert family.hint == "check the test for a straight: it accepts hands that are not one"


def test_categories_that_are_swapped() -> None:
    order = {FLUSH: FULL_HOUSE, FULL_HOUSE: FLUSH}
    (family,) = said(lambda each: (order.get(each.category, each.category), each.ranks))
    assert str(family) == "every full house loses to every flush: 156 classes, 3,744 hands"


def test_a_kicker_that_is_left_out() -> None:
    families_of = said(
        lambda each: (each.category, each.ranks[:-1]) if each.category == 2 else rules(each)
    )
    (family,) = families_of
    assert (family.category, family.fault, family.other) == (2, "ties with", 2)


def test_suits_that_get_into_the_key() -> None:
    table = Counter({(each.number, 2 * each.number): each.size for each in classes()})
    flush = next(each for each in classes() if each.category == FLUSH)
    table[flush.number, 2 * flush.number] = 3
    table[flush.number, 2 * flush.number + 1] = 1
    (family,) = families(table)
    assert str(family) == "some flush with A-K-Q-J-9 has another key: 1 class, 1 hand"


def test_some_hands_that_count_as_another_category() -> None:
    """Only those that are wrong are counted."""
    table = Counter({(each.number, 2 * each.number): each.size for each in classes()})
    flush = next(each for each in classes() if each.category == FLUSH)
    for number in (7_000, 7_001):
        table[number, 2 * number] -= 16
        table[number, 2 * flush.number + 1] = 16
    (family,) = families(table)
    assert str(family).startswith("some high card with ")
    assert str(family).endswith(" counts as a flush: 2 classes, 32 hands")


@pytest.mark.parametrize("number", [1, 11, 1600, 7462])
def test_one_class_that_is_far_from_its_place(number: int) -> None:
    (family,) = said(lambda each: -3_000.5 if each.number == number else -each.number)
    assert family.classes == (number,)
    assert str(classes()[number - 1].size) in str(family).replace(",", "")


def test_the_fewest_are_moved() -> None:
    """Against trying every choice of rows to keep, on all orders of six places."""
    for places in permutations(range(6)):
        longest = max(
            size
            for size in range(1, 7)
            for kept in combinations(places, size)
            if list(kept) == sorted(kept)
        )
        out = out_of_place(places)
        assert sum(out) == 6 - longest
        kept = [place for place, moved in zip(places, out) if not moved]
        assert kept == sorted(kept)


def test_the_ace_is_named_where_it_can_be_at_fault() -> None:
    """Ranks that are compared in the wrong order are not the ace's fault."""

    def pairs_by_kicker(each: HandClass) -> object:
        category, ranks = rules(each)
        return (category, ranks[1:] + ranks[:1]) if category == ONE_PAIR else (category, ranks)

    def wheel_on_top(each: HandClass) -> object:
        category, ranks = rules(each)
        return (category, (12,)) if category == STRAIGHT and ranks[0] == 3 else (category, ranks)

    assert {family.hint for family in said(pairs_by_kicker)} == {
        "check which ranks are compared first"
    }
    assert "the ace of A-2-3-4-5" in said(wheel_on_top)[0].hint
