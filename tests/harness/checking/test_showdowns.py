"""Counts of wrong showdowns, compared with a count over every pair."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from itertools import combinations
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from evaluators.cards import Category
from harness.checking.showdowns import Cell, clarity, failures_in, totals
from harness.checking.statuses import FALSE_TIE, FALSE_WIN, REVERSED
from harness.hands.classes import HandClass, classes

NUMBERS = 1, 10, 11, 12, 166, 167, 300
"""Classes of three categories, the first and the last of them among these."""
CATEGORY_OF = classes().category_of
cells = st.tuples(st.sampled_from(NUMBERS), st.integers(0, 5))
tables = st.dictionaries(cells, st.integers(1, 9), max_size=20)


def kind_of(first: Cell, second: Cell) -> str | None:
    """The kind of failure between hands of two cells, by its definition."""
    by_rules = (first[0] < second[0]) - (first[0] > second[0])
    by_keys = (first[1] < second[1]) - (first[1] > second[1])
    if by_rules == by_keys:
        return None
    return FALSE_WIN if not by_rules else FALSE_TIE if not by_keys else REVERSED


@given(tables)
def test_counts_and_examples_are_those_of_a_look_at_every_pair(table: dict[Cell, int]) -> None:
    showdowns: Counter[tuple[str, int, int]] = Counter()
    cells_of: dict[tuple[str, int, int], tuple[set[Cell], set[Cell]]] = defaultdict(
        lambda: (set(), set())
    )
    for first, second in combinations(sorted(table), 2):
        if kind := kind_of(first, second):
            group = kind, CATEGORY_OF[first[0]], CATEGORY_OF[second[0]]
            showdowns[group] += table[first] * table[second]
            cells_of[group][0].add(first)
            cells_of[group][1].add(second)

    failures = failures_in(table)
    assert {(f.kind, f.stronger, f.weaker): f.showdowns for f in failures} == showdowns
    assert set(totals(failures)) == {REVERSED, FALSE_TIE, FALSE_WIN}
    assert sum(totals(failures).values()) == showdowns.total()
    for failure in failures:
        first, second = failure.example
        assert {first, second} <= set(table)
        assert kind_of(first, second) == failure.kind
        assert (CATEGORY_OF[first[0]], CATEGORY_OF[second[0]]) == (failure.stronger, failure.weaker)
        assert failure.clarity == clarity(first[0], second[0])
        if failure.kind != FALSE_WIN:
            stronger, weaker = cells_of[failure.kind, failure.stronger, failure.weaker]
            assert failure.stronger_hands == sum(table[cell] for cell in stronger)
            assert failure.weaker_hands == sum(table[cell] for cell in weaker)


def test_hands_of_a_false_win() -> None:
    """Of 4 + 1 + 2 hands in a class, 3 have another key than most."""
    (failure,) = failures_in({(3, 0): 4, (3, 1): 1, (3, 2): 2})
    assert (failure.kind, failure.showdowns) == (FALSE_WIN, 4 + 8 + 2)
    assert (failure.stronger_hands, failure.weaker_hands) == (3, 7)


# --- Counts that the sizes of classes give. ---


def size_of(hand_classes: Iterable[HandClass]) -> int:
    """The number of hands of classes."""
    return sum(hand_class.size for hand_class in hand_classes)


def counts_of(key: Callable[[HandClass], Any]) -> tuple[int, int]:
    """The reversed showdowns and the false ties of all hands, of keys of which the highest wins."""
    places = {its_key: -n for n, its_key in enumerate(sorted({key(c) for c in classes()}))}
    table = {(c.number, places[key(c)]): c.size for c in classes()}
    counts = totals(failures_in(table))
    assert counts[FALSE_WIN] == 0
    return counts[REVERSED], counts[FALSE_TIE]


def is_wheel(c: HandClass) -> bool:
    return c.category in (Category.STRAIGHT, Category.STRAIGHT_FLUSH) and c.ranks[0] == 3


def test_wrong_showdowns_are_counted_exactly() -> None:
    above_a_432 = [c for c in classes() if (c.category, c.ranks) > (Category.HIGH_CARD, (12, 3))]
    beat_wheels = size_of(c for c in above_a_432 if c.category < Category.STRAIGHT)
    beat_steel_wheels = size_of(
        c
        for c in above_a_432
        if c.category in (Category.FULL_HOUSE, Category.FOUR_OF_A_KIND)
        or (c.category == Category.FLUSH and c.ranks > (12, 3))
    )
    ace_high = {Category.STRAIGHT: Category.HIGH_CARD, Category.STRAIGHT_FLUSH: Category.FLUSH}
    assert counts_of(
        lambda c: (ace_high[Category(c.category)], (12, 3, 2, 1, 0))
        if is_wheel(c) else (c.category, c.ranks)
    ) == (1_020 * beat_wheels + 4 * beat_steel_wheels, 0)  # fmt: skip
    # A-2-3-4-5 counts as the second-best straight, and so beats eight straights.
    assert counts_of(lambda c: (c.category, (11.5,) if is_wheel(c) else c.ranks)) == (
        8 * 1_020 * 1_020 + 8 * 4 * 4, 0)  # fmt: skip
    swapped = {Category.FLUSH: Category.STRAIGHT, Category.STRAIGHT: Category.FLUSH}
    assert counts_of(lambda c: (swapped.get(Category(c.category), c.category), c.ranks)) == (
        5_108 * 10_200, 0)  # fmt: skip
    high_cards = (c for c in classes() if c.category == Category.HIGH_CARD)
    differ_last = sum(a.ranks[:4] == b.ranks[:4] for a, b in combinations(high_cards, 2))
    assert counts_of(lambda c: (c.category, c.ranks[:4] if c.category == 0 else c.ranks)) == (
        0, 1_020 * 1_020 * differ_last)  # fmt: skip
    ties = sum(c.size * (c.size - 1) // 2 for c in classes())
    assert counts_of(lambda c: c.number) == (3_377_295_241_320 - ties, 0)
