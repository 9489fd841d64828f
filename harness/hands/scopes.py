"""The hands that a check is about: all hands of a size, all up to suits, or a sample.

Each scope has its hands in one fixed order, with the class number of each.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import permutations
from math import comb
from random import Random
from typing import ClassVar, TypeAlias

import numpy as np
from numpy.typing import NDArray

from evaluators.cards import Card
from evaluators.rules import STANDARD, Rules
from harness.hands import arrays, suits
from harness.hands.arrays import Hands, Numbers
from harness.hands.classes import Classes, classes

Counted: TypeAlias = tuple[NDArray[np.int64], NDArray[np.int64]]
"""Class numbers, and how many hands have each."""

KEPT_HANDS, KEPT_NUMBERS = 64, 256
"""Parts of scopes that are kept, since several evaluators are asked about them. The class numbers
of all hands of seven cards are 256 parts, and take 268 MB."""


@dataclass(frozen=True)
class Scope(ABC):
    """Hands of one size, in a fixed order.

    Attributes:
        size: the number of cards in a hand.
        rules: the rules of the game: its cards, and the order of its hands.
        is_sample: whether hands of this size are left out.
        is_up_to_suits: whether each hand stands for all that differ only in names of suits.
        is_dealt: whether a worker can deal the hands itself: all, in order, the cards ascending.
    """

    size: int = 5
    rules: Rules = field(default=STANDARD, kw_only=True)
    is_sample: ClassVar[bool] = False
    is_up_to_suits: ClassVar[bool] = False
    is_dealt: ClassVar[bool] = False

    @abstractmethod
    def __len__(self) -> int: ...

    @property
    def all_hands(self) -> int:
        """The number of all hands of this size."""
        return comb(len(self.rules.deck), self.size)

    @property
    def everything(self) -> str:
        """All hands of this size in words, with the rules if they are not the standard ones."""
        by = self.rules.of_game and f" by the rules{self.rules.of_game}"
        return f"{self.all_hands:,} hands of {self.size} cards{by}"

    @property
    def classes(self) -> Classes:
        """The classes of the game."""
        return classes(self.rules)

    @property
    def examples(self) -> dict[int, tuple[Card, ...]]:
        """A hand of each class that hands of this size can have, by class number."""
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
        drawn = _drawn(self)
        return _in_some_order(arrays.hands_at(self.size, drawn[places], self.rules), places)


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
    return All(size, rules=rules) if size == 5 else UpToSuits(size, rules=rules)


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


def _in_some_order(hands: Hands, places: NDArray[np.int64]) -> Hands:
    """The hands, each in an order that looks random, but is always the same at a place."""
    orders = _orders(hands.shape[1])
    return np.take_along_axis(hands, orders[suits.scattered(places, len(orders))], axis=1)


@cache
def _orders(size: int) -> NDArray[np.int64]:
    return np.array(list(permutations(range(size))))


@lru_cache(maxsize=4)
def _drawn(sample: Sample) -> NDArray[np.int64]:
    return np.array(sample.places())
