"""One evaluator in each shape that `allhands check` takes: see docs/check-your-own.md."""

from collections.abc import Iterable, Sequence
from functools import total_ordering
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

RANKS = "23456789TJQKA"
Key = tuple[float, list[int]]


def key_of(ranks: Iterable[int], suits: Iterable[Any]) -> Key:
    """Cards of an equal rank, counted for each card: 5 without a pair, 17 of four of a kind."""
    ranks = sorted(ranks)
    if ranks == [2, 3, 4, 5, 14]:
        ranks = [1, 2, 3, 4, 5]
    category: float = sum(map(ranks.count, ranks))
    straight = category == 5 and ranks[4] - ranks[0] == 4
    flush = len(set(suits)) == 1
    if straight or flush:
        category = 18 if straight and flush else 12 if flush else 11.5
    return category, sorted(ranks, key=lambda rank: (ranks.count(rank), rank), reverse=True)


def of_texts(hand: list[str]) -> Key:
    """A function of a hand such as ["Kd", "Qs", "Jc", "Th", "9s"]."""
    return key_of([RANKS.index(card[0]) + 2 for card in hand], [card[1] for card in hand])


def of_numbers(hand: list[int]) -> Key:
    """A function of card numbers, from 0 for 2c to 51 for As."""
    return key_of([card // 4 + 2 for card in hand], [card % 4 for card in hand])


def of_tuples(hand: Sequence[tuple[int, str]]) -> Key:
    """A function of tuples such as (13, "d")."""
    return key_of(*zip(*hand))


def with_tuples(hand: list[str]) -> Key:
    """Its adapter, for allhands."""
    return of_tuples([(RANKS.index(rank) + 2, suit) for rank, suit in hand])


class Card:
    """A card of one's own, which a text makes."""

    def __init__(self, text: str) -> None:
        self.rank, self.suit = RANKS.index(text[0]) + 2, text[1]


def of_cards(hand: list[Card]) -> Key:
    """A function of these cards."""
    return key_of([card.rank for card in hand], [card.suit for card in hand])


class RankAndSuit:
    """A card of one's own, made in another way."""

    def __init__(self, rank: int, suit: str) -> None:
        self.rank, self.suit = rank, suit


def of_other_cards(hand: list[RankAndSuit]) -> Key:
    """A function of these cards."""
    return key_of([card.rank for card in hand], [card.suit for card in hand])


def with_cards(hand: list[str]) -> Key:
    """Its adapter, for allhands."""
    return of_other_cards([RankAndSuit(RANKS.index(rank) + 2, suit) for rank, suit in hand])


def best(hand: list[str], board: list[str]) -> Key:
    """A function of a player's two cards, and of the three to five on the board."""
    return max(of_texts([*five]) for five in combinations(hand + board, 5))


NAMES = ["high card", "pair", "two pair", "trips", "straight", "flush", "full house", "quads"]
NAMES += ["straight flush"]
"""The names of the categories."""


def names(hand: list[str]) -> str:
    """A function that names the category of a hand."""
    return NAMES[[5, 7, 9, 11, 11.5, 12, 13, 17, 18].index(of_texts(hand)[0])]


def five(hand: list[str]) -> tuple[str, ...]:
    """A function that returns the best five cards of six or seven."""
    return max(combinations(hand, 5), key=lambda cards: of_texts([*cards]))


@total_ordering
class Hand:
    """A class whose instances order themselves."""

    def __init__(self, cards: list[str]) -> None:
        self.key = of_texts(cards)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hand) and self.key == other.key

    def __lt__(self, other: "Hand") -> bool:
        return self.key < other.key


def winner(first: list[str], second: list[str]) -> int:
    """A comparison of two hands: positive if the first wins, 0 if they tie."""
    one, other = of_texts(first), of_texts(second)
    return (one > other) - (one < other)


def best_hands(hands: list[list[str]]) -> list[list[str]]:
    """A function of a list of hands: those that win."""
    highest = max(map(of_texts, hands))
    return [hand for hand in hands if of_texts(hand) == highest]


def of_array(hands: NDArray[np.int64]) -> NDArray[np.int64]:
    """The keys of an array with a row of five card numbers for each hand."""
    ranks = np.sort(hands // 4 + 2, axis=1)
    wheel = (ranks == [2, 3, 4, 5, 14]).all(axis=1)
    ranks[wheel] = [1, 2, 3, 4, 5]
    counts = (ranks[:, :, None] == ranks[:, None, :]).sum(axis=2)
    total = counts.sum(axis=1)
    straight = (total == 5) & (ranks[:, 4] - ranks[:, 0] == 4)
    flush = (hands % 4 == hands[:, :1] % 4).all(axis=1)
    category = np.select([straight & flush, flush, straight], [36, 24, 23], 2 * total)
    return category * 15**5 + np.sort(counts * 15 + ranks, axis=1) % 15 @ 15 ** np.arange(5)
