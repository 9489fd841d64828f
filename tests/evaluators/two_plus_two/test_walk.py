"""All hands in one walk: the counts are those of combinatorics."""

from math import comb
from typing import Any

import numpy as np
import pytest

from evaluators.cards import Category
from harness.hands.arrays import examples
from harness.hands.classes import classes

pytest.importorskip("numba")

SEVEN = {
    Category.STRAIGHT_FLUSH: 41_584,
    Category.FOUR_OF_A_KIND: 224_848,
    Category.FULL_HOUSE: 3_473_184,
    Category.FLUSH: 4_047_644,
    Category.STRAIGHT: 6_180_020,
    Category.THREE_OF_A_KIND: 6_461_620,
    Category.TWO_PAIR: 31_433_400,
    Category.ONE_PAIR: 58_627_800,
    Category.HIGH_CARD: 23_294_460,
}


@pytest.fixture(scope="module")
def walk() -> Any:
    from evaluators.two_plus_two.walk import walk

    return walk


def test_five_cards_have_classes_of_the_known_sizes(walk: Any) -> None:
    counts = walk(5)
    assert (counts.shape, counts.dtype) == ((7_463,), np.int64)
    assert counts.tolist() == [0, *(hand_class.size for hand_class in classes())]


@pytest.mark.parametrize("size", [6, 7])
def test_all_hands_are_counted_and_no_others(walk: Any, size: int) -> None:
    """Each class that six or seven cards can have occurs, and row 0 is never reached."""
    counts = walk(size)
    assert counts.sum() == comb(52, size)
    assert np.flatnonzero(counts).tolist() == list(examples(size))


def test_seven_cards_have_categories_of_the_known_sizes(walk: Any) -> None:
    category_of = np.array([hand_class.category for hand_class in classes()])
    counts = walk(7)[1:]
    assert {category: int(counts[category_of == category].sum()) for category in Category} == SEVEN
