"""The class number of each hand of a scope, with NumPy if it is installed."""

from array import array
from contextlib import suppress
from functools import lru_cache

from evaluators.cards import DECK
from harness.hands.classes import all_numbers, number_of
from harness.hands.scopes import ALL_FIVE, Scope


@lru_cache(maxsize=64)
def class_numbers(scope: Scope, start: int = 0, stop: int | None = None) -> "array[int]":
    """The class numbers of the hands from `start` to `stop` of a scope: an array of uint16."""
    if scope == ALL_FIVE:
        return all_numbers()[start:stop]
    if scope.size > 5:
        with suppress(ImportError):  # `number_of` gives the same numbers, much more slowly
            from harness.hands import arrays

            return array("H", arrays.numbers(scope, start, stop).tobytes())
    return array("H", map(number_of, scope.hands(DECK, start, stop)))
