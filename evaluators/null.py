"""Evaluators that do nothing. Their time is what the loop around every evaluator costs.

This module takes one hand a call; `arrays` takes an array of hands a call, and so does `copy`.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from evaluators.cards import Card

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

name = "null"
sizes = range(1, 53)
lower_wins = False


def encode(card: Card) -> Card:
    """The card as it is."""
    return card


def evaluate(hand: Sequence[Card]) -> int:
    """Return the same key for every hand."""
    return 0


class _Arrays(NamedTuple):
    """An evaluator of arrays, whose keys are the first cards."""

    name: str
    evaluate: Callable[[Any], Any]
    sizes: range = sizes
    lower_wins: bool = lower_wins


def _first_cards(hands: "NDArray[np.uint8]") -> "NDArray[np.uint8]":
    return hands[:, 0]


def _copied_first_cards(hands: "NDArray[np.uint8]") -> "NDArray[np.uint8]":
    return hands.copy()[:, 0]


arrays = _Arrays(name, _first_cards)
"""The null evaluator of arrays: it returns a view, and copies nothing."""
copy = _Arrays("copy of the hands", _copied_first_cards)
"""A lower bound for evaluators that read all cards."""

NULL, NULL_ARRAYS, COPY = __name__, f"{__name__}:arrays", f"{__name__}:copy"
"""The places of the three."""
NULL_NAMES = frozenset({name, copy.name})
"""The names of the evaluators that rank nothing: lower bounds for the time of others."""


def name_of(place: str) -> str:
    """The name of an evaluator in timings: its place, but for those of this module.

    >>> name_of("evaluators.null:arrays"), name_of("mine.py:score")
    ('null', 'mine.py:score')
    """
    return {NULL: name, NULL_ARRAYS: name, COPY: copy.name}.get(place, place)
