"""Combine the results of all tasks of one evaluator: `Tally`."""

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
    """The failure that ended a check."""

    place: int
    status: str
    message: str = ""
    output: str = ""


@dataclass
class Tally:
    """The results so far of one evaluator's tasks.

    Attributes:
        tasks_left: the number of tasks that are not done.
        shard_size: the number of hands in a shard.
        keys: the keys of the classes by class number, for each value of `Shard.keys`; more than one
            value if processes disagree.
        sweeps: by the first hand of each shard: its bytes in `keys`, its strange keys and column.
        numbers: the class numbers of the hands of a shard, if its worker returned them.
        shown: the texts of keys that order themselves, by the numbers that replace them.
        trouble: the first failure by place.
        deaths: the deaths of processes whose task was done in another try.
    """

    name: str
    scope: Scope
    tasks_left: int
    shard_size: int = SHARD
    style: str = PYTHON
    lower_wins: bool = False
    inferred: bool = False
    keys: dict[bytes, dict[int, Key]] = field(default_factory=dict)
    sweeps: dict[int, tuple[bytes, list[Key], "array[int]"]] = field(default_factory=dict)
    numbers: dict[int, bytes] = field(default_factory=dict)
    shown: dict[int, str] = field(default_factory=dict)
    hands: int = 0
    compared: int = 0
    unsteady: Witness | None = None
    trouble: Trouble | None = None
    deaths: list[str] = field(default_factory=list)
    seconds: float = 0.0

    def add(self, task: Task, shard: Shard | Died, printed: str = "") -> None:
        """Add the result of a task, and the end of what was printed meanwhile."""
        self.tasks_left -= 1
        if isinstance(shard, Died):
            shard = _of_death(task, shard)
        elif shard.status == EQUIVALENT and task.deaths:
            self.deaths.append(f"{task}: {task.deaths[-1]}; tried again, they came to an end")
        self.seconds += shard.seconds
        self.compared += shard.compared
        self.shown |= shard.shown
        if shard.unsteady and (self.unsteady is None or self.unsteady.kind != UNSTEADY):
            self.unsteady = _witness(shard.unsteady, bool(self.shown))
        if self._keys_have_no_order():
            self._record(Trouble(BEFORE_ALL, NOT_EQUIVALENT))
        if shard.status != EQUIVALENT:
            place = task.start if shard.failed_at is None else shard.failed_at
            output = shard.output or printable(printed.encode(errors="replace"))
            self._record(Trouble(place, shard.status, shard.message, output))
            return
        if shard.keys not in self.keys:
            self.keys[shard.keys] = marshal.loads(shard.keys)
        self.lower_wins, self.inferred = shard.lower_wins, shard.inferred
        if not task.is_preflight:
            column = narrow(array("I", shard.column))
            self.sweeps[task.start] = shard.keys, shard.strange, column
            if shard.numbers:
                self.numbers[task.start] = shard.numbers
            self.hands += task.stop - task.start

    def _keys_have_no_order(self) -> bool:
        """Whether the same cards have two keys, so that no hand has a place.

        In a sample, the cards of each hand come in any order, as they are dealt. There keys that
        depend on it have an order: that of the hands as dealt.
        """
        if not self.unsteady or self.unsteady.kind != UNSTEADY:
            return False
        is_same_order = self.unsteady.first.hand == self.unsteady.second.hand
        return is_same_order or self.scope.sample is None

    def _record(self, trouble: Trouble) -> None:
        """Record the first trouble by place, not by time."""
        if self.trouble is None or trouble.place < self.trouble.place:
            self.trouble = trouble

    def needs(self, task: Task) -> bool:
        """Whether a task could still change the verdict: it begins before the trouble."""
        return self.trouble is None or task.start < self.trouble.place

    def skip(self) -> None:
        """Count a task as done that is not needed any more."""
        self.tasks_left -= 1

    def numbers_of(self, start: int) -> "array[int]":
        """The class numbers of the hands of the shard that begins at a place."""
        if start in self.numbers:
            return array("H", self.numbers[start])
        return class_numbers(self.scope, start, min(start + self.shard_size, len(self.scope)))


def _of_death(task: Task, died: Died) -> Shard:
    """The result of a task whose process died."""
    where = f"{task}: "
    if task.deaths and died.doing == EVALUATING:  # when tried again, it announces every hand
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
    """A hand with two keys, as a witness."""
    kind, hand, key, hand_again, key_again = difference
    side_key: Callable[[Any], Key] = Shown if are_shown else lambda key: key
    sides = Side(tuple(hand), side_key(key)), Side(tuple(hand_again), side_key(key_again))
    return Witness(kind, *sides, TIES, "gets another key than")


def narrow(column: "array[int]") -> "array[int]":
    """The same column in half the memory, if its numbers allow."""
    return array("H", column) if column and max(column) <= 0xFFFF else column
