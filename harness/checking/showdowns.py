"""Count the showdowns that an evaluator decides wrongly, and find examples.

A check of all hands leads to cells: how many hands of each class have the key at each place. That
is enough to judge every pair of hands. An evaluator is right if smaller class numbers have smaller
places. Of two cells,

- the pairs of their hands are *reversed* if one cell has the smaller class number, and the other
  the smaller place;
- they are *false ties* if the places are the same, and the classes are not;
- they are *false wins* if the classes are the same, and the places are not.

Nobody has to look at all pairs of cells. They are put in the order of their places, and then two
categories are looked at together. Beside a cell of the better category, those of the other one at
earlier places are wrong; running sums say how many hands these have. Within a category, the better
half of the classes and the other half are two such parts, and then the quarters of each half, until
every class is alone.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, combinations_with_replacement, islice
from operator import add
from typing import NamedTuple, TypeAlias

import numpy as np

from evaluators.cards import RANKS, rank_of
from evaluators.rules import STANDARD, Rules
from harness.checking.cells import Cell, Cells, Column
from harness.checking.statuses import FALSE_TIE, FALSE_WIN, REVERSED
from harness.hands.classes import classes

SUGGESTIONS = 1_000
"""Examples of a failure to choose from: the one that is easiest to read is shown."""
DENSE = 4
"""Pairs of class and place for each cell: up to so many are few enough for a matrix."""

Example: TypeAlias = tuple[Cell, Cell]
"""Two cells whose hands show a failure, the stronger by the rules first."""


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
        met_at: places and class numbers that put failures with as many showdowns in a fixed order.
    """

    kind: str
    stronger: int
    weaker: int
    showdowns: int = 0
    stronger_hands: int = 0
    weaker_hands: int = 0
    example: Example = ((0, 0), (0, 0))
    clarity: float = float("-inf")
    met_at: tuple[int, ...] = ()


def failures_in(
    cells: Cells, rules: Rules = STANDARD, between: Column | None = None
) -> list[WrongShowdowns]:
    """The failures of an evaluator, those with the most showdowns first.

    Args:
        cells: the hands of each class and place.
        rules: the rules of the game.
        between: whether the keys at each place were not compared with each other: they may tie.

    >>> cells = Cells.of({(1, 0): 4, (2, 5): 4, (3, 4): 4})
    >>> [(failure.kind, failure.showdowns) for failure in failures_in(cells)]
    [('reversed', 16)]
    """
    category_of = classes(rules).category_of
    failures = _false_wins(cells, category_of, rules)
    parts = {category: _Part(*part) for category, part in cells.by_category(category_of).items()}
    for stronger, weaker in combinations_with_replacement(parts, 2):
        one, other = parts[stronger], parts[weaker]
        pair = _Within(one, one) if one is other else _Across(one, other)
        for kind, found in ((REVERSED, pair.reversed()), (FALSE_TIE, pair.false_ties(between))):
            if found.showdowns:
                failures.append(_failure(kind, stronger, weaker, found, rules))
    return sorted(failures, key=lambda f: (-f.showdowns, f.kind, f.met_at))


class _Found(NamedTuple):
    """Wrong showdowns of one kind: how many, the hands on either side, and examples in order."""

    showdowns: int
    stronger_hands: int
    weaker_hands: int
    met_at: tuple[int, ...]
    examples: Iterable[Example]


class _Part:
    """The cells of a category in order of place, and at a place of class.

    Attributes:
        numbers: their class numbers.
        sums: the number of hands before each cell, and at the end that of all.
        places: the different places.
        starts: the index of the first cell at each place, and at the end the number of cells.
    """

    def __init__(self, numbers: Column, places: Column, hands: Column) -> None:
        order = np.sort(places.astype(np.int64) << 32 | np.arange(len(places))) & 0xFFFFFFFF
        places, self.numbers = places[order], numbers[order]
        self.sums = np.concatenate([[0], np.cumsum(hands[order], dtype=np.int64)])
        firsts = np.flatnonzero(np.diff(places, prepend=-1))
        self.places, self.starts = places[firsts], np.append(firsts, len(places))

    @property
    def hands(self) -> Column:
        """The hands of each cell."""
        return np.diff(self.sums)

    @property
    def at_places(self) -> Column:
        """The number of hands before each place, and at the end that of all."""
        sums: Column = self.sums[self.starts]
        return sums

    def cell(self, at: int) -> Cell:
        """The cell at an index."""
        place = np.searchsorted(self.starts, at, "right") - 1
        return int(self.numbers[at]), int(self.places[place])

    def from_last(self, places: int) -> Iterator[int]:
        """The indices of cells at the first places, the last place first, in order of class."""
        for n in reversed(range(places)):
            yield from range(self.starts[n], self.starts[n + 1])


class _Across:
    """Two categories, of which the first is the stronger by the rules."""

    def __init__(self, stronger: _Part, weaker: _Part) -> None:
        self.stronger, self.weaker = stronger, weaker

    def reversed(self) -> _Found:
        """The showdowns that the weaker category wins."""
        one, other = self.stronger, self.weaker
        earlier = np.searchsorted(other.places, one.places)  # places of the other before each
        later = np.searchsorted(one.places, other.places, "right")
        losing, winning = int((earlier == 0).sum()), int((later < len(one.places)).sum())
        return _Found(
            int((np.diff(one.at_places) * other.at_places[earlier]).sum()),
            int(one.sums[-1] - one.at_places[losing]),
            int(other.at_places[winning]),
            (*one.cell(one.starts[losing])[::-1], int(other.places[0])) if winning else (),
            chain(
                (
                    (one.cell(n), other.cell(other.starts[earlier[place]] - 1))
                    for place in range(losing, len(one.places))
                    for n in range(one.starts[place], one.starts[place + 1])
                ),
                (
                    (one.cell(one.starts[later[place] + 1] - 1), other.cell(n))
                    for place in reversed(range(winning))
                    for n in range(other.starts[place], other.starts[place + 1])
                ),
            ),
        )

    def false_ties(self, between: Column | None) -> _Found:
        """The showdowns of hands at one place, unless keys there were not compared."""
        one, other = self.stronger, self.weaker
        of_other = np.searchsorted(other.places, one.places)
        is_tie = other.places.take(of_other, mode="clip") == one.places
        if between is not None:
            is_tie &= ~between[one.places]
        at, at_other = np.flatnonzero(is_tie), of_other[is_tie]
        hands, of_others = np.diff(one.at_places)[at], np.diff(other.at_places)[at_other]
        ranges = (
            *(one.starts[at + n] for n in (0, 1)),
            *(other.starts[at_other + n] for n in (0, 1)),
        )
        return _Found(
            int((hands * of_others).sum()),
            int(hands.sum()),
            int(of_others.sum()),
            (*other.cell(ranges[2][0])[::-1], int(one.numbers[ranges[0][0]])) if len(at) else (),
            self._tied(zip(*ranges)),
        )

    def _tied(self, ranges: Iterable[tuple[int, int, int, int]]) -> Iterator[Example]:
        one, other = self.stronger, self.weaker
        for first, end, first_other, end_other in ranges:
            for n in range(first_other, end_other):
                yield one.cell(end - 1), other.cell(n)
            for n in reversed(range(first, end)):
                yield one.cell(n), other.cell(first_other)


class _Within(_Across):
    """The classes of one category."""

    def reversed(self) -> _Found:
        """The showdowns that a weaker class of the category wins."""
        part = self.stronger
        numbers, hands, starts = part.numbers, part.hands, part.starts
        at_place = np.repeat(np.arange(len(part.places)), np.diff(starts))
        cells = numbers.astype(np.int64) << 32 | part.places[at_place]
        weakest = np.maximum.accumulate(cells)[starts[:-1] - 1]  # before each place
        weakest[0] = 0
        strongest = np.minimum.accumulate(cells[::-1])[::-1]
        strongest = np.append(strongest, np.iinfo(np.int64).max)[starts[1:]]  # after each place
        losing = (weakest >> 32)[at_place] > numbers
        winning = (strongest >> 32)[at_place] < numbers
        return _Found(
            inversions(numbers, at_place, hands),
            int(hands[losing].sum()),
            int(hands[winning].sum()),
            (*part.cell(int(losing.argmax()))[::-1], int(part.places[0])),
            chain(
                ((part.cell(n), _as_cell(weakest[at_place[n]])) for n in np.flatnonzero(losing)),
                (
                    (_as_cell(strongest[place]), part.cell(n))
                    for place in reversed(range(len(part.places)))
                    for n in range(starts[place], starts[place + 1])
                    if winning[n]
                ),
            ),
        )

    def false_ties(self, between: Column | None) -> _Found:
        """The showdowns of classes of the category at one place."""
        part = self.stronger
        places = np.flatnonzero(np.diff(part.starts) > 1)
        if between is not None:
            places = places[~between[part.places[places]]]
        starts, stops = part.starts[places], part.starts[places + 1]
        hands = part.sums[stops] - part.sums[starts]
        squares = np.concatenate([[0], np.cumsum(part.hands**2)])
        return _Found(
            int((hands**2 - squares[stops] + squares[starts]).sum()) // 2,
            int((part.sums[stops - 1] - part.sums[starts]).sum()),
            int((part.sums[stops] - part.sums[starts + 1]).sum()),
            (*part.cell(starts[0] + 1)[::-1], int(part.numbers[starts[0]])) if len(starts) else (),
            self._tied_within(zip(starts, stops)),
        )

    def _tied_within(self, ranges: Iterable[tuple[int, int]]) -> Iterator[Example]:
        part = self.stronger
        for first, end in ranges:
            for n in range(first + 1, end):
                yield part.cell(first), part.cell(n)
            for n in reversed(range(first, end - 1)):
                yield part.cell(n), part.cell(end - 1)


def _as_cell(cell: int) -> Cell:
    return int(cell) >> 32, int(cell) & 0xFFFFFFFF


def inversions(numbers: Column, places: Column, hands: Column) -> int:
    """Count the pairs of hands of which one has the smaller class number, and the other place.

    If most pairs of class and place have hands, running sums over a matrix count them. If not, the
    bits of the class numbers lead to them, from the highest: of two numbers that differ in it, and
    in no higher one, the larger has the bit. So a running sum says how many hands with the bit come
    before each number without it. Then the same is done in each half, with the next bit.

    Args:
        numbers: class numbers, in order of place; at a place, in order.
        places: the places, from 0.
        hands: how many hands each stands for.

    >>> inversions(np.array([7, 3, 5]), np.array([0, 1, 2]), np.array([10, 2, 1]))
    30
    """
    numbers = (numbers - numbers.min()).astype(np.uint16)
    shape = int(numbers.max()) + 1, int(places[-1]) + 1
    if shape[0] * shape[1] <= DENSE * len(hands):
        of_class = np.zeros(shape, np.int64)
        of_class[numbers, places] = hands
        of_weaker, total = np.zeros(shape[1], np.int64), 0
        for of_places in of_class[::-1]:
            total += int(of_places[1:] @ of_weaker.cumsum()[:-1])
            of_weaker += of_places
        return total
    total = 0
    for bit in reversed(range(shape[0].bit_length())):
        order = np.argsort(numbers >> (bit + 1), kind="stable")
        numbers, hands = numbers[order], hands[order]
        has_bit = (numbers >> bit) & 1 == 1
        sums = np.cumsum(np.where(has_bit, hands, 0))
        starts = np.flatnonzero(np.diff(numbers >> (bit + 1), prepend=0xFFFF))
        before = np.concatenate([[0], sums])[starts]
        earlier = sums - np.repeat(before, np.diff(starts, append=len(numbers)))
        total += int((hands * earlier)[~has_bit].sum())
    return total


def _false_wins(cells: Cells, category_of: Sequence[int], rules: Rules) -> list[WrongShowdowns]:
    """The showdowns of hands that tie by the rules, and whose keys do not."""
    failures = []
    for category, part in cells.by_category(category_of).items():
        starts, usual = part.starts(), part.commonest()
        stray = part.without(usual).commonest()
        hands = np.add.reduceat(part.hands, starts, dtype=np.int64)
        pairs = hands**2 - np.add.reduceat(part.hands.astype(np.int64) ** 2, starts)
        split = np.flatnonzero(stray != usual)
        found = _Found(
            int(pairs.sum()) // 2,
            int((hands - part.hands[usual])[split].sum()),
            int(hands[split].sum()),
            (),
            ((part.cell(usual[n]), part.cell(stray[n])) for n in split),
        )
        if found.showdowns:
            failures.append(_failure(FALSE_WIN, category, category, found, rules))
    return failures


def _failure(kind: str, stronger: int, weaker: int, found: _Found, rules: Rules) -> WrongShowdowns:
    """A failure, with the example that is easiest to read among the first ones."""
    failure = WrongShowdowns(kind, stronger, weaker, *found[:3], met_at=found.met_at)
    for example in islice(found.examples, SUGGESTIONS):
        new_clarity = clarity(example[0][0], example[1][0], rules)
        if new_clarity > failure.clarity:
            failure.example, failure.clarity = example, new_clarity
    return failure


def totals(failures: Iterable[WrongShowdowns]) -> dict[str, int]:
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
    one_deck = max(map(add, ranks, weaker_ranks)) <= 4
    common: int = sum(map(min, ranks, weaker_ranks))
    return 5 * one_deck + common - abs(stronger - weaker) / 10_000


@cache
def _ranks_of(number: int, rules: Rules) -> list[int]:
    """The number of cards of each rank in a class."""
    ranks = [*map(rank_of, classes(rules)[number - 1].example)]
    return [*map(ranks.count, range(len(RANKS)))]
