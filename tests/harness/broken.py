"""Evaluators that are broken on purpose, for the check to find out.

Each ranks a hand by its class number, found fast, through a table of keys in which one thing
is wrong; or it is right about hands and wrong in how it behaves.
"""

import os
import time
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

from evaluators.cactus_kev.scalar import KevCard, hash_map
from evaluators.cards import DECK, Card, Category, format_card
from evaluators.rank_sums import scalar as rank_sums
from harness.hands.classes import HandClass, classes

(HIGH_CARD, ONE_PAIR, TWO_PAIR, THREE_OF_A_KIND, STRAIGHT, FLUSH, FULL_HOUSE, FOUR_OF_A_KIND,
 STRAIGHT_FLUSH) = map(int, Category)  # fmt: skip

WHEEL = (3, 2, 1, 0, -1)


def number_of(hand: Sequence[str]) -> int:
    """The class number of a hand of five to seven cards, quickly, from texts."""
    return rank_sums.evaluate([_CARDS[card] for card in hand])


_CARDS = {format_card(card): rank_sums.encode(card) for card in DECK}


def key_of_sorted(ranks: tuple[int, ...], is_flush: bool) -> tuple[int, ...]:
    """A right key of five ranks, but only if they are sorted: it looks at neighbours."""
    *_, high = ranks
    steps = [above - below for below, above in pairwise(ranks)]
    straight = high if steps == [1] * 4 else 3 if ranks == (0, 1, 2, 3, 12) else None
    runs: list[int] = []
    for step in [1, *(min(step, 1) for step in steps)]:
        runs += [1] if step else []
        runs[-1] += not step
    firsts = [rank for step, rank in zip([1, *steps], ranks) if step]
    groups = sorted(zip(runs, firsts), reverse=True)
    shape = tuple(count for count, _ in groups)
    order = [(1,) * 5, (2, 1, 1, 1), (2, 2, 1), (3, 1, 1), (), (), (3, 2), (4, 1)]
    category = order.index(shape) if shape in order else 0
    if straight is not None:
        return (8 if is_flush else 4, straight)
    return (max(category, 5 * is_flush), *(rank for _, rank in groups))


class Broken:
    """Cactus Kev with another key for each class."""

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


def _rules(hand_class: HandClass) -> tuple[Any, ...]:
    return hand_class.category, hand_class.ranks


def _wheel_missing(hand_class: HandClass) -> Any:
    category, ranks = _rules(hand_class)
    if ranks == WHEEL:
        return {STRAIGHT: HIGH_CARD, STRAIGHT_FLUSH: FLUSH}[category], (12, 3, 2, 1, 0)
    return category, ranks


def _wheel_ace_high(hand_class: HandClass) -> Any:
    category, ranks = _rules(hand_class)
    return category, (12, 3, 2, 1, 0) if ranks == WHEEL else ranks


def _flush_straight_swapped(hand_class: HandClass) -> Any:
    category, ranks = _rules(hand_class)
    return {STRAIGHT: FLUSH, FLUSH: STRAIGHT}.get(category, category), ranks


def _last_kicker_dropped(hand_class: HandClass) -> Any:
    category, ranks = _rules(hand_class)
    return category, ranks[:-1] if category == HIGH_CARD else ranks


def _base_ten(hand_class: HandClass) -> Any:
    category, ranks = _rules(hand_class)
    packed = category
    for rank in (*ranks, 0, 0, 0, 0)[:5]:
        packed = 10 * packed + rank
    return packed


def _one_entry_off(hand_class: HandClass) -> Any:
    return -(hand_class.number + (hand_class.number == 5000))


def _not_a_number(hand_class: HandClass) -> Any:
    return float("nan") if hand_class.number == 7000 else float(-hand_class.number)


def _mixed_types(hand_class: HandClass) -> Any:
    return str(hand_class.number) if hand_class.number == 7000 else -hand_class.number


def _none(hand_class: HandClass) -> Any:
    return None if hand_class.number == 7000 else -hand_class.number


def _lists(hand_class: HandClass) -> Any:
    return [hand_class.category, list(hand_class.ranks)]


def _lists_and_tuples(hand_class: HandClass) -> Any:
    return [hand_class.category] if hand_class.number % 2 else (hand_class.category,)


wheel_missing = Broken("wheel-missing", _wheel_missing)
wheel_ace_high = Broken("wheel-ace-high", _wheel_ace_high)
flush_straight_swapped = Broken("flush-straight-swapped", _flush_straight_swapped)
last_kicker_dropped = Broken("last-kicker-dropped", _last_kicker_dropped)
base_ten = Broken("base-ten", _base_ten)
one_entry_off = Broken("one-entry-off", _one_entry_off)
not_a_number = Broken("not-a-number", _not_a_number)
mixed_types = Broken("mixed-types", _mixed_types)
none = Broken("none", _none)
lists = Broken("lists", _lists)
lists_and_tuples = Broken("lists-and-tuples", _lists_and_tuples)
per_process = Broken("per-process", lambda hand_class: 10_000 * os.getpid() - hand_class.number)
upside_down = Broken("upside-down", lambda hand_class: hand_class.number)


class _Behaving(Broken):
    """Right about every hand, but for how it behaves."""

    def __init__(self, name: str, behave: Callable[[Sequence[KevCard], int], Any]) -> None:
        super().__init__(name, lambda hand_class: -hand_class.number)
        self.behave = behave

    def evaluate(self, hand: Sequence[KevCard]) -> Any:
        return self.behave(hand, -hash_map.evaluate(hand))


_CALLS = iter(range(10**9))
THE_HAND = frozenset(hash_map.encode(card) for card in (0, 10, 20, 30, 40))


def _raises_once(hand: Sequence[KevCard], key: int) -> Any:
    if set(hand) == THE_HAND:
        raise ValueError("not this one")
    return key


def _changes(hand: Sequence[KevCard], key: int) -> Any:
    return key if next(_CALLS) % 1_000 else key - 1


def _sorted_only(hand: Sequence[KevCard], key: int) -> Any:
    """Wrong only where cards come in reverse, and all hands are enumerated in order."""
    return key - 1 if list(hand) == sorted(hand)[::-1] else key


def _suits_break_ties(hand: Sequence[KevCard], key: int) -> Any:
    highest = max(hand, key=lambda card: (card >> 8 & 15, card & 0xF000))
    return key, highest >> 12 & 15


def _dies(hand: Sequence[KevCard], key: int) -> Any:
    if set(hand) == THE_HAND:
        os._exit(7)
    return key


def _exits(hand: Sequence[KevCard], key: int) -> Any:
    raise SystemExit("enough")


def _hangs(hand: Sequence[KevCard], key: int) -> Any:
    time.sleep(600)


def _fails_on_seven(hand: Sequence[KevCard], key: int) -> Any:
    if len(hand) == 7:
        raise ValueError("seven is too many")
    return key


def _prints(hand: Sequence[KevCard], key: int) -> Any:
    if set(hand) == THE_HAND:
        os.write(1, b"what an evaluator prints")
    return key


def _stops(hand: Sequence[KevCard], key: int) -> Any:
    """What a bare ``next`` does when it finds nothing."""
    if set(hand) == THE_HAND:
        raise StopIteration
    return key


def _wrong_the_first_time(hand: Sequence[KevCard], key: int) -> Any:
    """As a cache that is filled wrongly, and then mended."""
    if set(hand) == THE_HAND and not _SEEN:
        _SEEN.append(1)
        return key - 1
    return key


_SEEN: list[int] = []


def _none_unless_sorted(hand: Sequence[KevCard], key: int) -> Any:
    by_rank = [card >> 8 & 15 for card in hand]
    return key if by_rank == sorted(by_rank) or by_rank == sorted(by_rank)[::-1] else None


def _cold(hand: Sequence[KevCard], key: int) -> Any:
    """A memo that forgets to return what it has just found."""
    if key not in _MEMO:
        _MEMO[key] = key
        return None
    return _MEMO[key]


_MEMO: dict[int, int] = {}

none_unless_sorted = _Behaving("none-unless-sorted", _none_unless_sorted)
cold = _Behaving("cold", _cold)

stops = _Behaving("stops", _stops)
wrong_the_first_time = _Behaving("wrong-the-first-time", _wrong_the_first_time)
raises_once = _Behaving("raises-once", _raises_once)
changes = _Behaving("changes", _changes)
sorted_only = _Behaving("sorted-only", _sorted_only)
suits_break_ties = _Behaving("suits-break-ties", _suits_break_ties)
dies = _Behaving("dies", _dies)
exits = _Behaving("exits", _exits)
hangs = _Behaving("hangs", _hangs)
fails_on_seven = _Behaving("fails-on-seven", _fails_on_seven)
prints = _Behaving("prints", _prints)
