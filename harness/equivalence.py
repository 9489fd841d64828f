"""The exhaustive check: does an evaluator order all hands as the rules do?

For every pair of hands, comparing the keys has to say what the rules say: stronger, weaker or
tied. That is 3,377,295,241,320 pairs of different hands, and one pass over the 2,598,960 hands
decides them all, because two things are enough:

1. all hands of a class get the same key, and
2. the keys of the 7,462 classes are strictly ordered.

Before all else comes a first look, at one hand of each class. Then workers take the hands shard by
shard, and hold each hand's key against that of its class. Where all agree and the classes' keys
are in order, that is the proof. Where not, they say which key each hand has; the parent counts how
many hands of which class got which key, and the rest of a verdict follows from that table: the
failures, the showdowns that they decide wrongly, exactly, and the hands that show it.
"""

import contextlib
import hashlib
import pickle
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from itertools import count, product
from os import cpu_count
from sys import byteorder
from typing import TYPE_CHECKING, Any, TypeAlias

from evaluators.cards import Card, format_hand, rank_of
from harness import shards, workers
from harness.adopt import fitted
from harness.classes import class_numbers, classes
from harness.external import printable
from harness.failures import FALSE_TIE, FALSE_WIN, REVERSED, Cell, Failure, judge, totals
from harness.families import families
from harness.hands import ALL_FIVE, Scope
from harness.keys import thaw
from harness.limits import USUAL, Limits
from harness.shards import BEFORE_ALL, NUMPY, PYTHON, Shard, Task, work
from harness.verdict import (
    BEATS,
    EQUIVALENT,
    ERROR,
    LOSES,
    NOT_EQUIVALENT,
    TIES,
    TIMEOUT,
    UNSTEADY,
    Side,
    Verdict,
    Witness,
)

if TYPE_CHECKING:
    from harness.state import State

Done: TypeAlias = tuple[Task, Shard | workers.Died, str]
"""A task, what came of it, and the end of what was printed meanwhile."""
Runner: TypeAlias = Callable[[Iterable[Task]], Iterator[Done]]

SHARD = 100_000
TRIES = 3
ARRAY_SHARD = 1 << 19
MOST_HANDS_OF_A_CLASS = 1_020


@dataclass
class Tally:
    """What is known so far of one evaluator.

    Attributes:
        keys: the keys that shards speak of, as pickled and as they are: a list, or a dict from
            class numbers.
        columns: for the first hand of each shard, its keys as pickled, and its column.
        trouble: the first: its place, status, message, and what was printed.
        deaths: of processes, where another try came to an end.
    """

    name: str
    scope: Scope
    tasks_left: int
    shard: int = SHARD
    style: str = PYTHON
    lower_wins: bool = False
    found_out: bool = False
    keys: dict[bytes, list[Any] | dict[int, Any]] = field(default_factory=dict)
    columns: dict[int, tuple[bytes, "array[int]"]] = field(default_factory=dict)
    hands: int = 0
    twins: int = 0
    unsteady: Witness | None = None
    trouble: tuple[int, str, str, str] | None = None
    deaths: list[str] = field(default_factory=list)
    seconds: float = 0.0

    def add(self, task: Task, shard: Shard | workers.Died, printed: str = "") -> None:
        """Take in what a worker found, and the end of what was printed meanwhile."""
        self.tasks_left -= 1
        if isinstance(shard, workers.Died):
            where = task if shard.at is None else format_hand(task.hand(shard.at))
            status = ERROR if shard.late is None else TIMEOUT
            tries = f", {len(task.deaths) + 1} times" if task.deaths and not shard.late else ""
            at = BEFORE_ALL if task.is_empty else shard.at
            shard = Shard(status=status, message=f"{where}: {shard}{tries}", failed_at=at)
        elif task.deaths:
            self.deaths.append(f"{task}: {task.deaths[-1]}; tried again, they came to an end")
        self.seconds += shard.seconds
        self.twins += shard.twins
        self.unsteady = self.unsteady or shard.unsteady
        if shard.unsteady and shard.unsteady.kind == UNSTEADY:  # no order to speak of
            self.trouble = BEFORE_ALL, NOT_EQUIVALENT, "", ""
        if shard.status != EQUIVALENT:
            place = task.start if shard.failed_at is None else shard.failed_at
            if self.trouble is None or place < self.trouble[0]:
                output = shard.output or printable(printed.encode())
                self.trouble = place, shard.status, shard.message, output
        elif not task.is_empty:
            self.lower_wins, self.found_out = shard.lower_wins, shard.found_out
            if shard.keys not in self.keys:
                self.keys[shard.keys] = pickle.loads(shard.keys)
            self.columns[task.start] = shard.keys, _narrow(array("I", shard.column))
            self.hands += task.stop - task.start

    def needs(self, task: Task) -> bool:
        """Whether a task could still change the verdict: what fails first is known by place."""
        return self.trouble is None or task.start < self.trouble[0]

    def skip(self) -> None:
        """A task is not needed any more."""
        self.tasks_left -= 1

    def verdict(self) -> Verdict:
        """Judge the evaluator, once all of its tasks are done."""
        verdict = Verdict(self.name, EQUIVALENT, self.scope, self.hands, self.style)
        verdict.seconds, verdict.twins, verdict.deaths = self.seconds, self.twins, self.deaths
        if self.found_out and not self.trouble:
            verdict.found_out = "lower" if self.lower_wins else "higher"
        if self.trouble:
            _, verdict.status, verdict.message, verdict.output = self.trouble
            verdict.witness = self.unsteady if verdict.status == NOT_EQUIVALENT else None
            return verdict
        self.columns = dict(sorted(self.columns.items()))  # whichever was done first
        in_order = dict.fromkeys(keys for keys, _ in self.columns.values())
        unique = {key: None for keys in in_order for key in _listed(self.keys[keys])}
        verdict.classes = len(unique)
        try:
            ordered = _in_order(unique, self.lower_wins)
        except TypeError as error:
            kinds = {type(key).__name__: thaw(key) for key in reversed(unique)}
            such = " and ".join(map(repr, kinds.values())) if len(kinds) > 1 else str(error)
            verdict.status, verdict.message = ERROR, f"its keys cannot be compared: {such}"
            return verdict

        if self._is_right(ordered):
            verdict.digest = _class_digest(self.scope)
        else:
            self._judge(verdict, ordered)
        verdict.witness = self.unsteady or verdict.witness
        if verdict.witness:
            verdict.status = NOT_EQUIVALENT
        return verdict

    def _is_right(self, ordered: Sequence[Any]) -> bool:
        """Whether every hand has the key of its class, and these keys are in order."""
        of_class: dict[int, Any] = {}
        for keys in self.keys.values():
            if not isinstance(keys, dict):
                return False
            if any(of_class.setdefault(number, key) != key for number, key in keys.items()):
                return False
        return [of_class[number] for number in sorted(of_class)] == ordered

    def _judge(self, verdict: Verdict, ordered: Sequence[Any]) -> None:
        """Find out what is wrong, from how many hands of which class have which key."""
        place_of = {key: place for place, key in enumerate(ordered)}
        places = {
            pickled: {number: place_of[key] for number, key in keys.items()}
            if isinstance(keys, dict)
            else array("I", (place_of[key] for key in keys))
            for pickled, keys in self.keys.items()
        }
        digest = hashlib.sha256()
        table: Counter[Cell] = Counter()
        for start, (pickled, column) in self.columns.items():
            numbers = self._numbers(start)
            ids = column or numbers
            placed = _narrow(array("I", map(places[pickled].__getitem__, ids)))
            self.columns[start] = pickled, placed
            table.update(zip(numbers, placed))
            if len(ordered) <= 0xFFFF:
                digest.update(_little_endian(place + 1 for place in placed))
        verdict.digest = digest.hexdigest() if len(ordered) <= 0xFFFF else None

        failures = judge(table, _category_of(), _clarity)
        wrong = totals(failures)
        verdict.reversed, verdict.false_ties, verdict.false_wins = (
            wrong[kind] for kind in (REVERSED, FALSE_TIE, FALSE_WIN)
        )
        verdict.failures = list(zip(failures, self._witnesses(failures, ordered)))
        verdict.families = families(table)
        if failures:
            _, verdict.witness = max(
                verdict.failures, key=lambda found: (int(found[0].clarity), found[0].showdowns)
            )

    def _numbers(self, start: int) -> "array[int]":
        return class_numbers(self.scope, start, min(start + self.shard, len(self.scope)))

    def _witnesses(self, failures: Sequence[Failure], ordered: Sequence[Any]) -> list[Witness]:
        """Hands for the examples: found in one pass, and from one deck where there are such."""
        wanted: dict[Cell, list[tuple[Card, ...]]] = {
            cell: [] for failure in failures for cell in failure.example
        }
        for start, (_, placed) in self.columns.items():
            for index, *cell in zip(count(start), self._numbers(start), placed):
                found = wanted.get((cell[0], cell[1]))
                if found is not None and len(found) < MOST_HANDS_OF_A_CLASS:
                    found.append(self.scope.hand(index))

        def witness(failure: Failure) -> Witness:
            one, two = failure.example
            pairs = product(wanted[one], wanted[two])
            any_two = wanted[one][0], wanted[two][-1]
            hands = next((pair for pair in pairs if set(pair[0]).isdisjoint(pair[1])), any_two)
            first, second = (
                Side(hand[::-1], thaw(ordered[place]))
                for hand, (_, place) in zip(hands, failure.example)
            )
            rules = TIES if one[0] == two[0] else BEATS
            says = TIES if one[1] == two[1] else BEATS if one[1] < two[1] else LOSES
            return Witness(failure.kind, first, second, rules, says)

        return list(map(witness, failures))


def _listed(keys: list[Any] | dict[int, Any]) -> Iterable[Any]:
    return keys.values() if isinstance(keys, dict) else keys


def _narrow(column: "array[int]") -> "array[int]":
    """The same column in half the memory, if its numbers allow."""
    return array("H", column) if column and max(column) <= 0xFFFF else column


def _in_order(keys: Iterable[Any], lower_wins: bool) -> list[Any]:
    """The keys from the strongest to the weakest.

    Raises:
        TypeError: two of them cannot be compared. Sorting compares every key with the one that
            ends up beside it, and where neighbours compare, so do all.
    """
    return sorted(keys, reverse=not lower_wins)


@lru_cache(maxsize=8)
def _class_digest(scope: Scope) -> str:
    """The digest that is right: of the class numbers themselves."""
    digest = hashlib.sha256()
    for start in range(0, len(scope), SHARD):
        numbers = class_numbers(scope, start, min(start + SHARD, len(scope)))
        digest.update(_little_endian(numbers))
    return digest.hexdigest()


def _little_endian(numbers: Iterable[int]) -> bytes:
    """Class numbers as little-endian uint16, on any machine."""
    column = array("H", numbers)
    if byteorder == "big":
        column.byteswap()
    return column.tobytes()


@cache
def _category_of() -> list[int]:
    return [-1, *(hand_class.category for hand_class in classes())]


def _clarity(better: int, other: int) -> float:
    """How easily two classes are compared by eye.

    Hands that can be dealt from one deck come first, then those with ranks in common, then
    near ones.
    """
    left, right = (
        Counter(map(rank_of, classes()[number - 1].example)) for number in (better, other)
    )
    one_deck = max((left + right).values()) <= 4
    return 5 * one_deck + (left & right).total() - abs(better - other) / 10_000


def check_here(evaluator: Any, scope: Scope = ALL_FIVE) -> Verdict:
    """Check an evaluator, or a function, that is here: in this process, on one processor."""
    name = getattr(evaluator, "name", getattr(evaluator, "__name__", type(evaluator).__name__))
    shards.given[name] = fitted(evaluator, name)
    shards.forget()
    tally = Tally(name, scope, 1 + -(-len(scope) // SHARD))
    try:
        for task in _tasks([name], scope, PYTHON, Limits()):
            tally.add(task, work(task))
    finally:
        del shards.given[name]
        shards.forget()
    return tally.verdict()


def _tasks(names: Iterable[str], scope: Scope, style: str, limits: Limits) -> Iterator[Task]:
    """What has to be done: for each evaluator, its steadiness first, then all hands."""
    shard = ARRAY_SHARD if style == NUMPY else SHARD
    for name in names:
        yield Task(name, scope, 0, 0, style=style, limits=limits)
        for start in range(0, len(scope), shard):
            stop = min(start + shard, len(scope))
            numbers = b""
            if style == PYTHON and scope == ALL_FIVE:
                numbers = class_numbers(scope, start, stop).tobytes()
            yield Task(name, scope, start, stop, numbers, style, limits)


def try_again(task: Task, died: workers.Died) -> Task | None:
    """A task whose process died, for another try, which says at which hand it is.

    A process may have been killed for what is no fault of the evaluator's; the third time it is
    taken for one. What hung is tried once more, to learn where.
    """
    tries = 2 if died.late else TRIES
    if len(task.deaths) + 1 >= tries or task.style == NUMPY:
        return None
    return replace(task, deaths=(*task.deaths, str(died)))


def on_this_machine(tasks: Iterable[Task], jobs: int | None = None) -> Iterator[Done]:
    """Run tasks in processes of their own, as many as there are processors."""
    return workers.run(work, tasks, jobs or cpu_count() or 1, try_again)


def check(
    names: Sequence[str],
    scope: Scope = ALL_FIVE,
    progress: Callable[[Task], None] = lambda task: None,
    style: str = PYTHON,
    limits: Limits = USUAL,
    state: "State | None" = None,
    run: Runner = on_this_machine,
    first_look: Callable[[Verdict], None] = lambda verdict: None,
) -> Iterator[Verdict]:
    """Check evaluators on all hands of a scope; a verdict for each as soon as it is known.

    Args:
        names: of evaluators, or places of some: ``module:attribute``.
        scope: which hands.
        progress: called with each task that is done, or that is not needed any more.
        style: how the evaluators run: one hand a call, or an array of hands.
        limits: what each may take.
        state: where finished shards are kept, those of an interrupted run among them.
        run: runs tasks, somewhere.
        first_look: called with what one hand of each class says.
    """
    shard = ARRAY_SHARD if style == NUMPY else SHARD
    names = list(dict.fromkeys(names))
    tasks = 1 + -(-len(scope) // shard)
    tallies = {name: Tally(name, scope, tasks, shard, style) for name in names}

    def todo() -> Iterator[Task]:
        """What is left to do, and still needed when its turn comes."""
        for task in _tasks(names, scope, style, limits):
            tally = tallies.get(task.name)
            if tally is None or (state and state.has(task)):
                continue
            if tally.needs(task):
                yield task
            else:
                tally.skip()
                progress(task)

    def done() -> Iterator[Done]:
        """What was done before, and what is done now."""
        if state:
            for task in _tasks(names, scope, style, limits):
                if state.has(task):
                    yield task, state.shard(task), ""
        for task, result, printed in run(todo()):
            if state and isinstance(result, Shard) and result.status == EQUIVALENT:
                state.keep(task, result)
            yield task, result, printed

    for task, result, printed in done():
        tallies[task.name].add(task, result, printed)
        progress(task)
        if task.is_empty and isinstance(result, Shard):
            first_look(_at_first_sight(task, result))
        for name in [name for name, tally in tallies.items() if not tally.tasks_left]:
            yield tallies.pop(name).verdict()


def _at_first_sight(task: Task, shard: Shard) -> Verdict:
    """What one hand of each class says."""
    verdict = Verdict(task.name, shard.status, task.scope, style=task.style)
    verdict.witness = shard.unsteady
    verdict.hands = len(shards.some_hands(task.scope))
    if shard.keys:
        keys = pickle.loads(shard.keys)
        verdict.classes = len(keys)
        with contextlib.suppress(TypeError):  # of keys that cannot be compared
            order = {
                key: n for n, key in enumerate(_in_order(set(keys.values()), shard.lower_wins))
            }
            table = {(n, order[key]): classes()[n - 1].size for n, key in keys.items()}
            verdict.families = families(table)
    if verdict.witness or verdict.families:
        verdict.status = NOT_EQUIVALENT
    return verdict
