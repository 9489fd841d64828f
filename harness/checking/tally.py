"""What workers found out about one evaluator, put together: `Tally`."""

import marshal
from array import array
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from evaluators.cards import format_hand
from evaluators.protocol import Key
from harness.adapters.commands import printable
from harness.adapters.keys import Shown
from harness.checking.tasks import BEFORE_ALL, PYTHON, Difference, Shard, Task
from harness.checking.verdict import EQUIVALENT, ERROR, NOT_EQUIVALENT, TIMEOUT
from harness.checking.witness import TIES, UNSTEADY, Side, Witness
from harness.hands.numbers import class_numbers
from harness.hands.scopes import Scope
from harness.processes.limits import EVALUATING, LOADING, Died

SHARD = 100_000
"""Hands in a shard, unless its evaluator takes arrays or is a command."""


@dataclass(frozen=True)
class Trouble:
    """What ended a check: the place, the status, and a message."""

    place: int
    status: str
    message: str = ""
    output: str = ""


@dataclass
class Tally:
    """What workers found out so far about one evaluator.

    Attributes:
        tasks_left: how many are not done.
        shard: how many hands are in one.
        keys: those of classes, by number, as shards speak of them.
        found: for the first hand of each shard, what shards say of other keys: which of `keys` are
            those of its classes, and its strange keys and column.
        numbers: the class numbers of the hands of a shard, where its worker has said them.
        shown: how keys look that order themselves, by the numbers that stand for them.
        trouble: the first.
        deaths: of processes, where another try came to an end.
    """

    name: str
    scope: Scope
    tasks_left: int
    shard: int = SHARD
    style: str = PYTHON
    lower_wins: bool = False
    found_out: bool = False
    keys: dict[bytes, dict[int, Key]] = field(default_factory=dict)
    found: dict[int, tuple[bytes, list[Key], "array[int]"]] = field(default_factory=dict)
    numbers: dict[int, bytes] = field(default_factory=dict)
    shown: dict[int, str] = field(default_factory=dict)
    hands: int = 0
    compared: int = 0
    unsteady: Witness | None = None
    trouble: Trouble | None = None
    deaths: list[str] = field(default_factory=list)
    seconds: float = 0.0

    def add(self, task: Task, shard: Shard | Died, printed: str = "") -> None:
        """Take in what a worker found, and the end of what was printed meanwhile."""
        self.tasks_left -= 1
        if isinstance(shard, Died):
            shard = _of_death(task, shard)
        elif shard.status == EQUIVALENT and task.deaths:
            self.deaths.append(f"{task}: {task.deaths[-1]}; tried again, they came to an end")
        self.seconds += shard.seconds
        self.compared += shard.compared
        self.shown |= shard.shown
        if shard.unsteady and not self.unsteady:
            self.unsteady = _witness(shard.unsteady, bool(self.shown))
        if self.unsteady and self.unsteady.kind == UNSTEADY:  # no order to speak of
            self._meet(Trouble(BEFORE_ALL, NOT_EQUIVALENT))
        if shard.status != EQUIVALENT:
            place = task.start if shard.failed_at is None else shard.failed_at
            output = shard.output or printable(printed.encode(errors="replace"))
            self._meet(Trouble(place, shard.status, shard.message, output))
            return
        if shard.keys not in self.keys:
            self.keys[shard.keys] = marshal.loads(shard.keys)
        self.lower_wins, self.found_out = shard.lower_wins, shard.found_out
        if not task.is_preflight:
            column = narrow(array("I", shard.column))
            self.found[task.start] = shard.keys, shard.strange, column
            if shard.numbers:
                self.numbers[task.start] = shard.numbers
            self.hands += task.stop - task.start

    def _meet(self, trouble: Trouble) -> None:
        """The first trouble by place counts, whichever came first by time."""
        if self.trouble is None or trouble.place < self.trouble.place:
            self.trouble = trouble

    def needs(self, task: Task) -> bool:
        """Whether a task could still change the verdict: what fails first is known by place."""
        return self.trouble is None or task.start < self.trouble.place

    def skip(self) -> None:
        """A task is not needed any more."""
        self.tasks_left -= 1

    def numbers_of(self, start: int) -> "array[int]":
        """The class numbers of the hands of the shard that begins at a place."""
        if start in self.numbers:
            return array("H", self.numbers[start])
        return class_numbers(self.scope, start, min(start + self.shard, len(self.scope)))


def _of_death(task: Task, died: Died) -> Shard:
    """What a process that died says of an evaluator."""
    where = f"{task}: "
    if task.deaths and died.doing == EVALUATING:  # it has said at which hand it was
        where = f"{format_hand(task.hand(died.place))}: "
    if died.doing == LOADING:
        where = ""
    tries = f", {len(task.deaths) + 1} times" if task.deaths and died.late is None else ""
    return Shard(
        status=ERROR if died.late is None else TIMEOUT,
        message=f"{where}{died}{tries}",
        failed_at=BEFORE_ALL if task.is_preflight else died.place if task.deaths else task.start,
    )


def _witness(difference: Difference, are_shown: bool) -> Witness:
    """A hand with two keys."""
    kind, hand, key, again, other = difference
    look: Callable[[Any], Key] = Shown if are_shown else lambda key: key
    sides = Side(tuple(hand), look(key)), Side(tuple(again), look(other))
    return Witness(kind, *sides, TIES, "gets another key than")


def narrow(column: "array[int]") -> "array[int]":
    """The same column in half the memory, if its numbers allow."""
    return array("H", column) if column and max(column) <= 0xFFFF else column
