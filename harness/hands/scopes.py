"""The hands that a check is about: all hands of a size, all up to suits, or a sample.

Each scope has its hands in one fixed order, with the class number of each.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from functools import cache, lru_cache
from random import Random
from typing import ClassVar, TypeAlias

import numpy as np
from numpy.typing import NDArray

from evaluators.cards import Card
from evaluators.rules import STANDARD, Rules
from harness.hands import arrays, deals, suits
from harness.hands.arrays import Hands, Numbers
from harness.hands.classes import Classes, classes

Counted: TypeAlias = tuple[NDArray[np.int64], NDArray[np.int64]]
"""Class numbers, and how many hands have each."""

KEPT_HANDS, KEPT_NUMBERS, KEPT_ON_BOARDS = 64, 256, 16
"""Parts of scopes that are kept, since several evaluators are asked about them. The class numbers
of all hands of seven cards are 256 parts, and take 268 MB. Those on boards are seven times as long,
and are kept from when they are sent until the keys are back."""


@dataclass(frozen=True)
class Scope(ABC):
    """Hands of one size, in a fixed order.

    Attributes:
        size: the number of cards in a hand.
        rules: the rules of the game: its cards, and the order of its hands.
        is_sample: whether hands of this size are left out.
        is_up_to_suits: whether each hand stands for all that differ only in names of suits.
        is_dealt: whether a worker can deal the hands itself: all, in order, the cards ascending.
        unit: how many hands are not to be divided among tasks: all those on a board.
        is_kept: whether there is memory for the key of each hand.
    """

    size: int = 5
    rules: Rules = field(default=STANDARD, kw_only=True)
    is_sample: ClassVar[bool] = False
    is_up_to_suits: ClassVar[bool] = False
    is_dealt: ClassVar[bool] = False
    unit: ClassVar[int] = 1
    is_kept: ClassVar[bool] = True

    @abstractmethod
    def __len__(self) -> int: ...

    @property
    def all_hands(self) -> int:
        """The number of all hands of this size, or of all deals."""
        return self.rules.how_many(self.size)

    @property
    def everything(self) -> str:
        """All hands of this size in words, with the rules if they are not the standard ones."""
        if self.rules.parts:
            return f"{self.all_hands:,} deals{self.rules.of_game}"
        by = self.rules.of_game and f" by the rules{self.rules.of_game}"
        return f"{self.all_hands:,} hands of {self.size} cards{by}"

    @property
    def classes(self) -> Classes:
        """The classes of the game."""
        return classes(self.rules)

    @property
    def examples(self) -> dict[int, tuple[Card, ...]]:
        """A hand of each class that hands of this size can have, by class number."""
        if self.rules.parts:
            return deals.examples(self.rules)
        return arrays.examples(self.size, self.rules)

    @abstractmethod
    def at(self, places: NDArray[np.int64]) -> Hands:
        """The hands at places of this scope, ``(n, size)``."""

    def hand(self, place: int) -> tuple[Card, ...]:
        """The hand at a place."""
        return tuple(self.at(np.array([place]))[0].tolist())

    def hands(self, start: int = 0, stop: int | None = None) -> Hands:
        """The hands from `start` to `stop`, ``(stop - start, size)``, or to the end.

        >>> All().hands(2_598_958, 3_000_000).tolist()
        [[46, 48, 49, 50, 51], [47, 48, 49, 50, 51]]
        """
        return _hands(self, start, len(self) if stop is None else min(stop, len(self)))

    def sent(self, start: int, stop: int) -> bytes:
        """The cards of these hands as a task has them: nothing, if a worker deals them itself."""
        return b"" if self.is_dealt else self.hands(start, stop).tobytes()

    def numbers(self, start: int = 0, stop: int | None = None) -> Numbers:
        """The class numbers of the hands from `start` to `stop`, or to the end.

        >>> All().numbers(2_598_958, 3_000_000).tolist()
        [11, 11]
        """
        return _numbers(self, start, len(self) if stop is None else min(stop, len(self)))

    def weights(self, start: int, stop: int) -> NDArray[np.int64] | None:
        """The number of hands that each from `start` to `stop` stands for; None if each is one."""
        return None


@dataclass(frozen=True)
class All(Scope):
    """All hands of a size, in the order of ``itertools.combinations``.

    >>> print(All())
    all 2,598,960 hands of 5 cards
    """

    is_dealt = True

    def __len__(self) -> int:
        return self.all_hands

    def __str__(self) -> str:
        return f"all {self.everything}"

    def at(self, places: NDArray[np.int64]) -> Hands:
        """The hands at places of this scope, their cards in ascending order."""
        return arrays.hands_at(self.size, places, self.rules)


@dataclass(frozen=True)
class InAnyOrder(All):
    """All hands of a size, the cards of each in an order of its own.

    >>> InAnyOrder().hand(1), All().hand(1)
    ((2, 3, 1, 5, 0), (0, 1, 2, 3, 5))
    """

    is_dealt = False

    def at(self, places: NDArray[np.int64]) -> Hands:
        """The hands at places of this scope."""
        return _in_some_order(super().at(places), places)


@dataclass(frozen=True)
class UpToSuits(Scope):
    """One hand of each set of hands that differ only in names of suits; cards in any order.

    >>> print(UpToSuits(7))
    6,009,159 of the 133,784,560 hands of 7 cards: all, up to suits
    """

    is_up_to_suits = True

    def __len__(self) -> int:
        return suits.how_many(self.size, self.rules.lowest_rank)

    def __str__(self) -> str:
        return f"{len(self):,} of the {self.everything}: all, up to suits"

    def at(self, places: NDArray[np.int64]) -> Hands:
        """The hands at places of this scope."""
        return _in_some_order(self._dealt(places)[0], places)

    def weights(self, start: int, stop: int) -> NDArray[np.int64]:
        """The number of hands that each from `start` to `stop` stands for."""
        return self._dealt(np.arange(start, stop))[1]

    def _dealt(self, places: NDArray[np.int64]) -> tuple[Hands, NDArray[np.int64]]:
        return suits.deal(self.size, places, self.rules.lowest_rank)


@dataclass(frozen=True)
class Sample(Scope):
    """Different hands, drawn with a seed; their cards come in any order.

    >>> print(Sample(7, 1000))
    1,000 of the 133,784,560 hands of 7 cards, drawn with seed 1
    >>> len(Sample())
    20000
    """

    drawn: int = 20_000
    seed: int = 1
    is_sample = True

    def __len__(self) -> int:
        return self.drawn

    def __str__(self) -> str:
        return f"{self.drawn:,} of the {self.everything}, drawn with seed {self.seed}"

    def places(self) -> list[int]:
        """The places of its hands among all hands."""
        return sorted(Random(self.seed).sample(range(self.all_hands), self.drawn))

    def at(self, places: NDArray[np.int64]) -> Hands:
        """The hands at places of this scope."""
        drawn = _drawn(self)[places]
        if self.rules.parts:
            boards, hands = np.divmod(drawn, deals.ON_BOARD)
            dealt = deals.deals_at(arrays.hands_at(deals.BOARD, boards), hands)
        else:
            dealt = arrays.hands_at(self.size, drawn, self.rules)
        return _in_some_order(dealt, places, self.rules)


@dataclass(frozen=True)
class OnBoards(Scope):
    """Every hand on each board, one board of each set that differ only in names of suits.

    >>> from evaluators.rules import OMAHA
    >>> print(OnBoards(9, rules=OMAHA))
    23,982,779,535 of the 463,563,500,400 deals of Omaha: all, up to suits
    """

    is_up_to_suits: ClassVar[bool] = True
    unit = deals.ON_BOARD
    is_kept = False

    def __len__(self) -> int:
        return self.unit * len(self._of_boards)

    def __str__(self) -> str:
        return f"{len(self):,} of the {self.everything}: all, up to suits"

    @property
    def _of_boards(self) -> Scope:
        return UpToSuits(deals.BOARD)

    def boards(self, start: int, stop: int) -> Hands:
        """The boards of the hands from `start` to `stop`."""
        return self._of_boards.hands(start // self.unit, -(-stop // self.unit))

    def sent(self, start: int, stop: int) -> bytes:
        """The boards of these hands: a worker deals every hand on each."""
        return self.boards(start, stop).tobytes()

    def at(self, places: NDArray[np.int64]) -> Hands:
        """The hands at places of this scope."""
        boards, hands = np.divmod(places, self.unit)
        return deals.deals_at(self._of_boards.at(boards), hands)

    def numbers(self, start: int = 0, stop: int | None = None) -> Numbers:
        """The class numbers of the hands from `start` to `stop`, or to the end."""
        return _numbers_on(self, start, len(self) if stop is None else min(stop, len(self)))

    def weights(self, start: int, stop: int) -> NDArray[np.int64] | None:
        """The number of hands that each of these stands for: as many as its board."""
        of_boards = self._of_boards.weights(start // self.unit, -(-stop // self.unit))
        return None if of_boards is None else of_boards.repeat(self.unit)


@dataclass(frozen=True)
class OnSomeBoards(OnBoards):
    """Every hand on different boards, drawn with a seed.

    >>> from evaluators.rules import OMAHA
    >>> print(OnSomeBoards(9, 10, rules=OMAHA))
    1,783,650 of the 463,563,500,400 deals of Omaha: every hand on 10 boards, drawn with seed 1
    """

    drawn: int = 1
    seed: int = 1
    is_sample = True
    is_up_to_suits = False

    def __str__(self) -> str:
        boards = "a board" if self.drawn == 1 else f"{self.drawn:,} boards"
        on = f"every hand on {boards}, drawn with seed {self.seed}"
        return f"{len(self):,} of the {self.everything}: {on}"

    @property
    def _of_boards(self) -> Scope:
        return Sample(deals.BOARD, self.drawn, self.seed)


ALL_FIVE = All(5)


def usual(size: int, sample: int | None = None, rules: Rules = STANDARD) -> Scope:
    """All hands of five cards, or all up to suits of more; or a sample, if it has a number.

    >>> print(usual(5), usual(7), usual(5, 10), sep="; ")  # doctest: +ELLIPSIS
    all 2,598,960 hands of 5 cards; 6,009,159 of the ...; 10 of the ...
    >>> from evaluators.rules import RULES
    >>> short = RULES["short-deck"]
    >>> [len(usual(5, rules=short)), len(usual(7, rules=short)), usual(7, 10, short).all_hands]
    [376992, 383274, 8347680]
    """
    if sample is not None:
        return Sample(size, sample, rules=rules)
    is_whole = size == 5 or rules.parts
    return whole(size, rules) if is_whole else UpToSuits(size, rules=rules)


def whole(size: int, rules: Rules = STANDARD) -> Scope:
    """All hands of a size; of deals, which are too many, all up to suits."""
    return OnBoards(size, rules=rules) if rules.parts else All(size, rules=rules)


@lru_cache(maxsize=KEPT_HANDS)
def _hands(scope: Scope, start: int, stop: int) -> Hands:
    if scope.is_dealt:
        return arrays.hands_between(scope.size, start, stop, scope.rules)
    return scope.at(np.arange(start, stop))


@lru_cache(maxsize=KEPT_NUMBERS)
def of_classes(scope: Scope, start: int, stop: int) -> Counted:
    """The class numbers that hands of a part have, and how many hands have each."""
    hands = np.bincount(scope.numbers(start, stop), scope.weights(start, stop))
    present = np.flatnonzero(hands)
    return present.astype(np.int64), hands[present].astype(np.int64)


@lru_cache(maxsize=KEPT_NUMBERS)
def _numbers(scope: Scope, start: int, stop: int) -> Numbers:
    if isinstance(scope, All):
        return arrays.numbers_between(scope.size, start, stop, scope.rules)
    return arrays.numbers_of(scope.hands(start, stop), scope.rules)


@lru_cache(maxsize=KEPT_ON_BOARDS)
def _numbers_on(scope: OnBoards, start: int, stop: int) -> Numbers:
    return deals.numbers_on(scope.boards(start, stop), scope.rules)


def _in_some_order(hands: Hands, places: NDArray[np.int64], rules: Rules = STANDARD) -> Hands:
    """The hands, each in an order that looks random, but is always the same at a place."""
    orders = _orders(hands.shape[1], rules)
    return np.take_along_axis(hands, orders[suits.scattered(places, len(orders))], axis=1)


@cache
def _orders(size: int, rules: Rules) -> NDArray[np.int64]:
    return np.array(rules.orders(size))


@lru_cache(maxsize=4)
def _drawn(sample: Sample) -> NDArray[np.int64]:
    return np.array(sample.places())
