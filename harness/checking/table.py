"""The table: how many hands of each class got each key. All results of an evaluator lead to it."""

import hashlib
import marshal
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, pairwise
from operator import itemgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evaluators.protocol import Key
from harness.adapters.plain import as_bytes
from harness.checking.showdowns import Cell
from harness.checking.tasks import Hand, Shard, Task
from harness.hands.scopes import Scope, of_classes
from harness.processes.visible import visible_repr

Column = NDArray[Any]


@dataclass
class Sweep:
    """The keys of the hands of a shard, as codes: indices of its list of keys.

    Attributes:
        start, stop: the places of the hands in the scope.
        keys: the keys, from `marshal`; shards of one process often have the same ones.
        codes: the code of each hand.
        numbers, code_of, hands: the cells: class numbers, codes, and how many hands have both.
    """

    start: int
    stop: int
    keys: bytes
    codes: Column
    numbers: Column
    code_of: Column
    hands: Column


def sweep_of(task: Task, shard: Shard, scope: Scope) -> Sweep:
    """The hands of a shard, counted by class and code."""
    codes = np.frombuffer(shard.codes, np.uint32)
    if codes.max() <= 0xFFFF:  # the table keeps them all
        codes = codes.astype(np.uint16)
    numbers = scope.numbers(task.start, task.stop)
    code_of = np.zeros(int(numbers.max()) + 1, codes.dtype)
    code_of[numbers] = codes
    if (code_of.take(numbers) == codes).all():  # one key for each class
        present, hands = of_classes(scope, task.start, task.stop)
        cells = present, code_of[present], hands
    else:
        cells = counted(numbers, codes, scope.weights(task.start, task.stop))
    return Sweep(task.start, task.stop, shard.keys, codes, *cells)


def counted(
    numbers: Column, codes: Column, weights: Column | None
) -> tuple[Column, Column, Column]:
    """Count the hands with each pair of a class number and a code.

    Args:
        numbers: the class number of each hand.
        codes: the code of each hand.
        weights: how many hands each of them stands for; None if for itself alone.

    Returns:
        The class numbers, the codes, and the hands of each pair, in order.

    >>> counted(np.array([7, 3, 7, 7]), np.array([0, 1, 70_000, 0]), None)
    (array([3, 7, 7]), array([    1,     0, 70000]), array([1, 2, 1]))
    >>> counted(np.array([7, 7]), np.array([0, 0]), np.array([4, 24]))[2]
    array([28])
    """
    pairs, inverse = np.unique(numbers.astype(np.int64) << 32 | codes, return_inverse=True)
    return pairs >> 32, pairs & 0xFFFFFFFF, np.bincount(inverse, weights).astype(np.int64)


@dataclass
class Table:
    """The hands of each class and key, where keys are places: 0 is the strongest.

    Args:
        scope: the hands.
        sweeps: the shards, in the order of their hands.
        codes_of_examples: for each list of keys, the codes of one hand of each class, as processes
            number the keys.
        numbers: the class numbers of these hands.
        lower_wins: True if lower keys win.

    Attributes:
        keys: all different keys, the strongest first. Equal ones of two types, such as 1 and 1.0,
            are one.

    Raises:
        TypeError: two keys cannot be compared.
    """

    scope: Scope
    sweeps: list[Sweep]
    codes_of_examples: Mapping[bytes, Iterable[Sequence[int]]]
    numbers: tuple[int, ...]
    lower_wins: bool
    keys: list[Key] = field(default_factory=list, init=False)

    def __post_init__(self) -> None:
        values = {keys: marshal.loads(keys) for keys in self.codes_of_examples}
        unique = {as_bytes(value): value for value in chain.from_iterable(values.values())}
        place_of: dict[bytes, int] = {}
        for known_by, key in _in_order(unique, self.lower_wins):
            if not self.keys or self.keys[-1] != key:
                self.keys.append(key)
            place_of[known_by] = len(self.keys) - 1
        self._places = {
            keys: np.array([place_of[as_bytes(value)] for value in of])
            for keys, of in values.items()
        }

    def places(self, sweep: Sweep) -> Column:
        """The place of the key of each hand of a shard."""
        return self._places[sweep.keys].take(sweep.codes)

    @cached_property
    def example_cells(self) -> set[Cell]:
        """The cells of one hand of each class; more than one for a class if processes disagree."""
        return {
            cell
            for keys, of_processes in self.codes_of_examples.items()
            for codes in of_processes
            for cell in zip(self.numbers, self._places[keys].take(codes).tolist())
        }

    @cached_property
    def cells(self) -> dict[Cell, int]:
        """The number of hands with each class number and place; in order."""
        numbers = np.concatenate([[], *(sweep.numbers for sweep in self.sweeps)]).astype(np.int64)
        of_sweeps = [self._places[sweep.keys].take(sweep.code_of) for sweep in self.sweeps]
        places = np.concatenate([[], *of_sweeps]).astype(np.int64)
        hands = np.concatenate([[], *(sweep.hands for sweep in self.sweeps)])
        if not len(numbers):
            return {}
        columns = (column.tolist() for column in counted(numbers, places, hands))
        return {(number, place): hands for number, place, hands in zip(*columns)}

    def is_right(self) -> bool:
        """True if each class has one key, and the key of the stronger class always wins."""
        cells = sorted(self.example_cells.union(self.cells))
        return all(
            (number < next_number) and place < next_place
            for (number, place), (next_number, next_place) in pairwise(cells)
        )

    def hands(self, cells: Iterable[Cell], most: int) -> list[Hand]:
        """The first hands of some cells, up to a number."""
        wanted = np.array([number << 32 | place for number, place in cells])
        hands: list[Hand] = []
        for sweep in self.sweeps:
            of_cells = sweep.numbers << 32 | self._places[sweep.keys].take(sweep.code_of)
            if len(hands) < most and np.isin(of_cells, wanted).any():
                numbers = self.scope.numbers(sweep.start, sweep.stop).astype(np.int64)
                is_wanted = np.isin(numbers << 32 | self.places(sweep), wanted)
                places = np.flatnonzero(is_wanted)[: most - len(hands)] + sweep.start
                hands += map(tuple, self.scope.at(places).tolist())
        return hands

    def digest(self) -> str | None:
        """SHA-256 over the place of each hand's key among those that hands have, from 1.

        None without hands, or with more keys than fit.
        """
        if not self.sweeps or len(self.keys) > 0xFFFF:
            return None
        is_used = np.zeros(len(self.keys), bool)
        is_used[[place for _, place in self.cells]] = True
        ranks = is_used.cumsum()
        digest = hashlib.sha256()
        for sweep in self.sweeps:
            ranks_of_codes = ranks[self._places[sweep.keys]].astype("<u2")
            digest.update(ranks_of_codes.take(sweep.codes).tobytes())
        return digest.hexdigest()


def _in_order(unique: Mapping[bytes, Key], lower_wins: bool) -> list[tuple[bytes, Key]]:
    """Keys with their bytes, the strongest first.

    Raises:
        TypeError: two of them cannot be compared. Sorting compares every key with its neighbour in
            the result, and if neighbours can be compared, all can.
    """
    try:
        return sorted(unique.items(), key=itemgetter(1), reverse=not lower_wins)
    except TypeError:
        by_type = {type(key).__name__: key for key in reversed([*unique.values()])}
        if len(by_type) > 1:
            raise TypeError(" and ".join(map(visible_repr, by_type.values()))) from None
        raise
