"""Pictures of the steps of a lesson, as poker players and programmers would draw them.

A picture is made of lines, and a line of cells: text with a role. Cells hold their own spaces, so
that a terminal and a page draw the same picture in any font of fixed width.

>>> from harness.teaching.explanation import explain
>>> from evaluators.cards import parse_hand
>>> for line in explain("count-buckets", parse_hand("Kd Ks 7c 7h 5s")).picture(3)[:3]:
...     print(text_of(line))
cards          Kd  Ks  7c  7h  5s
ranks          13  13   7   7   5
suits           1   3   0   2   3
"""

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from functools import reduce
from itertools import groupby
from operator import and_, itemgetter, or_
from typing import Any, NamedTuple

from evaluators.cactus_kev import lesson as cactus_kev
from evaluators.cards import Card, Category, format_card
from harness.teaching.steps import Step, key_of

PLAIN, QUIET, MARKED, NEW = "", "quiet", "marked", "new"
"""Roles: ordinary text; labels; what matters, such as a bit that is set; made by the last step."""


class Cell(NamedTuple):
    """Text with a role."""

    text: str
    role: str = PLAIN


Values = dict[str, Any]
Line = tuple[Cell, ...]
Rows = Iterator[tuple[str, Iterable[Cell]]]
"""The label and the cells of each line."""

BITS = "xxxAKQJT 98765432 CDHSrrrr xxPPPPPP"
"""The meaning of the 32 bits of one of Cactus Kev's cards, in his notation."""
SUITS = "clubs", "diamonds", "hearts", "spades"
OFTEN = "four times", "three times", "twice", "once"
GAP = "", ()


def picture(strategy: str, hand: Sequence[Card], steps: Sequence[Step]) -> list[Line]:
    """The picture of a strategy's lesson after its first steps, or after all of them.

    Args:
        strategy: ``cactus-kev``, ``matrix-score``, ``sort-by-count`` or ``count-buckets``.
        hand: five cards.
        steps: the steps so far, from the call.
    """
    width, draw = DRAWERS[strategy]
    rows, before = (draw(hand, done, done[-1].values) for done in (steps, steps[:-1] or steps))
    known = {(label, *place) for label, cells in before for place in enumerate(cells)}
    return [
        (Cell(f"{label:<{width}}", QUIET), *_joined(label, cells, known)) if label or cells else ()
        for label, cells in rows
    ]


def text_of(line: Iterable[Cell]) -> str:
    """The text of a line.

    >>> text_of([Cell("flush  ", QUIET), Cell("no")])
    'flush  no'
    """
    return "".join(cell.text for cell in line)


def _joined(label: str, cells: Iterable[Cell], known: Container[object]) -> Iterator[Cell]:
    """The cells, those that are not known marked, and neighbours of one role made one."""
    marked = [
        cell if (label, place, cell) in known or _is_faint(cell) else Cell(cell.text, NEW)
        for place, cell in enumerate(cells)
    ]
    for role, run in groupby(marked, key=itemgetter(1)):
        yield Cell(text_of(run), role)


def _is_faint(cell: Cell) -> bool:
    return cell.role == QUIET or cell.text.strip() in ("", "0")


def _text(text: object, role: str = PLAIN) -> Iterable[Cell]:
    return (Cell(str(text), role),)


def _numbers(numbers: Iterable[object]) -> Iterable[Cell]:
    return _text("".join(f"{number:>4}" for number in numbers) or "  none")


def _digits(texts: Iterable[str]) -> Iterator[Cell]:
    """Cells with digits: those that count are marked; dots are quiet."""
    for text in texts:
        yield Cell(text, {"·": QUIET, "0": PLAIN, "": PLAIN}.get(text.strip(), MARKED))


def _shown(values: Values, *names: str) -> Rows:
    """The variables that are there: the numbers of a list, yes or no, or a category."""
    for name in names:
        match values.get(name):
            case bool(answer):
                yield name.replace("_", " "), _text(*(("  yes", MARKED) if answer else ("  no",)))
            case int(number):
                yield name, _text(f"  {number}, {Category(number)}")
            case list(numbers):
                yield name, _numbers(numbers)


def _cactus_kev(hand: Sequence[Card], steps: Sequence[Step], values: Values) -> Rows:
    cards = [cactus_kev.encode(card) for card in hand]
    key, ranks = key_of(steps), values.get("ranks")
    yield "", _text(BITS, QUIET)
    for card, bits in zip(hand, cards):
        yield format_card(card), _bits(bits)
    if ranks is not None:
        yield from (GAP, ("OR", _bits(reduce(or_, cards), 0xFFFF0000)))
        yield ">> 16", _bits(ranks, 0x0000FFFF)
        yield "", _text(f"ranks = {ranks}")
    if "common_suit" in values:
        suit = values["common_suit"]
        yield from (GAP, ("AND", _bits(reduce(and_, cards), 0x0000F000)))
        words = "all cards are of one suit" if suit else "more than one suit"
        yield "", _text(f"common_suit = {suit}: {words}")
        if suit and key:
            yield from (GAP, ("lookup", _text(f"FLUSHES[{ranks}] = {key}")))
    if "number" in values:
        words = "" if values["number"] else ": a rank occurs more than once"
        yield from (GAP, ("lookup", _text(f"UNIQUE5[{ranks}] = {values['number']}{words}")))
    if "product" in values:
        primes = [step.values["prime"] for step in steps if "prime" in dict(step.made)]
        yield from (GAP, ("primes", _text(" × ".join(map(str, primes)) or "none yet")))
        yield "product", _text(values["product"])
    if "low" in values:
        yield from (GAP, *_search(steps, values))
        if key:
            yield "lookup", _text(f"NUMBERS[{values['low']}] = {key}")


def _search(steps: Sequence[Step], values: Values) -> Rows:
    """A line for each probe of the binary search; the step after it is the comparison."""
    product, low, high = values["product"], values["low"], values["high"]
    row = "{:>5} {:>7} {:>6} {:>14}"
    yield "search", _text(row.format("low", "middle", "high", "product there"), QUIET)
    compared = {None: "", True: "smaller", False: "not smaller"}
    probes = [at for at, step in enumerate(steps) if "middle" in dict(step.made)]
    for number, at in enumerate(probes, start=1):
        probe = [steps[at].values[name] for name in ("low", "middle", "high")]
        there = cactus_kev.SORTED_PRODUCTS[probe[1]]
        answer = compared[steps[at + 1].holds if at + 1 < len(steps) else None]
        role = MARKED if there == product else PLAIN
        yield f"probe {number}", _text(f"{row.format(*probe, there)}  {answer}", role)
    if low == high:
        yield "found", _text(row.format(low, "", high, product), MARKED)
    elif not probes:
        yield "", _text(row.format(low, "", high, "").rstrip())


def _bits(value: int, shown: int = 0xFFFFFFFF) -> Iterator[Cell]:
    """32 bits in four groups, with dots for those that are not shown."""
    digits = [
        digit if keep == "1" else "·" for digit, keep in zip(f"{value:032b}", f"{shown:032b}")
    ]
    for place in (8, 17, 26):
        digits.insert(place, " ")
    return _digits(digits)


def _matrix_score(_: Sequence[Card], steps: Sequence[Step], values: Values) -> Rows:
    yield "rank", _text("".join(f"{column:>3}" for column in range(15)), QUIET)
    totals = [f"  = {total}" for total in values.get("of_suit", ())] or [""] * 4
    for suit, row, total in zip(SUITS, values.get("matrix", [[0] * 15] * 4), totals):
        yield suit, (*_digits(f"{one or '·':>3}" for one in row), Cell(total))
    if "of_rank" in values:
        yield "sum", _digits(f"{count or '·':>3}" for count in values["of_rank"])
    if "fours" in values:
        yield from (GAP, *_shown(values, "fours", "threes", "twos", "ones", "tops"))
    yield from (GAP, *_shown(values, "flush", "category"))
    if "slots" in values:
        filled = sum("slot" in dict(step.made) for step in steps[:-1])
        slots = [f" {rank:02}" for rank in values["slots"][:filled]] + [" __"] * (7 - filled)
        yield from (GAP, ("slot", _text("      1  2  3  4  5  6  7", QUIET)))
        yield "score", (Cell(f"  {values['category']}."), *map(Cell, slots))
    if (key := key_of(steps)) is not None:
        yield "key", _text(f"  {key!r}")


def _sort_by_count(hand: Sequence[Card], _: Sequence[Step], values: Values) -> Rows:
    yield "cards", _numbers(map(format_card, hand))
    yield from _shown(values, "ranks", "suits")
    if "counts" in values:
        counts, ranks = values["counts"], values["groups"]
        yield from (GAP, ("counts", _numbers(counts)), ("ranks by count", _numbers(ranks)), GAP)
        for place, (count, rank) in enumerate(zip(counts, ranks)):
            yield "" if place else "transposed", _text(f"{count:>4} × {rank:>2}")
    elif "groups" in values:
        yield from (GAP, ("different ranks", _numbers(values["groups"])))
    yield from (GAP, *_shown(values, "straight_flush", "two_ranks", "flush", "straight"))


def _count_buckets(hand: Sequence[Card], _: Sequence[Step], values: Values) -> Rows:
    yield "cards", _numbers(map(format_card, hand))
    yield from _shown(values, "ranks", "suits", "different")
    if "buckets" in values:
        yield GAP
        for often, bucket in zip(OFTEN, values["buckets"].values()):
            ranks = "".join(f"{rank:>4}" for rank in bucket)
            inside = Cell(f"{ranks:<22}", MARKED if bucket else QUIET)
            yield often, (Cell("["), inside, Cell("]"))
    yield from (GAP, *_shown(values, "flush", "straight", "category"))


DRAWERS: dict[str, tuple[int, Callable[[Sequence[Card], Sequence[Step], Values], Rows]]] = {
    "cactus-kev": (9, _cactus_kev),
    "matrix-score": (9, _matrix_score),
    "sort-by-count": (16, _sort_by_count),
    "count-buckets": (13, _count_buckets),
}
"""For each strategy the width of its labels, and the function that draws its picture."""
