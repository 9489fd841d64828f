"""Drivers, which ask evaluators for the check: a batch of hands, and a key for each.

There are four: one hand a call, a program that reads many lines, arrays (in `arrays`), and two
hands a call (in `comparing`). They differ in the form of the hands, the size of a batch, and the
key space; the check is the same.
"""

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, islice
from pathlib import Path
from traceback import extract_tb
from typing import Any

from evaluators.rules import STANDARD, Rules
from harness.adapters.calling import CallError, Function
from harness.adapters.codes import KeySpace
from harness.adapters.commands import CommandError
from harness.adapters.plain import KeyRefusedError
from harness.adapters.ranking import accepted, key_space_of
from harness.hands import order
from harness.processes import workers
from harness.processes.limits import EVALUATING, USUAL, TooManyProcessesError
from harness.processes.visible import cut, visible_repr
from harness.processes.workers import Announce, unheard

HARNESS = Path(__file__).parent.parent
STANDARD_LIBRARY, INSTALLED = Path(os.__file__).parent, {"site-packages", "dist-packages"}
LONGEST_TEXT = 1_500
"""The most characters of an error."""
FEW = 1_024
"""Hands a call of a library that died at some hand."""
MEMORY = (
    "it needs more than --memory MB allows; keep less, return shorter keys, or allow more; "
    "of arrays, --batch N hands over fewer hands a call"
)


class StoppedError(Exception):
    """The failure of an evaluator in a batch.

    Attributes:
        error: the exception that it raised, or the refusal of a key.
        at: the index of the hand at which it failed; None if it may be any hand of the batch.
    """

    def __init__(self, error: BaseException, at: int | None) -> None:
        super().__init__(error, at)
        self.error, self.at = error, at


def describe(error: BaseException) -> str:
    """An error in one line, which is cut if it is long."""
    if isinstance(error, CommandError | KeyRefusedError | CallError | TooManyProcessesError):
        return cut(str(error), LONGEST_TEXT)
    text = " ".join(_text_of(error).split())
    if isinstance(error, MemoryError) and workers.is_runner():
        text = "; ".join(filter(None, [text, MEMORY]))
    shown = cut(f"{type(error).__name__}{': ' if text else ''}{text}", LONGEST_TEXT)
    return shown + _line_of(error)


def is_of_memory(error: BaseException) -> bool:
    """True if an error says that there is not enough memory: here, or on a device."""
    words = ("RESOURCE_EXHAUSTED", "out of memory")  # of JAX's, and of PyTorch's
    return isinstance(error, MemoryError) or any(word in _text_of(error) for word in words)


def _text_of(error: BaseException) -> str:
    try:
        return str(error)
    except Exception:
        return "(its message cannot be read)"


def _line_of(error: BaseException) -> str:
    """The last line in a file of the user's in the traceback of an error, or else in a library."""
    lines = [
        (_nearness(file), n, f" ({file.name}:{frame.lineno})")
        for n, frame in enumerate(extract_tb(error.__traceback__))
        if HARNESS not in (file := Path(frame.filename)).parents
        if frame.lineno and not frame.filename.startswith("<")
    ]
    return max(lines)[-1] if lines else ""


def _nearness(file: Path) -> int:
    """2 for a file of the user's, 1 for one of ours or of an installed package, 0 for Python's."""
    if INSTALLED & {*file.parts} or HARNESS.parent / "evaluators" in file.parents:
        return 1
    return 0 if STANDARD_LIBRARY in file.parents else 2


@dataclass
class Batches:
    """The sizes of batches: of hands that are asked about one by one, or all at once.

    Attributes:
        many: the hands in the next batch.
    """

    many: int

    GROWTH, SECONDS = 4, 0.05  # a batch should take so long
    MOST = 256  # more hands would start Python's collector

    def is_new(self, hands: int) -> bool:
        """False: a call takes one hand, whatever the batch."""
        return False

    def halve(self) -> bool:
        """False: a call with one hand cannot have fewer."""
        return False

    def took(self, hands: int, seconds: float, most: float = USUAL.seconds) -> None:
        """Choose the next size, after a batch took some seconds; no hand may take `most`."""
        if hands == self.many:
            fits = int(hands * min(self.SECONDS, most / 10) / max(seconds, 1e-9))
            self.many = max(1, min(fits, self.GROWTH * hands, self.MOST))


ALL_AT_ONCE = 1 << 30


class OneByOne:
    """The driver of an evaluator that takes one hand a call."""

    ALONE = 0
    """About how many hands the preflight asks about again, beside other hands in an array."""
    FIRST = 1
    """Hands in the first batch."""
    seconds = USUAL.seconds
    """The time limit of a hand."""

    def __init__(
        self, evaluator: Any, rules: Rules = STANDARD, announce: Announce = unheard
    ) -> None:
        self.evaluator, self._rules, self._announce = evaluator, rules, announce
        self.sizes = Batches(self.FIRST)
        self._deck = [evaluator.encode(card) for card in rules.deck]
        self._encoded = [None] * rules.deck.start + self._deck  # by card

    def every(self, size: int, start: int, stop: int) -> Any:
        """The hands from `start` to `stop` of all hands."""
        return order.hands(self._deck, size, start, stop)

    def these(self, size: int, cards: bytes) -> Any:
        """The hands of these cards."""
        return zip(*[map(self._encoded.__getitem__, cards)] * size)

    def on_boards(self, size: int, boards: bytes) -> Any:
        """Every hand on each of these boards of five cards."""
        return order.on_boards(self._deck, zip(*[iter(boards)] * 5), size - 5)

    def take(self, hands: Any, at: int, many: int) -> Any:
        """The next hands: `many`, or as many as are left."""
        return list(islice(hands, many))

    def ask(self, hands: Any, at: int = 0, check_input: bool = False) -> Any:
        """The keys of hands.

        Args:
            hands: hands from `take`.
            at: the index of the first of them in the task.
            check_input: True to verify after each call that the hand is unchanged, and that the
                key is plain or orders itself.

        Raises:
            StoppedError: the evaluator raised an error, changed a hand, or returned another key.
        """
        evaluate = _input_checked(self.evaluator) if check_input else self.evaluator.evaluate
        keys: list[Any] = []
        try:
            keys.extend(map(evaluate, hands))
            if len(keys) < len(hands):  # a StopIteration ended the map: raise it here
                evaluate(hands[len(keys)])
                raise StopIteration
        except workers.raised_by_others() as error:
            raise StoppedError(error, len(keys)) from None
        return keys

    def ask_about_few(self) -> None:
        """From now on, ask about few hands a call: it asks about one, always."""

    @staticmethod
    def joined(batches: Iterable[Any]) -> Any:
        """The keys of several batches as one."""
        return list(chain.from_iterable(batches))

    def key_space(self, keys: Any, numbers: Sequence[int]) -> KeySpace:
        """The key space, from the keys of the examples, which a process asks about first.

        They keep the first indices in every task.
        """
        return key_space_of(dict(zip(numbers, keys)), self._about)

    def _about(self, at: int) -> None:
        """Announce that the hand at an index has its time from now on."""
        self._announce(at, self.seconds, EVALUATING)


def _input_checked(evaluator: Any) -> Callable[[Sequence[Any]], Any]:
    """The evaluator's function, wrapped to raise an error for a changed hand or a refused key."""
    function: Callable[[Any], Any] = evaluator.evaluate
    native: Callable[[Any], Any] = list
    if isinstance(evaluator, Function):  # its `evaluate` passes a copy
        function, native = evaluator.evaluate_native, evaluator.native

    def evaluate(hand: Sequence[Any]) -> Any:
        after, before = native(hand), native(hand)
        key = function(after)
        if after != before:
            both = f"from {visible_repr(before)} to {visible_repr(after)}"
            message = f"the hand was changed, {both}; take a copy first"
            raise KeyRefusedError(message)
        return accepted(key)

    return evaluate


class Program(OneByOne):
    """The driver of a program that reads hands, one on each line: all of a task at once."""

    FIRST = ALL_AT_ONCE

    def ask(self, hands: Any, at: int = 0, check_input: bool = False) -> Any:
        """The keys of hands.

        Raises:
            StoppedError: the program failed.
        """
        try:
            return self.evaluator.evaluate_many(hands, partial(self._announce, at))
        except CommandError as error:
            raise StoppedError(error, error.at) from None
