"""Group the faults of an evaluator, and describe each group in words.

An evaluator can be wrong about millions of pairs of hands for one reason. The smallest set of
misplaced classes locates it. These are grouped by their category and by their new place; the ranks
that they share describe it: "one pair with A-4-3-2 counts as a straight: 1 class, 384 hands".
"""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial

from evaluators.cards import RANKS, Category, rank_of
from harness.checking import causes
from harness.checking.causes import Hint, Order, with_article
from harness.checking.showdowns import Cell
from harness.hands.classes import CATEGORIES, classes

COUNTS_AS, BEATS_ALL, LOSES_TO_ALL = "counts as", "beats every", "loses to every"
TIES_WITH, MIXED_WITH, SPLIT = "ties with", "is mixed with", "has another key"
HIGH_CARD = int(Category.HIGH_CARD)
TOO_HIGH, TOO_LOW = "is too high in its category", "is too low in its category"


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
        cells: the pairs of class number and place that are wrong.
        advice: what to check next, and its kind.
    """

    category: int
    fault: str
    other_category: int | None
    classes: tuple[int, ...]
    hands: int
    shared: tuple[int, ...]
    is_whole: bool
    is_partial: bool = False
    cells: frozenset[Cell] = frozenset()
    advice: Hint = causes.NO_HINT

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
        name = with_article(other) if self.fault == COUNTS_AS else CATEGORIES[other]
        return f"{subject} {self.fault} {name}"

    def __str__(self) -> str:
        numbers = "1 class" if len(self.classes) == 1 else f"{len(self.classes):,} classes"
        hands = "1 hand" if self.hands == 1 else f"{self.hands:,} hands"
        return f"{self.summary}: {numbers}, {hands}"

    @property
    def hint(self) -> str:
        """The code to check next."""
        return self.advice.words


ODD = Hint(
    causes.ODD_KEY, "check how these hands get their category, and how their ranks are ordered"
)
FEW = 3
"""Classes that may be taken for a straight, or straights for others, whatever their ranks."""


def _advice(family: Family, order: Order | None, cards: int) -> Hint:
    """What to check next: the cause, if the order of the classes shows it."""
    category, other = family.category, family.other_category
    if family.fault == SPLIT:
        if cards > 5:
            words = "check whether cards beside the best five affect the key, or suits"
            return Hint(causes.BESIDE_BEST_FIVE, words)
        words = "check what besides ranks affects the key: suits, the order of cards, chance"
        return Hint(causes.BESIDE_RANKS, words)
    if other is None or other == category:
        return order.comparison(category) if order else causes.comparison(category)
    both = f"{with_article(category)} and {with_article(other)}"
    if order:
        if order.categories_overlap():
            words = "check that a higher category outweighs all ranks: most categories overlap"
            return Hint(causes.CATEGORIES_OVERLAP, words)
        if order.first_rank_decides(category, other) and not order.are_one(category, other):
            first = f"between {both}, the first rank decides before the category"
            return Hint(causes.FIRST_RANK_FIRST, f"check what is compared first: {first}")
    if family.fault == COUNTS_AS or (family.fault == TIES_WITH and family.is_partial):
        is_odd = len(family.classes) <= FEW and {category, other} & set(causes.RUNS)
        if order and not is_odd and not order.stand_by_rank(family.classes, other):
            return ODD
        if other > category:
            words = f"check the test for {with_article(other)}: it accepts hands that are not one"
        else:
            missed = f"check the test for {with_article(category)}: it misses hands that are one"
            words = missed if other == HIGH_CARD else f"{missed}, or another test comes first"
        return Hint(causes.CATEGORY_TEST, words)
    if family.fault == MIXED_WITH:
        words = f"check the tests for {both}: they are ordered as one category"
        return Hint(causes.AS_ONE_CATEGORY, words)
    if family.fault == TIES_WITH:
        return Hint(causes.CATEGORY_TEST, f"check the tests for {both}, and their order")
    if family.is_whole:
        words = "check the order of the two categories, and the tests for them"
        return Hint(causes.CATEGORY_NUMBERS, words)
    if all(causes.is_wheel(classes()[number - 1]) for number in family.classes):
        return Hint(causes.WHEEL, "check the ace of A-2-3-4-5")
    return ODD


def families(
    table: Mapping[Cell, int], cards: int = 5, examples: Iterable[Cell] = ()
) -> list[Family]:
    """The families of faults, those with the most hands first.

    Args:
        table: the number of hands for each pair of class number and key's place, 0 the strongest.
        cards: the size of a hand.
        examples: the place of one hand of each class, if the table does not have all classes.
    """
    places: dict[int, Counter[int]] = defaultdict(Counter)
    for (number, place), hands in table.items():
        places[number][place] += hands
    numbers = sorted(places)
    usual = [min(places[number], key=lambda place: (-places[number][place], place))
             for number in numbers]  # fmt: skip
    misplaced = _wheels_first(numbers, usual)
    order = None  # what splits a class may be the cause of its place, too
    if all(len(of_class) == 1 for of_class in places.values()):
        order = Order(dict(examples) | dict(zip(numbers, usual)))
    among = cache(partial(_among, order))
    ordered = [(place, number) for number, place, out in zip(numbers, usual, misplaced) if not out]

    groups: dict[tuple[int, str, int | None, bool], Counter[Cell]] = defaultdict(Counter)
    for number, place, out in zip(numbers, usual, misplaced):
        category = classes()[number - 1].category
        if out:
            is_split = len(places[number]) > 1
            for its_place, hands in places[number].items():
                if is_split and _is_in_order(number, its_place, ordered):
                    continue
                fault, other = _fault(number, its_place, ordered)
                if other is not None and other != category:
                    fault, other = among(category, fault, other)
                groups[category, fault, other, is_split][number, its_place] += hands
            continue
        for stray in places[number].keys() - {place}:  # the keys of some hands of an ordered class
            fault, other = _fault(number, stray, ordered)
            if fault not in (COUNTS_AS, TIES_WITH) or other == category:
                fault, other = SPLIT, None
            groups[category, fault, other, True][number, stray] += places[number][stray]
    sizes = Counter(classes()[number - 1].category for number in numbers)
    result = []
    for (category, fault, other, is_partial), cells in groups.items():
        members = tuple(dict.fromkeys(number for number, _ in cells))
        family = Family(
            *(category, fault, other, members, cells.total(), _shared(members)),
            *(len(members) == sizes[category], is_partial, frozenset(cells)),
        )
        result.append(replace(family, advice=_advice(family, order, cards)))
    return sorted(result, key=lambda family: (-family.hands, family.classes))


def _among(order: Order | None, category: int, fault: str, other: int) -> tuple[str, int]:
    """The fault of classes that stand among those of another category, or beside them.

    "counts as" says that the category of these classes is wrong. Where it may be right, and what is
    compared before it is wrong, the two categories are mixed; and of neighbours, either may count
    as the other.
    """
    if order is None:
        return fault, other
    for one in (other, *order.of):
        if one != category and order.are_one(category, one):
            return (MIXED_WITH if abs(category - one) == 1 else COUNTS_AS), one
    if order.first_rank_decides(category, other):
        return MIXED_WITH, other
    return (MIXED_WITH if fault == COUNTS_AS and order.categories_overlap() else fault), other


def _wheels_first(numbers: Sequence[int], places: Sequence[int]) -> Sequence[bool]:
    """Whether each class is misplaced: the fewest, and A-2-3-4-5 rather than other straights."""
    misplaced = out_of_place(places)
    fewest = sum(misplaced)
    moved: set[int] = set()
    for wheel in [number for number in numbers if causes.is_wheel(classes()[number - 1])]:
        others = [n for n, number in enumerate(numbers) if number not in moved | {wheel}]
        out = out_of_place([places[n] for n in others])
        if sum(out) + len(numbers) - len(others) == fewest:
            moved.add(wheel)
            misplaced = [True] * len(numbers)
            for n, is_out in zip(others, out):
                misplaced[n] = is_out
    return misplaced


def _is_in_order(number: int, place: int, ordered: Sequence[Cell]) -> bool:
    """Whether a class would be in order with a key of this place."""
    index = bisect_left(ordered, number, key=_number)
    is_below = index == 0 or ordered[index - 1][0] < place
    return is_below and (index == len(ordered) or place < ordered[index][0])


def _number(cell: Cell) -> int:
    return cell[1]


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
