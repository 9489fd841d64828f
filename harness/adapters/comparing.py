"""Functions and programs that take two hands and return who wins, as evaluators.

The key of a hand is the hand, and keys are compared by asking. So each hand must tie with the hand
of its class, and the hands of the classes must be in order. That decides about every pair of hands
as far as the comparison is transitive: whether it is, cannot be asked about all.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from traceback import extract_tb
from typing import Any, TypeAlias

from evaluators.cards import parse_card
from harness.adapters.calling import Function
from harness.adapters.commands import Command, CommandError
from harness.adapters.keys import KeyRefusedError
from harness.processes import workers
from harness.processes.limits import EVALUATING, USUAL, Limits

Hand: TypeAlias = tuple[str, ...]

COMPARISON = "comparison"
"""The style of evaluators that take two hands."""


class ComparisonError(KeyRefusedError):
    """A comparison failed, or returned neither a number nor one of the hands."""


class Comparison:
    """A function of two hands as an evaluator; its keys order themselves.

    Raises:
        CallError: the function does not take two hands; the message says what to write instead.

    >>> by_card = Comparison(lambda first, second: (first > second) - (first < second))
    >>> by_card.evaluate(["2c"]) < by_card.evaluate(["3c"])
    True
    """

    sizes = range(5, 8)
    lower_wins = None

    def __init__(self, function: Callable[[Any, Any], Any], limits: Limits = USUAL) -> None:
        self._function, self._seconds = Function(function, hands=2), limits.seconds
        self.name, self.encode = self._function.name, self._function.encode
        self._has_answered = False

    def evaluate(self, hand: Sequence[Any]) -> "_Key":
        """The hand, as a key; the first is compared with itself, so that errors show at once."""
        if not self._has_answered:
            if answer := self._compare(tuple(hand), tuple(hand)):
                why = f"it does not tie with itself, but gives {answer!r}"
                raise ComparisonError(f"{' '.join(map(str, hand))}: {why}")
            self._has_answered = True
        return _Key(tuple(hand), self._compare)

    def _compare(self, first_hand: tuple[Any, ...], second_hand: tuple[Any, ...]) -> float:
        """A number above 0 if the first hand wins, below 0 if the second does, or the reverse."""
        workers.announce(workers.position[0], self._seconds, EVALUATING)
        make = self._function.native
        first, second = make(first_hand), make(second_hand)
        try:
            answer: Any = self._function.evaluate_native(first, second)
        except workers.raised_by_others() as error:
            frame = extract_tb(error.__traceback__)[-1]
            where = f"{Path(frame.filename).name}:{frame.lineno}"
            why = f"{type(error).__name__}: {error} ({where})"
            raise self._error(first_hand, second_hand, why) from None
        if (first, second) != (make(first_hand), make(second_hand)):
            raise self._error(first_hand, second_hand, "a hand was changed; take a copy first")
        if answer is None:
            return 0
        if isinstance(answer, int | float) and not isinstance(answer, bool) and answer == answer:
            return answer
        if answer in (first, second):
            return 1 if answer == first else -1
        why = f"{answer!r} is not a number, and neither of the hands"
        raise self._error(first_hand, second_hand, why)

    def _error(self, first: Sequence[Any], second: Sequence[Any], why: str) -> ComparisonError:
        hands = (map(str, hand) for hand in (first, second))
        return ComparisonError(f"{' and '.join(map(' '.join, hands))}: {why}")


class _Key:
    """A hand that is less than another one if the comparison says so."""

    __slots__ = ("compare", "hand")
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, hand: tuple[Any, ...], compare: Callable[[Any, Any], float]) -> None:
        self.hand, self.compare = hand, compare

    def __lt__(self, other: "_Key") -> bool:
        return self.compare(self.hand, other.hand) < 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and self.compare(self.hand, other.hand) == 0

    def __repr__(self) -> str:
        return " ".join(map(str, self.hand))


class ComparingProgram(Command):
    """A program that compares two hands, as an evaluator; it is asked about many pairs at once.

    Its keys are places, as those of `keys.Ranking`: the hands of the classes stand on rungs, which
    have odd places; a hand between two rungs has the even place between. The first hands that it is
    asked about are those of the classes.
    """

    sizes = range(5, 8)

    def __init__(self, command: str, limits: Limits = USUAL) -> None:
        super().__init__(command, limits)
        self._rungs: list[Hand] = []
        self._place_of_number: dict[int, int] = {}

    def evaluate_many(self, hands: Sequence[Any]) -> list[Any]:
        """The places of hands: most tie with the hand of their class, in both orders.

        Raises:
            CommandError: as `Command.compare_many`; or its answers contradict each other.
        """
        import numpy as np

        from harness.hands.arrays import numbers_of

        numbers = numbers_of(np.array([list(map(parse_card, hand)) for hand in hands])).tolist()
        if not self._rungs:
            rungs = self._ranked(hands)
            place_of = {hand: 2 * n + 1 for n, tied in enumerate(rungs) for hand in tied}
            self._rungs = [tied[0] for tied in rungs]
            self._place_of_number = dict(zip(numbers, map(place_of.__getitem__, hands)))
        places = [self._place_of_number[number] for number in numbers]
        pairs = [(hand, self._rungs[place // 2]) for hand, place in zip(hands, places)]
        answers = self.compare_many([*pairs, *(pair[::-1] for pair in pairs)])
        others = [n for n in range(len(hands)) if answers[n] or answers[n + len(hands)]]
        for n, place in zip(others, self._places([hands[n] for n in others])):
            places[n] = place
        return places

    def _places(self, hands: Sequence[Hand]) -> list[int]:
        """The places of hands among the rungs, by bisection of all of them at once."""
        around = [(0, 2 * len(self._rungs)) for _ in hands]
        while asked := [n for n, (low, high) in enumerate(around) if low < high]:
            middles = [sum(around[n]) // 4 for n in asked]
            pairs = [(hands[n], self._rungs[middle]) for n, middle in zip(asked, middles)]
            for n, middle, answer in zip(asked, middles, self.compare_many(pairs)):
                (low, high), place = around[n], 2 * middle + 1
                above, below = (place + 1, high), (low, place - 1)
                around[n] = above if answer > 0 else below if answer < 0 else (place, place)
        return [low for low, _ in around]

    def _ranked(self, hands: Sequence[Hand]) -> list[tuple[Hand, ...]]:
        """Hands from the weakest to the strongest, those that tie together: a quicksort.

        All parts are split in one run, each by the hand in its middle.

        Raises:
            CommandError: a hand does not tie with itself.
        """
        parts: list[Sequence[Hand]] = [list(hands)]  # a list is not split yet, a tuple ties
        while unsplit := [part for part in parts if isinstance(part, list)]:
            pairs = [(hand, part[len(part) // 2]) for part in unsplit for hand in part]
            answers = iter(self.compare_many(pairs))
            split: list[Sequence[Hand]] = []
            for part in parts:
                if isinstance(part, tuple):
                    split.append(part)
                    continue
                by_answer: dict[int, list[Hand]] = {-1: [], 0: [], 1: []}
                for hand in part:
                    by_answer[next(answers)].append(hand)
                if part[len(part) // 2] not in by_answer[0]:
                    pivot = " ".join(part[len(part) // 2])
                    raise CommandError(f"{pivot}: it does not tie with itself")
                split += [by_answer[-1], tuple(by_answer[0]), by_answer[1]]
            parts = [part for part in split if part]
        return [tuple(part) for part in parts]
