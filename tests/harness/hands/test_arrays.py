"""Hands as arrays, and class numbers of six and seven cards, beside combinatorics and the rulebook.

The class number of a hand is the best of its fives, as in the rules, and is found without an
evaluator's code. So the check of the `numpy` style, a thorough test, proves these class numbers on
every hand.
"""

from functools import cache
from math import comb
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from evaluators import ARRAYS
from harness.checking.equivalence import check
from harness.checking.statuses import EQUIVALENT
from harness.checking.tasks import NUMPY
from harness.hands import arrays
from harness.hands.classes import CATEGORIES, class_of, classes
from harness.hands.order import hand_at, index_of
from harness.hands.scopes import All
from tests.hands import BY_CATEGORY

CLASSES = {6: 6_075, 7: 4_824}


@pytest.mark.parametrize("size", [5, 6, 7])
def test_slices_are_those_of_the_order(size: int) -> None:
    random = Random(size)
    for start in (0, comb(52, size) - 60, *random.sample(range(comb(52, size) - 60), 40)):
        stop = start + random.randrange(60)
        dealt = [list(hand_at(index, size)) for index in range(start, stop)]
        assert arrays.hands_between(size, start, stop).tolist() == dealt
        assert arrays.hands_at(size, np.arange(start, stop)).tolist() == dealt
        assert [index_of(hand) for hand in dealt] == list(range(start, stop))


def test_class_numbers_are_those_of_the_best_five() -> None:
    """The expected numbers try all fives of each hand in Python."""
    for size in [5, 6, 7]:
        random = Random(size)
        for start in random.sample(range(comb(52, size) - 60), 60):
            dealt = [hand_at(index, size) for index in range(start, start + 10)]
            expected = [class_of(hand).number for hand in dealt]
            assert arrays.numbers_between(size, start, start + 10).tolist() == expected
            shuffled = np.array([random.sample(hand, size) for hand in dealt])
            assert arrays.numbers_of(shuffled).tolist() == expected


@cache
def hands_of_each_class(size: int) -> NDArray[np.intp]:
    counts = np.zeros(len(classes()) + 1, np.intp)
    for start in range(0, comb(52, size), 1 << 20):
        stop = min(start + (1 << 20), comb(52, size))
        counts += np.bincount(arrays.numbers_between(size, start, stop), minlength=len(counts))
    return counts


@pytest.mark.parametrize("size", [6, pytest.param(7, marks=pytest.mark.thorough)])
def test_every_category_has_as_many_hands_as_combinatorics_says(size: int) -> None:
    counts = hands_of_each_class(size)
    hands = [0] * len(CATEGORIES)
    for hand_class in classes():
        hands[hand_class.category] += int(counts[hand_class.number])
    assert tuple(hands) == BY_CATEGORY[size]
    assert sum(hands) == comb(52, size)
    assert np.count_nonzero(counts) == CLASSES[size]


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
        assert (verdict.hands, verdict.distinct_keys) == (comb(52, size), CLASSES[size])
        assert (verdict.wrong, verdict.failures) == (0, [])
    assert {verdict.name for verdict in verdicts} == set(names)
    assert len({verdict.digest for verdict in verdicts}) == 1
