"""The messages between the check and its workers: `Task`, `Shard` and `NoKeyError`.

A task carries the class numbers of its hands, and the hands, unless these are some of all hands: a
worker deals those itself. So a worker needs no tables of ours, here or on another machine.
"""

import os
from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from evaluators import UnknownEvaluatorError
from evaluators.cards import Card
from evaluators.protocol import Key
from evaluators.rules import STANDARD, Rules
from harness.adapters.asking import describe
from harness.adapters.commands import CommandError, NotInstalledError
from harness.adapters.place import Place
from harness.adapters.plain import WrongWinnerError
from harness.checking.statuses import DONE, ERROR, NOT_EQUIVALENT, NOT_INSTALLED, REFUSED, TIMEOUT
from harness.faults.kinds import RENAMED, UNSTEADY
from harness.hands.order import hand_at, left_by
from harness.processes import workers
from harness.processes.limits import Limits

PYTHON, NUMPY, COMPILED = "python", "numpy", "compiled"
BASE, REORDERED, RESUITED = range(3)
"""Kinds of questions of the preflight: a hand, and the same reordered, or in other suits."""
WITNESS = {BASE: UNSTEADY, REORDERED: UNSTEADY, RESUITED: RENAMED}
"""The kind of witness, if such a hand has another key than the base hand before it."""

Hand: TypeAlias = tuple[Card, ...]


@dataclass(frozen=True)
class Examples:
    """One hand of each class, the best first.

    Attributes:
        cards: the hands, a byte for each card.
        numbers: their class numbers, rising.
    """

    cards: bytes
    numbers: tuple[int, ...]

    def hand(self, number: int) -> Hand:
        """The hand of the class with a number."""
        size = len(self.cards) // len(self.numbers)
        at = bisect_left(self.numbers, number) * size
        return tuple(self.cards[at : at + size])


@dataclass(frozen=True)
class Task:
    """Hands for one evaluator: a range of the hands of a scope, or the preflight.

    Attributes:
        place: the place of the evaluator.
        size: the number of cards in a hand.
        start, stop: the range in the scope; empty for the preflight.
        examples: one hand of each class, which the evaluator gets first.
        cards: the hands, a byte for each card; empty if they are those of all hands from `start`;
            only the boards, if they are all hands on each.
        numbers: the class numbers of the hands, as uint16.
        kinds: for the preflight, the kind of each question, a byte each.
        deaths: the deaths of the processes that tried the task before.
        suspects: the indexes of the few hands of the call in which a library died.
        rules: the rules of the game.
        coarse: a hash of keys of classes: if these are the evaluator's, other keys are gaps.
    """

    place: Place
    style: str
    limits: Limits
    size: int
    start: int
    stop: int
    examples: Examples
    cards: bytes = b""
    numbers: bytes = b""
    kinds: bytes = b""
    deaths: tuple[str, ...] = ()
    suspects: range = range(0)
    rules: Rules = STANDARD
    coarse: bytes = b""

    @property
    def name(self) -> str:
        """The evaluator's name in its verdict."""
        return self.place.text

    @property
    def is_preflight(self) -> bool:
        """True for the preflight."""
        return not self.stop

    @property
    def first_place(self) -> int | None:
        """The place of the first hand in the scope; None for the preflight, which is before all."""
        return None if self.is_preflight else self.start

    @property
    def has_boards(self) -> bool:
        """True if its cards are those of boards, and its hands all those on each."""
        return 0 < len(self.cards) < self.size * (self.stop - self.start)

    def __str__(self) -> str:
        return "the preflight" if self.is_preflight else f"hands {self.start:,} to {self.stop:,}"

    def hand(self, at: int) -> Hand:
        """The hand at an index: first come those of the classes, then those of the task."""
        cards, at = self.examples.cards, at * self.size
        if at >= len(cards):
            cards, at = self.cards, at - len(cards)
            if self.has_boards:
                n, place = divmod(at // self.size, (self.stop - self.start) * 5 // len(self.cards))
                board = tuple(cards[5 * n : 5 * n + 5])
                return board + hand_at(place, self.size - 5, left_by(self.rules.deck, board))
        place, deck = self.start + at // self.size, self.rules.deck
        return tuple(cards[at : at + self.size]) or hand_at(place, self.size, deck)

    def in_scope(self, at: int) -> int | None:
        """The place in the scope of the hand at an index; None for one before all of these."""
        own = at - len(self.examples.numbers)
        return None if self.is_preflight or own < 0 else self.start + own


Difference: TypeAlias = tuple[str, Hand, Key, Hand, Key]
"""One hand with two keys: the kind of witness, the hand, its key, the hand again, its other key."""


@dataclass
class Shard:
    """The result of a task, as plain values.

    Attributes:
        keys: the different keys of examples, from `marshal`; a key's index among them is its code.
        own_keys: the keys with the codes after these, from `marshal`; see `KeySpace.own_keys`.
        has_gaps: True if there are none, and the codes after those of examples are gaps: the number
            of different keys of examples that are less.
        example_codes: the code of each example.
        codes: the code of each hand of the task, as uint32; nothing if these are those of their
            classes.
        shown: the texts of keys that order themselves, by the numbers that replace them.
        lower_wins: True if lower keys win.
        inferred: True if `lower_wins` was inferred, since the evaluator does not declare it.
        unsteady: a hand that gets more than one key.
        remarks: further remarks for the verdict.
        sizes: the sizes of hand that the evaluator takes, from five to seven.
        modules: the hashes of the files that were imported, by path; see `adopt.imported`.
        fault: a fault that no two hands show: the evaluator is not equivalent.
        pairs: how many pairs of hands a comparison was asked about that refuses shared cards.
        status: `DONE`, or the status of a verdict that ends the check.
        message: its reason; if it is done, what makes the keys right.
        output: the end of the evaluator's output before the failure.
        failed_at: the place in the scope of the hand of the failure; None if it was before them.
        seconds: the processor time.
    """

    keys: bytes = b""
    own_keys: bytes = b""
    has_gaps: bool = False
    example_codes: list[int] = field(default_factory=list)
    codes: bytes = b""
    shown: dict[int, str] = field(default_factory=dict)
    lower_wins: bool = False
    inferred: bool = False
    unsteady: Difference | None = None
    remarks: list[str] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    modules: dict[str, bytes] = field(default_factory=dict)
    fault: str = ""
    pairs: int = 0
    status: str = DONE
    message: str = ""
    output: str = ""
    failed_at: int | None = None
    seconds: float = 0.0


class NoKeyError(Exception):
    """An evaluator returned no valid key.

    Attributes:
        shard: the result of the task that failed.
    """

    def __init__(
        self, message: str, place: int | None = None, status: str = ERROR, output: str = ""
    ) -> None:
        super().__init__(message)
        self.shard = Shard(status=status, message=message, output=output, failed_at=place)

    @classmethod
    def of(cls, error: BaseException, where: str, place: int | None) -> "NoKeyError":
        """An error that an evaluator raised; `where` names the hand."""
        status, output = NOT_EQUIVALENT if isinstance(error, WrongWinnerError) else ERROR, ""
        if isinstance(error, CommandError):
            status, output = TIMEOUT if error.is_late else ERROR, error.output
        if isinstance(error, NotInstalledError):
            return cls(describe(error), None, NOT_INSTALLED, output)
        return cls(where + describe(error), place, status, output)


def attempt(do: Callable[[], Shard]) -> Shard:
    """The result of a task, with its processor seconds; a failure becomes a status."""
    began = _seconds()
    try:
        shard = do()
    except NoKeyError as error:
        shard = error.shard
    except UnknownEvaluatorError as error:
        shard = Shard(status=REFUSED, message=str(error))
    except ImportError as error:
        is_there = str(error).startswith("cannot import name")  # from what is installed
        shard = Shard(status=ERROR if is_there else NOT_INSTALLED, message=describe(error))
    except workers.raised_by_others() as error:
        shard = Shard(status=ERROR, message=describe(error))
    shard.seconds = _seconds() - began
    return shard


def _seconds() -> float:
    """Processor seconds of this process and of the children that it waited for."""
    return sum(os.times()[:4])
