"""Tests by example that people use for evaluators: Exercism's cases, and Peter Norvig's hands.

Both are under the MIT licence. `example_tests.json` has the hands, the licence, which versions were
read, and what was left out. A key is a function of a hand, as card numbers; higher keys win.

>>> EXERCISM[1].description
'highest card out of all hands wins'
>>> len(EXERCISM), len(NORVIG)
(37, 36)
>>> [case.description for case in failed_cases(lambda hand: sorted(hand, reverse=True))][:2]
['a tie has multiple winners', 'one pair beats high card']
"""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise, permutations
from pathlib import Path
from typing import Any

from evaluators.cards import SUITS, Card, parse_hand, rank_of, suit_of

Hand = tuple[Card, ...]
KeyOf = Callable[[Hand], Any]

DATA = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))


@dataclass(frozen=True)
class Case:
    """A case: some hands, and which of them are the best, several if they tie."""

    description: str
    hands: tuple[Hand, ...]
    best: frozenset[Hand]


def _hands(texts: Iterable[str]) -> tuple[Hand, ...]:
    return tuple(tuple(parse_hand(text)) for text in texts)


EXERCISM = tuple(
    Case(case["description"], _hands(case["hands"]), frozenset(_hands(case["best"])))
    for case in DATA["exercism"]["cases"]
)
"""Exercism's cases; the best hands of a case are a set, in no order."""

NORVIG = _hands(DATA["norvig"]["hands"])
"""Norvig's hands, the best first; no two tie."""


def failed_cases(key: KeyOf) -> list[Case]:
    """The cases of Exercism whose best hands do not have the highest key."""
    failed = []
    for case in EXERCISM:
        keys = {hand: key(hand) for hand in case.hands}
        if {hand for hand in keys if keys[hand] == max(keys.values())} != case.best:
            failed.append(case)
    return failed


def failures_of_norvig(key: KeyOf) -> list[str]:
    """The parts of Norvig's test that fail.

    The test sorts the hands by key, the highest first, and compares with the list. Hands with equal
    keys stay where they are when Python sorts, so this does not notice a tie.

    >>> failures_of_norvig(lambda hand: 0)
    []
    >>> failures_of_norvig(tuple)
    ['order of hands', 'order of cards', 'names of suits']
    """
    swap = dict(zip(*DATA["norvig"]["suits"].values()))
    suits = [SUITS.index(swap[suit]) for suit in SUITS]
    keys = {hand: key(hand) for hand in NORVIG}
    fails = {
        "order of hands": any(better < worse for better, worse in pairwise(keys.values())),
        "order of cards": any(
            key(cards) != keys[hand] for hand in keys for cards in permutations(hand)
        ),
        "names of suits": any(key(renamed(hand, suits)) != keys[hand] for hand in keys),
    }
    return [name for name, is_so in fails.items() if is_so]


def renamed(hand: Iterable[Card], suits: Sequence[int]) -> Hand:
    """The hand in other suits: `suits` has the new number of each suit.

    >>> renamed((0, 51), (3, 2, 1, 0))
    (3, 48)
    """
    return tuple(4 * rank_of(card) + suits[suit_of(card)] for card in hand)
