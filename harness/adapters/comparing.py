"""Functions and programs that take two hands and return who wins, as evaluators.

The key of a hand is the hand, and keys are compared by asking. So each hand must tie with the hand
of its class, and the hands of the classes must be in order. That decides about every pair of hands
as far as the comparison is transitive: whether it is, cannot be asked about all.
"""

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from evaluators.cards import Card, format_card, format_hand, parse_card
from harness.adapters.calling import how_to_compare
from harness.adapters.commands import Command, CommandError
from harness.processes import workers
from harness.processes.limits import EVALUATING, USUAL, Limits

Hand: TypeAlias = Sequence[str]

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

    def evaluate_many(self, hands: Sequence[Hand]) -> list[Any]:
        """The places of hands: most tie with the hand of their class, in both orders.

        Raises:
            CommandError: as `Command.compare_many`; or its answers contradict each other.
        """
        import numpy as np

        from harness.hands.arrays import numbers_of

        numbers = numbers_of(np.array([list(map(parse_card, hand)) for hand in hands])).tolist()
        if not self._rungs:
            self._rank(hands)
            self._place_of_number = dict(zip(numbers, self._places(hands)))
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

    def _rank(self, hands: Sequence[Hand]) -> None:
        """Put the hands of the classes on rungs: in each round, one into each gap between rungs.

        Raises:
            CommandError: a hand does not tie with the one on its rung.
        """
        waiting = list(hands)
        while waiting:
            gaps: dict[int, list[Hand]] = defaultdict(list)
            for hand, place in zip(waiting, self._places(waiting)):
                if place % 2 == 0:
                    gaps[place].append(hand)
            for place in sorted(gaps, reverse=True):
                self._rungs.insert(place // 2, gaps[place].pop(len(gaps[place]) // 2))
            waiting = [hand for in_gap in gaps.values() for hand in in_gap]
        for at, (hand, place) in enumerate(zip(hands, self._places(hands))):
            if place % 2 == 0:
                message = "its answers about this hand and others contradict each other"
                raise CommandError(f"{' '.join(hand)}: {message}", at)
