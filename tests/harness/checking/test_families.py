"""The families of evaluators that are broken on purpose."""

from collections import Counter
from collections.abc import Callable
from itertools import combinations, permutations

import pytest

from evaluators.cards import Category
from harness.checking.families import Family, families, out_of_place
from harness.hands.classes import HandClass, classes

(HIGH_CARD, ONE_PAIR, TWO_PAIR, THREE_OF_A_KIND, STRAIGHT, FLUSH, FULL_HOUSE, FOUR_OF_A_KIND,
 STRAIGHT_FLUSH) = map(int, Category)  # fmt: skip


def families_of(key: Callable[[HandClass], object]) -> list[Family]:
    """The families of an evaluator that gives each class a key, and the highest key wins."""
    keys = {hand_class: key(hand_class) for hand_class in classes()}
    ordered = sorted(set(keys.values()), reverse=True)  # type: ignore[type-var]
    places = {key: place for place, key in enumerate(ordered)}
    return families(
        {(hand_class.number, places[key]): hand_class.size for hand_class, key in keys.items()}
    )


def rules(hand_class: HandClass) -> tuple[int, tuple[int, ...]]:
    return hand_class.category, hand_class.ranks


def test_a_right_evaluator_has_no_families() -> None:
    assert families_of(rules) == []


def test_a_wheel_that_is_not_a_straight() -> None:
    def key(hand_class: HandClass) -> object:
        wheel = hand_class.ranks[0] == 3 and hand_class.category == STRAIGHT
        return (0, (12, 3, 2, 1, 0)) if wheel else rules(hand_class)

    (family,) = families_of(key)
    assert family.hint == "check the test for a straight: it misses hands that are one"
    assert str(family) == "straight with A-5-4-3-2 counts as high card: 1 class, 1,020 hands"


def test_a_pair_that_counts_as_a_straight() -> None:
    def key(hand_class: HandClass) -> object:
        category, ranks = rules(hand_class)
        aces = category == ONE_PAIR and set(ranks) == {12, 2, 1, 0} and ranks[0] == 12
        return (4, (3.5,)) if aces else (category, ranks)

    (family,) = families_of(key)
    assert str(family) == "one pair with A-4-3-2 counts as a straight: 1 class, 384 hands"
    assert family.hint == "check the test for a straight: it accepts hands that are not one"


def test_categories_that_are_swapped() -> None:
    order = {FLUSH: FULL_HOUSE, FULL_HOUSE: FLUSH}
    (family,) = families_of(lambda c: (order.get(c.category, c.category), c.ranks))
    assert str(family) == "every full house loses to every flush: 156 classes, 3,744 hands"


def test_a_kicker_that_is_left_out() -> None:
    def key(hand_class: HandClass) -> object:
        category, ranks = rules(hand_class)
        return category, ranks[:-1] if category == TWO_PAIR else ranks

    (family,) = families_of(key)
    assert (family.category, family.fault) == (TWO_PAIR, "ties with")
    assert family.other_category == TWO_PAIR


RIGHT_TABLE = {(c.number, 2 * c.number): c.size for c in classes()}
BEST_FLUSH = next(c.number for c in classes() if c.category == FLUSH)


def test_suits_that_affect_the_key() -> None:
    table = RIGHT_TABLE | {(BEST_FLUSH, 2 * BEST_FLUSH): 3, (BEST_FLUSH, 2 * BEST_FLUSH + 1): 1}
    (family,) = families(table)
    assert str(family) == "some flush with A-K-Q-J-9 has another key: 1 class, 1 hand"


def test_some_hands_of_a_class_count_as_another_category() -> None:
    """Failure means that the right hands of the class are counted, too."""
    table = Counter(RIGHT_TABLE)
    for number in (7_000, 7_001):
        table[number, 2 * number] -= 16
        table[number, 2 * BEST_FLUSH + 1] = 16
    (family,) = families(table)
    assert str(family).startswith("some high card with ")
    assert str(family).endswith(" counts as a flush: 2 classes, 32 hands")


@pytest.mark.parametrize("number", [1, 11, 1600, 7462])
def test_one_class_that_is_far_from_its_place(number: int) -> None:
    (family,) = families_of(lambda c: -3_000.5 if c.number == number else -c.number)
    assert family.classes == (number,)
    assert str(classes()[number - 1].size) in str(family).replace(",", "")


def test_the_fewest_are_moved() -> None:
    """All orders of six places, compared with a search of all their subsequences."""
    for places in permutations(range(6)):
        longest = max(
            size
            for size in range(1, 7)
            for subsequence in combinations(places, size)
            if list(subsequence) == sorted(subsequence)
        )
        out = out_of_place(places)
        assert sum(out) == 6 - longest
        in_place = [place for place, moved in zip(places, out) if not moved]
        assert in_place == sorted(in_place)


def test_the_hint_names_the_ace_only_for_straights() -> None:
    def pairs_by_kicker(hand_class: HandClass) -> object:
        category, ranks = rules(hand_class)
        return (category, ranks[1:] + ranks[:1]) if category == ONE_PAIR else (category, ranks)

    def wheel_on_top(hand_class: HandClass) -> object:
        category, ranks = rules(hand_class)
        return (category, (12,)) if category == STRAIGHT and ranks[0] == 3 else (category, ranks)

    hints = {family.hint for family in families_of(pairs_by_kicker)}
    assert hints == {"check which ranks are compared first"}
    assert "the ace of A-2-3-4-5" in families_of(wheel_on_top)[0].hint
