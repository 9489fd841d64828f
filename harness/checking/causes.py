"""Tell the cause of a fault from the order of the classes, where the order shows it.

An evaluator's order of one category is compared with the orders that known causes make: ranks that
are left out, ranks in another order, their sum, digits in a base that is too small, and so on. A
cause is named only if it makes exactly this order, ties included. If none does, the hint says where
to look and nothing about the cause.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from evaluators.cards import RANKS, Category, rank_of
from harness.hands.classes import CATEGORIES, HandClass, classes

Placed = tuple[int, HandClass]
"""A class, and the place of its key: 0 is the strongest."""
KeyOf = Callable[[HandClass], Any]


class Hint(NamedTuple):
    """What to check next.

    Attributes:
        kind: a short name for what is wrong, as far as it is known.
        words: the hint as it is shown.
    """

    kind: str
    words: str


NO_HINT = Hint("", "")

# The kinds of hints.
CATEGORIES_OVERLAP = "categories overlap"
FIRST_RANK_FIRST = "the first rank is compared before the category"
AS_ONE_CATEGORY = "two categories are one"
CATEGORY_TEST = "the test for a category"
CATEGORY_NUMBERS = "the order of categories"
ODD_KEY = "the key of some hands"
WHEEL = "the ace of A-2-3-4-5"
LEFT_OUT = "ranks that do not count"
RANKS_MOVED = "the order in which ranks are compared"
BY_HEIGHT = "ranks are compared by height alone"
ORDER_OF_RANKS = "the order of ranks"
SUM = "the sum of ranks"
DIGITS = "digits in a small base"
TIES = "some hands tie"
COMPARISON = "the comparison within a category"
BESIDE_RANKS = "something besides ranks"
BESIDE_BEST_FIVE = "something besides the best five cards"
ORDER_OF_CARDS = "the order of cards"
STATE = "state between calls"
SUITS = "suits"
ONE_KEY = "one key for all hands"
TEXT_KEYS = "numbers compared as text"
DIRECTION = "which keys win"

RUNS = Category.STRAIGHT, Category.STRAIGHT_FLUSH
KICKERS = "first kicker", "second kicker", "third kicker"
CARDS = "highest card", "second card", "third card", "fourth card", "fifth card"
PARTS: Mapping[int, tuple[str, ...]] = {
    Category.HIGH_CARD: CARDS,
    Category.ONE_PAIR: ("pair", *KICKERS),
    Category.TWO_PAIR: ("higher pair", "lower pair", "kicker"),
    Category.THREE_OF_A_KIND: ("three", *KICKERS[:2]),
    Category.STRAIGHT: CARDS[:1],
    Category.FLUSH: CARDS,
    Category.FULL_HOUSE: ("three", "pair"),
    Category.FOUR_OF_A_KIND: ("four", "kicker"),
    Category.STRAIGHT_FLUSH: CARDS[:1],
}
"""The ranks of a class, in the order in which the rules compare them."""

TEXT_ORDERS = (
    "".join(sorted(RANKS, reverse=True)),
    "".join(sorted(RANKS, key=lambda rank: str(RANKS.index(rank) + 2), reverse=True)),
)
"""The ranks, the highest first, compared as letters, and as the texts "2" to "14"."""


class Order:
    """An evaluator's order of the classes.

    Args:
        places: the place of each class number's key, 0 the strongest.
    """

    def __init__(self, places: Mapping[int, int]) -> None:
        self.of: dict[int, list[Placed]] = {category: [] for category in Category}
        for number, place in places.items():
            hand_class = classes()[number - 1]
            self.of[hand_class.category].append((place, hand_class))
        for members in self.of.values():
            members.sort(key=_place)

    def both(self, category: int, other: int) -> list[Placed]:
        """The classes of two categories, the strongest place first."""
        return sorted([*self.of[category], *self.of[other]], key=_place)

    def categories_overlap(self) -> bool:
        """Whether of most neighbouring categories, some hands of the lower beat some of the higher.

        More than two classes of either have to, so that a few odd hands do not count.
        """
        overlaps = 0
        for lower, higher in pairwise(self.of.values()):
            if lower and higher and higher[0][0] < lower[-1][0]:
                weakest, strongest = higher[-1][0], lower[0][0]
                winners = sum(place < weakest for place, _ in lower)
                losers = sum(place > strongest for place, _ in higher)
                overlaps += min(winners, losers) > 2
        return 2 * overlaps >= len(CATEGORIES) - 1

    def first_rank_decides(self, category: int, other: int) -> bool:
        """Whether of two categories, the first rank is compared before the category."""

        def key(hand_class: HandClass) -> Any:
            return hand_class.ranks[0], hand_class.category, hand_class.ranks

        return bool(self.of[other]) and is_order_of(self.both(category, other), key)

    def are_one(self, category: int, other: int) -> bool:
        """Whether the ranks alone decide between hands of two categories."""
        members = self.both(category, other) if self.of[other] else []
        return any(members and is_order_of(members, key) for key in (_ranks, all_ranks))

    def stand_by_rank(self, numbers: Iterable[int], other: int) -> bool:
        """Whether most of these classes stand among another category where their ranks put them.

        That is, between classes of no lower and of no higher first, or highest, rank.
        """
        places = [place for place, _ in self.of[other]]
        members = {c.number: (place, c) for of in self.of.values() for place, c in of}
        firsts, heights = 0, 0
        wanted = [members[number] for number in numbers]
        for place, hand_class in wanted:
            index = bisect_left(places, place)
            around = [c for _, c in self.of[other][max(0, index - 1) : index + 1]]
            is_last = index == len(places)
            firsts += _is_between(around, hand_class, lambda c: c.ranks[0], index > 0, is_last)
            heights += _is_between(around, hand_class, lambda c: max(c.ranks), index > 0, is_last)
        return 2 * max(firsts, heights) >= len(wanted)

    def comparison(self, category: int) -> Hint:
        """The hint to hands of a category that are in the wrong order."""
        members, unclear = self.of[category], comparison(category)
        look = unclear.words
        if category in RUNS and _only_the_wheel_is_wrong(members):
            return Hint(WHEEL, "check the ace of A-2-3-4-5: there it is the lowest card")
        if len({place for place, _ in members}) == 1:
            return Hint(LEFT_OUT, f"{look}: all of its hands tie")
        for which, key in BY_HEIGHT_KEYS:
            if is_order_of(members, key) and not is_order_of(members, _ranks):
                return Hint(BY_HEIGHT, f"{look}: its ranks are taken from the {which}")
        if parts := compared_parts(members):
            names = [PARTS[category][part] for part in parts]
            if not (rest := [name for name in PARTS[category] if name not in names]):
                return Hint(RANKS_MOVED, f"{look}: the order is {', '.join(names)}")
            if parts != sorted(parts):
                words = f"only {_listed(names)} count, in this order"
            elif len(rest) <= len(names):
                words = f"{_listed(rest)} {'does' if len(rest) == 1 else 'do'} not count"
            else:
                words = f"only {_listed(names)} {'counts' if len(names) == 1 else 'count'}"
            return Hint(LEFT_OUT, f"{look}: {words}")
        for ranks in self._orders_of_ranks():
            if any(is_order_of(members, key) for key in _keys_with(ranks, category)):
                as_text = ", as in text" if ranks in TEXT_ORDERS else ""
                return Hint(ORDER_OF_RANKS, f"check the order of ranks: {'-'.join(ranks)}{as_text}")
        if any(is_order_of(members, key) for key in (_sum(_ranks), _sum(all_ranks))):
            return Hint(SUM, f"{look}: the sum of its ranks decides")
        for base in range(2, 13):
            if any(is_order_of(members, _number(base, ranks)) for ranks in (_ranks, all_ranks)):
                words = f"its ranks count as digits in base {base}, which is too small"
                return Hint(DIGITS, f"{look}: {words}")
        if is_never_reversed(members):
            words = f"{look}: hands tie that should not, and none is in the wrong order"
            return Hint(TIES, words)
        return unclear

    def _orders_of_ranks(self) -> Iterator[str]:
        """Orders of ranks, the highest first, that are not the right one."""
        for category in (Category.FOUR_OF_A_KIND, Category.FULL_HOUSE, Category.ONE_PAIR):
            firsts = [hand_class.ranks[0] for _, hand_class in self.of[category]]
            blocks = [rank for before, rank in pairwise([None, *firsts]) if rank != before]
            order = "".join(RANKS[rank] for rank in blocks if rank is not None)
            if len(order) == len(RANKS) == len(set(order)) and order != RANKS[::-1]:
                yield order
        yield from TEXT_ORDERS


def comparison(category: int) -> Hint:
    """The hint to hands of a category that are in the wrong order, whatever the cause."""
    return Hint(COMPARISON, f"check how {with_article(category)} is compared")


def with_article(category: int) -> str:
    """The name of a category with its article: "a straight", but "one pair"."""
    name = CATEGORIES[category]
    return f"a {name}" if name.endswith(("straight", "flush", "house")) else name


def is_order_of(members: Sequence[Placed], key: KeyOf) -> bool:
    """Whether classes, the strongest place first, are in the order of a key, ties included."""
    place_before, key_before = -1, None
    for place, hand_class in members:
        its_key = key(hand_class)
        if key_before is not None:
            fits = its_key == key_before if place == place_before else its_key < key_before
            if not fits:
                return False
        place_before, key_before = place, its_key
    return True


def _is_between(
    around: Sequence[HandClass], hand_class: HandClass, key: KeyOf, has_better: bool, is_last: bool
) -> bool:
    """Whether a class fits between the next better and the next worse class by a key."""
    fits_below = not has_better or key(around[0]) >= key(hand_class)
    return fits_below and (is_last or key(hand_class) >= key(around[-1]))


def is_never_reversed(members: Sequence[Placed]) -> bool:
    """Whether no class has a stronger place than a class that beats it."""
    by_rules = sorted(members, key=lambda member: member[1].number)
    return all(better[0] <= worse[0] for better, worse in pairwise(by_rules))


def compared_parts(members: Sequence[Placed]) -> list[int]:
    """The parts of `ranks` that decide, in the order in which they do; empty if it is unclear."""
    parts: list[int] = []
    left = list(range(len(members[0][1].ranks)))
    while part := [part for part in left if _fits([*parts, part], members)]:
        parts.append(part[0])
        left.remove(part[0])
    return parts if is_order_of(members, _parts_of(parts)) else []


def _fits(parts: Sequence[int], members: Sequence[Placed]) -> bool:
    """Whether no class has a stronger place, or the same, as one with higher parts."""
    key = _parts_of(parts)
    keys = [(place, key(hand_class)) for place, hand_class in members]
    return all(
        after[1] == before[1] if after[0] == before[0] else after[1] <= before[1]
        for before, after in pairwise(keys)
    )


def _parts_of(parts: Sequence[int]) -> KeyOf:
    return lambda hand_class: [hand_class.ranks[part] for part in parts]


def _only_the_wheel_is_wrong(members: Sequence[Placed]) -> bool:
    """Whether straights are in order without A-2-3-4-5."""
    others = [member for member in members if not is_wheel(member[1])]
    return len(others) < len(members) and is_order_of(others, _ranks)


def is_wheel(hand_class: HandClass) -> bool:
    """Whether a class is A-2-3-4-5, of one suit or of several."""
    return hand_class.category in RUNS and hand_class.ranks[0] == 3


def _place(member: Placed) -> int:
    return member[0]


def _ranks(hand_class: HandClass) -> tuple[int, ...]:
    return hand_class.ranks


def all_ranks(hand_class: HandClass) -> tuple[int, ...]:
    """The ranks of all five cards, those that occur most often first.

    >>> all_ranks(classes()[166])
    (12, 12, 12, 11, 11)
    """
    ranks = [rank_of(card) for card in hand_class.example]
    return tuple(rank for rank in hand_class.ranks for _ in range(max(1, ranks.count(rank))))


BY_HEIGHT_KEYS: Sequence[tuple[str, KeyOf]] = [
    ("highest", lambda hand_class: sorted(hand_class.ranks, reverse=True)),
    ("highest", lambda hand_class: sorted(all_ranks(hand_class), reverse=True)),
    ("lowest", lambda hand_class: sorted(hand_class.ranks)),
    ("lowest", lambda hand_class: sorted(all_ranks(hand_class))),
]


def _keys_with(order: str, category: int) -> Iterator[KeyOf]:
    """The rules with another order of ranks: these are replaced, or sorted anew as well."""
    values = {RANKS.index(rank): -place for place, rank in enumerate(order)}
    values[-1] = -len(order)  # the ace of A-2-3-4-5

    def replaced(hand_class: HandClass) -> list[int]:
        return [values[rank] for rank in hand_class.ranks]

    def sorted_anew(hand_class: HandClass) -> list[int]:
        new = replaced(hand_class)
        pairs = 2 if category == Category.TWO_PAIR else 1 if category in GROUPED else 0
        return [*sorted(new[:pairs], reverse=True), *sorted(new[pairs:], reverse=True)]

    yield from (replaced, sorted_anew)


GROUPED = (
    *(Category.ONE_PAIR, Category.THREE_OF_A_KIND, Category.FULL_HOUSE, Category.FOUR_OF_A_KIND),
)


def _sum(ranks: Callable[[HandClass], Iterable[int]]) -> KeyOf:
    return lambda hand_class: sum(ranks(hand_class))


def _number(base: int, ranks: Callable[[HandClass], Iterable[int]]) -> KeyOf:
    def number(hand_class: HandClass) -> int:
        value = 0
        for rank in ranks(hand_class):
            value = base * value + rank
        return value

    return number


def _listed(names: Sequence[str]) -> str:
    """Names as a list: "the a, the b and the c"."""
    *others, last = (f"the {name}" for name in names)
    return f"{', '.join(others)} and {last}" if others else last
