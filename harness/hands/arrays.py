"""Hands as arrays, and the class number of each, with NumPy.

Hands of one size are in the order of ``itertools.combinations``. A run is the hands that share all
but their last four cards. The last fours of a run are all fours of cards above the last shared
card, and these are the end of the list of all fours. So a slice of the order is made from slices of
that list.

The class of a hand of six cards is the best of the classes of its six hands of five, and the class
of seven cards the best of its seven hands of six, as the rules say. Without one of the shared
cards, the hands of a run are a slice of the order for one card less. Without one of the last four,
they are within the hands of one card less that begin with the shared cards. This does not use an
evaluator's tables, and counts neither ranks nor suits.
"""

from bisect import bisect_right
from collections.abc import Iterator
from functools import cache, reduce
from itertools import chain, combinations
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from harness.hands import classes
from harness.hands.scopes import Scope

Hands = NDArray[np.uint8]
"""Card numbers, a row for each hand."""

Numbers = NDArray[np.uint16]
"""Class numbers, one for each hand."""

LAST = 4  # the cards at the end of a hand that differ within a run


def hands(scope: Scope, start: int = 0, stop: int | None = None) -> Hands:
    """The hands from `start` to `stop` of a scope, ``(stop - start, size)``."""
    stop = len(scope) if stop is None else stop
    if scope.is_all:
        return hands_between(scope.size, start, stop)
    if scope.up_to_suits:
        return np.array(list(scope.hands(range(52), start, stop)), np.uint8)
    return hands_at(scope.size, np.array(scope.indexes[start:stop], np.int64))


def numbers(scope: Scope, start: int = 0, stop: int | None = None) -> Numbers:
    """The class numbers of the hands from `start` to `stop` of a scope."""
    if scope.is_all:
        return numbers_between(scope.size, start, len(scope) if stop is None else stop)
    return numbers_of(hands(scope, start, stop))


def hands_between(size: int, start: int, stop: int) -> Hands:
    """The hands from `start` to `stop` of the order, ``(stop - start, size)``.

    >>> hands_between(7, 100_000_000, 100_000_001).tolist()
    [[8, 17, 19, 26, 30, 32, 37]]
    """
    transposed = np.empty((size, stop - start), np.uint8)
    for shared, begin, first, last in _runs(size, start, stop):
        run = transposed[:, begin - start : begin - start + last - first]
        run[: size - LAST] = np.array(shared, np.uint8)[:, np.newaxis]
        run[size - LAST :] = _fours()[:, first:last]
    return transposed.T


def hands_at(size: int, indexes: NDArray[np.int64]) -> Hands:
    """The hands at places of the order, by the combinatorial number system as in `scopes.hand_at`.

    >>> hands_at(7, np.array([100_000_000, 0])).tolist()
    [[8, 17, 19, 26, 30, 32, 37], [0, 1, 2, 3, 4, 5, 6]]
    """
    remaining = comb(52, size) - 1 - np.asarray(indexes, np.int64)
    dealt = np.empty((len(remaining), size), np.uint8)
    for place in range(size):
        coefficients = np.array([comb(cards, size - place) for cards in range(53)])
        higher_cards = coefficients.searchsorted(remaining, "right") - 1
        remaining -= coefficients[higher_cards]
        dealt[:, place] = 51 - higher_cards
    return dealt


def numbers_between(size: int, start: int, stop: int) -> Numbers:
    """The class numbers of the hands from `start` to `stop` of the order.

    >>> numbers_between(7, 100_000_000, 100_000_001)
    array([5222], dtype=uint16)
    """
    if size < 7:
        return _all_numbers(size)[start:stop]
    return _best_without_one(size, start, stop)


def numbers_of(dealt: NDArray[Any]) -> Numbers:
    """The class numbers of any hands of five to seven cards: the best of their fives."""
    ordered = np.sort(np.asarray(dealt, np.intp), axis=1)
    numbers = (
        _all_numbers(5).take(_places(ordered[:, columns]))
        for columns in map(list, combinations(range(ordered.shape[1]), 5))
    )
    return reduce(np.minimum, numbers)


def _places(dealt: NDArray[np.intp]) -> NDArray[np.intp]:
    """The places of sorted hands in the order."""
    size = dealt.shape[1]
    from_the_end = np.zeros(len(dealt), np.intp)
    for place in range(size):
        coefficients = np.array([comb(51 - card, size - place) for card in range(52)], np.intp)
        from_the_end += coefficients.take(dealt[:, place])
    return comb(52, size) - 1 - from_the_end


@cache
def _all_numbers(size: int) -> Numbers:
    if size == 5:
        return np.frombuffer(classes.all_numbers(), np.uint16)
    return _best_without_one(size, 0, comb(52, size))


def _best_without_one(size: int, start: int, stop: int) -> Numbers:
    """The best class number among the subsets with one card removed, for each hand."""
    fewer = _all_numbers(size - 1)
    best = np.empty(stop - start, np.uint16)
    for shared, begin, first, last in _runs(size, start, stop):
        run = best[begin - start : begin - start + last - first]
        # Without one shared card, the run is the end of a run of the smaller hands, since the last
        # four cards are above the last shared card.
        ends = (_end_of_run(size - 1, shared[:i] + shared[i + 1 :]) for i in range(len(shared)))
        subsets = [fewer[end - FOURS + first : end - FOURS + last] for end in ends]
        # Without one of the last four, the hand is the shared cards and three others.
        same_shared = fewer[: _end_of_run(size - 1, shared)]
        subsets += [same_shared.take(three[first:last]) for three in _threes_in_fours()]
        np.copyto(run, subsets[0])
        for numbers in subsets[1:]:
            np.minimum(run, numbers, out=run)
    return best


# --- Runs: hands that share all but their last four cards. ---

FOURS = comb(52, LAST)


def _runs(size: int, start: int, stop: int) -> Iterator[tuple[tuple[int, ...], int, int, int]]:
    """The runs between two places, those at both ends cut.

    Yields:
        The shared cards, the place of the first hand, and a slice of all fours: start and stop.
    """
    all_shared, ends = _all_runs(size)
    begin = start
    for n in range(bisect_right(ends, start), len(ends)):
        if begin >= stop:
            break
        end = min(stop, ends[n])
        yield all_shared[n], begin, FOURS - (ends[n] - begin), FOURS - (ends[n] - end)
        begin = end


@cache
def _all_runs(size: int) -> tuple[list[tuple[int, ...]], list[int]]:
    """The shared cards of every run, and the place behind its last hand."""
    all_shared = list(combinations(range(52 - LAST), size - LAST))
    return all_shared, [_end_of_run(size, shared) for shared in all_shared]


def _end_of_run(size: int, shared: tuple[int, ...]) -> int:
    """The place behind the last hand that begins with the `shared` cards."""
    return comb(52, size) - sum(comb(51 - card, size - i) for i, card in enumerate(shared))


@cache
def _fours() -> NDArray[np.uint8]:
    """All fours of cards, transposed: ``(4, 270_725)``."""
    cards = np.fromiter(chain.from_iterable(combinations(range(52), LAST)), np.uint8)
    return np.ascontiguousarray(cards.reshape(-1, LAST).T)


@cache
def _threes_in_fours() -> list[NDArray[np.intp]]:
    """For each card of all fours: the place of the other three, from the end of all threes."""
    fours = _fours().T.astype(np.intp)
    return [_places(np.delete(fours, i, axis=1)) - comb(52, LAST - 1) for i in range(LAST)]
