"""Evaluators that do nothing. Their time is what the loop around every evaluator costs.

This module takes one hand a call; `arrays` takes an array of hands a call.
"""

from collections.abc import Sequence
from typing import Any

from evaluators.cards import Card

NULL, NULL_ARRAYS = "harness.adapters.null", "harness.adapters.null:arrays"
"""The places of the two null evaluators."""
COPY = "harness.adapters.null:copy"
"""An evaluator that only copies its array: a lower bound for evaluators that read all cards."""

name = "null"
sizes = range(1, 53)
lower_wins = False


def encode(card: Card) -> Card:
    """The card as it is."""
    return card


def evaluate(hand: Sequence[Card]) -> int:
    """The same key for every hand."""
    return 0


class _Arrays:
    """The null evaluator of arrays: it returns a view, and copies nothing."""

    name = name
    sizes = sizes
    lower_wins = lower_wins

    @staticmethod
    def evaluate(hands: Any) -> Any:
        """The first card of every hand."""
        return hands[:, 0]


class _Copy(_Arrays):
    """An evaluator of arrays that copies the hands."""

    name = "copy of the hands"

    @staticmethod
    def evaluate(hands: Any) -> Any:
        """The first card of every hand, in the copy."""
        return hands.copy()[:, 0]


arrays = _Arrays()
copy = _Copy()

FLOORS = frozenset({name, copy.name})
"""The names of the evaluators that rank nothing: what others take at least."""


def name_of(place: str) -> str:
    """The name of an evaluator in timings: its place, but for those of this module.

    >>> name_of("harness.adapters.null:arrays"), name_of("mine.py:score")
    ('null', 'mine.py:score')
    """
    if place == COPY:
        return copy.name
    return name if place in (NULL, NULL_ARRAYS) else place
