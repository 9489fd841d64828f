"""Count the showdowns that an evaluator decides wrongly, and find examples.

A check of all hands gives a table: how many hands of each class got each key. That is enough to
judge every pair of hands. Keys are replaced by their places, 0 for the strongest; an evaluator is
right if smaller class numbers have smaller places.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import comb

Cell = tuple[int, int]
"""A class number, and the place of a key."""

REVERSED = "reversed"  # the evaluator picks the loser
FALSE_TIE = "false tie"  # one hand wins by the rules, and the evaluator ties them
FALSE_WIN = "false win"  # the hands tie by the rules, and the evaluator picks a winner

SUGGESTIONS = 1_000
"""Of so many examples of a failure, the one that is easiest to read is shown."""


@dataclass
class Failure:
    """The showdowns between two categories that are wrong in one way.

    Attributes:
        kind: "reversed", "false tie" or "false win".
        stronger, weaker: the two categories, as the rules order them.
        showdowns: the number of wrong pairs of hands.
        stronger_hands, weaker_hands: the number of hands on either side. A false win has no sides:
            the hands without the commonest key of their class, and all hands of these classes.
        example: two cells whose hands show the failure, the stronger first.
        clarity: how easy the example is to read.
        suggestions: the number of examples suggested.
    """

    kind: str
    stronger: int
    weaker: int
    showdowns: int = 0
    stronger_hands: int = 0
    weaker_hands: int = 0
    example: tuple[Cell, Cell] = ((0, 0), (0, 0))
    clarity: float = float("-inf")
    suggestions: int = 0

    def suggest(self, example: tuple[Cell, Cell], clarity: Callable[[int, int], float]) -> None:
        """Keep the example that is easier to read."""
        self.suggestions += 1
        new_clarity = clarity(example[0][0], example[1][0])
        if new_clarity > self.clarity:
            self.example, self.clarity = example, new_clarity


def failures_in(
    table: Mapping[Cell, int],
    category_of: Sequence[int],
    clarity: Callable[[int, int], float],
) -> list[Failure]:
    """The failures of an evaluator, those with the most showdowns first.

    Args:
        table: the number of hands for each pair of class number and key's place.
        category_of: the category of each class number; classes of a category are neighbours.
        clarity: a measure of how easily a reader compares two classes, given by number.
    """
    failures: dict[tuple[str, int, int], Failure] = {}

    def failure_of(kind: str, stronger: Cell, weaker: Cell) -> Failure:
        key = kind, category_of[stronger[0]], category_of[weaker[0]]
        failure = failures.get(key)
        if failure is None:
            failure = failures[key] = Failure(*key)
        if failure.suggestions < SUGGESTIONS:
            failure.suggest((stronger, weaker), clarity)
        return failure

    by_place = [list(cells) for _, cells in groupby(sorted(table, key=_place), key=_place)]

    # From the strongest key down: every hand seen has a stronger key than those that follow.
    seen = _Seen(category_of)
    for cells in by_place:
        for cell in cells:
            for weaker, hands in seen.weaker_than(cell[0]):
                failure = failure_of(REVERSED, cell, weaker)
                failure.showdowns += table[cell] * hands
                failure.stronger_hands += table[cell]
        for cell in cells:
            seen.add(cell, table[cell])
    # From the weakest key up, to count the weaker hands.
    seen = _Seen(category_of)
    for cells in reversed(by_place):
        for cell in cells:
            for stronger, _ in seen.stronger_than(cell[0]):
                failure_of(REVERSED, stronger, cell).weaker_hands += table[cell]
        for cell in cells:
            seen.add(cell, table[cell])

    for cells in by_place:
        if len(cells) > 1:  # one key, more than one class
            seen = _Seen(category_of)
            for cell in sorted(cells):
                for stronger, hands in seen.stronger_than(cell[0]):
                    failure = failure_of(FALSE_TIE, stronger, cell)
                    failure.showdowns += table[cell] * hands
                    failure.weaker_hands += table[cell]
                seen.add(cell, table[cell])
            seen = _Seen(category_of)
            for cell in sorted(cells, reverse=True):
                for weaker, _ in seen.weaker_than(cell[0]):
                    failure_of(FALSE_TIE, cell, weaker).stronger_hands += table[cell]
                seen.add(cell, table[cell])

    by_class: dict[int, list[Cell]] = defaultdict(list)
    for cell in table:
        by_class[cell[0]].append(cell)
    for cells in by_class.values():
        if len(cells) > 1:  # one class, more than one key
            usual, stray, *_ = sorted(cells, key=lambda cell: (-table[cell], cell))
            hands = sum(table[cell] for cell in cells)
            failure = failure_of(FALSE_WIN, usual, stray)
            failure.showdowns += comb(hands, 2) - sum(comb(table[cell], 2) for cell in cells)
            failure.stronger_hands += hands - table[usual]
            failure.weaker_hands += hands
    return sorted(failures.values(), key=lambda failure: (-failure.showdowns, failure.kind))


def totals(failures: Iterable[Failure]) -> Counter[str]:
    """The number of wrong showdowns of each kind."""
    counts = Counter({REVERSED: 0, FALSE_TIE: 0, FALSE_WIN: 0})
    for failure in failures:
        counts[failure.kind] += failure.showdowns
    return counts


def _place(cell: Cell) -> int:
    return cell[1]


class _Sums:
    """Numbers at places, with the sum of each block of them, so that a sum reads few numbers."""

    BLOCK = 64

    def __init__(self, places: int) -> None:
        self.numbers = [0] * places
        self.blocks = [0] * (places // self.BLOCK + 1)

    def add(self, place: int, number: int) -> None:
        self.numbers[place] += number
        self.blocks[place // self.BLOCK] += number

    def between(self, start: int, stop: int) -> int:
        """The sum of the numbers from one place up to, but not including, another."""
        first, last = -(-start // self.BLOCK), stop // self.BLOCK
        if first >= last:
            return sum(self.numbers[start:stop])
        ends = self.numbers[start : first * self.BLOCK] + self.numbers[last * self.BLOCK : stop]
        return sum(self.blocks[first:last]) + sum(ends)


@dataclass
class _SeenCategory:
    """The cells seen so far of one category."""

    latest: Cell
    strongest: Cell
    weakest: Cell
    hands: int = 0


class _Seen:
    """The hands seen so far, and which of them are weaker or stronger than a class by the rules.

    `weaker_than` and `stronger_than` yield, for each category, one of these cells as an example
    and the number of hands in all of them.
    """

    def __init__(self, category_of: Sequence[int]) -> None:
        self.category_of = category_of
        self.by_class = _Sums(len(category_of))
        self.by_category: dict[int, _SeenCategory] = {}

    def add(self, cell: Cell, hands: int) -> None:
        category = self.category_of[cell[0]]
        seen = self.by_category.setdefault(category, _SeenCategory(cell, cell, cell))
        seen.latest = cell
        seen.strongest = min(seen.strongest, cell)
        seen.weakest = max(seen.weakest, cell)
        seen.hands += hands
        self.by_class.add(cell[0], hands)

    # The stronger category has the higher number, the stronger class the lower one.

    def weaker_than(self, number: int) -> Iterator[tuple[Cell, int]]:
        own = self.category_of[number]
        for category, seen in self.by_category.items():
            if category < own:
                yield seen.latest, seen.hands
            elif category == own and seen.weakest[0] > number:
                yield seen.weakest, self.by_class.between(number + 1, seen.weakest[0] + 1)

    def stronger_than(self, number: int) -> Iterator[tuple[Cell, int]]:
        own = self.category_of[number]
        for category, seen in self.by_category.items():
            if category > own:
                yield seen.latest, seen.hands
            elif category == own and seen.strongest[0] < number:
                yield seen.strongest, self.by_class.between(seen.strongest[0], number)
