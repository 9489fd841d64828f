"""Both walks deal every hand once, and give each its class."""

import numpy as np
import pytest

from harness.hands.arrays import examples
from harness.hands.classes import classes

pytest.importorskip("numba")
from evaluators.rank_sums.walk import walk
from evaluators.two_plus_two.walk import walk as visit_every_hand

BY_CATEGORY = {
    6: (6_612_900, 9_730_740, 2_532_816, 732_160, 361_620, 205_792, 165_984, 14_664, 1_844),
    7: (
        *(23_294_460, 58_627_800, 31_433_400, 6_461_620, 6_180_020),
        *(4_047_644, 3_473_184, 224_848, 41_584),
    ),
}
"""Hands of six and seven cards by category, high card first: known from combinatorics."""


def test_five_cards_by_class() -> None:
    """The size of each class is a closed form."""
    sizes = [0, *(hand_class.size for hand_class in classes())]
    assert walk(5).tolist() == visit_every_hand(5).tolist() == sizes


def test_six_and_seven_cards_by_category() -> None:
    """Each class that six or seven cards can have occurs, and no other."""
    category_of = np.array([hand_class.category for hand_class in classes()])
    for size, expected in BY_CATEGORY.items():
        counts = walk(size)
        assert visit_every_hand(size).tolist() == counts.tolist()
        assert np.flatnonzero(counts).tolist() == list(examples(size))
        of_category = [int(counts[1:][category_of == category].sum()) for category in range(9)]
        assert tuple(of_category) == expected
