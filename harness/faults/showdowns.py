"""Count the showdowns that an evaluator decides wrongly, and find examples.

A check of all hands leads to cells: how many hands of each class have the key at each place. That
is enough to judge every pair of hands. An evaluator is right if smaller class numbers have smaller
places. Of two cells,

- the pairs of their hands are *reversed* if one cell has the smaller class number, and the other
  the smaller place;
- they are *false ties* if the places are the same, and the classes are not;
- they are *false wins* if the classes are the same, and the places are not.

Nobody has to look at all pairs of cells. They are put in the order of their places, and then two
categories are looked at together. Beside a cell of the better category, those of the other one at
earlier places are wrong; running sums say how many hands these have. Within a category, the better
half of the classes and the other half are two such parts, and then the quarters of each half, until
every class is alone.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, combinations_with_replacement, islice
from typing import NamedTuple, TypeAlias

import numpy as np

from evaluators.rules import STANDARD, Rules
from harness.faults.cells import PLACE, Cell, Cells, Column, unpacked
from harness.faults.kinds import FALSE_TIE, FALSE_WIN, REVERSED
from harness.hands.classes import clarity, classes

SUGGESTIONS = 1_000
"""Examples of a failure to choose from: the one that is easiest to read is shown."""
DENSE = 4
"""Pairs of class and place for each cell: up to so many are few enough for a matrix."""

NONE = (1 << 63) - 1
"""No cell, after all others."""

Example: TypeAlias = tuple[Cell, Cell]
"""Two cells whose hands show a failure, the stronger by the rules first."""


@dataclass
class WrongShowdowns:
    """The showdowns between two categories that are wrong in one way.

    Attributes:
        kind: "reversed", "false tie" or "false win".
        stronger, weaker: the two categories, as the rules order them.
        showdowns: the number of wrong pairs of hands.
        stronger_hands, weaker_hands: the number of hands on either side. A false win has no sides:
            the hands without the commonest key of their class, and all hands of these classes.
        example: two cells whose hands show the failure, the stronger first.
        clarity: how easy the example is to read.
        met_at: places and class numbers that put failures with as many showdowns in a fixed order.
    """

    kind: str
    stronger: int
    weaker: int
    showdowns: int = 0
    stronger_hands: int = 0
    weaker_hands: int = 0
    example: Example = ((0, 0), (0, 0))
    clarity: float = float("-inf")
    met_at: tuple[int, ...] = ()


def failures_in(
    cells: Cells, rules: Rules = STANDARD, between: Column | None = None
) -> list[WrongShowdowns]:
    """The failures of an evaluator, those with the most showdowns first.

    Args:
        cells: the hands of each class and place.
        rules: the rules of the game.
        between: whether the keys at each place were not compared with each other: they may tie.

    >>> cells = Cells.of({(1, 0): 4, (2, 5): 4, (3, 4): 4})
    >>> [(failure.kind, failure.showdowns) for failure in failures_in(cells)]
    [('reversed', 16)]
    """
    category_of = np.array(classes(rules).category_of, np.int8)[cells.numbers]
    starts = np.flatnonzero(np.diff(category_of, prepend=-1))
    of_category = {
        int(category_of[start]): Cells(*(column[start:stop] for column in cells))
        for start, stop in zip(starts, [*starts[1:], len(category_of)])
    }
    parts = {category: _Part(*part) for category, part in of_category.items()}
    failures = [
        _failure(FALSE_WIN, category, category, _false_wins(part), 0, rules)
        for category, part in of_category.items()
    ]
    for stronger, weaker in combinations_with_replacement(parts, 2):
        one, other = parts[stronger], parts[weaker]
        failures += [  # at once: what was found of a pair takes memory
            _failure(REVERSED, stronger, weaker, _reversed(one, other), other.first(), rules),
            _failure(FALSE_TIE, stronger, weaker, _false_ties(one, other, between), 0, rules),
        ]
    wrong = [failure for failure in failures if failure.showdowns]
    return sorted(wrong, key=lambda f: (-f.showdowns, f.kind, *f.met_at, -f.stronger))


class _Found(NamedTuple):
    """Wrong showdowns of one kind: how many, the hands on either side, and packed examples."""

    showdowns: int
    stronger_hands: int
    weaker_hands: int
    examples: Iterator[tuple[int, int]]


class _Part:
    """The cells of a category in order of place, and at a place of class.

    Attributes:
        cells: the packed cells.
        sums: the number of hands before each cell, and at the end that of all.
        places: the different places.
        starts: the index of the first cell at each place, and at the end the number of cells.
    """

    def __init__(self, cells: Column, hands: Column) -> None:
        order = np.sort((cells & PLACE) << 32 | np.arange(len(cells))) & PLACE
        self.cells = cells[order]
        self.sums = np.concatenate([[0], np.cumsum(hands[order], dtype=np.int64)])
        places = self.cells & PLACE
        firsts = np.flatnonzero(np.diff(places, prepend=-1))
        self.places, self.starts = places[firsts], np.append(firsts, len(cells))

    def first(self) -> int:
        """The place and the class number of the first cell, in one number."""
        return int(self.places[0]) << 32 | int(self.cells[0]) >> 32

    def sizes(self) -> Column:
        """The number of hands at each place."""
        return np.diff(self.sums[self.starts])

    def place_of(self) -> Column:
        """The index of the place of each cell."""
        return np.repeat(np.arange(len(self.places)), np.diff(self.starts))

    def backwards(self, is_wrong: Column) -> Iterator[int]:
        """The indices of wrong cells, the last place first, and at a place in order of class."""
        for start, stop in zip(self.starts[-2::-1], self.starts[:0:-1]):
            yield from start + np.flatnonzero(is_wrong[start:stop])


def _reversed(one: _Part, other: _Part) -> _Found:
    """The showdowns that the weaker of two categories wins, or a weaker class of one category.

    A cell of the stronger category loses to the nearest one of the other at earlier places, if
    there is one. Within a category, it is to lose to the weakest class there.
    """
    earlier = np.searchsorted(other.places, one.places)  # the number of places of the other
    later = np.searchsorted(one.places, other.places, "right")
    if one is other:
        before = np.maximum.accumulate(one.cells)[one.starts[earlier] - 1]
        before[0] = 0
        after = np.append(np.minimum.accumulate(one.cells[::-1])[::-1], NONE)[one.starts[later]]
        showdowns = inversions(one.cells >> 32, one.place_of(), np.diff(one.sums))
    else:
        before = np.append(0, other.cells[other.starts[1:] - 1])[earlier]
        after = np.append(one.cells[one.starts[1:] - 1], NONE)[later]
        showdowns = pairs_of(one.sizes(), other.sums[other.starts[earlier]])
    place_of, place_of_other = one.place_of(), other.place_of()
    losing = before[place_of] >> 32 > one.cells >> 32
    winning = after[place_of_other] >> 32 < other.cells >> 32
    return _Found(
        showdowns,
        int(np.diff(one.sums)[losing].sum()),
        int(np.diff(other.sums)[winning].sum()),
        chain(
            ((one.cells[n], before[place_of[n]]) for n in np.flatnonzero(losing)),
            ((after[place_of_other[n]], other.cells[n]) for n in other.backwards(winning)),
        ),
    )


def _false_ties(one: _Part, other: _Part, between: Column | None) -> _Found:
    """The showdowns of hands at one place, of two categories, or of several classes of one."""
    is_within = int(one is other)
    at = np.searchsorted(other.places, one.places)
    is_tie = np.take(other.places, at, mode="clip") == one.places
    if is_within:
        is_tie = np.diff(one.starts) > 1
    if between is not None:
        is_tie &= ~between[one.places]
    first, first_other = one.starts[:-1][is_tie], other.starts[at[is_tie]]
    end, end_other = one.starts[1:][is_tie], other.starts[at[is_tie] + 1]
    hands, of_others = one.sizes()[is_tie], other.sizes()[at[is_tie]]
    pairs = pairs_of(hands, of_others)
    if is_within:  # each pair of cells was counted twice, and each cell with itself
        own = np.diff(one.sums)[np.repeat(is_tie, np.diff(one.starts))]
        pairs = (pairs - pairs_of(own, own)) // 2
    # Beside a weaker cell the last of the stronger category is shown; within a category, the first.
    stop, beside = end - is_within, [end - 1, first][is_within]
    start_other, beside_other = first_other + is_within, [first_other, end_other - 1][is_within]
    return _Found(
        pairs,
        int((one.sums[stop] - one.sums[first]).sum()),
        int((other.sums[end_other] - other.sums[start_other]).sum()),
        chain.from_iterable(
            chain(
                ((one.cells[b], other.cells[n]) for n in range(s, e)),
                ((one.cells[n], other.cells[w]) for n in reversed(range(f, t))),
            )
            for s, e, b, f, t, w in zip(start_other, end_other, beside, first, stop, beside_other)
        ),
    )


def pairs_of(hands: Column, others: Column) -> int:
    """The sum of the products of two columns, exactly: of deals, 64 bits are too few for it.

    Args:
        hands: numbers of hands whose sum is less than 2**42.
        others: numbers below 2**42.

    >>> pairs_of(np.array([463_563_500_400]), np.array([463_563_500_400])) == 463_563_500_400**2
    True
    """
    hands = hands.astype(np.int64)
    return (int(hands @ (others >> 21)) << 21) + int(hands @ (others & 0x1FFFFF))


def inversions(numbers: Column, places: Column, hands: Column) -> int:
    """Count the pairs of hands of which one has the smaller class number, and the other place.

    If most pairs of class and place have hands, running sums over a matrix count them. If not, the
    bits of the class numbers lead to them, from the highest: of two numbers that differ in it, and
    in no higher one, the larger has the bit. So a running sum says how many hands with the bit come
    before each number without it. Then the same is done in each half, with the next bit.

    Args:
        numbers: class numbers, in order of place; at a place, in order.
        places: the places, from 0.
        hands: how many hands each stands for.

    >>> inversions(np.array([7, 3, 5]), np.array([0, 1, 2]), np.array([10, 2, 1]))
    30
    """
    numbers = (numbers - numbers.min()).astype(np.uint16)
    shape = int(numbers.max()) + 1, int(places[-1]) + 1
    if shape[0] * shape[1] <= DENSE * len(hands):
        of_class = np.zeros(shape, np.int64)
        of_class[numbers, places] = hands
        of_weaker, total = np.zeros(shape[1], np.int64), 0
        for of_places in of_class[::-1]:
            total += pairs_of(of_places[1:], of_weaker.cumsum()[:-1])
            of_weaker += of_places
        return total
    total = 0
    for bit in reversed(range(shape[0].bit_length())):
        order = np.argsort(numbers >> (bit + 1), kind="stable")
        numbers, hands = numbers[order], hands[order]
        has_bit = (numbers >> bit) & 1 == 1
        sums = np.cumsum(np.where(has_bit, hands, 0))
        starts = np.flatnonzero(np.diff(numbers >> (bit + 1), prepend=0xFFFF))
        before = np.concatenate([[0], sums])[starts]
        earlier = sums - np.repeat(before, np.diff(starts, append=len(numbers)))
        total += pairs_of(hands[~has_bit], earlier[~has_bit])
    return total


def _false_wins(cells: Cells) -> _Found:
    """The showdowns of hands of a category that tie by the rules, and whose keys do not."""
    starts, usual, others = cells.starts(), cells.commonest(), cells.hands.copy()
    others[usual] = 0
    stray = cells._replace(hands=others).commonest()
    split = np.flatnonzero(stray != usual)
    hands = np.add.reduceat(cells.hands, starts, dtype=np.int64)
    return _Found(
        (pairs_of(hands, hands) - pairs_of(cells.hands, cells.hands)) // 2,
        int((hands - cells.hands[usual])[split].sum()),
        int(hands[split].sum()),
        zip(cells.packed[usual[split]], cells.packed[stray[split]]),
    )


def _failure(
    kind: str, stronger: int, weaker: int, found: _Found, last: int, rules: Rules
) -> WrongShowdowns:
    """A failure, with the example that is easiest to read among the first ones.

    The cells of the first one, and the `last` number, put it before others with as many showdowns.
    """
    failure = WrongShowdowns(kind, stronger, weaker, *found[:3])
    for packed in islice(found.examples, SUGGESTIONS):
        one, other = map(unpacked, packed)
        if not failure.met_at:
            cell = other if kind == FALSE_TIE else one
            failure.met_at = *(cell if kind == FALSE_WIN else cell[::-1]), last
        if (new_clarity := clarity(one[0], other[0], rules)) > failure.clarity:
            failure.example, failure.clarity = (one, other), new_clarity
    return failure


def totals(failures: Iterable[WrongShowdowns]) -> dict[str, int]:
    """The number of wrong showdowns of each kind."""
    return {
        kind: sum(failure.showdowns for failure in failures if failure.kind == kind)
        for kind in (REVERSED, FALSE_TIE, FALSE_WIN)
    }
