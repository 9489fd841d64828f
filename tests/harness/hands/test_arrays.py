"""Hands as arrays, and the class number of every hand of six and seven cards.

The class number of a hand is the best of its fives, as in the rules, and is found without an
evaluator's code. So the check of the `numpy` style, a thorough test, proves these class numbers on
every hand. ``test_games`` compares them with the rulebook and combinatorics, in every game.
"""

from math import comb
from random import Random

import numpy as np
import pytest

from evaluators import ARRAYS
from harness.checking.equivalence import check
from harness.checking.statuses import EQUIVALENT
from harness.checking.tasks import NUMPY
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


@pytest.mark.thorough
@pytest.mark.parametrize("size", [6, 7])
def test_every_array_evaluator_orders_all_hands_as_the_rules_do(size: int) -> None:
    """All evaluators on the 20,358,520 hands of six cards, the fastest on the 133,784,560 of seven.

    ``make bench`` runs all evaluators on all hands of seven.
    """
    names = list(ARRAYS) if size == 6 else ["rank-sums"]
    verdicts = list(check(names, All(size), style=NUMPY))
    for verdict in verdicts:
        assert (verdict.status, verdict.message) == (EQUIVALENT, "")
        assert verdict.hands == comb(52, size)
    assert {verdict.name for verdict in verdicts} == set(names)
    assert len({verdict.digest for verdict in verdicts}) == 1
