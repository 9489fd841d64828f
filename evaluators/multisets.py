"""What the rules see of ranks: how often each occurs.

The tables for six and seven cards need no combinations of five. A hand's value is the best value
among its subsets with one card removed. So the table for a size is made from the table for one card
less, and the table for five from the rules.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement

from evaluators import rulebook


def multisets(size: int) -> Iterator[tuple[int, ...]]:
    """The ranks that a hand can have, in order: none five times.

    >>> len(list(multisets(5))), len(list(multisets(6))), len(list(multisets(7)))
    (6175, 18395, 49205)
    """
    for ranks in combinations_with_replacement(range(13), size):
        if all(ranks[i] < ranks[i + 4] for i in range(size - 4)):
            yield ranks


def in_base_5(ranks: Iterable[int]) -> int:
    """How often each rank occurs, as a number in base 5 with a digit for each rank.

    >>> in_base_5([0, 0, 0, 1, 1]) == 3 + 2 * 5
    True
    """
    return sum(5**rank for rank in ranks)


def best_without_one(
    fewer: Mapping[int, int],
    hands: Iterable[Sequence[int]],
    best: Callable[[Iterable[int]], int],
) -> dict[int, int]:
    """What hands are worth, `in_base_5`, from what those of one card less are worth.

    Args:
        fewer: what these are worth, `in_base_5`.
        hands: the ranks of the hands.
        best: `min` or `max`, whichever wins.
    """
    return {
        (number := in_base_5(ranks)): best([fewer[number - 5**rank] for rank in set(ranks)])
        for ranks in hands
    }


@cache
def class_numbers(size: int) -> tuple[dict[int, int], dict[int, int]]:
    """Class numbers by `in_base_5`: of all ranks of a hand, and of five or more of one suit.

    >>> several, one = class_numbers(5)
    >>> royal = in_base_5([12, 11, 10, 9, 8])
    >>> one[royal], several[royal]
    (1, 1600)
    """
    if size > 5:
        fewer, fewer_suited = class_numbers(size - 1)
        suited = best_without_one(fewer_suited, combinations(range(13), size), min)
        return best_without_one(fewer, multisets(size), min), fewer_suited | suited
    several = {
        in_base_5(ranks): rulebook.evaluate([(rank, i % 4) for i, rank in enumerate(ranks)])
        for ranks in multisets(5)
    }
    one = {
        in_base_5(ranks): rulebook.evaluate([(rank, 0) for rank in ranks])
        for ranks in combinations(range(13), 5)
    }
    strongest_first = sorted([*several.values(), *one.values()], reverse=True)
    number_of = {answer: number for number, answer in enumerate(strongest_first, start=1)}
    return (
        {ranks: number_of[answer] for ranks, answer in several.items()},
        {ranks: number_of[answer] for ranks, answer in one.items()},
    )
