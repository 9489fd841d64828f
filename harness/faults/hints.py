"""Hints: what to check next, and the cause of a fault where the order of the classes shows it.

A cause is a hypothesis: a kind of hint, its words, and the key that such code would give a class.
It holds if an evaluator orders the classes exactly by this key, ties included. The first that holds
speaks. If none holds, the hint says where to look, and nothing about the cause.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from enum import StrEnum
from functools import partial, reduce
from itertools import chain, groupby, pairwise, permutations, product
from operator import attrgetter, itemgetter
from typing import Any, NamedTuple, TypeAlias

from evaluators.cards import RANKS, Card, Category, rank_of, suit_of
from evaluators.protocol import Key
from harness.adapters.plain import Shown
from harness.faults.kinds import RENAMED, UNSTEADY
from harness.faults.witness import Witness
from harness.hands.classes import CATEGORIES, HandClass

NUMBERED = "4 * rank + suit from 0, with ranks from 2 to A"


class Kind(StrEnum):
    """The kinds of hints, and their words: {0} or {2} is a category, {1} what is left open.

    {2} has no article, and {3} stands before "hands". The preflight words a hint of its own.
    """

    STATE = "check for randomness, and for state that is kept between calls"
    ORDER_OF_CARDS = "check what depends on the order of the cards, or is kept between calls"
    SUITS = "check whether suits affect the key, and for state that is kept between calls"
    ONE_KEY = "every hand has the same key: check what the function returns"
    TEXT_KEYS = "compare numbers, not text: as text, '11' comes before '5'"
    PREFLIGHT = "{1}"
    TWOS_FIRST = (
        "check how ranks are sorted: 2 comes first; in unsigned bytes, -0 is 0, and -1 is 255"
    )
    WRAPS = "use a larger type for the keys: they do not fit into {1}, and the largest are negative"
    BELOW_ZERO = "use a signed type for the keys: in {1}, numbers below 0 become the largest"
    FILLS = "use a larger type for the keys: they fill {1}, and larger ones may start again at 0"
    NUMBERING = (
        "check how cards are numbered: they are read as {1}; they come as "
        f"{NUMBERED}; --numbering hands in others"
    )
    RANKS_READ = "check how ranks are read: in all hands, {1}"
    ONLY_CATEGORIES = (
        "only the category is compared: within a category, compare the ranks; "
        "if it is only to name the category, use --categories"
    )
    DIRECTION = "check whether higher or lower keys win: nearly all showdowns are reversed"
    BESIDE_RANKS = "check what besides ranks affects the key: suits, the order of cards, chance"
    BESIDE_BEST_FIVE = "check whether suits, or cards other than the best five, affect the key"
    SPARE_CARDS = "every wrong {2} has {1}: check which of its cards count"
    CATEGORIES_OVERLAP = "most categories overlap: the category must outweigh all ranks"
    FIRST_RANK_FIRST = "some {3} hands rank above {1}: compare the category before the first rank"
    AS_ONE_CATEGORY = "check the tests for {0} and {1}: they are ordered as one category"
    CATEGORY_TESTS = "check the tests for {0} and {1}, and their order"
    CATEGORY_TEST = "check the test for {0}: it {1}"
    CATEGORY_NUMBERS = "check the order of the two categories, and the tests for them"
    ODD_KEY = "check how these hands get their category, and how their ranks are ordered"
    WHEEL = "check the ace of {1}"
    LEFT_OUT = "check how {0} is compared: {1}"
    BY_HEIGHT = "check how {0} is compared: its {1} card comes first"
    RANKS_MOVED = "check how {0} is compared: the order is {1}"
    ORDER_OF_RANKS = "check the order of ranks: in the keys, it is {1}"
    SUM = "check how {0} is compared: the sum of its ranks decides"
    DIGITS = "check how {0} is compared: its ranks count as digits in base {1}, which is too small"
    TIES = "check how {0} is compared: some hands tie that should not; the others are in order"
    COMPARISON = "check how {0} is compared"


OF_TESTS = {Kind.CATEGORY_TEST, Kind.CATEGORY_TESTS, Kind.CATEGORY_NUMBERS, Kind.AS_ONE_CATEGORY}
"""The kinds that may be true of a function that names the category, and does not compare ranks."""


class Hint(NamedTuple):
    """The next thing to check: a `Kind` and its words, both empty if there is nothing to say."""

    kind: str
    words: str


NO_HINT = Hint("", "")


def hint(kind: Kind, category: int = 0, rest: object = "") -> Hint:
    """A hint, its words filled in.

    >>> hint(Kind.BY_HEIGHT, Category.FLUSH, "lowest").words
    'check how a flush is compared: its lowest card comes first'
    """
    name = CATEGORIES[category]
    return Hint(kind, kind.format(with_article(category), rest, name, name.replace(" ", "-")))


def with_article(category: int) -> str:
    """The name of a category with its article: "a straight", but "one pair"."""
    name = CATEGORIES[category]
    return f"a {name}" if name.endswith(("straight", "flush", "house")) else name


def of_keys(witness: Witness | None, reversed_share: float) -> Hint | None:
    """The hint that these give, if any: the witness, and the share of reversed showdowns."""
    kind = witness.kind if witness else ""
    rows = {
        Kind.STATE: witness and witness.is_of_state,
        Kind.ORDER_OF_CARDS: kind == UNSTEADY,
        Kind.SUITS: kind == RENAMED,
        Kind.TEXT_KEYS: witness and _are_numbers_as_text(witness.first.key, witness.second.key),
        Kind.DIRECTION: reversed_share > 0.9,
    }
    return next((hint(kind) for kind, holds in rows.items() if holds), None)


def _are_numbers_as_text(*keys: Key) -> bool:
    """True if two keys are text, and the numbers in it have another order than the text."""
    first, second = (key[0] if isinstance(key, tuple | list) and key else key for key in keys)
    if not (isinstance(first, str) and isinstance(second, str)) or isinstance(first, Shown):
        return False
    with suppress(ValueError):
        if (float(first) < float(second)) == (first < second):
            return False
    parts = (re.findall(r"\d{1,999}", key) for key in (first, second))  # `int` takes 4,300 at most
    numbers, others = (list(map(int, digits)) for digits in parts)
    return numbers != others and first != second and (numbers < others) != (first < second)


Placed: TypeAlias = tuple[int, HandClass]
Order: TypeAlias = dict[int, list[Placed]]
"""The classes of each category, the weakest first, with the places of their keys, 0 first."""
KeyOf: TypeAlias = Callable[[HandClass], Any]
Hypothesis: TypeAlias = tuple[Kind, object, KeyOf]
"""A kind, what it leaves open, and a key: the higher wins; None says nothing about a class."""

KICKERS = "first kicker", "second kicker", "third kicker"
CARDS = "highest card", "second card", "third card", "fourth card", "fifth card"
PARTS: Mapping[int, Sequence[str]] = {
    Category.HIGH_CARD: CARDS,
    Category.ONE_PAIR: ("pair", *KICKERS),
    Category.TWO_PAIR: ("higher pair", "lower pair", "kicker"),
    Category.THREE_OF_A_KIND: ("three", *KICKERS[:2]),
    Category.FLUSH: CARDS,
    Category.FULL_HOUSE: ("three", "pair"),
    Category.FOUR_OF_A_KIND: ("four", "kicker"),
}
"""The ranks of a class, in the order in which the rules compare them, where several count."""

TEXT_ORDERS = "TQKJA98765432", "98765432AKQJT"
"""The ranks, the highest first, compared as letters, and as the texts "2" to "14"."""


def cause(order: Order, category: int, other: int | None = None) -> Hint | None:
    """The hint of the first hypothesis that makes the order of a category, or of two together."""
    parts = [order[category]] if other is None else [order[category], order[other]]
    members = sorted(chain(*parts), key=itemgetter(0)) if all(parts) else []
    table = _within(category, order)
    if other is not None:
        category, other = sorted((category, other), key=[*order].index)  # the lower one first
        table = _between(other, [*order])
    holding = (hint(kind, category, rest) for kind, rest, key in table if is_order_of(members, key))
    return next(holding, None)


def is_order_of(members: Sequence[tuple[int, Any]], key: Callable[[Any], Any]) -> bool:
    """True if classes, the strongest place first, are in the order of a key, ties included."""
    keyed = ((place, key(hand_class)) for place, hand_class in members)
    pairs = pairwise((place, its_key) for place, its_key in keyed if its_key is not None)
    return bool(members) and all(
        key == key_before if place == place_before else key < key_before
        for (place_before, key_before), (place, key) in pairs
    )


def _within(category: int, order: Order) -> Iterator[Hypothesis]:
    """Possible orders of the classes of a category, the nearest to the rules first."""
    for _, wheel in order[category]:
        if wheel.is_wheel:
            there = "lowest" if wheel.ranks[-1] < 0 else "highest"
            words = f"{from_ace(wheel)}: it should be the {there} card there"
            yield Kind.WHEEL, words, lambda c: None if c.is_wheel else c.ranks
    yield Kind.LEFT_OUT, "all of its hands tie", lambda c: 0
    descending = partial(sorted, reverse=True)
    for ranks in (own_ranks, all_ranks):
        yield Kind.BY_HEIGHT, "highest", _of(ranks, descending)
        yield Kind.BY_HEIGHT, "lowest", _of(ranks, sorted)
    names = PARTS.get(category, ())
    chosen = chain(*(permutations(range(len(names)), n + 1) for n in range(len(names))))
    for parts in sorted(chosen, key=lambda parts: (*parts, len(names))):
        yield *_about_parts(names, parts), _of(own_ranks, itemgetter(*parts))
    in_deck = {
        rank_of(card) for members in order.values() for _, c in members for card in c.example
    }
    as_text = [
        "".join(rank for rank in ranks if RANKS.index(rank) in in_deck) for ranks in TEXT_ORDERS
    ]
    for from_highest in [*_orders_of_ranks(order, len(in_deck)), *as_text]:
        words = "-".join(from_highest) + (", as in text" if from_highest in as_text else "")
        in_order = partial(_in_order, from_highest)
        yield Kind.ORDER_OF_RANKS, words, in_order
        yield Kind.ORDER_OF_RANKS, words, _of(in_order, descending)
    for base, ranks in product(range(1, len(RANKS)), (own_ranks, all_ranks)):
        number = partial(reduce, lambda digits, rank, base=base: base * digits + rank)
        yield Kind.SUM if base == 1 else Kind.DIGITS, base, _of(ranks, number)
    in_turn = [hand_class.ranks for _, hand_class in order[category]]
    # No class has a stronger place than one that beats it.
    if in_turn == sorted(in_turn, reverse=True):
        yield Kind.TIES, "", {c: -place for place, c in order[category]}.__getitem__


def _between(other: int, lowest_first: Sequence[int]) -> Iterator[Hypothesis]:
    """Possible orders of the classes of a category and another one together."""
    for ranks in (own_ranks, all_ranks):
        yield Kind.AS_ONE_CATEGORY, with_article(other), ranks
    height = lowest_first.index
    by_rank: KeyOf = lambda c: (c.ranks[0], height(c.category), c.ranks)  # noqa: E731
    yield Kind.FIRST_RANK_FIRST, with_article(other), by_rank


own_ranks: KeyOf = attrgetter("ranks")


def all_ranks(hand_class: HandClass) -> Sequence[int]:
    """The ranks of all five cards, those that occur most often first."""
    counts = Counter(map(rank_of, hand_class.example))
    return [rank for rank in hand_class.ranks for _ in range(counts[rank % len(RANKS)])]


def from_ace(wheel: HandClass) -> str:
    """The ranks of a wheel: A-2-3-4-5, or in a smaller deck A-6-7-8-9."""
    return "-".join(["A", *(RANKS[rank] for rank in sorted(map(rank_of, wheel.example))[:-1])])


def _about_parts(names: Sequence[str], parts: Sequence[int]) -> tuple[Kind, str]:
    """The hint if only these parts of the ranks are compared, in this order."""
    counted = [names[part] for part in parts]
    if list(parts) != sorted(parts):
        return Kind.RANKS_MOVED, ", ".join(counted)
    rest = [name for name in names if name not in counted]
    if len(rest) <= len(counted):
        verb = "does" if len(rest) == 1 else "do"
        return Kind.LEFT_OUT, f"the {' and the '.join(rest)} {verb} not count"
    verb = "counts" if len(counted) == 1 else "count"
    return Kind.LEFT_OUT, f"only the {' and the '.join(counted)} {verb}"


def _of(ranks: KeyOf, change: Callable[[Any], Any]) -> KeyOf:
    return lambda hand_class: change(ranks(hand_class))


def _orders_of_ranks(order: Order, many: int) -> Iterator[str]:
    """The orders of all ranks that the first ranks of a category show, the highest first."""
    for members in order.values():
        ranks = "".join(RANKS[rank] for rank, _ in groupby(c.ranks[0] for _, c in members))
        if len(ranks) == len(set(ranks)) == many:
            yield ranks


def _in_order(from_highest: str, hand_class: HandClass) -> list[tuple[int, int]]:
    """The count of each rank, and its value in an order; the ace of A-2-3-4-5 is the lowest."""
    highest_first = from_highest + "A" * hand_class.is_wheel
    return [
        (times, -(highest_first.rindex if rank < 0 else highest_first.index)(RANKS[rank]))
        for rank, times in Counter(all_ranks(hand_class)).items()
    ]


MOST_WRONG, MOST_RIGHT = 2_471_040, 100_000
"""With more wrong hands there is no hint: so many have three pairs, and fewer any other feature. Of
right hands, the first are looked at."""


def _counts(hand: Sequence[Card]) -> list[int]:
    """The counts of the ranks, the highest first."""
    return sorted(Counter(map(rank_of, hand)).values(), reverse=True)


def _six_in_a_row(hand: Sequence[Card]) -> bool:
    ranks = {*map(rank_of, hand)}
    if RANKS.index("A") in ranks:
        ranks.add(-1)
    return any({*range(low, low + 6)} <= ranks for low in ranks)


FEATURES: Mapping[str, Callable[[Sequence[Card]], bool]] = {
    "two triples": lambda hand: _counts(hand)[:2] == [3, 3],
    "three pairs": lambda hand: _counts(hand)[:3] == [2, 2, 2],
    "a pair, or more, beside four of a kind": lambda hand: _counts(hand)[:2] >= [4, 2],
    "two pairs beside three of a kind": lambda hand: _counts(hand)[:3] == [3, 2, 2],
    "six cards or more of one suit": lambda hand: max(Counter(map(suit_of, hand)).values()) > 5,
    "six ranks or more in a row": _six_in_a_row,
}
"""Hands that spare cards can make of six or seven."""


SEVERAL = 3
"""A feature is named if so many wrong hands have it, and so many right ones do not."""
CAUSES = {
    *(Kind.LEFT_OUT, Kind.BY_HEIGHT, Kind.RANKS_MOVED, Kind.ORDER_OF_RANKS, Kind.SUM, Kind.DIGITS),
    *(Kind.WHEEL, Kind.AS_ONE_CATEGORY, Kind.FIRST_RANK_FIRST, Kind.CATEGORIES_OVERLAP),
}
"""What the order of classes shows; a feature of hands does not contradict it."""


def of_spare_cards(
    category: int, wrong: Sequence[Sequence[Card]], right: Sequence[Sequence[Card]]
) -> Hint | None:
    """The hint that names a feature of all wrong hands of a category, and not of most right ones.

    That is true of the hands, whatever the code. Of a few hands, it may be true by chance.
    """
    if len(wrong) < SEVERAL:
        return None
    for feature, has in FEATURES.items():
        with_feature = sum(map(has, right))
        many_without = len(right) - with_feature >= SEVERAL
        if all(map(has, wrong)) and 2 * with_feature <= len(right) and many_without:
            return hint(Kind.SPARE_CARDS, category, feature)
    return None
