"""Count the showdowns that an evaluator decides wrongly, and find examples.

A check of all hands gives a table: how many hands of each class got each key. That is enough to
judge every pair of hands. Keys are replaced by their places, 0 for the strongest; an evaluator is
right if smaller class numbers have smaller places.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from math import comb
from operator import itemgetter

from evaluators.cards import rank_of
from evaluators.rules import STANDARD, Rules
from harness.checking.statuses import FALSE_TIE, FALSE_WIN, REVERSED
from harness.hands.classes import classes

Cell = tuple[int, int]
"""A class number, and the place of a key."""

SUGGESTIONS = 1_000
"""Examples of a failure to choose from: the one that is easiest to read is shown."""
WEAKER, STRONGER = 1, -1
"""The sign of the way along the classes, whose numbers grow from the strongest to the weakest."""


@dataclass
class WrongShowdowns:
    """The showdowns between two categories that are wrong in one way.

    Attributes:
        kind: "reversed", "false tie" or "false win".
        stronger, weaker: the two categories, as the rules order them.
        showdowns: the number of wrong pairs of hands.
        stronger_hands, weaker_hands: the number of hands on either side. A false win has no sides:
            the hands without the commonest key of their class, and all hands of these classes.
        example: two cells whose hands show the failure, the stronger first.
        clarity: how easy the example is to read.
        suggestions: the number of examples suggested.
    """

    kind: str
    stronger: int
    weaker: int
    showdowns: int = 0
    stronger_hands: int = 0
    weaker_hands: int = 0
    example: tuple[Cell, Cell] = ((0, 0), (0, 0))
    clarity: float = float("-inf")
    suggestions: int = 0


def failures_in(table: Mapping[Cell, int], rules: Rules = STANDARD) -> list[WrongShowdowns]:
    """The failures of an evaluator, those with the most showdowns first.

    Args:
        table: the number of hands for each pair of class number and key's place.
        rules: the rules of the game.

    >>> [failure.kind for failure in failures_in({(1, 0): 4, (2, 5): 4, (3, 4): 4})]
    ['reversed']
    """
    category_of = classes(rules).category_of
    failures: dict[tuple[str, int, int], WrongShowdowns] = {}

    def failure_of(kind: str, stronger: Cell, weaker: Cell) -> WrongShowdowns:
        """The failure that two cells show; the clearest example of the first few is kept."""
        key = kind, category_of[stronger[0]], category_of[weaker[0]]
        failure = failures.get(key)
        if failure is None:
            failure = failures[key] = WrongShowdowns(*key)
        if failure.suggestions < SUGGESTIONS:
            failure.suggestions += 1
            new_clarity = clarity(stronger[0], weaker[0], rules)
            if new_clarity > failure.clarity:
                failure.example, failure.clarity = (stronger, weaker), new_clarity
        return failure

    for kind, groups, side in _walks(table):
        for cell, other, hands in _met(groups, table, side, category_of):
            if side == WEAKER:
                failure = failure_of(kind, cell, other)
                failure.showdowns += table[cell] * hands
                failure.stronger_hands += table[cell]
            else:
                failure_of(kind, other, cell).weaker_hands += table[cell]

    for _, of_class in groupby(sorted(table), key=itemgetter(0)):
        cells = sorted(of_class, key=lambda cell: (-table[cell], cell))
        if len(cells) > 1:  # one class, more than one key
            usual, stray, *_ = cells
            hands = sum(table[cell] for cell in cells)
            failure = failure_of(FALSE_WIN, usual, stray)
            failure.showdowns += comb(hands, 2) - sum(comb(table[cell], 2) for cell in cells)
            failure.stronger_hands += hands - table[usual]
            failure.weaker_hands += hands
    return sorted(failures.values(), key=lambda failure: (-failure.showdowns, failure.kind))


def _walks(table: Iterable[Cell]) -> Iterator[tuple[str, list[list[Cell]], int]]:
    """The walks that meet each wrong pair of cells of two classes, from either side.

    Yields:
        The kind of failure, the groups of cells in the order of the walk, and the side: the cells
        of earlier groups that are weaker by the rules, or stronger, are wrong beside a cell.
    """
    place = itemgetter(1)
    by_place = [list(cells) for _, cells in groupby(sorted(table, key=place), key=place)]
    yield REVERSED, by_place, WEAKER  # what was met before has a stronger key
    yield REVERSED, by_place[::-1], STRONGER
    for cells in by_place:
        if len(cells) > 1:  # one key, more than one class
            one_by_one = [[cell] for cell in sorted(cells)]
            yield FALSE_TIE, one_by_one, STRONGER
            yield FALSE_TIE, one_by_one[::-1], WEAKER


def _met(
    groups: Iterable[Iterable[Cell]],
    table: Mapping[Cell, int],
    side: int,
    category_of: Sequence[int],
) -> Iterator[tuple[Cell, Cell, int]]:
    """The hands that each cell meets on one side of it among the cells of earlier groups.

    Yields:
        For each cell and category: the cell, one of the cells that it meets, as an example, and the
        number of hands in all of these.
    """
    farther = max if side == WEAKER else min
    by_class = Sums(len(category_of))  # the hands of earlier groups
    by_category: dict[int, tuple[Cell, Cell, int]] = {}  # the latest cell, the farthest, all hands
    for cells in groups:
        for cell in cells:
            number = cell[0]
            own = category_of[number]
            for category, (latest, farthest, hands) in by_category.items():
                if side * (farthest[0] - number) <= 0:
                    continue
                if category != own:
                    yield cell, latest, hands
                else:
                    low, high = sorted((number, farthest[0] + side))
                    between = by_class.up_to(high - 1) - by_class.up_to(low)
                    yield cell, farthest, between
        for cell in cells:
            category = category_of[cell[0]]
            _, farthest, hands = by_category.get(category, (cell, cell, 0))
            by_category[category] = cell, farther(farthest, cell), hands + table[cell]
            by_class.add(cell[0], table[cell])


class Sums:
    """Numbers at places from 1, and the sum of all up to a place, in a few steps (Fenwick, 1994).

    >>> sums = Sums(10)
    >>> sums.add(3, 5), sums.add(7, 1), sums.up_to(3), sums.up_to(9)
    (None, None, 5, 6)
    """

    def __init__(self, places: int) -> None:
        self._sums = [0] * places

    def add(self, place: int, number: int) -> None:
        """Add to the number at a place."""
        while place < len(self._sums):
            self._sums[place] += number
            place += place & -place

    def up_to(self, place: int) -> int:
        """The sum of the numbers up to a place, and at it."""
        total = 0
        while place:
            total += self._sums[place]
            place &= place - 1
        return total


def totals(failures: Sequence[WrongShowdowns]) -> dict[str, int]:
    """The number of wrong showdowns of each kind."""
    return {
        kind: sum(failure.showdowns for failure in failures if failure.kind == kind)
        for kind in (REVERSED, FALSE_TIE, FALSE_WIN)
    }


def clarity(stronger: int, weaker: int, rules: Rules = STANDARD) -> float:
    """A measure of how easily a reader compares two classes.

    Hands from one deck come first, then hands with ranks in common, then adjacent classes.
    """
    ranks, weaker_ranks = _ranks_of(stronger, rules), _ranks_of(weaker, rules)
    one_deck = max((ranks + weaker_ranks).values()) <= 4
    return 5 * one_deck + (ranks & weaker_ranks).total() - abs(stronger - weaker) / 10_000


@cache
def _ranks_of(number: int, rules: Rules) -> "Counter[int]":
    """The number of cards of each rank in a class."""
    return Counter(map(rank_of, classes(rules)[number - 1].example))
