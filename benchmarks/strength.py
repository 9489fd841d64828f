"""Measure the strength of the check with planted bugs: a part of ``make publish``.

Each bug turns the right key of some hands into a wrong one, as a slip in code would. Each test that
people use either catches it or misses it.

Each evaluator with a bug sorts its cards first. So a key that depends on the order of the cards is
not among the bugs.
"""

import csv
import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from io import StringIO
from itertools import combinations, pairwise, permutations
from pathlib import Path
from typing import Any

import numpy as np

from evaluators.cache import write_whole
from evaluators.cards import DECK, Card, format_card, format_hand, parse_hand
from harness import check
from harness.hands.classes import classes
from harness.hands.order import hand_at, index_of
from harness.hands.scopes import ALL_FIVE
from harness.teaching.course import example_tests
from harness.teaching.course.heat_map import RESULTS, results
from harness.teaching.mistakes import BUGS, Mistake

SHOWDOWNS = Path(__file__).parent.parent / "key" / "showdowns.json"


class Planted:
    """An evaluator with a planted bug, which sorts its cards first.

    Attributes:
        keys: the keys of all hands, in the order of `combinations`.
    """

    sizes, lower_wins = range(5, 6), False
    encode = int

    def __init__(self, bug: Mistake) -> None:
        self.name = bug.cause
        self.keys: list[Any]
        if bug.by_class:
            texts = (format_hand(hand_class.example).split() for hand_class in classes())
            of_class = [None, *map(bug.function, texts)]
            self.keys = list(map(of_class.__getitem__, ALL_FIVE.numbers().tolist()))
        else:
            hands = combinations(map(format_card, DECK), 5)
            self.keys = [bug.function([*hand]) for hand in hands]

    def evaluate(self, hand: Sequence[Card]) -> Any:
        """The key of a hand."""
        return self.keys[index_of(hand)]


TEXTBOOK = (
    *("As Ks Qs Js Ts", "9h 8h 7h 6h 5h", "Qc Qd Qh Qs 5d", "Jc Jd Jh 8s 8d", "Ad Jd 9d 6d 3d"),
    *("Tc 9d 8h 7s 6c", "7c 7d 7h Ks 2d", "Kc Kd 4h 4s 9d", "Tc Td Kh 4s 3d", "Ac Qd 9h 6s 2c"),
)
"""A textbook hand of each category and a royal flush, the strongest first."""


def counts_miss(bug: Planted) -> bool:
    """True if each category has as many hands as it should."""
    counts = Counter(each.category for each in classes() for _ in range(each.size))
    return Counter(key[0] for key in bug.keys) == counts


def in_order(keys: Iterable[Any]) -> bool:
    """True if each key beats the next."""
    return all(better > worse for better, worse in pairwise(keys))


def suits_miss(bug: Planted, n: int) -> bool:
    """True if random hands keep their keys when suits are renamed, in all 24 ways."""
    return all(len({bug.keys[place] for place in group}) == 1 for group in renamed_hands(n))


@cache
def renamed_hands(n: int) -> list[set[int]]:
    """The places of random hands, each with those of the hand in all namings of the suits."""
    places = np.random.default_rng(n).integers(0, len(ALL_FIVE), n).tolist()
    return [
        {index_of(example_tests.renamed(hand_at(place), suits)) for suits in permutations(range(4))}
        for place in places
    ]


def pairs_miss(bug: Planted, n: int) -> bool:
    """True if random pairs are decided as by the rules."""
    keys, numbers = bug.keys, ALL_FIVE.numbers()
    first, second = np.random.default_rng(n).integers(0, len(ALL_FIVE), (2, n))
    signs = np.sign(numbers[second].astype(int) - numbers[first].astype(int))
    pairs = zip(first.tolist(), second.tolist(), signs.tolist())
    return all(sign(keys[a], keys[b]) == by_rules for a, b, by_rules in pairs)


def sign(first: Any, second: Any) -> int:
    """1 if the first key is higher, -1 if it is lower, 0 if they are equal."""
    return int(first > second) - int(first < second)


@cache
def showdowns(size: int = 5) -> list[tuple[Sequence[Card], Sequence[Card], int]]:
    """The hands of the committed showdowns, and 1, -1 or 0: the first wins, loses or ties."""
    signs = {"first": 1, "second": -1, "tie": 0}
    sets = json.loads(SHOWDOWNS.read_text(encoding="utf-8"))["sets"]
    (of_size,) = (each["showdowns"] for each in sets if each["cards"] == size)
    return [(parse_hand(e["first"]), parse_hand(e["second"]), signs[e["result"]]) for e in of_size]


TESTS: dict[str, tuple[Callable[[Planted], bool], str]] = {
    "category counts": (counts_miss, "the number of hands in each category"),
    "7,462 values": (
        lambda bug: len(set(bug.keys)) == len(classes()),
        "the number of distinct keys",
    ),
    "ten examples": (
        lambda bug: in_order(bug.evaluate(parse_hand(text)) for text in TEXTBOOK),
        "a textbook hand of each category and a royal flush, in order",
    ),
    "Exercism": (
        lambda bug: not example_tests.failed_cases(bug.evaluate),
        f"{len(example_tests.EXERCISM)} cases: some hands, and which of them are the best",
    ),
    "Norvig": (
        lambda bug: not example_tests.failures_of_norvig(bug.evaluate),
        (
            f"{len(example_tests.NORVIG)} hands in order, each also in all orders of its cards, "
            "and in other suits"
        ),
    ),
    "showdowns": (
        lambda bug: all(sign(bug.evaluate(a), bug.evaluate(b)) == s for a, b, s in showdowns()),
        f"{len(showdowns())} showdowns of the answer key, chosen to notice all of these bugs",
    ),
    "suits renamed": (
        partial(suits_miss, n=1_000),
        "1,000 random hands, each in 24 namings of its suits: one key",
    ),
    "1,000 pairs": (partial(pairs_miss, n=1_000), "random hands, decided as by the rules"),
    "1,000,000 pairs": (partial(pairs_miss, n=1_000_000), "random hands, decided as by the rules"),
    "one of each class": (
        lambda bug: in_order(bug.evaluate(hand_class.example) for hand_class in classes()),
        "7,462 hands, each of which must beat the next",
    ),
    "every hand": (lambda bug: bool(check(bug)), "`allhands check`"),
}
"""Tests: a function that is true if it misses a bug, and words about its hands."""


def row(bug: Mistake, tests: Iterable[str] = TESTS) -> dict[str, bool]:
    """The tests, and true for each that catches a bug."""
    planted = Planted(bug)
    return {name: not TESTS[name][0](planted) for name in tests}


def as_csv(rows: Mapping[str, Mapping[str, bool]]) -> str:
    """The table for programs: 1 is caught, 0 is missed."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["planted bug", *TESTS])
    writer.writerows([about, *map(int, caught.values())] for about, caught in rows.items())
    return text.getvalue()


def main() -> None:
    """Write the table for programs; takes a quarter of an hour."""
    write_whole(RESULTS, as_csv({about: row(bug) for about, bug in BUGS.items()}))


def summary() -> str:
    """The tests, and how many bugs each catches, as Markdown."""
    rows = results()
    lines = ["| | test | caught | about |", "|--:|---|---|---|"]
    for number, (name, (_, about)) in enumerate(TESTS.items(), start=1):
        caught = sum(row[name] for row in rows.values())
        lines.append(f"| {number} | {name} | {caught} of {len(rows)} | {about} |")
    return "\n".join(lines)
