"""How many showdowns an evaluator decides wrongly, and which.

A check of all hands leaves a table: how many hands of each class got each key. That is enough to
judge every pair of hands. Keys enter as places, 0 for the strongest; an evaluator is right where
smaller class numbers have smaller places.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import comb

Cell = tuple[int, int]
"""A class number, and the place of a key."""

REVERSED = "reversed"  # the evaluator picks the loser
FALSE_TIE = "false tie"  # the rules have a winner, the evaluator has none
FALSE_WIN = "false win"  # the rules tie, the evaluator has a winner


@dataclass
class Failure:
    """The showdowns that are wrong in one way, between two categories.

    Attributes:
        kind: "reversed", "false tie" or "false win".
        stronger, weaker: the two categories, as the rules order them.
        showdowns: how many pairs of hands.
        stronger_hands, weaker_hands: how many hands of either side take part; of a false win,
            how many get another key than most of their class, and how many are in these classes.
        example: two cells whose hands show it, the stronger first.
        clarity: how easy to read the example is.
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
        """Keep the example that is easiest to read, among the first thousand."""
        self.suggestions += 1
        if self.suggestions <= 1000:
            new = clarity(example[0][0], example[1][0])
            if new > self.clarity:
                self.example, self.clarity = example, new


def failures_in(
    table: Mapping[Cell, int],
    category_of: Sequence[int],
    clarity: Callable[[int, int], float],
) -> list[Failure]:
    """Everything that is wrong with an evaluator, the most showdowns first.

    Args:
        table: how many hands each pair of class number and key's place has.
        category_of: the category of each class number; classes of a category are neighbours.
        clarity: how easily two classes, given by number, are compared by eye.
    """
    failures: dict[tuple[str, int, int], Failure] = {}

    def failure(kind: str, stronger: Cell, weaker: Cell) -> Failure:
        between = category_of[stronger[0]], category_of[weaker[0]]
        found = failures.setdefault((kind, *between), Failure(kind, *between))
        found.suggest((stronger, weaker), clarity)
        return found

    by_place = [list(cells) for _, cells in groupby(sorted(table, key=_place), key=_place)]

    # From the strongest key down: hands that came earlier beat those that come now.
    seen = _Seen(category_of)
    for cells in by_place:
        for cell in cells:
            for other, hands in seen.weaker_than(cell[0]):
                wrong = failure(REVERSED, cell, other)
                wrong.showdowns += table[cell] * hands
                wrong.stronger_hands += table[cell]
        for cell in cells:
            seen.add(cell, table[cell])
    # And from the weakest up, for the hands on the other side.
    seen = _Seen(category_of)
    for cells in reversed(by_place):
        for cell in cells:
            for other, _ in seen.stronger_than(cell[0]):
                failure(REVERSED, other, cell).weaker_hands += table[cell]
        for cell in cells:
            seen.add(cell, table[cell])

    for cells in by_place:  # one key, several classes
        if len(cells) > 1:
            seen = _Seen(category_of)
            for cell in sorted(cells):
                for other, hands in seen.stronger_than(cell[0]):
                    wrong = failure(FALSE_TIE, other, cell)
                    wrong.showdowns += table[cell] * hands
                    wrong.weaker_hands += table[cell]
                seen.add(cell, table[cell])
            seen = _Seen(category_of)
            for cell in sorted(cells, reverse=True):
                for other, _ in seen.weaker_than(cell[0]):
                    failure(FALSE_TIE, cell, other).stronger_hands += table[cell]
                seen.add(cell, table[cell])

    by_class: dict[int, list[Cell]] = defaultdict(list)
    for cell in table:
        by_class[cell[0]].append(cell)
    for cells in by_class.values():  # one class, several keys
        if len(cells) > 1:
            usual, *strays = sorted(cells, key=lambda cell: (-table[cell], cell))
            hands = sum(table[cell] for cell in cells)
            wrong = failure(FALSE_WIN, usual, strays[0])
            wrong.showdowns += comb(hands, 2) - sum(comb(table[cell], 2) for cell in cells)
            wrong.stronger_hands += hands - table[usual]
            wrong.weaker_hands += hands
    return sorted(failures.values(), key=lambda wrong: (-wrong.showdowns, wrong.kind))


def totals(failures: Iterable[Failure]) -> Counter[str]:
    """How many showdowns are wrong, by kind."""
    counts = Counter({REVERSED: 0, FALSE_TIE: 0, FALSE_WIN: 0})
    for wrong in failures:
        counts[wrong.kind] += wrong.showdowns
    return counts


def _place(cell: Cell) -> int:
    return cell[1]


@dataclass
class _Met:
    """What was met so far of one category."""

    latest: Cell
    strongest: Cell
    weakest: Cell
    hands: int = 0


class _Seen:
    """The hands met so far, asked for those that the rules put below or above a class.

    Answers come a category at a time: one cell to show, and the hands in all such cells.
    """

    def __init__(self, category_of: Sequence[int]) -> None:
        self.category_of = category_of
        self.by_class = [0] * len(category_of)
        self.by_category: dict[int, _Met] = {}

    def add(self, cell: Cell, hands: int) -> None:
        category = self.category_of[cell[0]]
        met = self.by_category.setdefault(category, _Met(cell, cell, cell))
        met.latest = cell
        met.strongest = min(met.strongest, cell)
        met.weakest = max(met.weakest, cell)
        met.hands += hands
        self.by_class[cell[0]] += hands

    def weaker_than(self, number: int) -> Iterator[tuple[Cell, int]]:
        mine = self.category_of[number]
        for category, met in self.by_category.items():
            if category < mine:
                yield met.latest, met.hands
            elif category == mine and met.weakest[0] > number:
                yield met.weakest, sum(self.by_class[number + 1 : met.weakest[0] + 1])

    def stronger_than(self, number: int) -> Iterator[tuple[Cell, int]]:
        mine = self.category_of[number]
        for category, met in self.by_category.items():
            if category > mine:
                yield met.latest, met.hands
            elif category == mine and met.strongest[0] < number:
                yield met.strongest, sum(self.by_class[met.strongest[0] : number])
