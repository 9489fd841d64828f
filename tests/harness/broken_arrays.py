"""Evaluators of arrays, broken on purpose, for the check to catch."""

from collections.abc import Callable
from typing import Any

import numpy as np

from evaluators.rank_sums import arrays as rank_sums
from harness.hands.order import hand_at

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


def checked(function: Callable[[Array], Any]) -> Callable[[Array], Any]:
    """Make a function an evaluator, too: ``raises_`` is that of `raises`."""
    globals()[f"{function.__name__}_"] = Broken(function)
    return function


def strength(hands: Array) -> Array:
    """The right keys: from 1 for 7-5-4-3-2 to 7462 for a royal flush."""
    return 7463 - rank_sums.evaluate(hands)


@checked
def wheel_is_high(hands: Array) -> Array:
    keys = strength(hands)
    wheel = (np.sort(hands // 4, axis=1) == [0, 1, 2, 3, 12]).all(axis=1)
    return np.where(wheel & (keys < 6000), 100, keys)


@checked
def one_hand(hands: Array) -> Array:
    keys = strength(hands)
    royal = (np.sort(hands, axis=1)[:, -5:] == [32, 36, 40, 44, 48]).all(axis=1)
    return np.where(royal, 1, keys)


@checked
def one_of_rank_sums(hands: Array) -> Array:
    """The keys of rank sums, but for one hand: the 2,501st."""
    wrong = hand_at(2_500, hands.shape[1])
    is_wrong = (np.sort(hands, axis=1) == wrong).all(axis=1)
    return np.where(is_wrong, 1, rank_sums.evaluate(hands)).astype(np.uint16)


@checked
def not_a_number(hands: Array) -> Array:
    keys = strength(hands).astype(float)
    return np.where(keys == 7462, np.nan, keys)


@checked
def raises(hands: Array) -> Array:
    raise ValueError("no hands today")


@checked
def looks_at_the_first_card(hands: Array) -> Array:
    return strength(hands) * 2 + (hands[:, 0] > hands[:, 1])


@checked
def eats_memory(hands: Array) -> Array:
    return strength(hands) + len(np.ones(2 * 10**8)) * 0
