"""Which tests that people use notice the faults of a package.

Each test asks for the keys of its hands, all of them from one run of the package's adapter. A test
notices a fault if it fails, or if the package raises an error at one of its hands.

Exercism's and Norvig's hands have five cards; packages that take no others miss them.
"""

import json
import subprocess
import sys
from bisect import bisect_left
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from evaluators.cards import Card, format_hand, parse_hand
from field.entries import FIELD, Entry
from harness.adapters.commands import NOT_FOUND
from harness.hands.arrays import examples, numbers_of
from harness.teaching.course import example_tests
from harness.timing.workloads import random_hands

KEY = json.loads((FIELD.parent / "key/showdowns.json").read_text(encoding="utf-8"))["sets"]
"""The showdowns of the answer key, and the faults that they notice, for each number of cards."""
SIGNS = {"first": 1, "second": -1, "tie": 0}
PAIRS = 1_000
SECONDS = 120
KeyOf = Callable[[tuple[Card, ...]], int]
"""From a hand to the place of its key: higher places win."""


def _showdowns_fail(key: KeyOf, size: int) -> bool:
    fails = False
    for showdown in next(of_size["showdowns"] for of_size in KEY if of_size["cards"] == size):
        first, second = (key((*parse_hand(showdown[one]),)) for one in ("first", "second"))
        fails |= (first > second) - (first < second) != SIGNS[showdown["result"]]
    return fails


def _pairs_fail(key: KeyOf, size: int) -> bool:
    hands = random_hands(size)(2 * PAIRS)
    numbers, places = numbers_of(hands).astype(int), np.array([key((*h,)) for h in hands.tolist()])
    by_rules, by_keys = numbers[1::2] - numbers[::2], places[::2] - places[1::2]
    return bool(np.any(np.sign(by_rules) != np.sign(by_keys)))


def _classes_fail(key: KeyOf, size: int) -> bool:
    places = [key(hand) for hand in examples(size).values()]
    return any(better <= worse for better, worse in pairwise(places))


TESTS: dict[str, Callable[[KeyOf, int], bool]] = {
    "Exercism": lambda key, _: bool(example_tests.failed_cases(key)),
    "Norvig": lambda key, _: bool(example_tests.failures_of_norvig(key)),
    "showdowns": _showdowns_fail,
    "1,000 pairs": _pairs_fail,
    "one of each class": _classes_fail,
}
"""Tests: a function that is true if it notices a fault. Each asks for all keys if all are equal."""
OF_FIVE = "Exercism", "Norvig"


def caught(entry: Entry, size: int, lower_wins: bool) -> dict[str, bool]:
    """The tests of a size, and true for each that a package fails.

    Args:
        entry: a package that is wrong.
        size: the number of cards.
        lower_wins: whether the lower of two keys wins.
    """
    return {
        name: test(known, size) if (known := _keys(entry, _asked(test, size), lower_wins)) else True
        for name, test in TESTS.items()
        if size == 5 or name not in OF_FIVE
    }


def _asked(test: Callable[[KeyOf, int], bool], size: int) -> list[tuple[Card, ...]]:
    """The hands that a test asks about."""
    hands: list[tuple[Card, ...]] = []

    def asked(hand: tuple[Card, ...]) -> int:
        hands.append(hand)
        return 0

    test(asked, size)
    return hands


def _keys(entry: Entry, hands: Sequence[tuple[Card, ...]], lower_wins: bool) -> KeyOf | None:
    """The places of the keys of hands; None if the package fails, or its keys have no order."""
    lines = "".join(f"{format_hand(hand)}\n" for hand in hands)
    try:
        done = subprocess.run(
            entry.command, input=lines, capture_output=True, text=True, timeout=SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        sys.exit(f"{entry.name}: {len(hands):,} hands take more than {SECONDS} s")
    if done.returncode == NOT_FOUND:
        sys.exit(f"{entry.name} is not installed, so no test can say anything of it")
    try:
        keys: list[Any] = [*map(json.loads, done.stdout.splitlines())]
        in_order = sorted(keys)
    except (TypeError, ValueError):
        return None
    if done.returncode or len(keys) < len(hands):
        return None
    places = {hand: bisect_left(in_order, key) for hand, key in zip(hands, keys)}
    return lambda hand: -places[hand] if lower_wins else places[hand]
