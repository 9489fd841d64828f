"""Measure the strength of the check with planted bugs: ``make strength``.

Each bug turns the right key of some hands into a wrong one, as a slip in code would. Each test that
people use either catches it or misses it. Then every entry of Cactus Kev's tables is changed by
one, one at a time.

Each evaluator with a bug sorts its cards first. So a key that depends on the order of the cards is
not among the bugs.
"""

import csv
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from io import StringIO
from itertools import combinations, pairwise, permutations
from pathlib import Path
from typing import Any

import numpy as np

from evaluators.cache import write_whole
from evaluators.cactus_kev.scalar import FLUSHES, PRODUCTS, UNIQUE5, hash_map
from evaluators.cards import DECK, Card, Category, parse_hand, rank_of, suit_of
from harness import check
from harness.checking.statuses import EQUIVALENT
from harness.hands.classes import HandClass, class_of, classes
from harness.hands.order import hand_at, index_of
from harness.hands.scopes import ALL_FIVE
from harness.teaching.course.example_tests import (
    DATA,
    EXERCISM,
    NORVIG,
    failed_cases,
    failures_of_norvig,
    renamed,
)
from harness.teaching.course.heat_map import RESULTS

EVERY = 100
"""Every such entry of a table is also checked on all hands."""
EXERCISM_FILE, NORVIG_FILE = (DATA[name]["source"] for name in ("exercism", "norvig"))
PAGE = Path(__file__).parent.parent / "docs" / "strength.md"

Key = tuple[Any, ...]
Hand = tuple[Card, ...]
Ranks = tuple[int, ...]
KeyOf = Callable[[int, Ranks], Key]
"""A key of a class: a function of its category and its ranks."""

NUMBERS = ALL_FIVE.numbers()
"""The class numbers of all hands, in the order of `combinations`."""

HIGH, PAIR, TWO, THREE, STRAIGHT, FLUSH, FULL, FOUR, STRAIGHT_FLUSH = map(int, Category)


@dataclass(frozen=True)
class Bug:
    """A bug: its description, and its key of each class, or of each hand."""

    about: str
    key: KeyOf | None = None
    key_of_hand: Callable[[Hand], Key] | None = None

    @cached_property
    def keys(self) -> Sequence[Key]:
        """The keys of all hands, in the order of `combinations`."""
        if self.key_of_hand:
            return list(map(self.key_of_hand, combinations(DECK, 5)))
        assert self.key
        of_class = [(), *(key_of_class(self.key, hand_class) for hand_class in classes())]
        return list(map(of_class.__getitem__, NUMBERS.tolist()))

    def of(self, hand: Sequence[Card]) -> Key:
        """The key of a hand."""
        return self.keys[index_of(hand)]


def key_of_class(key: KeyOf, hand_class: HandClass) -> Key:
    """The key of a class."""
    return key(hand_class.category, hand_class.ranks)


def rules(category: int, ranks: Ranks) -> Key:
    """The right key: the category, then ranks in the order in which they count."""
    return (category, *ranks)


def keep(shortened: int, *places: int) -> KeyOf:
    """Compare only these ranks of a category, in this order."""
    return lambda category, ranks: rules(
        category, tuple(ranks[place] for place in places) if category == shortened else ranks
    )


def as_category(categories: Mapping[int, int]) -> KeyOf:
    """Take categories for others."""
    return lambda category, ranks: rules(categories.get(category, category), ranks)


def swap(first: int, second: int) -> KeyOf:
    """Exchange two categories."""
    return as_category({first: second, second: first})


def counts_as(category: int, wrong: int) -> KeyOf:
    """Take a category for another one."""
    return as_category({category: wrong})


def wheel(key: KeyOf, *categories: int) -> KeyOf:
    """The right key, but another one for A-2-3-4-5."""
    return lambda category, ranks: (
        key(category, ranks) if category in categories and ranks[0] == 3 else rules(category, ranks)
    )


def with_ranks(change: Callable[[int], float]) -> KeyOf:
    """Change ranks."""
    return lambda category, ranks: (category, *map(change, ranks))


def wraps(category: int, ranks: Ranks) -> Key:
    """Straights wrap around from the ace to the deuce."""
    wrapped = ({11, 12, 0, 1, 2}, {10, 11, 12, 0, 1}, {9, 10, 11, 12, 0})
    return (STRAIGHT, -1) if category == HIGH and set(ranks) in wrapped else rules(category, ranks)


def aces_count_as_a_straight(category: int, ranks: Ranks) -> Key:
    """A-A-4-3-2 is taken for A-2-3-4-5."""
    is_mistaken = category == PAIR and ranks == (12, 2, 1, 0)
    return (STRAIGHT, 3) if is_mistaken else rules(category, ranks)


def packed(base: int) -> KeyOf:
    """Ranks from 2 to 14 as digits of a number whose base is too small for them."""
    return lambda category, ranks: (
        category,
        sum((rank + 2) * base**place for place, rank in enumerate(reversed(ranks))),
    )


def as_float32(category: int, ranks: Ranks) -> Key:
    """A decimal score is rounded to fewer digits than it needs."""
    digits = sum(rank * 100.0**-place for place, rank in enumerate(ranks, start=1))
    return (category, float(np.float32(category + digits)))


AS_TEXT = {
    rank: place for place, rank in enumerate(sorted(range(13), key="23456789TJQKA".__getitem__))
}


def only_if(condition: Callable[[Hand], object], wrong: KeyOf) -> Callable[[Hand], Key]:
    """The right key, but a wrong one for hands that meet a condition."""
    return lambda hand: key_of_class(wrong if condition(hand) else rules, class_of(hand))


def is_flush(hand: Hand) -> bool:
    """Whether all cards have one suit."""
    return len(set(map(suit_of, hand))) == 1


as_flush = as_category({HIGH: FLUSH, STRAIGHT: STRAIGHT_FLUSH})
"""The key as if all cards had one suit; pairs stay pairs."""
not_as_flush = as_category({FLUSH: HIGH, STRAIGHT_FLUSH: STRAIGHT})
"""The key as if cards had several suits."""


def suits_break_ties(hand: Hand) -> Key:
    """The suit of the highest card decides where ranks do not."""
    return (*key_of_class(rules, class_of(hand)), suit_of(max(hand)))


def one_card_misread(hand: Hand) -> Key:
    """The nine of hearts is taken for an eight, as by a slip in a table of cards."""
    nine, eight = parse_hand("9h 8h")
    if nine not in hand:
        return key_of_class(rules, class_of(hand))
    counts = Counter(rank_of(eight if card == nine else card) for card in hand)
    has_flush = is_flush(hand)
    ranks = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    is_wheel = ranks == [12, 3, 2, 1, 0]
    has_straight = len(ranks) == 5 and (ranks[0] - ranks[4] == 4 or is_wheel)
    category = {
        (4, 1): FOUR, (3, 2): FULL, (3, 1, 1): THREE, (2, 2, 1): TWO, (2, 1, 1, 1): PAIR,
    }.get(tuple(sorted(counts.values(), reverse=True)), HIGH)  # fmt: skip
    if has_straight or has_flush:
        has_both = has_straight and has_flush
        category = STRAIGHT_FLUSH if has_both else FLUSH if has_flush else STRAIGHT
    return (category, *([3, 2, 1, 0, -1] if is_wheel else ranks))


RUNS = STRAIGHT, STRAIGHT_FLUSH

BUGS = [
    Bug("A-2-3-4-5 is not a straight", wheel(lambda *_: (HIGH, 12, 3, 2, 1, 0), STRAIGHT)),
    Bug("A-2-3-4-5 of one suit is only a flush",
        wheel(lambda *_: (FLUSH, 12, 3, 2, 1, 0), STRAIGHT_FLUSH)),
    Bug("A-2-3-4-5 is the highest straight", wheel(lambda category, ranks: (category, 13), *RUNS)),
    Bug("A-2-3-4-5 ties with 10-J-Q-K-A",
        wheel(lambda category, ranks: (category, 12, 11, 10, 9, 8), *RUNS)),
    Bug("A-2-3-4-5 ties with 2-3-4-5-6",
        wheel(lambda category, ranks: (category, 4, 3, 2, 1, 0), *RUNS)),
    Bug("straights wrap around from the ace to the deuce", wraps),
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
    Bug("ranks are digits in base 12", packed(12)),
    Bug("the score is rounded to single precision", as_float32),
    Bug("a full house counts as two pair if its pair is higher",
        lambda category, ranks: rules(
            TWO if category == FULL and ranks[0] < ranks[1] else category, ranks)),
    Bug("only the first four cards decide a flush",
        key_of_hand=only_if(lambda hand: is_flush(hand[:4]), as_flush)),
    Bug("five cards of a colour count as a flush", key_of_hand=only_if(
        lambda hand: len({suit_of(card) in (1, 2) for card in hand}) == 1, as_flush)),
    Bug("a flush of clubs is missed",
        key_of_hand=only_if(lambda hand: {*map(suit_of, hand)} == {0}, not_as_flush)),
    Bug("a straight flush counts as a flush, except in spades", key_of_hand=only_if(
        lambda hand: suit_of(hand[0]) < 3, counts_as(STRAIGHT_FLUSH, FLUSH))),
    Bug("the highest suit breaks ties", key_of_hand=suits_break_ties),
    Bug("9h is read as 8h", key_of_hand=one_card_misread),
]  # fmt: skip

TEXTBOOK = (
    *("As Ks Qs Js Ts", "9h 8h 7h 6h 5h", "Qc Qd Qh Qs 5d", "Jc Jd Jh 8s 8d", "Ad Jd 9d 6d 3d"),
    *("Tc 9d 8h 7s 6c", "7c 7d 7h Ks 2d", "Kc Kd 4h 4s 9d", "Tc Td Kh 4s 3d", "Ac Qd 9h 6s 2c"),
)
"""A textbook hand of each category and a royal flush, the strongest first."""

CATEGORY_COUNTS: Counter[int] = Counter()
for _hand_class in classes():
    CATEGORY_COUNTS[_hand_class.category] += _hand_class.size


def counts_miss(bug: Bug) -> bool:
    """Whether each category has as many hands as it should."""
    return Counter(key[0] for key in bug.keys) == CATEGORY_COUNTS


def distinct_miss(bug: Bug) -> bool:
    """Whether there are 7,462 different keys."""
    return len(set(bug.keys)) == len(classes())


def textbook_miss(bug: Bug) -> bool:
    """Whether the textbook hands are in order."""
    return in_order(bug.of(parse_hand(text)) for text in TEXTBOOK)


def in_order(keys: Iterable[Key]) -> bool:
    """Whether each key beats the next."""
    return all(better > worse for better, worse in pairwise(keys))


def exercism_misses(bug: Bug) -> bool:
    """Whether the best hands of each of Exercism's cases have the highest key."""
    return not failed_cases(bug.of)


def norvig_misses(bug: Bug) -> bool:
    """Whether Norvig's test passes."""
    return not failures_of_norvig(bug.of)


def suits_miss(n: int) -> Callable[[Bug], bool]:
    """Whether random hands keep their keys when suits are renamed, in all 24 ways."""
    places = np.random.default_rng(n).integers(0, len(ALL_FIVE), n).tolist()
    groups = [
        {index_of(renamed(hand_at(place), suits)) for suits in permutations(range(4))}
        for place in places
    ]

    def miss(bug: Bug) -> bool:
        return all(len({bug.keys[place] for place in group}) == 1 for group in groups)

    return miss


def pairs_miss(n: int) -> Callable[[Bug], bool]:
    """Whether random pairs are decided as by the rules."""
    first, second = np.random.default_rng(n).integers(0, len(ALL_FIVE), (2, n))
    signs = np.sign(NUMBERS[second].astype(int) - NUMBERS[first].astype(int)).tolist()
    pairs = list(zip(first.tolist(), second.tolist(), signs))

    def miss(bug: Bug) -> bool:
        keys = bug.keys
        return all((keys[a] > keys[b]) - (keys[a] < keys[b]) == sign for a, b, sign in pairs)

    return miss


def chain_misses(bug: Bug) -> bool:
    """Whether one hand of each class is in order."""
    return in_order(bug.of(hand_class.example) for hand_class in classes())


def check_misses(bug: Bug) -> bool:
    """Whether the check of every hand calls the bug equivalent."""

    class Planted:
        name, sizes, lower_wins = bug.about, range(5, 6), False
        encode = int

        def evaluate(self, hand: Sequence[Card]) -> Key:
            return bug.keys[index_of(sorted(hand))]

    return check(Planted()).status == EQUIVALENT


ABOUT = {
    "category counts": "the number of hands in each category",
    "7,462 values": "the number of distinct keys",
    "ten examples": "a textbook hand of each category and a royal flush, in order",
    "Exercism": f"{len(EXERCISM)} cases: some hands, and which of them are the best",
    "Norvig": f"{len(NORVIG)} hands in order, each also in all orders of its cards, "
    "and in other suits",
    "suits renamed": "1,000 random hands, each in 24 namings of its suits: one key",
    "1,000 pairs": "random hands, decided as by the rules",
    "1,000,000 pairs": "random hands, decided as by the rules",
    "one of each class": "7,462 hands, each of which must beat the next",
    "every hand": "`allhands check`",
}

TESTS = {
    "category counts": counts_miss,
    "7,462 values": distinct_miss,
    "ten examples": textbook_miss,
    "Exercism": exercism_misses,
    "Norvig": norvig_misses,
    "suits renamed": suits_miss(1_000),
    "1,000 pairs": pairs_miss(1_000),
    "1,000,000 pairs": pairs_miss(1_000_000),
    "one of each class": chain_misses,
    "every hand": check_misses,
}


def row(bug: Bug, tests: Iterable[str] = TESTS) -> dict[str, bool]:
    """The tests, and whether each catches a bug."""
    caught = {name: not TESTS[name](bug) for name in tests}
    del bug.__dict__["keys"]  # frees the memory of 2.6 million keys
    return caught


def as_markdown(about: str, caught: Mapping[str, bool]) -> str:
    """A row of the table."""
    return f"| {about} | {' | '.join('✓' if is_caught else '-' for is_caught in caught.values())} |"


def as_csv(rows: Mapping[str, Mapping[str, bool]]) -> str:
    """The table for programs: 1 is caught, 0 is missed."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["planted bug", *TESTS])
    writer.writerows([about, *map(int, caught.values())] for about, caught in rows.items())
    return text.getvalue()


def entries() -> Iterator[tuple[Any, Any]]:
    """The entries of Kev's tables that hold a class number: the table, and the place in it."""
    tables: tuple[Any, ...] = (FLUSHES, UNIQUE5, PRODUCTS)
    for table in tables:
        for place in list(table) if isinstance(table, dict) else range(len(table)):
            if table[place]:
                yield table, place


@contextmanager
def changed(table: Any, place: Any) -> Iterator[None]:
    """Change an entry by one, for a while."""
    number = table[place]
    table[place] = number + 1 if number < 7_462 else number - 1
    try:
        yield
    finally:
        table[place] = number


def entries_changed() -> tuple[int, int, int]:
    """Numbers of entries, of changes that are caught, and of those that a full check catches.

    Each class has one entry. A change gives it the key of a neighbouring class, which the preflight
    sees on one hand of each class. For some entries, the full check runs, too.
    """
    deck = [hash_map.encode(card) for card in DECK]
    examples = [[deck[card] for card in hand_class.example] for hand_class in classes()]
    caught, caught_by_check = [], []
    for n, entry in enumerate(entries()):
        with changed(*entry):
            numbers = map(hash_map.evaluate, examples)
            caught.append(any(number >= weaker for number, weaker in pairwise(numbers)))
            if n % EVERY == 0:
                caught_by_check.append(not check(hash_map))
    assert all(caught_by_check)
    return len(caught), sum(caught), len(caught_by_check)


def main() -> None:
    """Write the page and its table for programs; takes a quarter of an hour."""
    rows = {}
    for bug in BUGS:
        sys.stderr.write(f"{bug.about}\n")
        rows[bug.about] = row(bug)
    write_whole(RESULTS, as_csv(rows))
    sys.stderr.write("entries of tables\n")
    write_whole(PAGE, page(rows, *entries_changed()))


def page(rows: Mapping[str, Mapping[str, bool]], changes: int, caught: int, full: int) -> str:
    """The results as Markdown."""
    of_test = {name: sum(row[name] for row in rows.values()) for name in TESTS}
    lines = [
        "# How strong is the check?",
        "",
        f"{len(rows)} bugs, planted in a right evaluator one at a time, and the tests that people",
        "use for evaluators. Made by `make strength`.",
        "",
        "| | test | caught | about |",
        "|--:|---|--:|---|",
        *(
            f"| {number} | {name} | {of_test[name]} of {len(rows)} | {ABOUT[name]} |"
            for number, name in enumerate(TESTS, start=1)
        ),
        "",
        "Random pairs depend on the seed; other pairs catch other bugs. One hand of each class",
        "shows wrong ranks, but not different keys within a class. Every evaluator sorts its cards",
        "first, so a key that depends on their order is not among the bugs.",
        "",
        f"Exercism's cases are those of its [exercise on poker]({EXERCISM_FILE}),",
        "copyright 2022 Exercism. Norvig's are the hands and the test of his",
        f"[poker notebook]({NORVIG_FILE}),",
        "copyright 2010-2017 Peter Norvig. Both are under the MIT licence. [A",
        "file](../harness/teaching/course/example_tests.json) has the hands, and says which",
        "versions were read and what was left out.",
        "",
        "[Chapter 7](course/07-why-tests-miss-bugs.md) of the course draws the table below, from",
        "[the same as CSV](../harness/teaching/course/strength.csv). Its columns have the numbers",
        "of the tests above.",
        "",
        f"| planted bug | {' | '.join(str(number + 1) for number in range(len(TESTS)))} |",
        "|---|" + ":-:|" * len(TESTS),
        *(as_markdown(about, row) for about, row in rows.items()),
        "",
        "## One entry of a table",
        "",
        f"Cactus Kev's three tables have {changes:,} entries, one for each class. Each was",
        "changed by one, one at a time. One hand of each class caught",
        f"**{caught:,} of {changes:,}** changes. For every {EVERY}th change, {full} in all,",
        "the check was run on every hand, too: it caught them all.",
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
