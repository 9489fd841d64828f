"""A walk deals every hand once, and gives each its class."""

from itertools import accumulate

import numpy as np
import pytest

from harness.hands.classes import classes
from harness.hands.scopes import All

pytest.importorskip("numba")

CATEGORIES_OF_SEVEN = (
    *(23_294_460, 58_627_800, 31_433_400, 6_461_620, 6_180_020),
    *(4_047_644, 3_473_184, 224_848, 41_584),
)
"""Hands of seven cards by category, high card first: known from combinatorics."""


def test_five_cards_by_class() -> None:
    """The size of each class is a closed form."""
    from evaluators.rank_sums.walk import walk

    assert walk(5)[1:].tolist() == [hand_class.size for hand_class in classes()]


def test_six_cards_by_class() -> None:
    """As the rules number all hands, each of which is the best of its six hands of five."""
    from evaluators.rank_sums.walk import walk

    assert (walk(6) == np.bincount(All(6).numbers(), minlength=7463)).all()


def test_seven_cards_by_category() -> None:
    from evaluators.rank_sums.walk import walk

    counts = walk(7)
    assert np.count_nonzero(counts) == 4_824
    of_category = [0] * 9
    for hand_class, count in zip(classes(), counts[1:].tolist()):
        of_category[hand_class.category] += count
    assert tuple(of_category) == CATEGORIES_OF_SEVEN
    assert list(accumulate(of_category))[-1] == 133_784_560
