"""What a worker is asked, and what it returns: `Task`, `Shard`, and `Fault`."""

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
from harness.adapters.commands import CommandError
from harness.adapters.keys import KeyRefusedError
from harness.checking.questions import asked
from harness.checking.verdict import EQUIVALENT, ERROR, NOT_INSTALLED, REFUSED, TIMEOUT
from harness.hands.classes import examples
from harness.hands.numbers import class_numbers
from harness.hands.scopes import Scope
from harness.processes import workers
from harness.processes.limits import USUAL, Limits, limit_memory

PYTHON, NUMPY = "python", "numpy"
BEFORE_ALL = -1
"""The place of what fails in the preflight."""
OURS = Path(__file__).parent.parent
"""Where all of the harness is."""


@dataclass(frozen=True)
class Task:
    """A stretch of a scope for one evaluator; an empty one asks for the preflight instead.

    `numbers` are the class numbers of the hands, as uint16, where the worker is not to find them.
    `deaths` are those of the processes that tried it before.
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
        """The class numbers of its hands."""
        if self.numbers:
            return array("H", self.numbers)
        return class_numbers(self.scope, self.start, self.stop)

    @property
    def is_preflight(self) -> bool:
        """Whether it asks for the preflight."""
        return self.start == self.stop

    def __str__(self) -> str:
        return "the preflight" if self.is_preflight else f"hands {self.start:,} to {self.stop:,}"

    def hand(self, place: int) -> tuple[Card, ...]:
        """The hand at a place: of its scope or of the preflight, or, if negative, of a class."""
        if place < 0:
            return list(examples(self.scope.size).values())[place]
        return asked(self.scope)[place][1] if self.is_preflight else self.scope.hand(place)


Difference = tuple[str, tuple[Card, ...], Key, tuple[Card, ...], Key]
"""One hand with two keys: which kind, the hand, its key, the hand again, its other key."""


@dataclass
class Shard:
    """What a worker found out, as plain values.

    Attributes:
        keys: of one hand of each class, by class number, from `marshal`: the same bytes for shards
            in which they are the same.
        strange: other keys.
        column: for each hand a uint32, 0 where it has the key of its class, else n for the n-th
            strange key; empty if all have the key of their class.
        numbers: the class numbers of the hands, as uint16, where only a worker works them out.
        shown: how keys look that order themselves, by the numbers that stand for them here.
        lower_wins: which way the keys run.
        found_out: whether that was not said, and found out.
        unsteady: a hand that gets more than one key.
        status, message: what went wrong, if it did.
        output: the end of what the evaluator printed, if something did.
        failed_at: the place of the hand where it did.
        compared: how many keys were compared with the `python` style.
        seconds: of processors, that it took.
    """

    keys: bytes = b""
    strange: list[Key] = field(default_factory=list)
    column: bytes = b""
    numbers: bytes = b""
    shown: dict[int, str] = field(default_factory=dict)
    lower_wins: bool = False
    found_out: bool = False
    unsteady: Difference | None = None
    status: str = EQUIVALENT
    message: str = ""
    output: str = ""
    failed_at: int | None = None
    compared: int = 0
    seconds: float = 0.0


class Fault(Exception):  # noqa: N818  it is the evaluator's, not ours
    """What an evaluator did instead of returning a key.

    Attributes:
        shard: all that is said of it.
    """

    def __init__(
        self, message: str, at: int | None = None, status: str = ERROR, output: str = ""
    ) -> None:
        super().__init__(message)
        self.shard = Shard(status=status, message=message, output=output, failed_at=at)

    @classmethod
    def of(cls, error: BaseException, hand: Sequence[Card], at: int) -> "Fault":
        """An error that an evaluator raised at a hand."""
        status, output = ERROR, ""
        if isinstance(error, CommandError):
            status, output = TIMEOUT if error.is_late else ERROR, error.output
        return cls(f"{format_hand(hand)}: {describe(error)}", at, status, output)


def attempt(do: Callable[[], Shard]) -> Shard:
    """The result of a task; a failure becomes a status. Its processor seconds are recorded."""
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
        said = " ".join(str(error).split())
    except Exception:
        said = "(what it says cannot be read)"
    return f"{type(error).__name__}{': ' if said else ''}{said}{_line_of(error)}"


def _line_of(error: BaseException) -> str:
    """The line of code that raised an error, if it is not ours."""
    frames = extract_tb(error.__traceback__)
    own = [frame for frame in frames if OURS not in Path(frame.filename).parents and frame.lineno]
    own = [frame for frame in own if not frame.filename.startswith("<")]
    return f" ({Path(own[-1].filename).name}:{own[-1].lineno})" if own else ""
