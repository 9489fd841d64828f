"""What the faults of an evaluator have in common, in words.

An evaluator can be wrong about millions of pairs of hands for one reason. The smallest set of
misplaced classes locates it. Grouped by category, by where they went and by the ranks that they
share, they name it: "one pair with A-4-3-2 counts as a straight: 1 class, 384 hands".
"""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from evaluators.cards import RANKS, Category, rank_of
from harness.checking.failures import Cell
from harness.hands.classes import CATEGORIES, classes

COUNTS_AS, BEATS_ALL, LOSES_TO_ALL = "counts as", "beats every", "loses to every"
TIES_WITH, SPLIT = "ties with", "has another key"
TOO_HIGH, TOO_LOW = (
    "is ranked too high within its category",
    "is ranked too low within its category",
)


@dataclass(frozen=True)
class Family:
    """Classes of one category that are wrong in one way.

    Attributes:
        category: theirs.
        fault: what becomes of them.
        other: the category that they count as, beat, lose to or tie with; None where there is none.
        classes: their numbers.
        hands: how many hands are wrong.
        shared: ranks that all of them hold, the highest first.
        is_whole: whether they are all that there are of their category.
        some: whether it is not all hands of these classes: others have another key.
    """

    category: int
    fault: str
    other: int | None
    classes: tuple[int, ...]
    hands: int
    shared: tuple[int, ...]
    is_whole: bool
    some: bool = False

    @property
    def what(self) -> str:
        """The fault in words, without numbers."""
        who = CATEGORIES[self.category]
        if self.shared and not self.is_whole:
            who += " with " + "-".join(RANKS[rank] for rank in self.shared)
        if self.some:
            who = f"some {who}"
        elif self.is_whole:
            who = f"every {who}"
        what = self.fault
        if self.other is not None:
            what += f" {_a(self.other) if self.fault == COUNTS_AS else CATEGORIES[self.other]}"
        return f"{who} {what}"

    def __str__(self) -> str:
        many = "1 class" if len(self.classes) == 1 else f"{len(self.classes):,} classes"
        hands = "1 hand" if self.hands == 1 else f"{self.hands:,} hands"
        return f"{self.what}: {many}, {hands}"

    @property
    def hint(self) -> str:
        """A hint: what to look at next."""
        if self.fault == COUNTS_AS and self.other is not None:
            if self.other > self.category:
                return f"check the test for {_a(self.other)}: it accepts hands that are not one"
            return f"check the test for {_a(self.category)}: it misses hands that are one"
        if self.fault in (BEATS_ALL, LOSES_TO_ALL) and not self.is_whole:
            return "check how these hands get their category, and how their ranks are ordered"
        if self.fault in (TOO_HIGH, TOO_LOW) and self.category in RUNS:
            return f"{HINTS[self.fault]}, and the ace of A-2-3-4-5"
        return HINTS[self.fault]


def _a(category: int) -> str:
    """A straight, and one pair."""
    name = CATEGORIES[category]
    return f"a {name}" if name.endswith(("straight", "flush", "house")) else name


RUNS = Category.STRAIGHT, Category.STRAIGHT_FLUSH
HINTS = {
    BEATS_ALL: "check the numbers or the order of the two categories",
    LOSES_TO_ALL: "check the numbers or the order of the two categories",
    TIES_WITH: "check whether the comparison leaves out ranks that decide",
    TOO_HIGH: "check which ranks are compared first",
    TOO_LOW: "check which ranks are compared first",
    SPLIT: "check what besides ranks affects the key: suits, the order of cards, chance",
}


def families(table: Mapping[Cell, int]) -> list[Family]:
    """The families of faults, those with the most hands first.

    Args:
        table: how many hands each pair of class number and key's place has, 0 the strongest.
    """
    places: dict[int, Counter[int]] = defaultdict(Counter)
    for (number, place), many in table.items():
        places[number][place] += many
    numbers = sorted(places)
    usual = [min(places[number], key=lambda place: (-places[number][place], place))
             for number in numbers]  # fmt: skip
    moved = out_of_place(usual)
    kept = [(place, number) for number, place, out in zip(numbers, usual, moved) if not out]

    groups: dict[tuple[int, str, int | None, bool], Counter[int]] = defaultdict(Counter)
    for number, place, out in zip(numbers, usual, moved):
        category = classes()[number - 1].category
        if out:
            groups[category, *_where(number, place, kept), False][number] = places[number].total()
            continue
        for stray in places[number].keys() - {place}:  # of some of its hands
            fault, other = _where(number, stray, kept)
            if fault not in (COUNTS_AS, TIES_WITH) or other == category:
                fault, other = SPLIT, None
            groups[category, fault, other, True][number] += places[number][stray]
    sizes = Counter(classes()[number - 1].category for number in numbers)
    found = [
        Family(
            category,
            fault,
            other,
            tuple(members),
            members.total(),
            _shared(tuple(members)),
            is_whole=len(members) == sizes[category],
            some=some,
        )
        for (category, fault, other, some), members in groups.items()
    ]
    return sorted(found, key=lambda family: (-family.hands, family.classes))


def _where(number: int, place: int, kept: Sequence[Cell]) -> tuple[str, int | None]:
    """What becomes of a class that is out of its place, from where it stands among the others."""
    category = classes()[number - 1].category
    at = bisect_left(kept, (place, 0))
    if at < len(kept) and kept[at][0] == place:
        return TIES_WITH, classes()[kept[at][1] - 1].category
    above = classes()[kept[at - 1][1] - 1].category if at else None
    below = classes()[kept[at][1] - 1].category if at < len(kept) else None
    if category in (above, below):
        return (TOO_HIGH if at < len(kept) and kept[at][1] < number else TOO_LOW), None
    if above == below:
        return COUNTS_AS, above
    if below is not None and below > category:
        return BEATS_ALL, below
    return LOSES_TO_ALL, above


def _shared(members: Sequence[int]) -> tuple[int, ...]:
    ranks = (set(map(rank_of, classes()[number - 1].example)) for number in members)
    return tuple(sorted(set.intersection(*ranks), reverse=True))


def out_of_place(places: Sequence[int]) -> list[bool]:
    """The fewest that have to be moved until all rise: those outside of a longest rising row.

    >>> out_of_place([1, 5, 2, 3, 4, 4])
    [False, True, False, False, True, False]
    """
    ends: list[int] = []  # the lowest place that a rising row of each length ends with
    whose: list[int] = []  # and whose it is
    before = []
    for index, place in enumerate(places):
        length = bisect_left(ends, place)
        before.append(whose[length - 1] if length else -1)
        ends[length : length + 1] = [place]
        whose[length : length + 1] = [index]
    out = [True] * len(places)
    index = whose[-1] if whose else -1
    while index >= 0:
        out[index] = False
        index = before[index]
    return out
