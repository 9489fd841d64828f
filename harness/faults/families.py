"""Group the faults of an evaluator, and describe each group in words.

An evaluator can be wrong about millions of pairs of hands for one reason. The smallest set of
misplaced classes locates it. These are grouped by their category and by their new place; the ranks
that they share describe it: "one pair with A-4-3-2 counts as a straight: 1 class, 384 hands".
"""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from itertools import chain, combinations, compress, pairwise
from typing import Any, NamedTuple

from evaluators.cards import RANKS, Category, rank_of
from evaluators.rules import STANDARD, Rules
from harness.faults import hints
from harness.faults.cells import Alike, Cell, Cells, PlainCells, Situation
from harness.faults.hints import NO_HINT, Hint, Kind, Order, cause, hint
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
        cells: the indices of the cells that are wrong, in several arrays.
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
    cells: Sequence[Any] = field(default=(), compare=False)
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
    cells: Cells | PlainCells,
    cards: int = 5,
    examples: Collection[Cell] = (),
    rules: Rules = STANDARD,
) -> list[Family]:
    """The families of faults, those with the most hands first.

    Args:
        cells: the hands of each class and place.
        cards: the size of a hand.
        examples: the place of one hand of each class, if the cells are not of all classes.
        rules: the rules of the game.
    """
    of_game = classes(rules)
    usual, split = cells.usual(), cells.split()
    order: Order = {category: [] for category in rules.categories}
    # What splits a class may be the cause of its place, too.
    places = {} if split else dict(examples) | usual
    for place, number in sorted((place, number) for number, place in places.items()):
        order[of_game.category_of[number]].append((place, of_game[number - 1]))
    if rules.lowest_wins:  # the order of hands is that of their height, whatever wins
        for placed in order.values():
            placed[:] = [(-place, hand_class) for place, hand_class in reversed(placed)]
    among = cache(partial(_among, order))
    misplaced = _misplaced(usual, of_game)
    ordered = [(place, number) for number, place in usual.items() if number not in misplaced]
    kinds = [_OfClass(-1, False, False, False)] + [
        _OfClass(each.category, each.is_wheel, each.number in misplaced, each.number in split)
        for each in of_game
    ]

    groups: dict[tuple[int, str, int | None, bool], list[Alike]] = defaultdict(list)
    for situation, alike in cells.in_situations(ordered, kinds, of_game.category_of).items():
        kind = situation.of_class
        fault, other = _fault(situation, rules)
        if not fault:
            continue
        if not kind.is_misplaced and (
            other == kind.category or fault not in (COUNTS_AS, TIES_WITH)
        ):
            fault, other = SPLIT, None
        elif other is not None and other != kind.category:
            fault, other = among(kind.category, fault, other)
        groups[kind.category, fault, other, kind.is_split].append(alike)
    others = type(cells).of({cell: 1 for cell in examples if cell[0] not in usual})
    right = {  # categories of which a class is in order that the cells do not have
        situation.of_class.category
        for situation in others.in_situations(ordered, kinds, of_game.category_of)
        if not _fault(situation, rules)[0]
    }
    in_table = Counter(of_game.category_of[number] for number in usual)
    result = []
    for (category, fault, other, is_partial), parts in groups.items():
        members = tuple(sorted({*chain(*(part.numbers for part in parts))}))
        is_whole = category not in right and len(members) == in_table[category]
        ranks = [{*map(rank_of, of_game[number - 1].example)} for number in members]
        shared = tuple(sorted(set.intersection(*ranks), reverse=True))
        hands, at = sum(part.hands for part in parts), [*chain(*(part.at for part in parts))]
        family = Family(*(category, fault, other, members, hands, shared, is_whole, is_partial, at))
        result.append(replace(family, advice=_advice(family, order, cards, of_game)))
    return sorted(result, key=lambda f: (-f.hands, f.classes, min(int(at[0]) for at in f.cells)))


class _OfClass(NamedTuple):
    """What the faults of a class depend on."""

    category: int
    is_wheel: bool
    is_misplaced: bool
    is_split: bool


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


def _fault(situation: Situation, rules: Rules) -> tuple[str, int | None]:
    """The fault of the cells in a situation, and the other category; empty if they are in order."""
    category, is_wheel, *_ = situation.of_class
    better, worse = situation.better, situation.worse
    if situation.is_tie:
        return ("", None) if situation.is_own else (TIES_WITH, worse)
    if situation.is_in_order:
        return "", None
    if category in (better, worse):
        return (TOO_HIGH if situation.beats_better != rules.lowest_wins else TOO_LOW), None
    if better == worse:
        return COUNTS_AS, better
    if category not in RUNS and is_wheel and {better, worse} & RUNS:
        return COUNTS_AS, better if better in RUNS else worse  # it would be the first or the last
    if situation.beats_better:
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
            return hint(Kind.CATEGORY_TEST, other, "accepts hands that it should not")
        too_late = ", or another test comes first" if other != Category.HIGH_CARD else ""
        return hint(Kind.CATEGORY_TEST, category, f"misses hands that it should find{too_late}")
    if family.fault == TIES_WITH:
        return hint(Kind.CATEGORY_TESTS, category, hints.with_article(other))
    if family.is_whole:
        return hint(Kind.CATEGORY_NUMBERS)
    wheels = [of_game[number - 1] for number in family.classes if of_game[number - 1].is_wheel]
    if len(wheels) == len(family.classes):
        return hint(Kind.WHEEL, rest=hints.from_ace(wheels[0]))
    return hint(Kind.ODD_KEY)
