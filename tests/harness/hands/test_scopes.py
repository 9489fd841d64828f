"""Scopes: which hands, in which order, and the class number and weight of each."""

from itertools import pairwise

import numpy as np
import pytest

from evaluators.rules import RULES
from harness.hands.scopes import All, InAnyOrder, Sample, Scope, UpToSuits

SCOPES = [
    *(All(), InAnyOrder(), Sample(5, 900), Sample(6, 900), UpToSuits(6), All(7), UpToSuits(7)),
    *(All(7, rules=RULES[name]) for name in ("short-deck", "short-deck-trips")),
]


@pytest.mark.parametrize("scope", SCOPES, ids=repr)
def test_a_part_of_a_scope_is_that_of_the_whole(scope: Scope) -> None:
    last = len(scope) - 60
    for start in (0, 300, last // 2, last):
        hands = scope.hands(start, start + 60)
        assert hands.dtype == np.uint8
        assert hands.tolist() == scope.at(np.arange(start, start + 60)).tolist()
        assert scope.hand(start + 7) == tuple(hands[7])
        numbers = [scope.classes.number_of(hand) for hand in hands.tolist()]
        assert scope.numbers(start, start + 60).tolist() == numbers
        weights = scope.weights(start, start + 60)
        assert (weights is not None) == scope.is_up_to_suits
        assert weights is None or scope.weights(start + 7, start + 8) == weights[7]
    assert len(scope.hands(last)) == len(scope.numbers(last)) == 60


@pytest.mark.parametrize("scope", [Sample(5, 2_000), Sample(7, 2_000), UpToSuits(5)], ids=repr)
def test_cards_come_in_any_order_but_in_that_of_all_hands_they_ascend(scope: Scope) -> None:
    """Failure means that an evaluator that is right only for sorted cards may pass."""
    ascending = [sum(low < high for low, high in pairwise(hand)) for hand in scope.hands(0, 2_000)]
    assert {*ascending} >= {*range(1, scope.size - 1)}
    assert (np.diff(All(scope.size).hands(0, 2_000).astype(int)) > 0).all()


def test_a_sample_is_seeded_and_has_no_hand_twice() -> None:
    drawn = Sample(7, 5_000, 3).hands().tolist()
    assert len({frozenset(hand) for hand in drawn}) == len(Sample(7, 5_000, 3)) == 5_000
    assert drawn == Sample(7, 5_000, 3).hands().tolist()
    assert drawn != Sample(7, 5_000, 4).hands().tolist()
