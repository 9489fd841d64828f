"""One hand of each set of hands that differ only in the names of their suits.

The rules do not name suits. To them, a hand is four sets of ranks, in no order. So take the suits
in order of how many cards they have, and of two suits with as many cards, the one with the higher
ranks first. There are 134,459 such hands of five cards, 962,988 of six and 6,009,159 of seven.
Which suit is called clubs then changes from hand to hand, so that an evaluator that finds only
flushes of clubs fails.
"""

from bisect import bisect_right
from collections import Counter
from functools import cache
from itertools import accumulate, combinations, combinations_with_replacement, permutations
from math import prod

from evaluators.cards import Card

Sets = tuple[tuple[int, ...], ...]
"""The ranks of some suits."""

NAMES = tuple(permutations(range(4)))
"""All ways to name the suits."""


def how_many(size: int) -> int:
    """How many hands of a size there are, up to the names of their suits.

    >>> how_many(5), how_many(6), how_many(7)
    (134459, 962988, 6009159)
    """
    return _patterns(size)[1][-1]


def hand_at(index: int, size: int) -> tuple[Card, ...]:
    """One of these hands, its suits named pseudo-randomly but always in the same way.

    >>> hand_at(0, 5), hand_at(1, 5), hand_at(134_458, 5)
    ((0, 4, 8, 12, 16), (2, 6, 10, 14, 22), (45, 48, 49, 50, 51))
    """
    names = NAMES[(0x9E3779B1 * index >> 16) % len(NAMES)]
    patterns, ends = _patterns(size)
    n = bisect_right(ends, index)
    index -= ends[n] - prod(map(len, patterns[n]))
    hand: list[Card] = []
    suit = 0
    for choices in patterns[n]:
        index, chosen = divmod(index, len(choices))
        for ranks in choices[chosen]:
            hand += [4 * rank + names[suit] for rank in ranks]
            suit += 1
    return tuple(sorted(hand))


@cache
def _patterns(size: int) -> tuple[list[list[list[Sets]]], list[int]]:
    """For each way to share cards out to suits: the sets of ranks; and where its hands end."""
    patterns = [
        [_choices(cards, suits) for cards, suits in sorted(Counter(shares).items(), reverse=True)]
        for shares in _shares(size, 4, size)
    ]
    return patterns, list(accumulate(prod(map(len, choices)) for choices in patterns))


def _shares(cards: int, suits: int, most: int) -> list[tuple[int, ...]]:
    """The ways to share cards out to suits, the larger shares first."""
    if not cards:
        return [()]
    return [
        (share, *rest)
        for share in range(min(cards, most), 0, -1)
        if suits
        for rest in _shares(cards - share, suits - 1, share)
    ]


@cache
def _choices(cards: int, suits: int) -> list[Sets]:
    """The ranks of some suits that hold as many cards each, in no order."""
    return list(combinations_with_replacement(combinations(range(13), cards), suits))
