"""Multisets of ranks and their class numbers: the rules count how often each rank occurs.

The class of six or seven cards is the best class among the subsets with one card removed. So the
table for a size is built from the table for one card less, and the table for five cards from the
rules. Combinations of five cards are not needed.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement

from evaluators import rulebook


def multisets(size: int) -> Iterator[tuple[int, ...]]:
    """The ranks that a hand can have, in ascending order: no rank occurs five times.

    >>> len(list(multisets(5))), len(list(multisets(6))), len(list(multisets(7)))
    (6175, 18395, 49205)
    """
    for ranks in combinations_with_replacement(range(13), size):
        if all(ranks[i] < ranks[i + 4] for i in range(size - 4)):
            yield ranks


def in_base_5(ranks: Iterable[int]) -> int:
    """A number in base 5 that has a digit for each rank: how often the rank occurs.

    >>> in_base_5([0, 0, 0, 1, 1]) == 3 + 2 * 5
    True
    """
    return sum(5**rank for rank in ranks)


def best_without_one(fewer: Mapping[int, int], hands: Iterable[Sequence[int]]) -> dict[int, int]:
    """Class numbers by `in_base_5`, from the class numbers of hands of one card less.

    Args:
        fewer: the class numbers of the smaller hands, by `in_base_5`.
        hands: the ranks of the hands.
    """
    return {
        (number := in_base_5(ranks)): min([fewer[number - 5**rank] for rank in set(ranks)])
        for ranks in hands
    }


@cache
def class_numbers(size: int) -> tuple[dict[int, int], dict[int, int]]:
    """Class numbers by `in_base_5`: of all ranks of a hand, and of five or more of one suit.

    >>> unsuited, suited = class_numbers(5)
    >>> royal = in_base_5([12, 11, 10, 9, 8])
    >>> suited[royal], unsuited[royal]
    (1, 1600)
    """
    if size > 5:
        fewer, fewer_suited = class_numbers(size - 1)
        suited = best_without_one(fewer_suited, combinations(range(13), size))
        return best_without_one(fewer, multisets(size)), fewer_suited | suited
    unsuited_keys = {
        in_base_5(ranks): rulebook.evaluate([(rank, i % 4) for i, rank in enumerate(ranks)])
        for ranks in multisets(5)
    }
    suited_keys = {
        in_base_5(ranks): rulebook.evaluate([(rank, 0) for rank in ranks])
        for ranks in combinations(range(13), 5)
    }
    best_first = sorted([*unsuited_keys.values(), *suited_keys.values()], reverse=True)
    number_of = {key: number for number, key in enumerate(best_first, start=1)}
    return (
        {ranks: number_of[key] for ranks, key in unsuited_keys.items()},
        {ranks: number_of[key] for ranks, key in suited_keys.items()},
    )
