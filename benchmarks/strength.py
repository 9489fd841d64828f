"""How strong is the check? Planted bugs, and the tests that people use: ``make strength``.

Each bug turns the rules' key of a class into a wrong one, as somebody's slip of the pen would. Each
test either catches it or misses it. Then every single entry of Cactus Kev's tables is changed by
one, one at a time.
"""

import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evaluators.cactus_kev import FLUSHES, PRODUCTS, UNIQUE5, hash_map
from evaluators.cards import DECK, Card, parse_hand
from harness import arrays, check
from harness.classes import HandClass, class_of, classes
from harness.files import write_whole
from harness.hands import Scope
from harness.verdict import EQUIVALENT

PAGE = Path(__file__).parent.parent / "docs" / "strength.md"

Key = tuple[Any, ...]

HIGH, PAIR, TWO, THREE, STRAIGHT, FLUSH, FULL, FOUR, STRAIGHT_FLUSH = range(9)


@dataclass(frozen=True)
class Bug:
    """A slip: what it is, and the key that it gives each class."""

    about: str
    key: Callable[[HandClass], Key]


def rules(each: HandClass) -> Key:
    """What is right: the category, then ranks in the order in which they count."""
    return (each.category, *each.ranks)


def of(category: int, key: Callable[[HandClass], Key]) -> Callable[[HandClass], Key]:
    """Another key for one category."""
    return lambda each: key(each) if each.category == category else rules(each)


def keep(category: int, *places: int) -> Callable[[HandClass], Key]:
    """Only some ranks of a category are compared, in this order."""
    return of(category, lambda each: (category, *(each.ranks[place] for place in places)))


def swap(one: int, other: int) -> Callable[[HandClass], Key]:
    """Two categories in each other's place."""
    places = {one: other, other: one}
    return lambda each: (places.get(each.category, each.category), *each.ranks)


def counts_as(category: int, other: int) -> Callable[[HandClass], Key]:
    """A category that is taken for another."""
    return of(category, lambda each: (other, *each.ranks))


def wheel(key: Callable[[HandClass], Key], *categories: int) -> Callable[[HandClass], Key]:
    """Another key for A-2-3-4-5."""
    return lambda each: (
        key(each) if each.category in categories and each.ranks[0] == 3 else rules(each)
    )


def with_ranks(change: Callable[[int], float]) -> Callable[[HandClass], Key]:
    """Every rank taken for another, where it decides."""
    return lambda each: (each.category, *map(change, each.ranks))


ROUND_THE_CORNER = {11, 12, 0, 1, 2}, {10, 11, 12, 0, 1}, {9, 10, 11, 12, 0}


def wraps(each: HandClass) -> Key:
    """Straights that go on from the ace to the deuce."""
    if each.category == HIGH and set(each.ranks) in (
        {11, 12, 0, 1, 2},
        {10, 11, 12, 0, 1},
        {9, 10, 11, 12, 0},
    ):
        return (STRAIGHT, -1)
    return rules(each)


def aces_count_as_a_straight(each: HandClass) -> Key:
    """A-A-4-3-2 looks like A-2-3-4 and one more."""
    fooled = each.category == PAIR and each.ranks == (12, 2, 1, 0)
    return (STRAIGHT, 3) if fooled else rules(each)


def packed(base: int) -> Callable[[HandClass], Key]:
    """Ranks from 2 to 14 as digits of a number whose base is too small for them."""
    return lambda each: (
        each.category,
        sum((rank + 2) * base**place for place, rank in enumerate(reversed(each.ranks))),
    )


def as_float32(each: HandClass) -> Key:
    """A decimal score that has fewer digits than it needs."""
    digits = sum(rank * 100.0**-place for place, rank in enumerate(each.ranks, start=1))
    return (each.category, float(np.float32(each.category + digits)))


AS_TEXT = {
    rank: place for place, rank in enumerate(sorted(range(13), key="23456789TJQKA".__getitem__))
}

RUNS = STRAIGHT, STRAIGHT_FLUSH

BUGS = [
    Bug("A-2-3-4-5 is no straight", wheel(lambda each: (HIGH, 12, 3, 2, 1, 0), STRAIGHT)),
    Bug("A-2-3-4-5 of one suit is only a flush",
        wheel(lambda each: (FLUSH, 12, 3, 2, 1, 0), STRAIGHT_FLUSH)),
    Bug("A-2-3-4-5 is the highest straight", wheel(lambda each: (each.category, 13), *RUNS)),
    Bug("A-2-3-4-5 ties with 10-J-Q-K-A", wheel(lambda each: (each.category, 12), *RUNS)),
    Bug("A-2-3-4-5 ties with 2-3-4-5-6", wheel(lambda each: (each.category, 4), *RUNS)),
    Bug("straights go round the corner", wraps),
    Bug("A-A-4-3-2 counts as a straight", aces_count_as_a_straight),
    Bug("all straights tie", keep(STRAIGHT)),
    Bug("all straight flushes tie", keep(STRAIGHT_FLUSH)),
    Bug("all flushes tie", keep(FLUSH)),
    Bug("straight and flush are swapped", swap(STRAIGHT, FLUSH)),
    Bug("flush and full house are swapped", swap(FLUSH, FULL)),
    Bug("three of a kind and straight are swapped", swap(THREE, STRAIGHT)),
    Bug("two pair and three of a kind are swapped", swap(TWO, THREE)),
    Bug("full house and four of a kind are swapped", swap(FULL, FOUR)),
    Bug("four of a kind and straight flush are swapped", swap(FOUR, STRAIGHT_FLUSH)),
    Bug("a straight flush counts as a flush", counts_as(STRAIGHT_FLUSH, FLUSH)),
    Bug("a straight flush counts as a straight", counts_as(STRAIGHT_FLUSH, STRAIGHT)),
    Bug("a full house counts as three of a kind", counts_as(FULL, THREE)),
    Bug("a full house counts as two pair", counts_as(FULL, TWO)),
    Bug("four of a kind counts as two pair", counts_as(FOUR, TWO)),
    Bug("four of a kind counts as three", counts_as(FOUR, THREE)),
    Bug("two pair counts as one pair", counts_as(TWO, PAIR)),
    Bug("two pair: the kicker is left out", keep(TWO, 0, 1)),
    Bug("two pair: the lower pair is left out", keep(TWO, 0, 2)),
    Bug("two pair: the lower pair is compared first", keep(TWO, 1, 0, 2)),
    Bug("two pair: the kicker is compared before the lower pair", keep(TWO, 0, 2, 1)),
    Bug("one pair: kickers are left out", keep(PAIR, 0)),
    Bug("one pair: only the first kicker counts", keep(PAIR, 0, 1)),
    Bug("one pair: the last kicker is left out", keep(PAIR, 0, 1, 2)),
    Bug("one pair: kickers are compared first", keep(PAIR, 1, 2, 3, 0)),
    Bug("one pair: kickers are compared from the lowest", keep(PAIR, 0, 3, 2, 1)),
    Bug("three of a kind: kickers are left out", keep(THREE, 0)),
    Bug("three of a kind: the last kicker is left out", keep(THREE, 0, 1)),
    Bug("three of a kind: kickers are compared from the lowest", keep(THREE, 0, 2, 1)),
    Bug("four of a kind: the kicker is left out", keep(FOUR, 0)),
    Bug("four of a kind: the kicker is compared first", keep(FOUR, 1, 0)),
    Bug("full house: the pair is left out", keep(FULL, 0)),
    Bug("full house: the pair is compared first", keep(FULL, 1, 0)),
    Bug("high card: only the highest counts", keep(HIGH, 0)),
    Bug("high card: the last card is left out", keep(HIGH, 0, 1, 2, 3)),
    Bug("flush: only the highest counts", keep(FLUSH, 0)),
    Bug("flush: the last card is left out", keep(FLUSH, 0, 1, 2, 3)),
    Bug("the ace is low", with_ranks(lambda rank: -2 if rank == 12 else rank)),
    Bug("10 is read as 1", with_ranks(lambda rank: -2 if rank == 8 else rank)),
    Bug("jack and queen are swapped", with_ranks(lambda rank: {9: 10, 10: 9}.get(rank, rank))),
    Bug("ranks are compared as letters", with_ranks(lambda rank: AS_TEXT.get(rank, rank))),
    Bug("ranks are digits in base 10", packed(10)),
    Bug("ranks are digits in base 13", packed(13)),
    Bug("the score is rounded to single precision", as_float32),
]  # fmt: skip

TEXTBOOK = (
    *("As Ks Qs Js Ts", "9h 8h 7h 6h 5h", "Qc Qd Qh Qs 5d", "Jc Jd Jh 8s 8d", "Ad Jd 9d 6d 3d"),
    *("Tc 9d 8h 7s 6c", "7c 7d 7h Ks 2d", "Kc Kd 4h 4s 9d", "Tc Td Kh 4s 3d", "Ac Qd 9h 6s 2c"),
)
"""A hand of each category, as books show them, and a royal flush: the strongest first."""

CATEGORY_COUNTS = Counter(dict.fromkeys(range(9), 0))
for _each in classes():
    CATEGORY_COUNTS[_each.category] += _each.size


def pairs(n: int) -> NDArray[np.uint16]:
    """Class numbers of random pairs of hands."""
    random = np.random.default_rng(n)
    hands = arrays.hands_at(5, random.integers(0, Scope().all_hands, 2 * n))
    return arrays.numbers_of(hands).reshape(2, n)


def counts_miss(bug: Bug, keys: Sequence[Key], places: NDArray[np.int64]) -> bool:
    """Whether each category has as many hands as it should."""
    found: Counter[int] = Counter()
    for each, key in zip(classes(), keys):
        found[key[0]] += each.size
    return found == CATEGORY_COUNTS


def distinct_miss(bug: Bug, keys: Sequence[Key], places: NDArray[np.int64]) -> bool:
    """Whether there are 7,462 different keys."""
    return len(set(keys)) == len(classes())


def textbook_miss(bug: Bug, keys: Sequence[Key], places: NDArray[np.int64]) -> bool:
    """Whether the textbook's hands are in order."""
    found = [keys[class_of(parse_hand(text)).number - 1] for text in TEXTBOOK]
    return all(one > other for one, other in pairwise(found))


def pairs_miss(n: int) -> Callable[[Bug, Sequence[Key], NDArray[np.int64]], bool]:
    """Whether random pairs are decided as by the rules."""
    one, other = pairs(n).astype(np.int64)

    def miss(bug: Bug, keys: Sequence[Key], places: NDArray[np.int64]) -> bool:
        return bool((np.sign(places[one] - places[other]) == np.sign(one - other)).all())

    return miss


def chain_misses(bug: Bug, keys: Sequence[Key], places: NDArray[np.int64]) -> bool:
    """Whether one hand of each class is in order."""
    return all(one > other for one, other in pairwise(keys))


def check_misses(bug: Bug, keys: Sequence[Key], places: NDArray[np.int64]) -> bool:
    """Whether the check of every hand calls it equivalent."""

    class Planted:
        name, sizes, lower_wins = bug.about, range(5, 6), False

        def encode(self, card: Card) -> Any:
            return hash_map.encode(card)

        def evaluate(self, hand: Sequence[Any]) -> Key:
            return keys[hash_map.evaluate(hand) - 1]

    return check(Planted()).status == EQUIVALENT


TESTS = {
    "category counts": counts_miss,
    "7,462 values": distinct_miss,
    "ten examples": textbook_miss,
    "1,000 pairs": pairs_miss(1_000),
    "1,000,000 pairs": pairs_miss(1_000_000),
    "one of each class": chain_misses,
    "every hand": check_misses,
}


def table_of_bugs() -> list[str]:
    """A row for each bug, and how many each test catches."""
    lines = [f"| planted bug | {' | '.join(TESTS)} |", "|---|" + "--:|" * len(TESTS)]
    caught: Counter[str] = Counter()
    for bug in BUGS:
        keys = [bug.key(each) for each in classes()]
        order = {key: place for place, key in enumerate(sorted(set(keys), reverse=True), start=1)}
        places = np.array([0, *(order[key] for key in keys)])
        cells = []
        for name, misses in TESTS.items():
            missed = misses(bug, keys, places)
            caught[name] += not missed
            cells.append("-" if missed else "caught")
        lines.append(f"| {bug.about} | {' | '.join(cells)} |")
        sys.stderr.write(f"{bug.about}\n")
    of = [f"**{caught[name]} of {len(BUGS)}**" for name in TESTS]
    return [*lines, f"| **caught** | {' | '.join(of)} |"]


def entries_changed() -> tuple[int, int]:
    """How many entries of Kev's tables there are, and of how many the check sees the change.

    An entry is of one class, and no other class's key changes with it: so the keys of one hand of
    each class, asked of the changed tables, are held to be in order, as the check does.
    """
    deck = [hash_map.encode(card) for card in DECK]
    examples = [[deck[card] for card in each.example] for each in classes()]
    entries = caught = 0
    tables: tuple[Any, ...] = (FLUSHES, UNIQUE5, PRODUCTS)
    for table in tables:
        places = list(table) if isinstance(table, dict) else range(len(table))
        for place in places:
            number = table[place]
            if not number:
                continue
            entries += 1
            table[place] = number + 1 if number < 7_462 else number - 1
            keys = [hash_map.evaluate(hand) for hand in examples]
            table[place] = number
            caught += any(one >= other for one, other in pairwise(keys))
    return entries, caught


def main() -> None:
    """Write the page; takes some minutes."""
    entries, caught = entries_changed()
    about = (
        f"{len(BUGS)} bugs, planted in a right evaluator one at a time, and the tests that people "
        "use for theirs. Made by `make strength`."
    )
    pairs_and_chain = (
        "Random pairs are seeded; other seeds catch others. One hand of each class is a chain of "
        "7,462 hands, each of which has to beat the next; that catches whatever is wrong with "
        "ranks, and cannot see that two hands of a class get different keys: only every hand does."
    )
    one_by_one = (
        f"Cactus Kev's three tables have {entries:,} entries. Each was changed by one, one at a "
        f"time: **{caught:,} of {entries:,}** changes were caught."
    )
    bugs = "\n".join(table_of_bugs())
    paragraphs = "# How strong is the check?", about, bugs, pairs_and_chain, one_by_one
    text = "\n\n".join(paragraphs) + "\n"
    write_whole(PAGE, text)


if __name__ == "__main__":
    main()
