"""The hands and the classes of six and seven cards in every game: the best five cards count.

``tests/evaluators/test_rules.py`` compares the classes of five cards with closed forms. Here all
fives of each hand are tried. ``docs/games.md`` has the numbers of classes.
"""

from functools import reduce
from itertools import combinations
from math import comb

import numpy as np
import pytest

from evaluators.rules import RULES
from harness.hands.arrays import examples, numbers_of
from harness.hands.classes import classes
from harness.hands.scopes import All, UpToSuits

NAMES = [
    pytest.param(name, marks=[pytest.mark.thorough] * (not name.startswith("short")))
    for name in RULES
]
"""All games; a short deck has few hands."""


@pytest.mark.parametrize("size", [6, 7])
@pytest.mark.parametrize("name", NAMES)
def test_each_hand_has_the_number_of_its_best_five(name: str, size: int) -> None:
    """Test all hands, up to suits, and that each class of this size is among them."""
    scope = UpToSuits(size, rules=RULES[name])
    fives = [[*places] for places in combinations(range(size), 5)]
    present, hands_there = set(), 0
    for start in range(0, len(scope), 1 << 18):
        stop = min(start + (1 << 18), len(scope))
        hands, numbers = scope.hands(start, stop), scope.numbers(start, stop)
        best = reduce(np.minimum, (numbers_of(hands[:, five], scope.rules) for five in fives))
        assert np.array_equal(numbers, best)
        present |= {*numbers.tolist()}
        hands_there += int(scope.weights(start, stop).sum())
    assert hands_there == comb(len(scope.rules.deck), size)
    assert present == {*examples(size, scope.rules)}


@pytest.mark.parametrize("name", RULES)
def test_class_numbers_are_those_of_the_best_five(name: str) -> None:
    """The expected numbers try all fives of each hand in Python; some hands have one suit."""
    rules = RULES[name]
    for size in (5, 6, 7):
        scope = All(size, rules=rules)
        places = np.linspace(0, len(scope) - 1, 200).astype(np.int64)
        of_one_suit = list(combinations(rules.deck[-1::-4][:8], size))
        for hands in (scope.at(places), np.array(of_one_suit)):
            expected = [classes(rules).number_of(hand) for hand in hands.tolist()]
            shuffled = np.random.default_rng(size).permuted(hands, axis=1)
            assert numbers_of(shuffled, rules).tolist() == expected
