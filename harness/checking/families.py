"""Group the faults of an evaluator, and describe each group in words.

An evaluator can be wrong about millions of pairs of hands for one reason. The smallest set of
misplaced classes locates it. These are grouped by their category and by their new place; the ranks
that they share describe it: "one pair with A-4-3-2 counts as a straight: 1 class, 384 hands".
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
        category: the category of the classes.
        fault: a verb phrase, such as "counts as".
        other_category: the category that they count as, beat, lose to or tie with, if any.
        classes: the class numbers.
        hands: the number of wrong hands.
        shared: the ranks that all classes hold, the highest first.
        is_whole: whether all classes of the category are wrong.
        is_partial: whether only some hands of these classes are wrong.
    """

    category: int
    fault: str
    other_category: int | None
    classes: tuple[int, ...]
    hands: int
    shared: tuple[int, ...]
    is_whole: bool
    is_partial: bool = False

    @property
    def summary(self) -> str:
        """The fault in words, without numbers."""
        subject = CATEGORIES[self.category]
        if self.shared and not self.is_whole:
            subject += " with " + "-".join(RANKS[rank] for rank in self.shared)
        if self.is_partial:
            subject = f"some {subject}"
        elif self.is_whole:
            subject = f"every {subject}"
        other = self.other_category
        if other is None:
            return f"{subject} {self.fault}"
        name = _with_article(other) if self.fault == COUNTS_AS else CATEGORIES[other]
        return f"{subject} {self.fault} {name}"

    def __str__(self) -> str:
        numbers = "1 class" if len(self.classes) == 1 else f"{len(self.classes):,} classes"
        hands = "1 hand" if self.hands == 1 else f"{self.hands:,} hands"
        return f"{self.summary}: {numbers}, {hands}"

    @property
    def hint(self) -> str:
        """The code to check next."""
        if self.fault == COUNTS_AS and (other := self.other_category) is not None:
            if other > self.category:
                return (
                    f"check the test for {_with_article(other)}: it accepts hands that are not one"
                )
            return (
                f"check the test for {_with_article(self.category)}: it misses hands that are one"
            )
        if self.fault in (BEATS_ALL, LOSES_TO_ALL) and not self.is_whole:
            return "check how these hands get their category, and how their ranks are ordered"
        if self.fault in (TOO_HIGH, TOO_LOW) and self.category in RUNS:
            return f"{HINTS[self.fault]}, and the ace of A-2-3-4-5"
        return HINTS[self.fault]


def _with_article(category: int) -> str:
    """The name of a category with its article: "a straight", but "one pair"."""
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
        table: the number of hands for each pair of class number and key's place, 0 the strongest.
    """
    places: dict[int, Counter[int]] = defaultdict(Counter)
    for (number, place), hands in table.items():
        places[number][place] += hands
    numbers = sorted(places)
    usual = [min(places[number], key=lambda place: (-places[number][place], place))
             for number in numbers]  # fmt: skip
    misplaced = out_of_place(usual)
    ordered = [(place, number) for number, place, out in zip(numbers, usual, misplaced) if not out]

    groups: dict[tuple[int, str, int | None, bool], Counter[int]] = defaultdict(Counter)
    for number, place, out in zip(numbers, usual, misplaced):
        category = classes()[number - 1].category
        if out:
            fault, other = _fault(number, place, ordered)
            groups[category, fault, other, False][number] = places[number].total()
            continue
        for stray in places[number].keys() - {place}:  # the keys of some hands of an ordered class
            fault, other = _fault(number, stray, ordered)
            if fault not in (COUNTS_AS, TIES_WITH) or other == category:
                fault, other = SPLIT, None
            groups[category, fault, other, True][number] += places[number][stray]
    sizes = Counter(classes()[number - 1].category for number in numbers)
    result = [
        Family(
            *(category, fault, other, tuple(members), members.total(), _shared(tuple(members))),
            is_whole=len(members) == sizes[category],
            is_partial=is_partial,
        )
        for (category, fault, other, is_partial), members in groups.items()
    ]
    return sorted(result, key=lambda family: (-family.hands, family.classes))


def _fault(number: int, place: int, ordered: Sequence[Cell]) -> tuple[str, int | None]:
    """The fault of a class, and the other category, from its place among the ordered classes."""
    category = classes()[number - 1].category
    index = bisect_left(ordered, (place, 0))
    if index < len(ordered) and ordered[index][0] == place:
        return TIES_WITH, classes()[ordered[index][1] - 1].category
    above = classes()[ordered[index - 1][1] - 1].category if index else None
    below = classes()[ordered[index][1] - 1].category if index < len(ordered) else None
    if category in (above, below):
        return (TOO_HIGH if index < len(ordered) and ordered[index][1] < number else TOO_LOW), None
    if above == below:
        return COUNTS_AS, above
    if below is not None and below > category:
        return BEATS_ALL, below
    return LOSES_TO_ALL, above


def _shared(members: Sequence[int]) -> tuple[int, ...]:
    ranks = (set(map(rank_of, classes()[number - 1].example)) for number in members)
    return tuple(sorted(set.intersection(*ranks), reverse=True))


def out_of_place(places: Sequence[int]) -> list[bool]:
    """Whether each place is outside of a longest increasing subsequence.

    These are the fewest places to move until all increase.

    >>> out_of_place([1, 5, 2, 3, 4, 4])
    [False, True, False, False, True, False]
    """
    ends: list[int] = []  # the lowest last place of an increasing subsequence of each length
    end_indices: list[int] = []
    previous = []  # for each place, the index of the one before it in its subsequence
    for index, place in enumerate(places):
        length = bisect_left(ends, place)
        previous.append(end_indices[length - 1] if length else -1)
        ends[length : length + 1] = [place]
        end_indices[length : length + 1] = [index]
    out = [True] * len(places)
    index = end_indices[-1] if end_indices else -1
    while index >= 0:
        out[index] = False
        index = previous[index]
    return out
