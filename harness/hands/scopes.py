"""All hands in one fixed order: from a place to its hand, and back.

The order is that of ``itertools.combinations(range(52), size)``. A slice is made without the hands
before it, so a check can be cut into shards. A sample is a set of places.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain, combinations, islice, permutations
from math import comb
from operator import itemgetter
from random import Random
from typing import TypeVar

from evaluators.cards import Card
from harness.hands import suits

CardT = TypeVar("CardT")


def hand_at(index: int, size: int = 5) -> tuple[Card, ...]:
    """The hand at a place of the order.

    Raises:
        IndexError: there is no such place.

    >>> hand_at(0), hand_at(2_598_959)
    ((0, 1, 2, 3, 4), (47, 48, 49, 50, 51))
    """
    if not 0 <= index < comb(52, size):
        raise IndexError(f"hand {index} of {comb(52, size):,} hands of {size} cards")
    # Counted from the end, a place is a number in the combinatorial number system: a sum of one
    # binomial coefficient for each card.
    remaining = comb(52, size) - 1 - index
    hand = []
    for coefficients in _coefficients(size):
        higher_cards = bisect_right(coefficients, remaining) - 1
        remaining -= coefficients[higher_cards]
        hand.append(51 - higher_cards)
    return tuple(hand)


@cache
def _coefficients(size: int) -> list[list[int]]:
    """For each card of a hand, the binomial coefficients by the number of higher cards."""
    return [[comb(cards, size - place) for cards in range(53)] for place in range(size)]


def index_of(hand: Iterable[Card]) -> int:
    """The place of a hand in the order; its cards may come in any order.

    >>> index_of((51, 47, 49, 48, 50))
    2598959
    """
    cards = sorted(hand)
    size = len(cards)
    from_the_end = sum(comb(51 - card, size - place) for place, card in enumerate(cards))
    return comb(52, size) - 1 - from_the_end


def hands(
    deck: Sequence[CardT], size: int = 5, start: int = 0, stop: int | None = None
) -> Iterator[tuple[CardT, ...]]:
    """The hands from `start` to `stop` of ``combinations(deck, size)``.

    The deck may be encoded. Hands that share all but their last three cards form a block, and only
    the first and the last block are cut.

    >>> list(hands(range(52), 5, 1_000_000, 1_000_003))
    [(4, 15, 17, 35, 40), (4, 15, 17, 35, 41), (4, 15, 17, 35, 42)]
    """
    total = comb(len(deck), size)
    stop = total if stop is None else min(stop, total)
    if size <= 3:
        return islice(combinations(deck, size), start, stop)
    return chain.from_iterable(_blocks(deck, size, start, stop))


def _blocks(
    deck: Sequence[CardT], size: int, start: int, stop: int
) -> Iterator[Iterable[tuple[CardT, ...]]]:
    begin = 0
    for prefix in combinations(range(len(deck)), size - 3):
        rest = deck[prefix[-1] + 1 :]
        end = begin + comb(len(rest), 3)
        if start < end and begin < stop:
            shared = tuple(deck[place] for place in prefix)
            block = map(shared.__add__, combinations(rest, 3))
            yield islice(block, max(start - begin, 0), stop - begin)
        begin = end


@dataclass(frozen=True)
class Scope:
    """The hands that a check covers: all hands of a size, a seeded sample, or all up to suits.

    With `up_to_suits`, it has one hand of each set of hands that differ only in names of suits.

    >>> print(Scope())
    all 2,598,960 hands of 5 cards
    >>> print(Scope(size=7, sample=1000))
    1,000 of the 133,784,560 hands of 7 cards, drawn with seed 1
    >>> print(Scope(size=7, up_to_suits=True))
    6,009,159 of the 133,784,560 hands of 7 cards: all, up to suits
    """

    size: int = 5
    sample: int | None = None
    seed: int = 1
    up_to_suits: bool = False

    def __len__(self) -> int:
        if self.up_to_suits:
            return suits.how_many(self.size)
        return self.all_hands if self.sample is None else self.sample

    def __str__(self) -> str:
        everything = f"{self.all_hands:,} hands of {self.size} cards"
        if self.up_to_suits:
            return f"{len(self):,} of the {everything}: all, up to suits"
        if self.sample is None:
            return f"all {everything}"
        return f"{self.sample:,} of the {everything}, drawn with seed {self.seed}"

    @property
    def all_hands(self) -> int:
        """The number of all hands of this size."""
        return comb(52, self.size)

    @property
    def is_all(self) -> bool:
        """Whether it covers all hands of its size."""
        return self.sample is None and not self.up_to_suits

    @property
    def indexes(self) -> Sequence[int]:
        """The places of this scope's hands in the order of all hands."""
        if self.sample is None:
            return range(self.all_hands)
        return _draw(self.size, self.sample, self.seed)

    def hands(
        self, deck: Sequence[CardT], start: int = 0, stop: int | None = None
    ) -> Iterator[tuple[CardT, ...]]:
        """The hands from `start` to `stop` of this scope, made of the (encoded) `deck`."""
        if self.is_all:
            return hands(deck, self.size, start, stop)
        dealt = map(self.hand, range(len(self))[start:stop])
        return (tuple(deck[card] for card in hand) for hand in dealt)

    def weights(self, start: int, stop: int) -> bytes:
        """How many hands each hand from `start` to `stop` stands for; empty if for itself alone."""
        return _weights(self.size)[start:stop] if self.up_to_suits else b""

    def hand(self, index: int) -> tuple[Card, ...]:
        """The hand at a place of this scope; unless it has all hands, cards come in any order."""
        if self.is_all:
            return hand_at(index, self.size)
        if self.up_to_suits:
            return _in_some_order(suits.hand_at(index, self.size), index)
        return _in_some_order(hand_at(self.indexes[index], self.size), index)


ALL_FIVE = Scope()


def _in_some_order(hand: tuple[Card, ...], place: int) -> tuple[Card, ...]:
    """A hand in an order that looks random, but is always the same at a place."""
    orders = _orders(len(hand))
    return orders[(0x9E3779B1 * place >> 16) % len(orders)](hand)


@cache
def _orders(size: int) -> list[Callable[[tuple[Card, ...]], tuple[Card, ...]]]:
    return [itemgetter(*order) for order in permutations(range(size))]


@lru_cache(maxsize=1)
def _weights(size: int) -> bytes:
    return suits.weights(size)


@lru_cache(maxsize=4)
def _draw(size: int, sample: int, seed: int) -> list[int]:
    """Different places of the order, sorted."""
    return sorted(Random(seed).sample(range(comb(52, size)), sample))
