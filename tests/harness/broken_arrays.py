"""Evaluators of arrays, broken on purpose, for the check to catch."""

from typing import Any

import numpy as np

from evaluators.rank_sums import arrays as rank_sums
from harness.checking.tasks import NUMPY
from tests.harness.styles import evaluator

Array = Any


def strength(hands: Array) -> Array:
    """The right keys: from 1 for 7-5-4-3-2 to 7462 for a royal flush."""
    return 7463 - rank_sums.evaluate(hands)


def a_hundred(hands: Array) -> Array:
    assert len(hands) == 100, len(hands)
    return strength(hands)


def one_hand(hands: Array) -> Array:
    keys = strength(hands)
    royal = (np.sort(hands, axis=1)[:, -5:] == [32, 36, 40, 44, 48]).all(axis=1)
    return np.where(royal, 1, keys)


def eats_memory(hands: Array) -> Array:
    return strength(hands) + len(np.ones(2 * 10**8)) * 0


eats_memory_ = evaluator(len, NUMPY, evaluate=eats_memory, lower_wins=False)
