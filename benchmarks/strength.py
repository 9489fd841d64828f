"""How strong is the check? Planted bugs, and the tests that people use: ``make strength``.

Each bug turns the rules' key of a hand into a wrong one, as somebody's slip of the pen would. Each
test either catches it or misses it. Then every single entry of Cactus Kev's tables is changed by
one, one at a time.
"""

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import numpy as np

from evaluators.cactus_kev.scalar import FLUSHES, PRODUCTS, UNIQUE5, hash_map
from evaluators.cards import DECK, Card, Category, parse_hand, rank_of, suit_of
from harness import check
from harness.checking.verdict import EQUIVALENT
from harness.hands import arrays
from harness.hands.classes import HandClass, class_of, classes
from harness.hands.scopes import ALL_FIVE, index_of
from harness.processes.files import write_whole

EVERY = 100
PAGE = Path(__file__).parent.parent / "docs" / "strength.md"

Key = tuple[Any, ...]
Hand = tuple[Card, ...]

NUMBERS = arrays.numbers(ALL_FIVE, 0, len(ALL_FIVE))
"""The class numbers of all hands, in their order."""

HIGH, PAIR, TWO, THREE, STRAIGHT, FLUSH, FULL, FOUR, STRAIGHT_FLUSH = map(int, Category)


@dataclass(frozen=True)
class Bug:
    """A slip: what it is, and the key that it gives each class, or each hand."""

    about: str
    key: Callable[[HandClass], Key] | None = None
    key_of_hand: Callable[[Hand], Key] | None = None

    @cached_property
    def keys(self) -> Sequence[Key]:
        """The keys of all hands, in their order."""
        if self.key_of_hand:
            return list(map(self.key_of_hand, combinations(DECK, 5)))
        assert self.key
        of_class = [(), *map(self.key, classes())]
        return list(map(of_class.__getitem__, NUMBERS.tolist()))

    def of(self, hand: Sequence[Card]) -> Key:
        """The key of a hand."""
        return self.keys[index_of(hand)]


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


def only_if(
    condition: Callable[[Hand], object], wrong: Callable[[HandClass], Key]
) -> Callable[[Hand], Key]:
    """Another key for hands of which something is true."""
    return lambda hand: (wrong if condition(hand) else rules)(class_of(hand))


def is_flush(hand: Hand) -> bool:
    """Of one suit."""
    return len(set(map(suit_of, hand))) == 1


def as_flush(each: HandClass) -> Key:
    """As it would be in one suit; pairs stay what they are."""
    up = {HIGH: FLUSH, STRAIGHT: STRAIGHT_FLUSH}
    return (up.get(each.category, each.category), *each.ranks)


def not_as_flush(each: HandClass) -> Key:
    """As it would be in several suits."""
    down = {FLUSH: HIGH, STRAIGHT_FLUSH: STRAIGHT}
    return (down.get(each.category, each.category), *each.ranks)


def suits_break_ties(hand: Hand) -> Key:
    """The suit of the highest card decides where ranks do not."""
    return (*rules(class_of(hand)), suit_of(max(hand)))


def one_card_misread(hand: Hand) -> Key:
    """The nine of hearts is taken for an eight of hearts, as a slip in a table of cards would."""
    nine, eight = parse_hand("9h 8h")
    if nine not in hand:
        return rules(class_of(hand))
    ranks = Counter(rank_of(eight if card == nine else card) for card in hand)
    flush = is_flush(hand)
    ordered = sorted(ranks, key=lambda rank: (ranks[rank], rank), reverse=True)
    wheel = ordered == [12, 3, 2, 1, 0]
    straight = len(ordered) == 5 and (ordered[0] - ordered[4] == 4 or wheel)
    category = {
        (4, 1): FOUR, (3, 2): FULL, (3, 1, 1): THREE, (2, 2, 1): TWO, (2, 1, 1, 1): PAIR,
    }.get(tuple(sorted(ranks.values(), reverse=True)), HIGH)  # fmt: skip
    if straight or flush:
        category = STRAIGHT_FLUSH if straight and flush else FLUSH if flush else STRAIGHT
    return (category, *([3, 2, 1, 0, -1] if wheel else ordered))


RUNS = STRAIGHT, STRAIGHT_FLUSH

BUGS = [
    Bug("A-2-3-4-5 is no straight", wheel(lambda each: (HIGH, 12, 3, 2, 1, 0), STRAIGHT)),
    Bug("A-2-3-4-5 of one suit is only a flush",
        wheel(lambda each: (FLUSH, 12, 3, 2, 1, 0), STRAIGHT_FLUSH)),
    Bug("A-2-3-4-5 is the highest straight", wheel(lambda each: (each.category, 13), *RUNS)),
    Bug("A-2-3-4-5 ties with 10-J-Q-K-A",
        wheel(lambda each: (each.category, 12, 11, 10, 9, 8), *RUNS)),
    Bug("A-2-3-4-5 ties with 2-3-4-5-6",
        wheel(lambda each: (each.category, 4, 3, 2, 1, 0), *RUNS)),
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
    Bug("ranks are digits in base 12", packed(12)),
    Bug("the score is rounded to single precision", as_float32),
    Bug("a full house is one only if its three are higher",
        lambda each: (TWO, *each.ranks) if each.category == FULL and each.ranks[0] < each.ranks[1]
        else rules(each)),
    Bug("a flush looks at four cards",
        key_of_hand=only_if(lambda hand: is_flush(hand[:4]), as_flush)),
    Bug("a flush looks at colours", key_of_hand=only_if(
        lambda hand: len({suit_of(card) in (1, 2) for card in hand}) == 1, as_flush)),
    Bug("a flush of clubs is not seen",
        key_of_hand=only_if(lambda hand: {*map(suit_of, hand)} == {0}, not_as_flush)),
    Bug("a straight flush is seen in spades alone", key_of_hand=lambda hand: (
        counts_as(STRAIGHT_FLUSH, FLUSH) if suit_of(hand[0]) < 3 else rules)(class_of(hand))),
    Bug("the highest suit breaks ties", key_of_hand=suits_break_ties),
    Bug("9h is read as 8h", key_of_hand=one_card_misread),
]  # fmt: skip

TEXTBOOK = (
    *("As Ks Qs Js Ts", "9h 8h 7h 6h 5h", "Qc Qd Qh Qs 5d", "Jc Jd Jh 8s 8d", "Ad Jd 9d 6d 3d"),
    *("Tc 9d 8h 7s 6c", "7c 7d 7h Ks 2d", "Kc Kd 4h 4s 9d", "Tc Td Kh 4s 3d", "Ac Qd 9h 6s 2c"),
)
"""A hand of each category, as books show them, and a royal flush: the strongest first."""

CATEGORY_COUNTS = Counter(dict.fromkeys(range(9), 0))
for _each in classes():
    CATEGORY_COUNTS[_each.category] += _each.size


def counts_miss(bug: Bug) -> bool:
    """Whether each category has as many hands as it should."""
    return Counter(key[0] for key in bug.keys) == CATEGORY_COUNTS


def distinct_miss(bug: Bug) -> bool:
    """Whether there are 7,462 different keys."""
    return len(set(bug.keys)) == len(classes())


def textbook_miss(bug: Bug) -> bool:
    """Whether the textbook's hands are in order."""
    return all(one > other for one, other in pairwise(bug.of(parse_hand(t)) for t in TEXTBOOK))


def pairs_miss(n: int) -> Callable[[Bug], bool]:
    """Whether random pairs are decided as by the rules."""
    one, other = np.random.default_rng(n).integers(0, len(ALL_FIVE), (2, n))
    rules_say = np.sign(NUMBERS[other].astype(int) - NUMBERS[one].astype(int)).tolist()
    pairs = list(zip(one.tolist(), other.tolist(), rules_say))

    def miss(bug: Bug) -> bool:
        keys = bug.keys
        return all((keys[a] > keys[b]) - (keys[a] < keys[b]) == says for a, b, says in pairs)

    return miss


def chain_misses(bug: Bug) -> bool:
    """Whether one hand of each class is in order."""
    return all(one > other for one, other in pairwise(bug.of(each.example) for each in classes()))


def check_misses(bug: Bug) -> bool:
    """Whether the check of every hand calls it equivalent."""

    class Planted:
        name, sizes, lower_wins = bug.about, range(5, 6), False
        encode = int

        def evaluate(self, hand: Sequence[Card]) -> Key:
            return bug.keys[index_of(sorted(hand))]

    return check(Planted()).status == EQUIVALENT


ABOUT = {
    "category counts": "as many straights, flushes and so on as there should be",
    "7,462 values": "so many different keys",
    "ten examples": "a hand of each category, as books show them, and a royal flush, in order",
    "1,000 pairs": "of random hands, decided as by the rules",
    "1,000,000 pairs": "of random hands, decided as by the rules",
    "one of each class": "7,462 hands, each of which has to beat the next",
    "every hand": "`allhands check`",
}

TESTS = {
    "category counts": counts_miss,
    "7,462 values": distinct_miss,
    "ten examples": textbook_miss,
    "1,000 pairs": pairs_miss(1_000),
    "1,000,000 pairs": pairs_miss(1_000_000),
    "one of each class": chain_misses,
    "every hand": check_misses,
}


def row(bug: Bug, tests: Iterable[str] = TESTS) -> dict[str, bool]:
    """Which tests catch a bug."""
    caught = {name: not TESTS[name](bug) for name in tests}
    del bug.__dict__["keys"]  # 2.6 million of them
    return caught


def as_markdown(about: str, caught: Mapping[str, bool]) -> str:
    """A line of the table."""
    return f"| {about} | {' | '.join('✓' if each else '-' for each in caught.values())} |"


def entries() -> Iterator[tuple[Any, Any]]:
    """Where a class number stands in Kev's tables: a table, and a place in it."""
    tables: tuple[Any, ...] = (FLUSHES, UNIQUE5, PRODUCTS)
    for table in tables:
        for place in list(table) if isinstance(table, dict) else range(len(table)):
            if table[place]:
                yield table, place


@contextmanager
def changed(table: Any, place: Any) -> Iterator[None]:
    """An entry that is off by one."""
    number = table[place]
    table[place] = number + 1 if number < 7_462 else number - 1
    try:
        yield
    finally:
        table[place] = number


def entries_changed() -> tuple[int, int, int]:
    """How many entries there are, and of how many the check sees the change; so, to the end.

    An entry is of one class, and no other class's key changes with it: its key is that of a
    neighbour then, which is seen in the preflight, on one hand of each class. Of some entries
    the check is run to its end, too.
    """
    deck = [hash_map.encode(card) for card in DECK]
    examples = [[deck[card] for card in each.example] for each in classes()]
    caught, to_the_end = [], []
    for n, entry in enumerate(entries()):
        with changed(*entry):
            numbers = map(hash_map.evaluate, examples)
            caught.append(any(one >= other for one, other in pairwise(numbers)))
            if n % EVERY == 0:
                to_the_end.append(not check(hash_map))
    assert all(to_the_end)
    return len(caught), sum(caught), len(to_the_end)


def main() -> None:
    """Write the page; takes a quarter of an hour."""
    rows = {}
    for bug in BUGS:
        sys.stderr.write(f"{bug.about}\n")
        rows[bug.about] = row(bug)
    sys.stderr.write("entries of tables\n")
    write_whole(PAGE, page(rows, *entries_changed()))


def page(rows: Mapping[str, Mapping[str, bool]], changes: int, caught: int, full: int) -> str:
    """What was found out, as Markdown."""
    of_test = {name: sum(row[name] for row in rows.values()) for name in TESTS}
    lines = [
        "# How strong is the check?",
        "",
        f"{len(rows)} bugs, planted in a right evaluator one at a time, and the tests that people",
        "use for theirs. Made by `make strength`.",
        "",
        "| test | caught | what it is |",
        "|---|--:|---|",
        *(f"| {name} | {of_test[name]} of {len(rows)} | {ABOUT[name]} |" for name in TESTS),
        "",
        "Random pairs are seeded; others catch others. One hand of each class sees what is wrong",
        "with ranks, and not that two hands of a class get different keys.",
        "",
        f"| planted bug | {' | '.join(TESTS)} |",
        "|---|" + ":-:|" * len(TESTS),
        *(as_markdown(about, row) for about, row in rows.items()),
        "",
        "## One entry of a table",
        "",
        f"Cactus Kev's three tables have {changes:,} entries, one for each class. Each was",
        f"changed by one, one at a time: **{caught:,} of {changes:,}** changes were caught on one",
        f"hand of each class already. With every {EVERY}th of them, {full} in all, the check was",
        "run on every hand, too: it caught them all.",
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
