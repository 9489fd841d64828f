"""Evaluators that are broken on purpose, for the check to catch.

Each of them ranks a hand by its class number, through a table of keys with one fault; or its keys
are right, and it misbehaves.
"""

import time
from collections.abc import Callable, Sequence
from itertools import count
from typing import Any

from evaluators.cactus_kev.scalar import KevCard, hash_map
from evaluators.cards import DECK, Card, format_card, format_hand
from evaluators.rank_sums import scalar as rank_sums
from harness.hands.classes import HandClass, classes
from harness.teaching.mistakes import BUGS, MISTAKES, Mistake


def number_of(hand: Sequence[str]) -> int:
    """The class number of a hand of five to seven cards, from texts."""
    return rank_sums.evaluate([_CARDS[card] for card in hand])


_CARDS = {format_card(card): rank_sums.encode(card) for card in DECK}


def zero(hand: list[str]) -> int:
    """A key that says nothing."""
    return 0


def all_tie(first: list[str], second: list[str]) -> int:
    """A comparison without a winner."""
    return 0


def counts(hand: list[str]) -> int:
    """Another key in every call."""
    return next(CALLS)


CALLS = count()


class Broken:
    """Cactus Kev with a key for each class."""

    sizes = (5,)
    lower_wins = False

    def __init__(self, name: str, key: Callable[[HandClass], Any]) -> None:
        self.name = name
        self.key = key
        self.keys: list[Any] = []

    def encode(self, card: Card) -> KevCard:
        return hash_map.encode(card)

    def evaluate(self, hand: Sequence[KevCard]) -> Any:
        if not self.keys:
            self.keys = [None, *map(self.key, classes())]
        return self.keys[hash_map.evaluate(hand)]


def broken(name: str, mistake: Mistake) -> Broken:
    """An evaluator with a mistake of the catalogue, which is asked once for each class."""
    return Broken(name, lambda each: mistake.function(format_hand(each.example).split()))


wheel_missing = broken("wheel-missing", MISTAKES["no_wheel"])
flush_straight_swapped = broken("flush-straight-swapped", BUGS["straight and flush are swapped"])
one_entry_off = Broken(
    "one-entry-off", lambda hand_class: -(hand_class.number + (hand_class.number == 5000))
)
not_a_number = Broken(
    "not-a-number",
    lambda hand_class: float("nan") if hand_class.number == 7000 else float(-hand_class.number),
)
none = Broken("none", lambda hand_class: None if hand_class.number == 7000 else -hand_class.number)
lists = Broken("lists", lambda hand_class: [hand_class.category, list(hand_class.ranks)])
upside_down = Broken("upside-down", lambda hand_class: hand_class.number)


class _Misbehaving(Broken):
    """An evaluator with right keys, which `behave` may change."""

    def __init__(self, behave: Callable[[Sequence[KevCard], int], Any]) -> None:
        self.name = behave.__name__.replace("_", "-")
        self.behave = behave

    def evaluate(self, hand: Sequence[KevCard]) -> Any:
        return self.behave(hand, -hash_map.evaluate(hand))


THE_HAND = frozenset(hash_map.encode(card) for card in (0, 10, 20, 30, 40))


@_Misbehaving
def sorted_only(hand: Sequence[KevCard], key: int) -> Any:
    """Wrong only if cards come in reverse; the check enumerates all hands in order."""
    return key - 1 if list(hand) == sorted(hand)[::-1] else key


@_Misbehaving
def suits_break_ties(hand: Sequence[KevCard], key: int) -> Any:
    highest = max(hand, key=lambda card: (card >> 8 & 15, card & 0xF000))
    return key, highest >> 12 & 15


@_Misbehaving
def exits(hand: Sequence[KevCard], key: int) -> Any:
    raise SystemExit("enough")


@_Misbehaving
def hangs(hand: Sequence[KevCard], key: int) -> Any:
    time.sleep(600)


@_Misbehaving
def fails_on_seven(hand: Sequence[KevCard], key: int) -> Any:
    if len(hand) == 7:
        raise ValueError("seven is too many")
    return key


@_Misbehaving
def stops(hand: Sequence[KevCard], key: int) -> Any:
    """As a bare ``next`` on an empty iterator."""
    if set(hand) == THE_HAND:
        raise StopIteration
    return key
