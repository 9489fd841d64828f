"""What poker players and programmers would draw beside the steps of a lesson.

A picture is made of lines, and a line of cells: text with a role. Cells hold their own spaces, so
that a terminal, an SVG file and a page draw the same picture in any font of fixed width.

>>> from harness.teaching.explanation import explain
>>> from evaluators.cards import parse_hand
>>> explanation = explain("count-buckets", parse_hand("Kd Ks 7c 7h 5s"))
>>> for line in explanation.picture():
...     print(text_of(line).rstrip())
cards          Kd  Ks  7c  7h  5s
ranks          13  13   7   7   5
suits           1   3   0   2   3
different      13   7   5
<BLANKLINE>
four times   [                      ]
three times  [                      ]
twice        [  13   7              ]
once         [   5                  ]
<BLANKLINE>
flush          no
straight       no
category       2, two pair
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce
from itertools import groupby
from operator import and_, itemgetter, or_
from typing import Any, NamedTuple, TypeAlias

from evaluators.cactus_kev import lesson as cactus_kev
from evaluators.cards import Card, Category, format_card
from harness.teaching.steps import KEY, Step

PLAIN, QUIET, MARKED, NEW = "", "quiet", "marked", "new"
"""Roles: ordinary text; labels; what counts, such as a bit that is set; made by the last step."""

ROLES = (PLAIN, QUIET, MARKED, NEW)


class Cell(NamedTuple):
    """Text with a role."""

    text: str
    role: str = PLAIN


Line: TypeAlias = tuple[Cell, ...]
Picture: TypeAlias = list[Line]

BITS = "xxxAKQJT 98765432 CDHSrrrr xxPPPPPP"
"""What the 32 bits of one of Cactus Kev's cards mean; this is his notation."""

SUITS = "clubs", "diamonds", "hearts", "spades"
OFTEN = {4: "four times", 3: "three times", 2: "twice", 1: "once"}
WIDEST = 60
"""The most characters in a line of a picture."""


def picture(strategy: str, hand: Sequence[Card], steps: Sequence[Step]) -> Picture:
    """The picture of a strategy's lesson after its first steps, or after all of them.

    Args:
        strategy: ``cactus-kev``, ``matrix-score``, ``sort-by-count`` or ``count-buckets``.
        hand: five cards.
        steps: the steps so far, from the first.
    """
    return [tuple(_joined(line)) if line else () for line in _DRAWERS[strategy](hand, steps)]


def text_of(line: Iterable[Cell]) -> str:
    """The text of a line.

    >>> text_of([Cell("flush  ", QUIET), Cell("no")])
    'flush  no'
    """
    return "".join(cell.text for cell in line)


def _joined(line: Line) -> Iterator[Cell]:
    """The line with neighbours of one role made one cell; the label stays apart."""
    label, *rest = line
    yield label
    for role, cells in groupby(rest, key=itemgetter(1)):
        yield Cell(text_of(cells), role)


class _Board:
    """The values after the last step, and lines of labels and values."""

    def __init__(self, steps: Sequence[Step], width: int) -> None:
        self.values: dict[str, Any] = steps[-1].values if steps else {}
        self.lines: Picture = []
        self._made = {place.partition("[")[0] for place, _ in steps[-1].made} if steps else set()
        self._width = width

    def __contains__(self, name: str) -> bool:
        return name in self.values

    def role(self, name: str, otherwise: str = PLAIN) -> str:
        """The role of what shows a variable."""
        return NEW if name in self._made else otherwise

    def add(self, label: str, *cells: Cell) -> None:
        """Add a line."""
        self.lines.append((Cell(f"{label:<{self._width}}", QUIET), *cells))

    def gap(self) -> None:
        """Add an empty line."""
        self.lines.append(())

    def numbers(self, label: str, name: str, width: int = 4) -> None:
        """Add the numbers of a list, if there is one yet."""
        if name in self:
            text = "".join(f"{number:>{width}}" for number in self.values[name])
            self.add(label, Cell(text or f"{'none':>{width + 2}}", self.role(name)))

    def flags(self, *names: str) -> None:
        """Add yes or no for each variable that is there."""
        for name in names:
            if name in self:
                answer = "yes" if self.values[name] else "no"
                role = self.role(name, MARKED if self.values[name] else PLAIN)
                self.add(name.replace("_", " "), Cell(f"  {answer}", role))

    def category(self) -> None:
        """Add the number and name of the category."""
        if "category" in self:
            number = self.values["category"]
            self.add("category", Cell(f"  {number}, {Category(number)}", self.role("category")))


def _cactus_kev(hand: Sequence[Card], steps: Sequence[Step]) -> Picture:
    board = _Board(steps, 9)
    cards = [cactus_kev.encode(card) for card in hand]
    board.add("", Cell(BITS, QUIET))
    for card, bits in zip(hand, cards):
        board.add(format_card(card), *_bits(bits))
    if "ranks" in board:
        ranks = board.values["ranks"]
        role = board.role("ranks", MARKED)
        board.gap()
        board.add("OR", *_bits(reduce(or_, cards), 0xFFFF0000, role))
        board.add(">> 16", *_bits(ranks, 0x0000FFFF, role))
        board.add("", Cell(f"ranks = {ranks}", board.role("ranks")))
    if "common_suit" in board:
        suit = board.values["common_suit"]
        board.gap()
        board.add("AND", *_bits(reduce(and_, cards), 0x0000F000, board.role("common_suit", MARKED)))
        words = "all cards are of one suit" if suit else "more than one suit"
        board.add("", Cell(f"common_suit = {suit}: {words}", board.role("common_suit")))
    is_done = bool(steps) and steps[-1].statement.kind == "Return"
    if is_done and board.values["common_suit"]:
        board.gap()
        board.add("lookup", Cell(f"FLUSHES[{board.values['ranks']}] = {_key(steps)}", NEW))
    if "number" in board:
        number = board.values["number"]
        words = "" if number else ": a rank occurs more than once"
        text = f"UNIQUE5[{board.values['ranks']}] = {number}{words}"
        board.gap()
        board.add("lookup", Cell(text, board.role("number")))
    if "product" in board:
        _product_and_search(board, steps)
        if is_done:
            board.add("lookup", Cell(f"NUMBERS[{board.values['low']}] = {_key(steps)}", NEW))
    return board.lines


def _product_and_search(board: _Board, steps: Sequence[Step]) -> None:
    primes = [
        step.values["prime"] for step in steps if step.made[:1] and step.made[0][0] == "prime"
    ]
    product = board.values["product"]
    board.gap()
    board.add("primes", Cell(" × ".join(map(str, primes)) or "none yet", board.role("prime")))
    board.add("product", Cell(str(product), board.role("product")))
    probes = [at for at, step in enumerate(steps) if step.made and step.made[0][0] == "middle"]
    if "low" not in board:
        return
    board.gap()
    board.add("search", Cell(f"{'low':>5} {'middle':>7} {'high':>6} {'product there':>14}", QUIET))
    for number, at in enumerate(probes, start=1):
        low, middle, high = (steps[at].values[name] for name in ("low", "middle", "high"))
        there = cactus_kev.SORTED_PRODUCTS[middle]
        answer = "" if at == len(steps) - 1 else "smaller" if there < product else "not smaller"
        role = NEW if at == len(steps) - 1 else MARKED if there == product else PLAIN
        text = f"{low:>5} {middle:>7} {high:>6} {there:>14}  {answer}"
        board.add(f"probe {number}", Cell(text, role))
    low, high = board.values["low"], board.values["high"]
    if low == high:
        board.add("found", Cell(f"{low:>5} {'':>7} {high:>6} {product:>14}", MARKED))
    elif not probes:
        board.add("", Cell(f"{low:>5} {'':>7} {high:>6}", board.role("low")))


def _key(steps: Sequence[Step]) -> Any:
    return dict(steps[-1].made)[KEY]


def _bits(value: int, shown: int = 0xFFFFFFFF, role: str = MARKED) -> Iterator[Cell]:
    """32 bits in four groups; dots for those that are not shown, and `role` for those set."""
    for place in range(31, -1, -1):
        bit = value >> place & 1
        if shown >> place & 1:
            yield Cell(str(bit), role if bit else PLAIN)
        else:
            yield Cell("·", QUIET)
        if place and place % 8 == 0:
            yield Cell(" ", PLAIN)


def _matrix_score(_: Sequence[Card], steps: Sequence[Step]) -> Picture:
    board = _Board(steps, 9)
    columns = range(15)
    board.add("rank", Cell("".join(f"{column:>3}" for column in columns), QUIET))
    matrix = board.values.get("matrix", [[0] * 15] * 4)
    last = steps[-1].made[0][0] if steps and steps[-1].made else ""
    of_suit = board.values.get("of_suit")
    for suit, row in enumerate(matrix):
        cells = [
            Cell(f"{one or '·':>3}", _grid_role(last == f"matrix[{suit}][{column}]", one))
            for column, one in enumerate(row)
        ]
        total = f"  = {of_suit[suit]}" if of_suit else ""
        board.add(SUITS[suit], *cells, Cell(total, board.role("of_suit")))
    if of_rank := board.values.get("of_rank"):
        new = range(1, 2) if last == "of_rank[1]" else columns if board.role("of_rank") else ()
        cells = [
            Cell(f"{count or '·':>3}", _grid_role(column in new, count))
            for column, count in enumerate(of_rank)
        ]
        board.add("sum", *cells)
    if "fours" in board:
        board.gap()
        for name in ("fours", "threes", "twos", "ones", "tops"):
            board.numbers(name, name)
    board.gap()
    board.flags("flush")
    board.category()
    if "slots" in board:
        slots = board.values["slots"]
        filled = max((step.iteration for step in steps if step.made and step.made[0][0] == "score"),
                     default=0)  # fmt: skip
        digits = [f"{slot:02}" if place < filled else "__" for place, slot in enumerate(slots)]
        board.gap()
        board.add("slot", Cell("    " + "".join(f"{place:>3}" for place in range(1, 8)), QUIET))
        cells = [
            Cell(f" {text}", NEW if board.role("score") and place == filled - 1 else PLAIN)
            for place, text in enumerate(digits)
        ]
        board.add("score", Cell(f"  {board.values['category']}."), *cells)
    if steps and steps[-1].statement.kind == "Return":
        board.add("key", Cell(f"  {_key(steps)!r}", NEW))
    return board.lines


def _grid_role(is_new: bool, value: object) -> str:
    return NEW if is_new else MARKED if value else QUIET


def _sort_by_count(hand: Sequence[Card], steps: Sequence[Step]) -> Picture:
    board = _Board(steps, 16)
    board.add("cards", Cell("".join(f"{format_card(card):>4}" for card in hand)))
    board.numbers("ranks", "ranks")
    board.numbers("suits", "suits")
    if "groups" in board:
        groups, counts = board.values["groups"], board.values.get("counts", [])
        board.gap()
        board.numbers("counts", "counts")
        board.numbers("ranks by count" if counts else "different ranks", "groups")
        if counts:
            board.gap()
            for place, (count, rank) in enumerate(zip(counts, groups)):
                label = "transposed" if place == 0 else ""
                board.add(label, Cell(f"{count:>4} × {rank:>2}", board.role("counts")))
    board.gap()
    board.flags("straight_flush", "two_ranks", "flush", "straight")
    return board.lines


def _count_buckets(hand: Sequence[Card], steps: Sequence[Step]) -> Picture:
    board = _Board(steps, 13)
    board.add("cards", Cell("".join(f"{format_card(card):>4}" for card in hand)))
    for name in ("ranks", "suits", "different"):
        board.numbers(name, name)
    if "buckets" in board:
        last = steps[-1].made[0][0] if steps[-1].made else ""
        board.gap()
        for count, bucket in board.values["buckets"].items():
            ranks = "".join(f"{rank:>4}" for rank in bucket)
            is_new = last in ("buckets", f"buckets[{count}]")
            role = NEW if is_new else MARKED if bucket else QUIET
            cells = Cell("["), Cell(f"{ranks:<22}", role), Cell("]")
            board.add(OFTEN[count], *cells)
    board.gap()
    board.flags("flush", "straight")
    board.category()
    return board.lines


_DRAWERS: dict[str, Callable[[Sequence[Card], Sequence[Step]], Picture]] = {
    "cactus-kev": _cactus_kev,
    "matrix-score": _matrix_score,
    "sort-by-count": _sort_by_count,
    "count-buckets": _count_buckets,
}
