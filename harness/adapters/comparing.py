"""Functions and programs that take two hands and return who wins, as evaluators.

The key of a hand is the hand, and keys are compared by asking. So each hand must tie with the hand
of its class, and the hands of the classes must be in order. That decides about every pair of hands
as far as the comparison is transitive: whether it is, cannot be asked about all.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, TypeAlias

from evaluators.cards import Card, format_card, format_hand
from harness.adapters.calling import how_to_compare
from harness.adapters.commands import Command, CommandError
from harness.processes import workers
from harness.processes.limits import EVALUATING, Limits

Hand: TypeAlias = tuple[Card, ...]

COMPARISON = "comparison"
"""The style of evaluators that take two hands."""


class ComparisonError(ValueError):
    """A comparison failed, or returned neither a number nor one of the hands."""


class Comparison:
    """A function of two hands as an evaluator; its keys order themselves.

    Raises:
        CallError: the function does not take two hands; the message says what to write instead.

    >>> by_card = Comparison(lambda first, second: (first > second) - (first < second), Limits())
    >>> by_card.evaluate(["2c"]) < by_card.evaluate(["3c"])
    True
    """

    sizes = range(5, 8)
    lower_wins = None

    def __init__(self, function: Callable[[Any, Any], Any], limits: Limits) -> None:
        self.name = getattr(function, "__name__", type(function).__name__)
        self._call, self._seconds = how_to_compare(function), limits.seconds

    def encode(self, card: Card) -> Any:
        """The card as text, or as its number."""
        return card if self._call.cards is int else format_card(card)

    def evaluate(self, hand: Sequence[Any]) -> "_Key":
        """The hand, as a key."""
        return _Key(tuple(hand), self._compare)

    def _compare(self, first_hand: tuple[Any, ...], second_hand: tuple[Any, ...]) -> float:
        """A number above 0 if the first hand wins, below 0 if the second does, or the reverse."""
        workers.announce(workers.position[0], self._seconds, EVALUATING)
        make = self._call.make_hand
        first, second = make(first_hand), make(second_hand)
        try:
            answer = self._call.function(first, second)
        except workers.raised_by_others() as error:
            raise self._error(first_hand, second_hand, f"{type(error).__name__}: {error}") from None
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
        in_words = (" ".join(hand) if self._call.cards is str else format_hand(hand)
                    for hand in (first, second))  # fmt: skip
        return ComparisonError(f"{' and '.join(in_words)}: {why}")


class _Key:
    """A hand that is less than another one if the comparison says so."""

    __slots__ = ("compare", "hand")

    def __init__(self, hand: tuple[Any, ...], compare: Callable[[Any, Any], float]) -> None:
        self.hand, self.compare = hand, compare

    def __lt__(self, other: "_Key") -> bool:
        return self.compare(self.hand, other.hand) < 0

    def __repr__(self) -> str:
        return " ".join(map(str, self.hand))


class ComparingProgram:
    """A program that compares two hands, as an evaluator; it is asked about many pairs at once.

    Its keys are places as in `keys.Ranking`: odd ones of the classes, even ones between them. The
    first hands that it is asked about are those of the classes.
    """

    sizes = range(5, 8)
    lower_wins = None

    def __init__(self, command: str, limits: Limits) -> None:
        self._command = Command(command, limits)
        self.name = command
        self._rungs: list[Hand] = []
        self._place_of_number: dict[int, int] = {}

    @property
    def remarks(self) -> list[str]:
        """What is worth saying beside the verdict."""
        return self._command.remarks

    def encode(self, card: Card) -> Card:
        """The card as its number."""
        return card

    def evaluate_many(self, hands: Sequence[Hand]) -> list[int]:
        """The places of hands, from their comparison with those of the classes.

        Raises:
            CommandError: as `Command.compare_many`; or contradictory answers.
        """
        import numpy as np

        from harness.hands.arrays import numbers_of

        numbers = numbers_of(np.array(hands, np.uint8)).tolist()
        if not self._rungs:
            self._rank(hands, numbers)
        places = [self._place_of_number[number] for number in numbers]
        pairs = [(hand, self._rungs[place // 2]) for hand, place in zip(hands, places)]
        others = [n for n, answer in enumerate(self._command.compare_many(pairs)) if answer]
        for n, place in zip(others, self._places([hands[n] for n in others])):
            places[n] = place
        return places

    def _places(self, hands: Sequence[Hand]) -> list[int]:
        """The places of hands that do not tie with that of their class, by bisection, all at once.

        An even place stands for two rungs that the bisection has not told apart: those around it.
        """
        around = [(0, 2 * len(self._rungs)) for _ in hands]
        while asked := [n for n, (low, high) in enumerate(around) if low < high]:
            middles = [sum(around[n]) // 4 for n in asked]
            pairs = [(hands[n], self._rungs[middle]) for n, middle in zip(asked, middles)]
            for n, middle, answer in zip(asked, middles, self._command.compare_many(pairs)):
                low, high = around[n]
                place = 2 * middle + 1
                above, below = (place + 1, high), (low, place - 1)
                around[n] = above if answer > 0 else below if answer < 0 else (place, place)
        return [low for low, _ in around]

    def _rank(self, hands: Sequence[Hand], numbers: Sequence[int]) -> None:
        """Put the hands of the classes on rungs, one for those that tie: a quicksort, all at once.

        Raises:
            CommandError: neighbours that do not win and lose as the order says.
        """
        parts, unsorted = [list(range(len(hands)))], {0}
        while unsorted:
            of_part = {n: parts[n][len(parts[n]) // 2] for n in unsorted}
            asked = [(n, hand) for n in sorted(unsorted) for hand in parts[n]]
            pairs = [(hands[hand], hands[of_part[n]]) for n, hand in asked]
            split: dict[int, tuple[list[int], list[int], list[int]]]
            split = {n: ([], [], []) for n in unsorted}
            for (n, hand), answer in zip(asked, self._command.compare_many(pairs)):
                split[n][0 if hand == of_part[n] else (answer > 0) - (answer < 0)].append(hand)
            new, unsorted_now = [], set()
            for n, part in enumerate(parts):
                if n not in unsorted:
                    new.append(part)
                    continue
                ties, winners, losers = split[n]
                for group in filter(None, (losers, ties, winners)):
                    if group is not ties and len(group) > 1:
                        unsorted_now.add(len(new))
                    new.append(group)
            parts, unsorted = new, unsorted_now
        self._rungs = [hands[part[0]] for part in parts]
        for rung, part in enumerate(parts):
            self._place_of_number |= {numbers[hand]: 2 * rung + 1 for hand in part}
        up = [(higher, lower) for lower, higher in pairwise(self._rungs)]
        answers = self._command.compare_many([*up, *(pair[::-1] for pair in up)])
        for n, (wins, loses) in enumerate(zip(answers, answers[len(up) :])):
            if wins <= 0 or loses >= 0:
                pair = " and ".join(map(format_hand, up[n]))
                raise CommandError(f"{pair}: its answers contradict each other", 0)
