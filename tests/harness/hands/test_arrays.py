"""Hands as arrays, and the class number of every hand of six cards.

Class numbers are found without an evaluator's code. So the check of machine code, a thorough test
in ``tests/evaluators/compiled``, proves them on every hand. ``test_games`` compares them with the
rulebook and combinatorics, in every game.
"""

from math import comb
from random import Random

import numpy as np
import pytest

from harness.hands import arrays
from harness.hands.order import hand_at, index_of
from harness.hands.scopes import All


@pytest.mark.parametrize("size", [5, 6, 7])
def test_slices_are_those_of_the_order(size: int) -> None:
    random = Random(size)
    for start in (0, comb(52, size) - 60, *random.sample(range(comb(52, size) - 60), 40)):
        stop = start + random.randrange(60)
        dealt = [list(hand_at(index, size)) for index in range(start, stop)]
        assert arrays.hands_between(size, start, stop).tolist() == dealt
        assert arrays.hands_at(size, np.arange(start, stop)).tolist() == dealt
        assert [index_of(hand) for hand in dealt] == list(range(start, stop))


def test_each_class_of_six_cards_has_as_many_hands_as_the_walk_counts() -> None:
    """Combinatorics check the walk: ``tests/evaluators/rank_sums/test_walk.py``."""
    pytest.importorskip("numba")
    from evaluators.rank_sums.walk import walk

    counts = walk(6)
    assert (np.bincount(All(6).numbers(), minlength=len(counts)) == counts).all()
