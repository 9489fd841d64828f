"""Cells: how many hands of each class got the key at each place.

The places of keys count from 0, the strongest. A right evaluator has as many cells as there are
classes; one that gives every hand a key of its own has as many as there are hands.
"""

from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

Column: TypeAlias = NDArray[Any]
Cell: TypeAlias = tuple[int, int]
"""A class number, and the place of a key."""

PART, ROWS = 1 << 20, 500
"""Cells, and rows of a matrix, that are looked at together: so what is computed for each takes
little memory."""


class Situation(NamedTuple):
    """What the fault of a cell depends on: its class, and the classes in order beside its place.

    Attributes:
        of_class: what is to be known of its own class.
        better, worse: the categories of the class just before the place, and of the class there or
            just after it; -1 if there is none.
        is_tie: whether the latter class is at this very place.
        is_own: whether that is the cell's own class.
        is_in_order: whether the cell's class is between the two by the rules, too.
        beats_better: whether the class after the place is the better one by the rules.
    """

    of_class: Any
    better: int
    worse: int
    is_tie: bool
    is_own: bool
    is_in_order: bool
    beats_better: bool


class Alike(NamedTuple):
    """The cells in one situation.

    Attributes:
        numbers: their class numbers, each once.
        hands: the number of their hands.
        at: the indices of the cells, the first one first.
    """

    numbers: Collection[int]
    hands: int
    at: Any


class Cells(NamedTuple):
    """Cells in columns of one length, in order of class, and in a class of place.

    Attributes:
        numbers: the class numbers.
        places: the places of the keys.
        hands: how many hands each cell has, 1 or more.
    """

    numbers: Column
    places: Column
    hands: Column

    @classmethod
    def of(cls, hands_of: Mapping[Cell, int]) -> "Cells":
        """The cells of a table with the hands of each.

        >>> Cells.of({(2, 0): 4, (1, 1): 6}).hands.tolist()
        [6, 4]
        """
        rows = [(*cell, hands) for cell, hands in sorted(hands_of.items())]
        return cls(*np.array(rows, np.int64).reshape(-1, 3).T)

    @classmethod
    def added(cls, parts: Sequence["Cells"]) -> "Cells":
        """The cells of several parts, in whatever order, as one; those at one place are added up.

        >>> Cells.added([Cells.of({(7, 1): 4, (7, 2): 1}), Cells.of({(3, 9): 1, (7, 1): 20})])[2]
        array([ 1, 24,  1])
        """
        if not parts:
            return cls(*np.zeros((3, 0), np.int32))
        numbers, places, hands = map(np.concatenate, zip(*parts))
        pairs = numbers.astype(np.int64) << 32 | places
        if (pairs[1:] <= pairs[:-1]).any():
            order = np.argsort(pairs)
            pairs, hands = pairs[order], hands[order]
            starts = np.flatnonzero(np.diff(pairs, prepend=-1))
            pairs, hands = pairs[starts], np.add.reduceat(hands, starts)
            numbers, places = pairs >> 32, pairs & 0xFFFFFFFF
        return cls(numbers.astype(np.int32), places.astype(np.int32), hands)

    @classmethod
    def of_matrix(cls, hands: Column) -> "Cells":
        """The cells of a matrix with the hands of each class number and place.

        >>> Cells.of_matrix(np.array([[0, 0, 0], [0, 4, 2]])).places
        array([1, 2], dtype=int32)
        """
        parts = []
        for start in range(0, len(hands), ROWS):
            rows = hands[start : start + ROWS]
            numbers, places = np.nonzero(rows)
            columns = (numbers + start).astype(np.int32), places.astype(np.int32)
            parts.append(cls(*columns, rows[numbers, places]))
        return cls(*map(np.concatenate, zip(*parts)))

    @classmethod
    def counted(cls, numbers: Column, places: Column, weights: Column | None) -> "Cells":
        """The cells of hands, each of which has a class number and a place.

        Args:
            numbers: the class number of each hand.
            places: the place of each hand.
            weights: how many hands each stands for; None if for itself alone.

        >>> Cells.counted(np.array([7, 3, 7]), np.array([0, 1, 0]), np.array([4, 1, 24]))[2]
        array([ 1, 28])
        """
        pairs = numbers.astype(np.int64) << 32 | places
        if weights is None:
            pairs.sort()
            starts = np.flatnonzero(np.diff(pairs, prepend=-1))
            hands = np.diff(starts, append=len(pairs))
        else:
            order = np.argsort(pairs)
            pairs = pairs[order]
            starts = np.flatnonzero(np.diff(pairs, prepend=-1))
            hands = np.add.reduceat(weights[order], starts)
        return cls(pairs[starts] >> 32, pairs[starts] & 0xFFFFFFFF, hands)

    def __bool__(self) -> bool:
        return len(self.numbers) > 0

    def each(self) -> Iterator[Cell]:
        """The cells one by one."""
        yield from zip(self.numbers.tolist(), self.places.tolist())

    def cell(self, at: int) -> Cell:
        """The cell at an index."""
        return int(self.numbers[at]), int(self.places[at])

    def starts(self) -> Column:
        """The index of the first cell of each class."""
        return np.flatnonzero(np.diff(self.numbers, prepend=-1))

    def commonest(self) -> Column:
        """The index of the cell with the most hands in each class; of several, the first."""
        starts = self.starts()
        if not len(starts):
            return starts
        sizes = np.diff(starts, append=len(self.numbers))
        most = np.repeat(np.maximum.reduceat(self.hands, starts), sizes)
        with_most = np.flatnonzero(self.hands == most)
        return with_most[np.flatnonzero(np.diff(self.numbers[with_most], prepend=-1))]

    def without(self, at: Column) -> "Cells":
        """The same cells, but those at some indices have no hands."""
        hands = self.hands.copy()
        hands[at] = 0
        return self._replace(hands=hands)

    def by_category(self, category_of: Sequence[int]) -> dict[int, "Cells"]:
        """The cells of each category, from the category of each class number: a slice of these."""
        categories = np.array(category_of, np.int8)[self.numbers]
        starts = np.flatnonzero(np.diff(categories, prepend=-1))
        return {
            int(categories[start]): Cells(*(column[start:stop] for column in self))
            for start, stop in zip(starts, [*starts[1:], len(categories)])
        }

    def usual(self) -> dict[int, int]:
        """The place that most hands of each class have, by class number; of several, the first."""
        at = self.commonest()
        return dict(zip(self.numbers[at].tolist(), self.places[at].tolist()))

    def split(self) -> set[int]:
        """The numbers of the classes with more than one key."""
        starts = self.starts()
        several = np.diff(starts, append=len(self.numbers)) > 1
        return {*self.numbers[starts[several]].tolist()}

    def in_situations(
        self, ordered: Sequence[Cell], of_class: Sequence[Hashable], category_of: Sequence[int]
    ) -> dict[Situation, Alike]:
        """The cells in each situation.

        Args:
            ordered: the places of classes in order, with their numbers: (place, number).
            of_class: what is to be known of each class, by class number.
            category_of: the category of each class number; that of 0 is -1.
        """
        kinds = {kind: n for n, kind in enumerate(dict.fromkeys(of_class))}
        kind_of = np.array([kinds[kind] for kind in of_class])
        places, numbers = np.array([(-1, 0), *ordered, (-1, 0)]).T
        categories = np.array(category_of) + 1
        shape = len(kinds), *[int(categories.max()) + 1] * 2, 2, 2, 2, 2
        codes = [np.zeros(0, np.intp)]
        for start in range(0, len(self.numbers), PART):
            own, place = (column[start : start + PART] for column in self[:2])
            after = 1 + np.searchsorted(places[1:-1], place)
            above, below = numbers[after - 1], numbers[after]
            is_in_order = (above < own) & ((below == 0) | (own < below))
            parts = (
                *(kind_of[own], categories[above], categories[below]),
                *(places[after] == place, below == own, is_in_order, (below > 0) & (below < own)),
            )
            codes.append(np.ravel_multi_index([part.astype(np.int32) for part in parts], shape))
        code_of = np.concatenate(codes)
        present, many = _counts(code_of)
        index_of = np.zeros(len(code_of) and present[-1] + 1, np.uint16)
        index_of[present] = np.arange(len(present))
        order = np.argsort(index_of[code_of], kind="stable")
        found, names = {}, [*kinds]
        for code, at in zip(present.tolist(), np.split(order, np.cumsum(many))):
            kind, better, worse, *flags = map(int, np.unravel_index(code, shape))
            situation = Situation(names[kind], better - 1, worse - 1, *map(bool, flags))
            present_numbers, _ = _counts(self.numbers[at])
            found[situation] = Alike(present_numbers.tolist(), int(self.hands[at].sum()), at)
        return found


def _counts(numbers: Column) -> tuple[Column, Column]:
    """The different numbers of a column, none of them large, and how often each is there."""
    counts = np.bincount(numbers)
    present = np.flatnonzero(counts)
    return present, counts[present]
