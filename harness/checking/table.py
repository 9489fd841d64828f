"""The table: how many hands of each class got each key. All results of an evaluator lead to it.

Shards bring the codes of keys. The first codes are those of the keys of classes, and mean the same
in all shards: so these hands are counted at once. A hand with another key has one of its own, and
its shard brings the value. Such values are kept until the end, and then put in order.

There may be as many of them as hands. If they would take more memory than there is room for, the
table becomes *coarse*: a key of its own then only counts as one between those of two classes. Which
of several keys there wins, is not known any more.

Of all deals, there is no memory for the code of each. Then the table has one hand of each class and
key, where that is not the key of the class: enough to show what is wrong.
"""

import marshal
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

import numpy as np

from harness.adapters.plain import KeyRefusedError, as_bytes
from harness.checking.tasks import Hand, Shard, Task
from harness.checking.values import Values, as_array, in_order, joined, places_among, read
from harness.faults.cells import PLACE, Cells, Column, unpacked
from harness.faults.showdowns import WrongShowdowns, failures_in, pairs_of, totals
from harness.hands.scopes import Scope, of_classes
from harness.processes.limits import USUAL

OF_NUMBER, OF_OTHER, UNPACKED = 128, 128, 6
"""Bytes that the table takes for each cell with a key of its own: a number, or another value, which
takes several times the bytes that bring it, too."""
MATRIX, ROWS = 4_000_000, 500
"""Cells in lists: when there are more, they are added up in a matrix; and the rows of it that are
read together."""


@dataclass
class Coded:
    """The keys of some hands.

    Attributes:
        codes: the code of the key of each hand; or its class number.
        own: the values of the codes after those of classes; None if these codes are gaps.
        start: the place of the first hand in the scope.
        code_of: the code of each class number, if `codes` are these.
        place_of: the place of each of `codes`, once the table is settled.
        few: the places in the scope and the class numbers of the hands, if these are but a few.
    """

    codes: Column
    own: Values | None
    start: int = 0
    code_of: Column | None = None
    place_of: Any = None
    few: tuple[Column, Column] | None = None

    def places(self) -> Column:
        """The place of the key of each hand."""
        places: Column = self.place_of.take(self.codes)
        return places


class Table:
    """The hands of each class and key, where keys are places: 0 is the strongest.

    Args:
        scope: the hands.
        megabytes: the memory that the process that counts may take; half of it is for keys.

    Attributes:
        scope, megabytes: as above.
        sweeps: the hands of shards; in their order, once the table is settled.
        coarse: a hash of the keys of classes, if the table is coarse; or nothing.
        cells: how many hands have each class number and place.
        example_cells: those of one hand of each class; more than one for a class if processes
            disagree.
        between: whether each place is that of keys that were not compared with each other.
        evaluated: the number of hands.
        distinct_keys: the number of different keys, or at least so many if the table is coarse.
    """

    def __init__(self, scope: Scope, megabytes: float = USUAL.megabytes) -> None:
        self.scope, self.megabytes = scope, megabytes
        self.sweeps: list[Coded] = []
        self.coarse, self.distinct_keys, self.evaluated = b"", 0, 0
        self._seen: set[tuple[int, bool, Any]] = set()  # classes and other keys that have a hand
        self._bytes = b""  # the keys of classes
        self._examples: dict[tuple[bytes, bytes], Coded] = {}
        self._counted: list[Cells] = []  # of keys of classes and gaps, at coarse places
        self._matrix: Any = None  # these, by class number and place
        self._own: list[tuple[Values, Cells]] = []  # of other keys, by the indices of their values
        self._cost, self._added = 0.0, 0  # bytes of each of these, and how many were added up

    def add(self, task: Task, shard: Shard) -> None:
        """Add the result of a task.

        Raises:
            KeyRefusedError: two keys that cannot be compared.
        """
        first, own = 0, None if shard.has_gaps else read(shard.own_keys)
        examples = np.array(shard.example_codes, np.uint32)
        if not self._bytes:
            self._steps, index = in_order(as_array(marshal.loads(shard.keys)))
            self._bytes, self._place_of_class_key = shard.keys, 2 * index + 1
        elif shard.keys != self._bytes:  # of another process, on which they depend
            if shard.has_gaps:
                raise KeyRefusedError("those of two processes differ")
            own = joined(as_array(marshal.loads(shard.keys)), read(shard.own_keys))
            first = len(self._place_of_class_key)
        self._examples[shard.keys, examples.tobytes()] = Coded(examples + first, own)
        if task.is_preflight or shard.unsteady:
            return
        numbers, code_of = self.scope.numbers(task.start, task.stop), None
        if shard.codes:
            codes: Column = np.frombuffer(shard.codes, np.uint32) + first
            weights = self.scope.weights(task.start, task.stop)
            cells = Cells.counted(numbers.astype(np.int64) << 32 | codes, weights)
            # The table keeps all codes.
            codes = codes.astype(np.uint16) if codes.max() <= 0xFFFF else codes
        else:
            codes, code_of = numbers, code_of_each(task.examples.numbers, examples + first)
            present, hands = of_classes(self.scope, task.start, task.stop)
            cells = Cells(present << 32 | code_of[present], hands)
        self.evaluated += task.stop - task.start
        if self.scope.is_kept:
            self.sweeps.append(Coded(codes, own, task.start, code_of))
        elif code_of is None:
            usual = code_of_each(task.examples.numbers, examples + first)
            self._keep_few(Coded(codes, own, task.start), numbers, usual)
        if own is None or self.coarse:
            self._count(cells.moved(self._coarse_places(own)))
            return
        is_own = (cells.packed & PLACE) >= len(self._place_of_class_key)
        self._count(Cells(*(each[~is_own] for each in cells)).moved(self._place_of_class_key))
        if is_own.any():
            packed, hands = (each[is_own] for each in cells)
            self._own.append((own, Cells(packed - len(self._place_of_class_key), hands)))
            each = OF_OTHER + UNPACKED * len(shard.own_keys) / len(own)
            self._cost = max(self._cost, OF_NUMBER if own.dtype != object else each)
            self._make_room()

    def _keep_few(self, coded: Coded, numbers: Column, usual: Column) -> None:
        """Keep a hand of each class and key that is new, unless the key is that of the class."""
        others = np.flatnonzero(coded.codes != usual[numbers])
        packed = numbers[others].astype(np.int64) << 32 | coded.codes[others]
        cells, at = np.unique(packed, return_index=True)
        of_class, new = len(self._place_of_class_key), []
        for (number, code), place in zip(map(unpacked, cells), others[at]):
            is_own = coded.own is not None and code >= of_class
            key: Any = code
            if coded.own is not None and is_own:
                key = as_bytes(coded.own[code - of_class : code - of_class + 1].tolist())
            if (number, is_own, key) not in self._seen:
                self._seen.add((number, is_own, key))
                new.append(place)
        few = coded.start + np.array(new, np.int64), numbers[new]
        self.sweeps.append(replace(coded, codes=coded.codes[new], few=few))

    def _count(self, cells: Cells) -> None:
        """Count cells of keys of classes, and of gaps, at coarse places."""
        self._counted.append(cells)
        if self._matrix is None and sum(len(part.hands) for part in self._counted) > MATRIX:
            shape = len(self.scope.classes) + 1, 2 * len(self._steps) + 1
            self._matrix = np.zeros(shape, np.int64 if self.scope.all_hands >> 31 else np.int32)
        if self._matrix is not None:
            for part in self._counted:
                at = (part.packed >> 32) * self._matrix.shape[1] + (part.packed & PLACE)
                np.add.at(self._matrix.reshape(-1), at, part.hands.astype(self._matrix.dtype))
            self._counted.clear()

    def _coarse_places(self, own: Values | None) -> Column:
        """The place of each code among the keys of classes: 2n + 1 is the n-th of these from 0."""
        gaps = 2 * np.arange(len(self._steps) + 1)
        further = gaps if own is None else places_among(self._steps, own)
        return np.concatenate([self._place_of_class_key, further])

    def _make_room(self) -> None:
        """Add up the cells of keys of their own. If there will be no room for these, be coarse."""
        room, many = self.megabytes * 1e6 / 2, sum(len(part.hands) for _, part in self._own)
        of_all = len(self.scope) / self.evaluated
        if self._cost * (many - self._added) < room / 2 or self._cost * many * of_all < room:
            return
        keys, places = _in_one_order([own for own, _ in self._own])
        cells = Cells.added([part.moved(places[id(own)]) for own, part in self._own])
        self._own, self._added = [(keys, cells)], len(cells.hands)
        if self._cost * self._added * max(1, of_all / 2) > room:
            self._be_coarse()

    def _be_coarse(self) -> None:
        """Count all keys of their own as keys between those of classes."""
        self.coarse = sha256(self._bytes).digest()
        self.distinct_keys = len(self._steps) + max([0, *(len(keys) for keys, _ in self._own)])
        for keys, cells in self._own:
            self._count(cells.moved(places_among(self._steps, keys)))
        self._own.clear()

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
        asked = [*self._examples.values(), *self.sweeps]
        if self.coarse:
            place_at = np.arange(2 * len(self._steps) + 1)
            place_of = [self._coarse_places(each.own) for each in asked]
            self._keys, self.between = self._steps, place_at % 2 == 0
        else:
            owns: list[Any] = [each.own for each in asked]
            self._keys, places = _in_one_order([self._steps, *owns, *(own for own, _ in self._own)])
            place_at = np.repeat(places[id(self._steps)], 2)  # at 2n + 1, that of the n-th step
            of_class_keys = place_at[self._place_of_class_key]
            place_of = [np.concatenate([of_class_keys, places[id(own)]]) for own in owns]
            self.between = np.zeros(len(self._keys), bool)
            if are_places:
                self.between = self._keys % 2 == 0
        order = np.arange(len(self.between))[:: 1 if lower_wins else -1]
        self.between, self._order = self.between[order], order
        for each, of_codes in zip(asked, place_of):
            each.place_of = order[of_codes if each.code_of is None else of_codes[each.code_of]]
        self.example_cells = {
            cell
            for each in self._examples.values()
            for cell in zip(numbers, each.places().tolist())
        }
        rows = range(0, 0 if self._matrix is None else len(self._matrix), ROWS)
        self._counted += [_of_rows(start, self._matrix[start : start + ROWS]) for start in rows]
        counted = [part.moved(order[place_at]) for part in self._counted]
        counted += [part.moved(order[places[id(own)]]) for own, part in self._own]
        self._counted, self._own, self._matrix = [], [], None
        self.cells = Cells.added(counted)
        if not self.coarse:
            self.distinct_keys = int(self._is_used().sum())

    def _is_used(self) -> Column:
        """Whether a hand has the key at each place."""
        is_used = np.zeros(len(self.between), bool)
        is_used[self.cells.places] = True
        return is_used

    def key(self, place: int) -> Any:
        """The key at a place, which is not between two others."""
        at = int(self._order[place]) // (2 if self.coarse else 1)
        return self._keys[at : at + 1].tolist()[0]

    def failures(self, cells: Cells) -> list[WrongShowdowns]:
        """The failures that cells of these places show."""
        return failures_in(cells, self.scope.rules, self.between)

    totals = staticmethod(totals)

    @property
    def undecided(self) -> int:
        """The number of showdowns between keys that were not compared: they may all be wrong."""
        hands = np.zeros(len(self.between), np.int64)
        np.add.at(hands, self.cells.places, self.cells.hands)
        of_place = hands[self.between]
        return pairs_of(of_place, of_place - 1) // 2

    def is_right(self) -> bool:
        """True if each class has one key, and the key of the stronger class always wins."""
        if len(self.cells.hands) > len(self.scope.classes):
            return False
        cells = Cells.added([Cells.of(dict.fromkeys(self.example_cells, 1)), self.cells])
        return not cells.split() and bool((np.diff(cells.places) > 0).all())

    def hands(self, groups: Sequence[Any], most: int) -> list[list[Hand]]:
        """The first hands in each group of cells, which have these indices; up to a number."""
        found: list[list[Hand]] = [[] for _ in groups]
        for group, places in self._places_of(groups):
            first = places[: most - len(found[group])]
            found[group] += map(tuple, self.scope.at(first).tolist())
        return found

    def unlike_hands(self, cells: Column) -> list[Hand]:
        """Hands of cells with these indices, one of those with the same ranks and longest suit."""
        found: dict[int, Hand] = {}
        for _, places in self._places_of([cells]):
            hands = self.scope.at(places)
            longest = (hands[:, :, np.newaxis] % 4 == np.arange(4)).sum(axis=1).max(axis=1)
            parts = np.column_stack([longest, np.sort(hands // 4)])
            unlike, at = np.unique(parts @ 16 ** np.arange(len(parts.T)), return_index=True)
            found.update(zip(unlike.tolist(), map(tuple, hands[at].tolist())))
        return [*found.values()]

    def _places_of(self, groups: Sequence[Any]) -> Iterator[tuple[int, Column]]:
        """The places in the scope of the hands in each group of cells, piece by piece."""
        group_of = np.full(len(self.cells.hands), -1)
        for group, at in enumerate(groups):
            group_of[at] = group
        wanted = Cells(*(column[group_of >= 0] for column in self.cells))
        is_number = np.zeros(len(self.scope.classes) + 1, bool)
        is_place = np.zeros(len(self.between), bool)
        is_number[wanted.numbers], is_place[wanted.places] = True, True
        for sweep in self.sweeps:
            stop = sweep.start + len(sweep.codes)
            of_scope, numbers = sweep.few or (None, self.scope.numbers(sweep.start, stop))
            at = np.flatnonzero(is_number.take(numbers))
            places = sweep.place_of.take(sweep.codes[at])
            at, places = at[is_place[places]], places[is_place[places]]
            packed = numbers[at].astype(np.int64) << 32 | places
            of_hands = group_of[np.searchsorted(self.cells.packed, packed)]
            for group in {*of_hands.tolist()} - {-1}:
                chosen = at[of_hands == group]
                yield group, chosen + sweep.start if of_scope is None else of_scope[chosen]

    @property
    def digest(self) -> str | None:
        """SHA-256 over the place of each hand's key among those that hands have, from 1.

        None without hands, with more keys than fit, or if some were not compared.
        """
        if (
            not (self.sweeps and self.scope.is_kept)
            or len(self._keys) > 0xFFFF
            or self.between.any()
        ):
            return None
        ranks = self._is_used().cumsum().astype("<u2")
        digest = sha256()
        for sweep in self.sweeps:
            digest.update(ranks[sweep.place_of].take(sweep.codes))
        return digest.hexdigest()


def code_of_each(numbers: Sequence[int], codes: Any) -> Column:
    """An array with the code of each class number, from those of the examples."""
    code_of = np.zeros(max(numbers) + 1, np.uint16)
    code_of[list(numbers)] = codes
    return code_of


def _in_one_order(values: Sequence[Values]) -> tuple[Values, dict[int, Column]]:
    """All different values in order, and the places of those of each list, by its identity."""
    different = {id(each): each for each in values}
    keys, index = in_order(joined(*different.values()))
    ends = np.cumsum([*map(len, different.values())])
    return keys, dict(zip(different, np.split(index, ends[:-1])))


def _of_rows(first: int, rows: Column) -> Cells:
    """The cells of some rows of a matrix with the hands of each class number and place."""
    numbers, places = np.nonzero(rows)
    return Cells((numbers + first) << 32 | places, rows[numbers, places])
