"""One hand of each set of hands that differ only in the names of their suits.

The names of suits do not matter to the rules: a hand is four sets of ranks, in any order. So sort
the sets by size, the largest first, and count sets of one size in one order only. This leaves
134,459 hands of five cards, 962,988 of six and 6,009,159 of seven. The suits are then named in
another way from hand to hand, so that an evaluator that finds only flushes of clubs fails.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import (
    accumulate,
    combinations,
    combinations_with_replacement,
    permutations,
    product,
)
from math import factorial, prod

from evaluators.cards import Card

RankSets = tuple[tuple[int, ...], ...]
"""The ranks of one or more suits, a tuple for each suit."""

NAMES = tuple(permutations(range(4)))
"""All ways to name the suits."""


def how_many(size: int) -> int:
    """The number of hands of a size, up to the names of their suits.

    >>> how_many(5), how_many(6), how_many(7)
    (134459, 962988, 6009159)
    """
    return _patterns(size)[1][-1]


def hand_at(index: int, size: int) -> tuple[Card, ...]:
    """The hand at a place among these; its suits are named pseudo-randomly but reproducibly.

    >>> hand_at(0, 5), hand_at(1, 5), hand_at(134_458, 5)
    ((0, 4, 8, 12, 16), (2, 6, 10, 14, 22), (45, 48, 49, 50, 51))
    """
    names = NAMES[(0x9E3779B1 * index >> 16) % len(NAMES)]
    patterns, ends = _patterns(size)
    n = bisect_right(ends, index)
    index -= ends[n] - prod(map(len, patterns[n]))
    rank_sets: list[tuple[int, ...]] = []
    for choices in patterns[n]:
        index, choice = divmod(index, len(choices))
        rank_sets += choices[choice]
    return tuple(sorted(4 * rank + suit for suit, ranks in zip(names, rank_sets) for rank in ranks))


def weights(size: int) -> bytes:
    """For each of these hands, how many hands it stands for: in how many ways its suits are named.

    Suits with the same ranks, or without a card, can change their names without another hand.

    >>> weights(5)[0], max(weights(5)), sum(weights(5))
    (4, 24, 2598960)
    """
    patterns, _ = _patterns(size)
    return b"".join(map(_weights, patterns))


def _weights(pattern: list[list[RankSets]]) -> bytes:
    """The weights of the hands of a division of cards among suits."""
    unused = 4 - sum(len(choices[0]) for choices in pattern)
    repeats = [[_orders(Counter(choice).values()) for choice in choices] for choices in pattern]
    same = map(prod, product(*reversed(repeats)))  # the first choice changes from hand to hand
    return bytes(24 // (factorial(unused) * orders) for orders in same)


def _orders(counts: Iterable[int]) -> int:
    return prod(map(factorial, counts))


@cache
def _patterns(size: int) -> tuple[list[list[list[RankSets]]], list[int]]:
    """The rank sets for each division of cards among suits, and the place where its hands end."""
    patterns = [
        [_choices(cards, suits) for cards, suits in sorted(Counter(counts).items(), reverse=True)]
        for counts in _divisions(size, 4, size)
    ]
    return patterns, list(accumulate(prod(map(len, choices)) for choices in patterns))


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
def _choices(cards: int, suits: int) -> list[RankSets]:
    """The rank sets of suits with the same number of cards, each combination once."""
    return list(combinations_with_replacement(combinations(range(13), cards), suits))
