"""The input and the results of a worker: `Task`, `Shard` and `Fault`."""

import os
from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from traceback import extract_tb

from evaluators import UnknownEvaluatorError
from evaluators.cards import Card, format_hand
from evaluators.protocol import Key
from harness.adapters.calling import CallError
from harness.adapters.commands import CommandError, NotInstalledError
from harness.adapters.keys import KeyRefusedError
from harness.checking.questions import preflight_questions
from harness.checking.verdict import EQUIVALENT, ERROR, NOT_INSTALLED, REFUSED, TIMEOUT
from harness.hands.classes import examples
from harness.hands.numbers import class_numbers
from harness.hands.scopes import Scope
from harness.processes import workers
from harness.processes.limits import USUAL, Limits, limit_memory

PYTHON, NUMPY, COMPILED = "python", "numpy", "compiled"
BEFORE_ALL = -1
"""The place of a failure in the preflight: before all hands of the scope."""
HARNESS = Path(__file__).parent.parent


@dataclass(frozen=True)
class Task:
    """A range of the hands of a scope, for one evaluator; an empty range stands for the preflight.

    `numbers` are the class numbers of the hands, as uint16; empty if the worker computes them.
    `deaths` are the deaths of the processes that tried the task before.
    """

    name: str
    scope: Scope
    start: int
    stop: int
    numbers: bytes = b""
    style: str = PYTHON
    limits: Limits = USUAL
    deaths: tuple[str, ...] = ()

    def class_numbers(self) -> "array[int]":
        """The class numbers of the hands."""
        if self.numbers:
            return array("H", self.numbers)
        return class_numbers(self.scope, self.start, self.stop)

    @property
    def is_preflight(self) -> bool:
        """Whether the task is the preflight."""
        return self.start == self.stop

    def __str__(self) -> str:
        return "the preflight" if self.is_preflight else f"hands {self.start:,} to {self.stop:,}"

    def hand(self, place: int) -> tuple[Card, ...]:
        """The hand at a place in the scope or the preflight; negative places are classes."""
        if place < 0:
            return list(examples(self.scope.size).values())[place]
        return (
            preflight_questions(self.scope)[place][1]
            if self.is_preflight
            else self.scope.hand(place)
        )


Difference = tuple[str, tuple[Card, ...], Key, tuple[Card, ...], Key]
"""One hand with two keys: the kind of witness, the hand, its key, the hand again, its other key."""


@dataclass
class Shard:
    """The result of a task, as plain values.

    Attributes:
        keys: the key of one hand of each class, by class number, from `marshal`; of arrays, only
            the classes of the shard.
        strange: the keys of hands that differ from the key of their class.
        column: a uint32 for each hand, 0 if it has the key of its class, else n for the n-th
            strange key; empty if all have the key of their class. Of arrays, all keys are strange
            if one is.
        numbers: the class numbers of the hands, as uint16, if only the worker knows them.
        shown: the texts of keys that order themselves, by the numbers that replace them.
        lower_wins: whether lower keys win.
        inferred: whether `lower_wins` was inferred, since the evaluator does not declare it.
        unsteady: a hand that gets more than one key.
        status, message: the failure, if there is one; the status `EQUIVALENT` only says that the
            task was done.
        output: the end of the evaluator's output before the failure.
        failed_at: the place of the hand of the failure.
        compared: how many keys were compared with the `python` style.
        seconds: the processor time.
    """

    keys: bytes = b""
    strange: list[Key] = field(default_factory=list)
    column: bytes = b""
    numbers: bytes = b""
    shown: dict[int, str] = field(default_factory=dict)
    lower_wins: bool = False
    inferred: bool = False
    unsteady: Difference | None = None
    status: str = EQUIVALENT
    message: str = ""
    output: str = ""
    failed_at: int | None = None
    compared: int = 0
    seconds: float = 0.0


class Fault(Exception):  # noqa: N818  it is the evaluator's, not ours
    """A failure of an evaluator to return a valid key.

    Attributes:
        shard: the result of the task that failed.
    """

    def __init__(
        self, message: str, place: int | None = None, status: str = ERROR, output: str = ""
    ) -> None:
        super().__init__(message)
        self.shard = Shard(status=status, message=message, output=output, failed_at=place)

    @classmethod
    def of(cls, error: BaseException, hand: Sequence[Card], place: int) -> "Fault":
        """An error that an evaluator raised at a hand."""
        status, output = ERROR, ""
        if isinstance(error, CommandError):
            status, output = TIMEOUT if error.is_late else ERROR, error.output
        if isinstance(error, NotInstalledError):
            return cls(describe(error), BEFORE_ALL, NOT_INSTALLED, output)
        return cls(f"{format_hand(hand)}: {describe(error)}", place, status, output)


def attempt(do: Callable[[], Shard]) -> Shard:
    """The result of a task, with its processor seconds; a failure becomes a status."""
    began = _seconds()
    try:
        shard = do()
    except Fault as fault:
        shard = fault.shard
    except UnknownEvaluatorError as error:
        shard = Shard(status=REFUSED, message=str(error), failed_at=BEFORE_ALL)
    except ImportError as error:
        shard = Shard(status=NOT_INSTALLED, message=describe(error), failed_at=BEFORE_ALL)
    except workers.raised_by_others() as error:
        shard = Shard(status=ERROR, message=describe(error), failed_at=BEFORE_ALL)
    shard.seconds = _seconds() - began
    return shard


def _seconds() -> float:
    """Processor seconds of this process and of the children that it waited for."""
    return sum(os.times()[:4])


@cache
def limit_memory_once(megabytes: int) -> None:
    """Limit the growth of a worker's memory, once for each process."""
    if workers.is_runner():
        limit_memory(megabytes)


class ChangedError(Exception):
    """An evaluator changed its hand."""


def describe(error: BaseException) -> str:
    """An error in one line."""
    if isinstance(error, CommandError | ChangedError | KeyRefusedError | CallError):
        return str(error)
    try:
        text = " ".join(str(error).split())
    except Exception:
        text = "(its message cannot be read)"
    return f"{type(error).__name__}{': ' if text else ''}{text}{_line_of(error)}"


def _line_of(error: BaseException) -> str:
    """The last line outside of the harness in the traceback of an error."""
    for frame in reversed(extract_tb(error.__traceback__)):
        file = Path(frame.filename)
        if HARNESS not in file.parents and frame.lineno and not frame.filename.startswith("<"):
            return f" ({file.name}:{frame.lineno})"
    return ""
