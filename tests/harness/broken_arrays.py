"""Evaluators of arrays, broken on purpose, for the check to catch."""

from collections.abc import Callable
from typing import Any

import numpy as np

from evaluators.rank_sums import arrays as rank_sums

Array = Any


class Broken:
    """A right evaluator with a fault in its hands or keys."""

    sizes = range(5, 8)
    lower_wins = False

    def __init__(self, evaluate: Callable[[Array], Any]) -> None:
        self.name = evaluate.__name__
        self.evaluate = evaluate

    @staticmethod
    def unpack(key: Any) -> Any:
        return int(key)


def strength(hands: Array) -> Array:
    """The right keys: from 1 for 7-5-4-3-2 to 7462 for a royal flush."""
    return 7463 - rank_sums.evaluate(hands)


def one_hand(hands: Array) -> Array:
    keys = strength(hands)
    royal = (np.sort(hands, axis=1)[:, -5:] == [32, 36, 40, 44, 48]).all(axis=1)
    return np.where(royal, 1, keys)


def eats_memory(hands: Array) -> Array:
    return strength(hands) + len(np.ones(2 * 10**8)) * 0


one_hand_, eats_memory_ = Broken(one_hand), Broken(eats_memory)
