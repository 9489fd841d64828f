"""The families of orders that are wrong on purpose: their sentences and hints, to the letter."""

from collections import Counter
from collections.abc import Callable, Mapping
from itertools import combinations, permutations
from typing import Any

import pytest

from evaluators.cards import Category
from evaluators.rules import STANDARD, Rules
from harness.faults.cells import Cell, Cells
from harness.faults.families import Family, families, out_of_place
from harness.hands.classes import HandClass, classes

STRAIGHT, FLUSH = Category.STRAIGHT, Category.FLUSH
KeyOf = Callable[[HandClass], Any]


def cells_of(
    key: KeyOf, game: Rules = STANDARD, lower_wins: bool = False
) -> dict[tuple[int, int], int]:
    """The table of an evaluator that gives each class a key: even places."""
    keys = [key(hand_class) for hand_class in classes(game)]
    places = {key: 2 * place for place, key in enumerate(sorted(set(keys), reverse=not lower_wins))}
    return {(c.number, places[key]): c.size for c, key in zip(classes(game), keys)}


def families_in(table: Mapping[Cell, int], *about: Any) -> list[Family]:
    """The families of a table of hands by class number and place."""
    return families(Cells.of(table), *about)


def families_of(key: KeyOf) -> list[Family]:
    return families_in(cells_of(key))


def rules(c: HandClass) -> tuple[int, tuple[float, ...]]:
    return c.category, c.ranks


def number(c: HandClass) -> float:
    return -c.number


OUTWEIGHED = "most categories overlap: the category must outweigh all ranks"
ODD = "check how these hands get their category, and how their ranks are ordered"


ONE_FAULT: list[tuple[KeyOf, str, str]] = [
    (lambda c: (-1, ()) if c.number == 1609 else rules(c),
     "straight with A-5-4-3-2 loses to every high card: 1 class, 1,020 hands",
     "check the ace of A-2-3-4-5"),
    (lambda c: (STRAIGHT, (3.5,)) if c.ranks == (12, 2, 1, 0) else rules(c),
     "one pair with A-4-3-2 counts as a straight: 1 class, 384 hands",
     "check the test for a straight: it accepts hands that it should not"),
    (lambda c: -1600 if c.number == 10 else number(c),
     "straight flush with A-5-4-3-2 ties with straight: 1 class, 4 hands",
     "check the tests for a straight flush and a straight, and their order"),
    (lambda c: -3_000.5 if c.number == 7462 else number(c),
     "high card with 7-5-4-3-2 counts as two pair: 1 class, 1,020 hands", ODD),
    (lambda c: -0.5 if c.number == 11 else number(c),
     "four of a kind with A-K beats every straight flush: 1 class, 4 hands", ODD),
]  # fmt: skip


def test_one_fault_is_one_family() -> None:
    """Else a report shows other words, or right classes as wrong; `test_golden` has more faults."""
    assert families_of(rules) == []
    for key, expected, hint in ONE_FAULT:
        (family,) = families_of(key)
        assert (str(family), family.advice.words) == (expected, hint)


def test_ranks_that_outweigh_some_categories_are_not_blamed_on_a_test() -> None:
    """Else the hint says that the test for one pair accepts hands with an ace."""

    def key(c: HandClass) -> Any:
        ranks = sum((rank + 2) * 15 ** (4 - n) for n, rank in enumerate(c.ranks))  # up to 759,374
        return 640_000 * c.category + ranks

    hints = {family.advice.words for family in families_of(key) if family.fault == "counts as"}
    assert hints == {ODD}


@pytest.mark.parametrize(("merged", "most"), [(3, False), (4, True)])
def test_most_neighbours_have_to_overlap(merged: int, most: bool) -> None:
    """Four of eight pairs of neighbours: fewer are faults of these categories alone."""

    def key(c: HandClass) -> Any:
        pair = c.category // 2
        return (pair, c.ranks[1:], c.category) if pair < merged else (pair, rules(c))

    assert (OUTWEIGHED in {family.advice.words for family in families_of(key)}) == most


def test_a_few_odd_hands_do_not_make_categories_overlap() -> None:
    """Else one hand that is missed in each category hides the cause."""
    last = {c.category: c.number for c in classes()}
    odd = families_of(lambda c: (-1, c.ranks) if c.number in last.values() else rules(c))
    assert {family.advice.words for family in odd} & {OUTWEIGHED} == set()


RIGHT = cells_of(number)
BEST_FLUSH = next(c.number for c in classes() if c.category == FLUSH)


def split(numbers: Mapping[int, int], hands: int) -> Counter[tuple[int, int]]:
    """Some hands of these classes stand just below other classes."""
    table = Counter(RIGHT)
    for number, other in numbers.items():
        table[number, 2 * number - 2] -= hands
        table[number, 2 * other - 1] = hands
    return +table


SPLIT: list[tuple[Counter[tuple[int, int]], str]] = [
    (split({BEST_FLUSH: BEST_FLUSH}, 1),
     "some flush with A-K-Q-J-9 has another key: 1 class, 1 hand"),
    (split({7_000: BEST_FLUSH, 7_001: BEST_FLUSH}, 16),
     "some high card with K-7-5-2 counts as a flush: 2 classes, 32 hands"),
    (split({2: BEST_FLUSH, 3: BEST_FLUSH}, 3),  # only one in four is right
     "some straight flush with Q-J-T-9 counts as a flush: 2 classes, 6 hands"),
]  # fmt: skip


def test_only_the_hands_with_a_wrong_key_count() -> None:
    for table, expected in SPLIT:
        (family,) = families_in(table)
        assert str(family) == expected
        hands = Cells.of(table).hands
        assert sum(hands[at].sum() for at in family.cells) == family.hands


def test_other_cards_are_named_only_if_there_are_some() -> None:
    for cards, hint in (
        (5, "check what besides ranks affects the key: suits, the order of cards, chance"),
        (7, "check whether suits, or cards other than the best five, affect the key"),
    ):
        (family,) = families_in(split({BEST_FLUSH: BEST_FLUSH}, 1), cards)
        assert family.advice.words == hint


def test_the_order_names_no_cause_if_a_class_has_two_keys() -> None:
    """Else the order of one key of each class is taken for that of all hands."""
    table = cells_of(lambda c: (c.category, c.ranks[:1] if c.category == FLUSH else c.ranks))
    assert "only the highest card counts" in families_in(table)[0].advice.words
    hints = {f.category: f.advice.words for f in families_in(table | {(7462, 99_999): 1})}
    assert hints[FLUSH] == "check how a flush is compared"


def test_a_sample_blames_a_whole_category_only_if_no_other_hand_of_it_is_right() -> None:
    """Else one wrong straight flush, the only one of a sample, stands for all."""
    table, examples = {(5, 4_000): 1, (100, 199): 1, (900, 1_799): 1}, list(RIGHT)
    (family,) = families_in(table, 5, examples)
    assert family.summary.startswith("straight flush with T-9-8-7-6 ")
    examples[:10] = [(number, 4_000) for number in range(1, 11)]
    (family,) = families_in(table, 5, examples)
    assert family.summary.startswith("every straight flush ")


def test_a_sample_names_a_cause_by_all_classes() -> None:
    """Else two classes of a sample, which any cause may order, are enough for one."""
    cells = list(cells_of(lambda c: (c.category, sum(c.ranks))))
    (family,) = families_in({cell: 1 for cell in cells if 3_000 <= cell[0] < 3_010}, 5, cells)
    assert family.advice.words == "check how two pair is compared: the sum of its ranks decides"


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
        in_place = [place for place, moved in zip(places, out) if not moved]
        assert (len(in_place), in_place) == (longest, sorted(in_place))


def test_the_wheel_stays_if_other_straights_are_wrong() -> None:
    """Else more classes are moved than have to be."""

    def key(c: HandClass) -> Any:
        """All straights but the wheel beat every hand."""
        return (9 if c.category == STRAIGHT and c.ranks[0] > 3 else c.category), c.ranks

    assert sum(len(family.classes) for family in families_of(key)) == 9
