"""Cells: how many hands of each class got the key at each place.

The places of keys count from 0, the strongest. A right evaluator has as many cells as there are
classes; one that gives every hand a key of its own has as many as there are hands.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

Column: TypeAlias = NDArray[Any]
Cell: TypeAlias = tuple[int, int]
"""A class number, and the place of a key."""

PLACE = 0xFFFFFFFF
"""The bits of a place in a packed cell, which is ``number << 32 | place``."""
PART = 1 << 20
"""Cells that are looked at together: so what is computed for each takes little memory."""


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
        at: the indices of the cells, in lists; the first one first.
    """

    numbers: Collection[int]
    hands: int
    at: Any


class Cells(NamedTuple):
    """Cells in columns of one length, in order of class, and in a class of place.

    Attributes:
        packed: the class number and the place of each, as int64.
        hands: how many hands each cell has, 1 or more.
    """

    packed: Column
    hands: Column

    @classmethod
    def of(cls, hands_of: Mapping[Cell, int]) -> "Cells":
        """The cells of a table with the hands of each.

        >>> Cells.of({(2, 0): 4, (1, 1): 6}).hands.tolist()
        [6, 4]
        """
        packed = np.array([number << 32 | place for number, place in hands_of], np.int64)
        return cls.counted(packed, np.array([*hands_of.values()], np.int64))

    @classmethod
    def counted(cls, packed: Column, hands: Column | None = None) -> "Cells":
        """The cells of hands, or of other cells, which may come in any order.

        Args:
            packed: the class number and place of each.
            hands: how many hands each stands for; None if for itself alone.

        >>> Cells.counted(np.array([7 << 32, 3 << 32, 7 << 32]), np.array([4, 1, 24])).hands
        array([ 1, 28])
        """
        if hands is None:
            packed = np.sort(packed)
        elif (packed[1:] < packed[:-1]).any():
            order = np.argsort(packed)
            packed, hands = packed[order], hands[order]
        starts = np.flatnonzero(np.diff(packed, prepend=-1))
        if hands is None:
            hands = np.diff(starts, append=len(packed))
        elif len(starts) < len(packed):
            hands = np.add.reduceat(hands, starts)
        return cls(packed[starts], hands)

    @classmethod
    def added(cls, parts: Sequence["Cells"]) -> "Cells":
        """The cells of several parts as one."""
        packed, hands = map(np.concatenate, zip(cls.of({}), *parts))
        return cls.counted(packed, hands)

    def moved(self, place_of: Column) -> "Cells":
        """The cells at other places, which are given by the place here; maybe in another order."""
        return self._replace(packed=self.packed & ~PLACE | place_of[self.packed & PLACE])

    @property
    def numbers(self) -> Column:
        """The class numbers."""
        return (self.packed >> 32).astype(np.int32)

    @property
    def places(self) -> Column:
        """The places of the keys."""
        return (self.packed & PLACE).astype(np.int32)

    def each(self) -> Iterator[Cell]:
        """The cells one by one."""
        return map(unpacked, self.packed.tolist())

    def indices(self, cell: Cell) -> Sequence[int]:
        """The index of a cell, or nothing if it is not there."""
        number, place = cell
        at = int(np.searchsorted(self.packed, number << 32 | place))
        return [at] if [*self.packed[at : at + 1]] == [number << 32 | place] else []

    def starts(self) -> Column:
        """The index of the first cell of each class."""
        return np.flatnonzero(np.diff(self.packed >> 32, prepend=-1))

    def commonest(self) -> Column:
        """The index of the cell with the most hands in each class; of several, the first."""
        starts, numbers = self.starts(), self.numbers
        most = np.maximum.reduceat(self.hands, starts) if len(starts) else self.hands
        with_most = np.flatnonzero(
            self.hands == np.repeat(most, np.diff(starts, append=len(numbers)))
        )
        return with_most[np.flatnonzero(np.diff(numbers[with_most], prepend=-1))]

    def usual(self) -> dict[int, int]:
        """The place that most hands of each class have, by class number; of several, the first."""
        return dict(map(unpacked, self.packed[self.commonest()].tolist()))

    def split(self) -> set[int]:
        """The numbers of the classes with more than one key."""
        starts = self.starts()
        several = starts[np.diff(starts, append=len(self.packed)) > 1]
        return {*(self.packed[several] >> 32).tolist()}

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
        names, found = [*kinds], dict[Situation, list[Any]]()
        for start in range(0, len(self.packed), PART):
            part = Cells(*(column[start : start + PART] for column in self))
            own, after = part.numbers, 1 + np.searchsorted(places[1:-1], part.places)
            above, below = numbers[after - 1], numbers[after]
            is_in_order = (above < own) & ((below == 0) | (own < below))
            columns = (
                *(kind_of[own], categories[above], categories[below], places[after] == part.places),
                *(below == own, is_in_order, (below > 0) & (below < own)),
            )
            codes = np.ravel_multi_index([column.astype(np.intp) for column in columns], shape)
            in_order = np.sort(codes << 32 | np.arange(len(codes)))
            order, starts = in_order & PLACE, np.flatnonzero(np.diff(in_order >> 32, prepend=-1))
            for at in np.split(order, starts[1:]):
                kind, better, worse, *flags = map(int, np.unravel_index(codes[at[0]], shape))
                situation = Situation(names[kind], better - 1, worse - 1, *map(bool, flags))
                alike = found.setdefault(situation, [set(), 0, []])
                alike[0].update(own[at[np.flatnonzero(np.diff(own[at], prepend=-1))]].tolist())
                alike[1] += int(part.hands[at].sum())
                alike[2].append(at + start)
        return {situation: Alike(*alike) for situation, alike in found.items()}


def unpacked(cell: int) -> Cell:
    """The class number and the place of a packed cell."""
    return int(cell) >> 32, int(cell) & PLACE


class PlainCells(dict[Cell, int]):
    """Cells where only Python runs, as in a browser; see `Cells` for the methods.

    >>> PlainCells.of({(2, 0): 4, (1, 1): 6})
    {(1, 1): 6, (2, 0): 4}
    """

    @classmethod
    def of(cls, hands_of: Mapping[Cell, int]) -> "PlainCells":
        """The cells of a table with the hands of each."""
        return cls(sorted(hands_of.items()))

    def each(self) -> Iterator[Cell]:
        """The cells one by one."""
        return iter(self)

    def indices(self, cell: Cell) -> list[Cell]:
        """The cell, which is its own index."""
        return [cell]

    def usual(self) -> dict[int, int]:
        """The place that most hands of each class have; of several, the first."""
        return dict(sorted(self, key=lambda cell: (cell[0], self[cell], -cell[1])))

    def split(self) -> set[int]:
        """The numbers of the classes with more than one key."""
        keys = Counter(number for number, _ in self)
        return {number for number in keys if keys[number] > 1}

    def in_situations(
        self, ordered: Sequence[Cell], of_class: Sequence[Any], category_of: Sequence[int]
    ) -> dict[Situation, Alike]:
        """The cells in each situation; see `Cells.in_situations`."""
        found: dict[Situation, list[Any]] = {}
        for at, ((number, place), hands) in enumerate(self.items()):
            n = bisect_left(ordered, (place, 0))
            _, above = ordered[n - 1] if n else (0, 0)
            next_place, below = ordered[n] if n < len(ordered) else (-1, 0)
            situation = Situation(
                *(of_class[number], category_of[above], category_of[below]),
                *(next_place == place, below == number),
                above < number and (not below or number < below),
                0 < below < number,
            )
            alike = found.setdefault(situation, [set(), 0, [[at]]])
            alike[0].add(number)
            alike[1] += hands
        return {situation: Alike(*alike) for situation, alike in found.items()}
