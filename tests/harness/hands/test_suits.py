"""Hands up to the names of their suits: complete and without repetition, and their check."""

from collections import Counter
from math import comb
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from evaluators.cards import suit_of
from harness.checking.tasks import NUMPY
from harness.hands import suits
from harness.hands.scopes import All, UpToSuits
from harness.hands.suits import NAMES
from tests.harness import styles
from tests.harness.broken_arrays import strength
from tests.harness.styles import number


def renamed(hands: NDArray[np.uint8]) -> NDArray[np.int64]:
    """A number for each hand that renaming suits makes of each hand, whatever its order."""
    suits_of = np.array(NAMES)[:, hands % 4]
    of_all = np.sort(hands // 4 * 4 + suits_of, axis=2).astype(np.int64)
    return of_all @ 52 ** np.arange(hands.shape[1])


def test_each_hand_stands_for_as_many_hands_as_there_are_in_other_suits() -> None:
    """And for none that another one stands for: so all together stand for every hand once.

    The sum for seven cards is in the thorough tests of every game (``test_games``).
    """
    for size, step in [(5, 3), (6, 900), (7, 6_000)]:
        scope = UpToSuits(size)
        assert size == 7 or scope.weights(0, len(scope)).sum() == comb(52, size)
        hands, weights = suits.deal(size, np.arange(0, len(scope), step))
        assert (np.diff(hands.astype(int)) > 0).all()
        numbers = np.sort(renamed(hands), axis=0)
        assert ((np.diff(numbers, axis=0) > 0).sum(axis=0) + 1 == weights).all()
        assert len(np.unique(numbers[0])) == len(hands)


def test_any_suit_may_be_the_longest() -> None:
    """A failure means that an evaluator that finds only flushes of clubs could pass."""
    for size in [5, 6, 7]:
        many = suits.how_many(size)
        longest = Counter[int]()
        for hand in suits.deal(size, np.arange(0, many, many // 5_000))[0].tolist():
            ((suit, cards),) = Counter(map(suit_of, hand)).most_common(1)
            longest[suit] += cards >= 4
        assert min(longest[suit] for suit in range(4)) > 0.7 * max(longest.values())


def several_suits_win(hands: NDArray[np.uint8]) -> Any:
    """Keys that differ within a class: the hand of more suits wins."""
    suits_of = np.sort(hands % 4, axis=1)
    return 4 * strength(hands).astype(np.int64) + (np.diff(suits_of) != 0).sum(axis=1)


@pytest.mark.thorough
def test_the_shares_up_to_suits_are_those_of_all_hands() -> None:
    """A failure means that a hand counts once, although it stands for up to 24."""
    declared = {"evaluate": several_suits_win, "lower_wins": False}
    expected, verdict = (
        styles.verdict(number, scope, NUMPY, **declared) for scope in (All(), UpToSuits(5))
    )
    assert verdict.wrong
    for name in ("showdowns", "reversed", "false_ties", "false_wins"):
        assert getattr(verdict, name) == getattr(expected, name)
