"""The table: how many hands of each class got each key. All results of an evaluator lead to it.

Shards bring the codes of keys. The first codes are those of the keys of classes, and mean the same
in all shards: so these hands are counted at once. A hand with another key has one of its own, and
its shard brings the value. Such values are kept until the end, and then put in order.

There may be as many of them as hands. If they would take more memory than there is room for, the
table becomes *coarse*: a key of its own then only counts as one between those of two classes. Which
of several keys there wins, is not known any more.
"""

import marshal
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import chain
from typing import Any

import numpy as np

from evaluators.protocol import Key
from harness.adapters.plain import as_bytes
from harness.checking.cells import Cell, Cells, Column
from harness.checking.showdowns import WrongShowdowns, failures_in, totals
from harness.checking.tasks import Hand, Shard, Task
from harness.checking.values import (
    Values,
    as_list,
    in_order,
    joined,
    numbers_or_list,
    places_among,
    unpacked,
)
from harness.hands.scopes import Scope, of_classes
from harness.processes.limits import USUAL

OF_NUMBER, OF_OTHER, UNPACKED = 128, 256, 6
"""Bytes that the table takes for each cell with a key of its own: a number, or another value, which
takes several times the bytes that bring it, too."""
MATRIX = 4_000_000
"""Cells in lists. When there are more, they are added up in a matrix."""


@dataclass
class Sweep:
    """The keys of the hands of a shard.

    Attributes:
        start, stop: the places of the hands in the scope.
        codes: the code of the key of each hand.
        own: the values of the codes after those of classes; None if these codes are gaps.
        place_of: the place of each code, once the table is settled.
    """

    start: int
    stop: int
    codes: Column
    own: Values | None
    place_of: Any = None

    def places(self) -> Column:
        """The place of the key of each hand."""
        places: Column = self.place_of.take(self.codes)
        return places


class Table:
    """The hands of each class and key, where keys are places: 0 is the strongest.

    Args:
        scope: the hands.
        megabytes: the memory that the process that counts may take.

    Attributes:
        sweeps: the shards; in the order of their hands, once the table is settled.
        coarse: a hash of the keys of classes, if the table is coarse; or nothing.
        cells: how many hands have each class number and place.
        example_cells: those of one hand of each class; more than one for a class if processes
            disagree.
        between: whether each place is that of keys that were not compared with each other.
        distinct_keys: the number of different keys, or at least so many if the table is coarse.
    """

    def __init__(self, scope: Scope, megabytes: float = USUAL.megabytes) -> None:
        self.scope, self._room = scope, megabytes * 1e6 / 2
        self.sweeps: list[Sweep] = []
        self.coarse, self.distinct_keys = b"", 0
        self._bytes, self._class_keys = b"", list[Key]()
        self._examples: dict[tuple[bytes, bytes], tuple[Column, Values | None]] = {}
        self._counted: list[Cells] = []  # of keys of classes and gaps, at coarse places
        self._matrix: Any = None  # these, by class number and place
        self._own: list[tuple[Values, Cells]] = []  # of other keys, by the indices of their values
        self._cost = 0.0  # bytes of each of these

    def add(self, task: Task, shard: Shard) -> None:
        """Add the result of a task.

        Raises:
            KeyRefusedError: two keys that cannot be compared.
        """
        own = None if shard.has_gaps else unpacked(shard.own_keys)
        codes, examples = np.frombuffer(shard.codes, np.uint32), np.array(shard.example_codes)
        if not self._bytes:
            self._bytes, self._class_keys = shard.keys, marshal.loads(shard.keys)
            self._steps, index = in_order(numbers_or_list(self._class_keys))
            self._place_of_class_key = 2 * index + 1
        elif shard.keys != self._bytes:  # from another process, on which the keys depend
            codes, examples, own = self._recoded(marshal.loads(shard.keys), own, codes, examples)
        self._examples[shard.keys, examples.tobytes()] = examples, own
        if not len(codes):
            return
        cells = self._cells_of(task, codes)
        if codes.max() <= 0xFFFF:  # the table keeps them all
            codes = codes.astype(np.uint16)
        self.sweeps.append(Sweep(task.start, task.stop, codes, own))
        is_own = cells.places >= len(self._class_keys)
        if own is None or not is_own.any():
            self._count(cells, self._coarse_places(own))
            return
        self._count(Cells(*(column[~is_own] for column in cells)), self._place_of_class_key)
        numbers, places, hands = (column[is_own] for column in cells)
        self._own.append((own, Cells(numbers, places - len(self._class_keys), hands)))
        each = OF_OTHER + UNPACKED * len(shard.own_keys) / len(own)
        self._cost = OF_NUMBER if isinstance(own, np.ndarray) else max(each, self._cost)
        if self._taken() > self._room:
            self._merge()
        if self.coarse or self._taken() > self._room / 2 ** (len(self._own) == 1):
            self._coarsen()

    def _recoded(
        self, class_keys: list[Key], own: Values | None, codes: Column, examples: Column
    ) -> tuple[Column, Column, Values]:
        """The codes and values of a process that has other keys for classes."""
        first = len(self._class_keys)
        known = {as_bytes(value): code for code, value in enumerate(self._class_keys)}
        code_of = np.arange(first, first + len(class_keys) + len(own or ()))
        code_of[: len(class_keys)] = [
            known.get(as_bytes(value), first + n) for n, value in enumerate(class_keys)
        ]
        return code_of[codes], code_of[examples], joined([numbers_or_list(class_keys), own or []])

    def _cells_of(self, task: Task, codes: Column) -> Cells:
        """The cells of a shard, with codes for places."""
        numbers = self.scope.numbers(task.start, task.stop)
        code_of = np.zeros(int(numbers.max()) + 1, codes.dtype)
        code_of[numbers] = codes
        if (code_of.take(numbers) == codes).all():  # one key for each class
            present, hands = of_classes(self.scope, task.start, task.stop)
            return Cells(present, code_of[present], hands)
        return Cells.counted(numbers, codes, self.scope.weights(task.start, task.stop))

    def _count(self, cells: Cells, place_of: Column) -> None:
        """Count cells of keys of classes, and of gaps; from the places of their codes."""
        self._counted.append(cells._replace(places=place_of.take(cells.places)))
        if self._matrix is None and sum(len(part.hands) for part in self._counted) > MATRIX:
            shape = len(self.scope.classes) + 1, 2 * len(self._steps) + 1
            self._matrix = np.zeros(shape, np.int32)
        if self._matrix is not None:
            for numbers, places, hands in self._counted:
                np.add.at(self._matrix, (numbers, places), hands.astype(np.int32))
            self._counted.clear()

    def _taken(self) -> float:
        """The bytes of the cells of keys of their own."""
        return self._cost * sum(len(cells.hands) for _, cells in self._own)

    def _merge(self) -> None:
        """Add up the cells of keys of their own, of all shards so far."""
        values = [own for own, _ in self._own]
        different, index = in_order(joined(values))
        of_own = np.split(index, np.cumsum([*map(len, values)])[:-1])
        merged = [
            cells._replace(places=places.take(cells.places))
            for (_, cells), places in zip(self._own, of_own)
        ]
        self._own = [(different, Cells.added(merged))]

    def _coarsen(self) -> None:
        """Count all keys of their own as keys between those of classes, from now on."""
        if not self.coarse:
            self.coarse = sha256(self._bytes).digest()
            self.distinct_keys = len(self._steps) + sum(len(own) for own, _ in self._own)
        for own, cells in self._own:
            self._count(cells, places_among(self._steps, own))
        self._own.clear()

    def _coarse_places(self, own: Values | None) -> Column:
        """The place of each code among the keys of classes: 2n + 1 is the n-th of these from 0."""
        if own is None:
            return np.concatenate([self._place_of_class_key, 2 * np.arange(len(self._steps) + 1)])
        return np.concatenate([self._place_of_class_key, places_among(self._steps, own)])

    def settle(self, numbers: Sequence[int], lower_wins: bool, are_places: bool) -> None:
        """Put the keys in order, when all shards are there.

        Args:
            numbers: the class numbers of the examples.
            lower_wins: whether lower keys win.
            are_places: whether the keys are places themselves, of keys that order themselves.

        Raises:
            KeyRefusedError: two keys that cannot be compared.
        """
        self.sweeps.sort(key=lambda sweep: sweep.start)
        owns = [*(own for _, own in self._examples.values()), *(each.own for each in self.sweeps)]
        kept = {id(own): own for own in (*owns, *(own for own, _ in self._own)) if own is not None}
        if self.coarse:
            self._keys, place_at = self._steps, np.arange(2 * len(self._steps) + 1)
            places = [places_among(self._steps, own) for own in kept.values()]
            self.between = place_at % 2 == 0
        else:
            self._keys, index = in_order(joined([self._steps, *kept.values()]))
            ends = np.cumsum([len(self._steps), *map(len, kept.values())])
            of_steps, *places = np.split(index, ends[:-1])
            place_at = np.repeat(of_steps, 2)  # at 2n + 1, that of the n-th step
            keys: Any = self._keys
            self.between = np.array(keys) % 2 == 0 if are_places else np.zeros(len(keys), bool)
        if not lower_wins:
            place_at, *places = (len(self.between) - 1 - column for column in (place_at, *places))
            self.between = self.between[::-1]
        self._lower_wins = lower_wins
        place_in: dict[int, Column] = dict(zip(kept, places))

        def lookup(own: Values | None) -> Column:
            further = place_at[::2] if own is None else place_in[id(own)]
            return np.concatenate([place_at[self._place_of_class_key], further])

        for sweep in self.sweeps:
            sweep.place_of = lookup(sweep.own)
        self.example_cells = {
            cell
            for codes, own in self._examples.values()
            for cell in zip(numbers, lookup(own)[codes].tolist())
        }
        if self._matrix is not None:
            self._counted, self._matrix = [Cells.of_matrix(self._matrix)], None
        counted = [part._replace(places=place_at.take(part.places)) for part in self._counted]
        of_own = [
            part._replace(places=place_in[id(own)].take(part.places)) for own, part in self._own
        ]
        self.cells = Cells.added([*counted, *of_own])
        self._counted, self._own = [], []
        if not self.coarse:
            self.distinct_keys = int(self._is_used().sum())

    def _is_used(self) -> Column:
        """Whether a hand has the key at each place."""
        is_used = np.zeros(len(self.between), bool)
        is_used[self.cells.places] = True
        return is_used

    def key(self, place: int) -> Any:
        """The key at a place; None if it is between those of classes."""
        at = place if self._lower_wins else len(self.between) - 1 - place
        if self.coarse:
            return as_list(self._steps[at // 2 : at // 2 + 1])[0] if at % 2 else None
        return as_list(self._keys[at : at + 1])[0]

    def failures(self, cells: Cells) -> list[WrongShowdowns]:
        """The failures that cells of these places show."""
        return failures_in(cells, self.scope.rules, self.between)

    totals = staticmethod(totals)

    @property
    def evaluated(self) -> int:
        """The number of hands."""
        return sum(len(sweep.codes) for sweep in self.sweeps)

    def undecided(self) -> int:
        """The number of showdowns between keys that were not compared: they may all be wrong."""
        hands = np.zeros(len(self.between), np.int64)
        np.add.at(hands, self.cells.places, self.cells.hands)
        of_place = hands[self.between]
        return int((of_place * (of_place - 1)).sum()) // 2

    def is_right(self) -> bool:
        """True if each class has one key, and the key of the stronger class always wins."""
        if self.cells.split():
            return False
        examples = Cells.of(dict.fromkeys(self.example_cells, 1))
        numbers, places, _ = Cells.added([examples, self.cells])
        return bool((np.diff(numbers) > 0).all() and (np.diff(places) > 0).all())

    def hands(self, cells: Collection[Cell], most: int) -> dict[Cell, list[tuple[Hand, Any]]]:
        """The first hands of each of some cells, up to a number, with their keys."""
        found: dict[Cell, list[tuple[Hand, Any]]] = {cell: [] for cell in cells}
        numbers, places = np.array([*found], np.int64).reshape(-1, 2).T
        is_number = np.zeros(len(self.scope.classes) + 1, bool)
        is_place = np.zeros(len(self.between), bool)
        is_number[numbers], is_place[places] = True, True
        for sweep in self.sweeps:
            numbers, places = self.scope.numbers(sweep.start, sweep.stop), sweep.places()
            at = np.flatnonzero(is_number[numbers] & is_place[places])
            for n, cell in zip(at.tolist(), zip(numbers[at].tolist(), places[at].tolist())):
                of_cell = found.get(cell)
                if of_cell is not None and len(of_cell) < most:
                    key = self._key_of(sweep, int(sweep.codes[n]))
                    of_cell.append((self.scope.hand(sweep.start + n), key))
        return found

    def _key_of(self, sweep: Sweep, code: int) -> Any:
        """The key of a code of a shard; None if it was not kept."""
        of_classes = len(self._class_keys)
        if code < of_classes:
            return self._class_keys[code]
        at = code - of_classes
        return None if sweep.own is None else as_list(sweep.own[at : at + 1])[0]

    def of_category(
        self, category: int, wrong: Sequence[Sequence[Column]], most: int
    ) -> tuple[list[Hand], list[Hand]]:
        """The first hands of a category in wrong cells, and in others.

        Args:
            category: the category.
            wrong: the indices of the wrong cells, in arrays.
            most: the most hands of either kind. When there are more wrong ones, nobody reads on.
        """
        pairs = self.cells.numbers.astype(np.int64) << 32 | self.cells.places
        is_wrong = np.zeros(len(pairs), bool)
        for at in chain(*wrong):
            is_wrong[at] = True
        is_category = np.array(self.scope.classes.category_of) == category
        hands: tuple[list[Hand], list[Hand]] = [], []
        for sweep in self.sweeps:
            numbers = self.scope.numbers(sweep.start, sweep.stop).astype(np.int64)
            at = np.flatnonzero(is_category[numbers])
            cells = np.searchsorted(pairs, numbers[at] << 32 | sweep.places()[at])
            for kept, chosen in zip(hands, (is_wrong[cells], ~is_wrong[cells])):
                places = at[chosen][: most + 1 - len(kept)] + sweep.start
                kept += map(tuple, self.scope.at(places).tolist())
            if len(hands[0]) > most:
                break
        return hands

    def digest(self) -> str | None:
        """SHA-256 over the place of each hand's key among those that hands have, from 1.

        None without hands, with more keys than fit, or if some were not compared.
        """
        if not self.sweeps or len(self._keys) > 0xFFFF or self.between.any():
            return None
        ranks = self._is_used().cumsum().astype("<u2")
        digest = sha256()
        for sweep in self.sweeps:
            digest.update(ranks[sweep.place_of].take(sweep.codes).tobytes())
        return digest.hexdigest()
