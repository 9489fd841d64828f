"""The families of evaluators that are broken on purpose."""

from collections import Counter
from collections.abc import Callable
from itertools import combinations, permutations

import pytest

from evaluators.cards import Category
from harness.checking.causes import is_wheel
from harness.checking.families import (
    BEATS_ALL,
    COUNTS_AS,
    LOSES_TO_ALL,
    MIXED_WITH,
    TIES_WITH,
    Family,
    _is_in_order,
    families,
    out_of_place,
)
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


def test_most_hands_of_a_class_count_as_another_category() -> None:
    """Else the right hands of these classes count as wrong."""
    table = Counter(RIGHT_TABLE)
    for number in (2, 3):  # straight flushes: only one in four is right
        table[number, 2 * number] -= 3
        table[number, 2 * (BEST_FLUSH + number) + 1] = 3
    (family,) = families(table)
    assert str(family).startswith("some straight flush with ")
    assert str(family).endswith(" counts as a flush: 2 classes, 6 hands")


@pytest.mark.parametrize("number", [1, 11, 1600, 7462])
def test_one_class_that_is_far_from_its_place(number: int) -> None:
    (family,) = families_of(lambda c: -3_000.5 if c.number == number else -c.number)
    assert family.classes == (number,)
    assert str(classes()[number - 1].size) in str(family).replace(",", "")


@pytest.mark.parametrize(
    ("place", "fits"), [(9, False), (10, False), (11, True), (19, True), (20, False), (25, False)]
)
def test_a_place_fits_between_those_of_the_neighbours(place: int, fits: bool) -> None:
    """Else hands of a class that has two keys are blamed for the right one."""
    assert _is_in_order(2, place, [(10, 1), (20, 3)]) == fits


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

    (hint,) = {family.hint for family in families_of(pairs_by_kicker)}
    assert hint.endswith("the order is first kicker, second kicker, third kicker, pair")
    assert "the ace of A-2-3-4-5" in families_of(wheel_on_top)[0].hint


# --- Sentences and hints that must be true of the cause. ---


def test_count_and_rank_pairs_are_not_blamed_on_the_test_for_two_pair() -> None:
    """Else the hint says so, and there is no such test: the first ranks are compared first."""

    def key(hand_class: HandClass) -> object:
        category, ranks = rules(hand_class)
        if category not in (ONE_PAIR, TWO_PAIR):
            return category, ()
        counts = (2, 2, 1) if category == TWO_PAIR else (2, 1, 1, 1)
        return ONE_PAIR, tuple(zip(counts, ranks))

    family = next(f for f in families_of(key) if f.category == TWO_PAIR)
    assert family.summary == "two pair is mixed with one pair"
    assert family.hint == (
        "check what is compared first: between two pair and one pair, "
        "the first rank decides before the category"
    )


def test_of_two_neighbours_that_are_one_either_may_be_wrong() -> None:
    """Else three of a kind is blamed where two pair is taken for it."""
    order = {TWO_PAIR: THREE_OF_A_KIND}
    (family,) = families_of(lambda c: (order.get(c.category, c.category), c.ranks))
    assert family.summary == "every three of a kind is mixed with two pair"
    assert family.hint == (
        "check the tests for three of a kind and two pair: they are ordered as one category"
    )


def test_a_whole_category_that_counts_as_another() -> None:
    """Else its weakest or strongest hands are a family of their own."""
    for category, other, name in (
        (FULL_HOUSE, THREE_OF_A_KIND, "full house counts as three of a kind"),
        (STRAIGHT_FLUSH, FLUSH, "straight flush counts as a flush"),
        (STRAIGHT_FLUSH, STRAIGHT, "straight flush counts as a straight"),
    ):
        order = {category: other}
        (family,) = families_of(lambda c, order=order: (order.get(c.category, c.category), c.ranks))  # type: ignore[misc]
        assert family.summary == f"every {name}"
        assert family.hint == (
            f"check the test for a {Category(category)}: it misses hands that are one, "
            "or another test comes first"
        )


def test_ranks_that_outweigh_the_category() -> None:
    """Else the test for a category is blamed."""
    families = families_of(lambda c: (5 * c.category + c.ranks[0], c.ranks))
    between = [
        family for family in families if family.other_category not in (None, family.category)
    ]
    assert {family.fault for family in between} <= {MIXED_WITH, TIES_WITH, BEATS_ALL, LOSES_TO_ALL}
    assert {family.hint for family in between} == {
        "check that a higher category outweighs all ranks: most categories overlap"
    }


def test_ranks_that_outweigh_some_categories_are_not_blamed_on_a_test() -> None:
    """Else the hint says that the test for one pair accepts hands with an ace."""

    def key(hand_class: HandClass) -> object:
        number = 640_000 * hand_class.category  # and ranks add up to 759,374
        return number + sum((rank + 2) * 15 ** (4 - n) for n, rank in enumerate(hand_class.ranks))

    families = families_of(key)
    assert any(family.fault == COUNTS_AS for family in families)
    assert not any("accepts" in family.hint or "misses" in family.hint for family in families)


def test_hands_of_any_rank_that_count_as_another_category() -> None:
    """Else only a few odd hands are blamed on a test."""

    def key(hand_class: HandClass) -> object:
        category, ranks = rules(hand_class)
        is_taken = category == HIGH_CARD and ranks[0] - ranks[3] == 3
        return (STRAIGHT if is_taken else category), ranks

    family, *_ = families_of(key)
    assert family.summary == "high card counts as a straight"
    assert family.hint == "check the test for a straight: it accepts hands that are not one"


def test_the_wheel_is_named_not_the_straights_that_it_passes() -> None:
    """Else the sentence is about 6-5-4-3-2, which is right."""

    def swapped(hand_class: HandClass) -> object:
        category, ranks = rules(hand_class)
        return (category, (4.5,)) if category == STRAIGHT and ranks[0] == 3 else (category, ranks)

    def tied(hand_class: HandClass) -> object:
        category, ranks = rules(hand_class)
        return (category, (4,)) if category == STRAIGHT and ranks[0] == 3 else (category, ranks[:1])

    for key in (swapped, tied):
        family = next(f for f in families_of(key) if f.category == STRAIGHT)
        assert family.shared == (12, 3, 2, 1, 0)
        assert family.hint == "check the ace of A-2-3-4-5: there it is the lowest card"


def test_a_wheel_that_loses_to_everything() -> None:
    (family,) = families_of(lambda c: (-1,) if is_wheel(c) and c.number > 10 else rules(c))
    assert family.summary == "straight with A-5-4-3-2 loses to every high card"
    assert family.hint == "check the ace of A-2-3-4-5"


def test_the_wheel_stays_if_other_straights_are_wrong() -> None:
    """Else more classes are moved than have to be."""
    families = families_of(
        lambda c: (9, c.ranks) if c.category == STRAIGHT and c.ranks[0] != 3 else rules(c)
    )
    assert sum(len(family.classes) for family in families) == 9


def test_swapped_categories_do_not_overlap() -> None:
    order = [0, 2, 1, 4, 3, 6, 5, 8, 7]
    families = families_of(lambda c: (order[c.category], c.ranks))
    assert {family.hint for family in families} == {
        "check the order of the two categories, and the tests for them"
    }


@pytest.mark.parametrize(
    ("cards", "hint"),
    [
        (5, "check what besides ranks affects the key: suits, the order of cards, chance"),
        (7, "check whether cards beside the best five affect the key, or suits"),
    ],
)
def test_keys_within_a_class_depend_on_other_cards_only_if_there_are_some(
    cards: int, hint: str
) -> None:
    table = RIGHT_TABLE | {(BEST_FLUSH, 2 * BEST_FLUSH): 3, (BEST_FLUSH, 2 * BEST_FLUSH + 1): 1}
    (family,) = families(table, cards)
    assert family.hint == hint


def test_the_order_names_no_cause_if_a_class_has_two_keys() -> None:
    """Else the order of one key of each class is taken for that of all hands."""
    keys = {c: (c.category, c.ranks[:1] if c.category == FLUSH else c.ranks) for c in classes()}
    ordered = sorted(set(keys.values()), reverse=True)
    place_of = {key: 2 * place for place, key in enumerate(ordered)}
    whole = {(c.number, place_of[key]): c.size for c, key in keys.items()}
    assert "only the highest card counts" in families(whole)[0].hint
    split = whole | {(7462, 2 * len(ordered) + 1): 1}
    hint = next(f.hint for f in families(split) if f.category == FLUSH)
    assert hint == "check how a flush is compared"


def test_a_sample_names_a_cause_by_all_classes() -> None:
    """Else two classes of a sample, which any cause may order, are enough for one."""
    keys = {c: (c.category, sum(c.ranks)) for c in classes()}
    ordered = sorted(set(keys.values()), reverse=True)
    cells = [(c.number, ordered.index(key)) for c, key in keys.items()]
    sample = dict.fromkeys([cell for cell in cells if 3_000 <= cell[0] < 3_010], 1)
    (family,) = families(sample, 5, cells)
    assert family.hint == "check how two pair is compared: the sum of its ranks decides"
