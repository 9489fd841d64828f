"""Group the faults of an evaluator, and describe each group in words.

An evaluator can be wrong about millions of pairs of hands for one reason. The smallest set of
misplaced classes locates it. These are grouped by their category and by their new place; the ranks
that they share describe it: "one pair with A-4-3-2 counts as a straight: 1 class, 384 hands".
"""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import chain, combinations, compress, pairwise
from typing import Any

from evaluators.cards import RANKS, Category, rank_of
from evaluators.rules import STANDARD, Rules
from harness.checking import hints
from harness.checking.hints import NO_HINT, Hint, Kind, Order, cause, hint
from harness.checking.showdowns import Cell
from harness.hands.classes import CATEGORIES, Classes, classes

COUNTS_AS, BEATS_ALL, LOSES_TO_ALL = "counts as", "beats every", "loses to every"
TIES_WITH, MIXED_WITH, SPLIT = "ties with", "is mixed with", "has another key"
TOO_HIGH, TOO_LOW = "is too high in its category", "is too low in its category"
RUNS = {Category.STRAIGHT, Category.STRAIGHT_FLUSH}
FEW = 3
"""Classes that may be taken for a straight, or straights for others, whatever their ranks."""


@dataclass(frozen=True, repr=False)
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
    advice: Hint = NO_HINT

    @property
    def summary(self) -> str:
        """The fault in words, without numbers."""
        subject = "some " if self.is_partial else "every " if self.is_whole else ""
        subject += CATEGORIES[self.category]
        if self.shared and not self.is_whole:
            subject += " with " + "-".join(RANKS[rank] for rank in self.shared)
        other = self.other_category
        if other is None:
            return f"{subject} {self.fault}"
        name = hints.with_article(other) if self.fault == COUNTS_AS else CATEGORIES[other]
        return f"{subject} {self.fault} {name}"

    def __str__(self) -> str:
        numbers = "1 class" if len(self.classes) == 1 else f"{len(self.classes):,} classes"
        hands = "1 hand" if self.hands == 1 else f"{self.hands:,} hands"
        return f"{self.summary}: {numbers}, {hands}"

    def __repr__(self) -> str:
        return f"<{self}>"  # all of its classes and cells would fill pages


def families(
    table: Mapping[Cell, int],
    cards: int = 5,
    examples: Collection[Cell] = (),
    rules: Rules = STANDARD,
) -> list[Family]:
    """The families of faults, those with the most hands first.

    Args:
        table: the number of hands for each pair of class number and key's place, 0 the strongest.
        cards: the size of a hand.
        examples: the place of one hand of each class, if the table does not have all classes.
        rules: the rules of the game.
    """
    of_game = classes(rules)
    category_of = of_game.category_of
    usual = dict(sorted(table, key=lambda cell: (cell[0], table[cell], -cell[1])))
    keys = Counter(number for number, _ in table)
    is_known = keys.total() == len(keys)  # what splits a class may be the cause of its place, too
    order: Order = {category: [] for category in rules.categories}
    places = dict(examples) | usual if is_known else {}
    for place, number in sorted((place, number) for number, place in places.items()):
        order[category_of[number]].append((place, of_game[number - 1]))
    if rules.lowest_wins:  # the order of hands is that of their height, whatever wins
        for placed in order.values():
            placed[:] = [(-place, hand_class) for place, hand_class in reversed(placed)]
    among = cache(partial(_among, order))
    misplaced = _misplaced(usual, of_game)
    ordered = [(place, number) for number, place in usual.items() if number not in misplaced]

    groups: dict[tuple[int, str, int | None, bool], Counter[Cell]] = defaultdict(Counter)
    for (number, place), hands in sorted(table.items()):
        category = category_of[number]
        fault, other = _fault(number, place, ordered, of_game)
        if not fault:
            continue
        if number not in misplaced and (other == category or fault not in (COUNTS_AS, TIES_WITH)):
            fault, other = SPLIT, None
        elif other is not None and other != category:
            fault, other = among(category, fault, other)
        groups[category, fault, other, keys[number] > 1][number, place] = hands
    right = {  # categories of which a class is in order that the table does not have
        category_of[number]
        for number, place in examples
        if number not in usual and not _fault(number, place, ordered, of_game)[0]
    }
    in_table = Counter(category_of[number] for number in usual)
    result = []
    for (category, fault, other, is_partial), cells in groups.items():
        members = tuple(dict.fromkeys(number for number, _ in cells))
        is_whole = category not in right and len(members) == in_table[category]
        ranks = [{*map(rank_of, of_game[number - 1].example)} for number in members]
        shared = tuple(sorted(set.intersection(*ranks), reverse=True))
        family = Family(
            *(category, fault, other, members, cells.total(), shared),
            *(is_whole, is_partial, frozenset(cells)),
        )
        result.append(replace(family, advice=_advice(family, order, cards, of_game)))
    return sorted(result, key=lambda family: (-family.hands, family.classes))


def _misplaced(places: Mapping[int, int], of_game: Classes) -> set[int]:
    """The fewest classes to move until all are in order; A-2-3-4-5 rather than other straights."""
    wheels = [number for number in places if of_game[number - 1].is_wheel]
    sizes = range(len(wheels), -1, -1)
    candidates = []
    for moved in chain.from_iterable(combinations(wheels, size) for size in sizes):
        others = {number: place for number, place in places.items() if number not in moved}
        out = out_of_place(list(others.values()))
        candidates.append({*moved, *compress(others, out)})
    return min(candidates, key=len)


def out_of_place(places: Sequence[int]) -> list[bool]:
    """Mark the places outside of a longest increasing subsequence.

    These are the fewest places to move until all increase.

    >>> out_of_place([1, 5, 2, 3, 4, 4])
    [False, True, False, False, True, False]
    """
    ends: list[int] = []  # the lowest last place of an increasing subsequence of each length
    chains: list[Any] = [()]  # such a subsequence of each length: its last index, and those before
    for index, place in enumerate(places):
        length = bisect_left(ends, place)
        ends[length : length + 1] = [place]
        chains[length + 1 : length + 2] = [(index, chains[length])]
    out = [True] * len(places)
    chain_left = chains[-1]
    while chain_left:
        index, chain_left = chain_left
        out[index] = False
    return out


def _fault(
    number: int, place: int, ordered: Sequence[tuple[int, int]], of_game: Classes
) -> tuple[str, int | None]:
    """The fault of a class, and the other category, from where it stands among ordered classes.

    These are given by place and number.

    The fault is empty if the class is in order there.
    """
    category_of = of_game.category_of
    index = bisect_left(ordered, (place, 0))
    above = ordered[index - 1] if index else None
    below = ordered[index] if index < len(ordered) else None
    if below and below[0] == place:
        return (TIES_WITH, category_of[below[1]]) if below[1] != number else ("", None)
    if (not above or above[1] < number) and (not below or number < below[1]):
        return "", None
    category = category_of[number]
    better, worse = above and category_of[above[1]], below and category_of[below[1]]
    beats_better = below is not None and below[1] < number
    if category in (better, worse):
        return (TOO_HIGH if beats_better != of_game.rules.lowest_wins else TOO_LOW), None
    if better == worse:
        return COUNTS_AS, better
    if category not in RUNS and of_game[number - 1].is_wheel and {better, worse} & RUNS:
        return COUNTS_AS, better if better in RUNS else worse  # it would be the first or the last
    if beats_better:
        return BEATS_ALL, worse
    return LOSES_TO_ALL, better


def _among(order: Order, category: int, fault: str, other: int) -> tuple[str, int]:
    """The fault of classes that stand among those of another category, or next to them.

    "counts as" says that the category of these classes is wrong. Where it may be right, and what is
    compared before it is wrong, the two categories are mixed; and of neighbours, either may count
    as the other.
    """
    for one in (other, *order):
        found = cause(order, category, one) if one != category else None
        if found and found.kind == Kind.AS_ONE_CATEGORY:
            are_neighbours = {category, one} in map(set, pairwise(order))
            return (MIXED_WITH if are_neighbours else COUNTS_AS), one
    is_mixed = cause(order, category, other) or (fault == COUNTS_AS and _overlap(order))
    return (MIXED_WITH if is_mixed else fault), other


def _overlap(order: Order) -> bool:
    """True if in most neighbouring categories, some hands of the lower beat some of the higher.

    More than two classes of either have to, so that a few odd hands do not count.
    """
    overlaps = 0
    for lower, higher in pairwise(order.values()):
        winners = sum(place < higher[-1][0] for place, _ in lower if higher)
        losers = sum(place > lower[0][0] for place, _ in higher if lower)
        overlaps += min(winners, losers) > 2 and higher[0][0] < lower[-1][0]
    return 2 * overlaps >= len(order) - 1


def _advice(family: Family, order: Order, cards: int, of_game: Classes) -> Hint:
    """A hint to the cause, if the order of the classes shows it."""
    category, other = family.category, family.other_category
    if family.fault == SPLIT:
        return hint(Kind.BESIDE_BEST_FIVE if cards > 5 else Kind.BESIDE_RANKS)
    if other is None or other == category:
        return cause(order, category) or hint(Kind.COMPARISON, category)
    if _overlap(order):
        return hint(Kind.CATEGORIES_OVERLAP)
    if family.fault == MIXED_WITH:
        return cause(order, category, other) or NO_HINT
    if family.fault == COUNTS_AS or (family.fault == TIES_WITH and family.is_partial):
        may_be_odd = len(family.classes) <= FEW and {category, other} & RUNS
        numbers = set(family.classes)
        members = [member for member in order[category] if member[1].number in numbers]
        if members and not (may_be_odd or cause({**order, category: members}, category, other)):
            return hint(Kind.ODD_KEY)
        if other > category:
            return hint(Kind.CATEGORY_TEST, other, "accepts hands that are not one")
        too_late = ", or another test comes first" if other != Category.HIGH_CARD else ""
        return hint(Kind.CATEGORY_TEST, category, f"misses hands that are one{too_late}")
    if family.fault == TIES_WITH:
        return hint(Kind.CATEGORY_TESTS, category, hints.with_article(other))
    if family.is_whole:
        return hint(Kind.CATEGORY_NUMBERS)
    wheels = [of_game[number - 1] for number in family.classes if of_game[number - 1].is_wheel]
    if len(wheels) == len(family.classes):
        return hint(Kind.WHEEL, rest=hints.from_ace(wheels[0]))
    return hint(Kind.ODD_KEY)
