"""One hand of each set of hands that differ only in the names of their suits.

The names of suits do not matter to the rules: a hand is four sets of ranks, in any order. So sort
the sets by size, the largest first, and count sets of one size in one order only. Of all 13 ranks,
this leaves 134,459 hands of five cards, 962,988 of six and 6,009,159 of seven. The suits are then
named in another way from hand to hand, so that an evaluator that finds only flushes of clubs fails.
"""

from collections import Counter
from functools import cache
from itertools import accumulate, combinations, combinations_with_replacement, permutations
from math import factorial, prod
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

PlaceT = TypeVar("PlaceT", int, NDArray[np.int64])
NAMES = tuple(permutations(range(4)))
"""All ways to name the suits."""


def how_many(size: int, lowest: int = 0) -> int:
    """The number of hands of a size from a lowest rank on, up to the names of their suits.

    >>> how_many(5), how_many(6), how_many(7)
    (134459, 962988, 6009159)
    """
    return _patterns(size, lowest)[1][-1]


def scattered(places: PlaceT, n: int) -> PlaceT:
    """A number below `n` for each place, which looks random and is always the same."""
    return (0x9E3779B1 * places >> 16) % n


def deal(
    size: int, places: NDArray[np.int64], lowest: int = 0
) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """The hands at places among these, and how many hands each stands for.

    Suits are named pseudo-randomly, but always the same way at a place. A hand stands for all hands
    that other names make of it. Suits with the same ranks, or without a card, can change their
    names and leave the hand as it is.

    Returns:
        The sorted hands, ``(n, size)``, and their weights, ``(n,)``.

    >>> hands, weights = deal(5, np.array([0, 1, 134_458]))
    >>> hands.tolist(), weights.tolist()
    ([[0, 4, 8, 12, 16], [2, 6, 10, 14, 22], [45, 48, 49, 50, 51]], [4, 4, 4])
    """
    patterns, ends = _patterns(size, lowest)
    names = np.array(NAMES)[scattered(places, len(NAMES))]
    hands = np.empty((len(places), size), np.uint8)
    weights = np.empty(len(places), np.int64)
    pattern_of = np.searchsorted(ends, places, "right")
    for n in np.unique(pattern_of):
        rows = np.flatnonzero(pattern_of == n)
        index = places[rows] - (ends[n - 1] if n else 0)
        columns, first, orders = [], 0, np.ones(len(rows), np.int64)
        for cards, suits in patterns[n]:
            rank_sets, repeats = _choices(cards, suits, lowest)
            index, choice = np.divmod(index, len(rank_sets))
            named = 4 * rank_sets[choice] + names[rows, first : first + suits, np.newaxis]
            columns.append(named.reshape(len(rows), -1))
            orders *= repeats[choice]
            first += suits
        hands[rows] = np.sort(np.concatenate(columns, axis=1), axis=1)
        weights[rows] = len(NAMES) // (factorial(4 - first) * orders)
    return hands, weights


@cache
def _patterns(size: int, lowest: int) -> tuple[list[list[tuple[int, int]]], list[int]]:
    """The divisions of cards among suits, and the place where the hands of each end.

    A division is a list of pairs: a number of cards, and the number of suits that have it.
    """
    patterns = [
        sorted(Counter(division).items(), reverse=True) for division in _divisions(size, 4, size)
    ]
    sizes = (prod(len(_choices(*part, lowest)[0]) for part in pattern) for pattern in patterns)
    return patterns, list(accumulate(sizes))


def _divisions(cards: int, suits: int, most: int) -> list[tuple[int, ...]]:
    """The ways to divide cards among suits, at most `most` to one, in descending order."""
    if not cards:
        return [()]
    return [
        (count, *rest)
        for count in range(min(cards, most), 0, -1)
        if suits
        for rest in _divisions(cards - count, suits - 1, count)
    ]


@cache
def _choices(cards: int, suits: int, lowest: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The rank sets of suits with the same number of cards, each combination once.

    Returns:
        The ranks, ``(n, suits, cards)``, and in how many orders equal sets can stand, ``(n,)``.
    """
    choices = list(combinations_with_replacement(combinations(range(lowest, 13), cards), suits))
    repeats = [prod(map(factorial, Counter(choice).values())) for choice in choices]
    return np.array(choices), np.array(repeats)
