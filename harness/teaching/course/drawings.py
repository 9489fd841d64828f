"""The pictures of chapters 0 to 4 and 7: keys, bars, a proof, a verdict."""

from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import Any

from evaluators.cards import format_hand
from harness.checking.verdict import Verdict
from harness.faults.kinds import UNSTEADY
from harness.faults.witness import best_first
from harness.teaching.course.canvas import BLUE, ORANGE, Drawing, Marked, Table
from harness.teaching.proof import Cell, faults
from harness.teaching.witnesses import witness_lines

EIGHTHS = "", *"▏▎▍▌▋▊▉"


def compared(
    first: Sequence[Any], second: Sequence[Any], names: tuple[str, str] = ("first", "second")
) -> Table:
    """Two tuples, item under item; the first difference is marked and named in the title.

    >>> table = compared((7, 2, 14), (6, 3, 13), ("sevens", "sixes"))
    >>> table.title, table.rows
    ('item 1 decides: 7 > 6: the first is greater', [('sevens', '7', '2', '14'), \
('sixes', '6', '3', '13')])
    """
    pairs = list(zip_longest(first, second, fillvalue=""))
    place = next((at for at, (one, other) in enumerate(pairs) if one != other), None)
    rows = [[str(item) for item in items] for items in zip(*pairs)]
    title = "no item differs: a tie"
    if place is not None:
        one, other = pairs[place]
        for row in rows:
            row[place] = Marked(row[place])
        outcome = "one ends here: the longer tuple is greater"
        if place < min(len(first), len(second)):
            sign, which = (">", "first") if one > other else ("<", "second")
            outcome = f"{one} {sign} {other}: the {which} is greater"
        title = f"item {place + 1} decides: {outcome}"
    head = ("", *(f"item {item}" for item in range(1, len(pairs) + 1)))
    return Table(title, head, [(name, *row) for name, row in zip(names, rows)])


def bars(rows: Iterable[tuple[str, int, int]]) -> Table:
    r"""Two bars for each category: its hands, and its classes.

    >>> bars([("flush", 32, 1), ("other", 10, 4)]).rows[1]
    ('other', '██▌\xa010', '████████\xa04')
    """
    names, *columns = zip(*rows)
    cells = ([_bar(number, max(numbers)) for number in numbers] for numbers in columns)
    return Table("hands and classes", ("", "hands", "classes"), [*zip(names, *cells)])


def _bar(number: int, greatest: int) -> str:
    """A number behind a bar of at most eight characters, the last of which is drawn in eighths."""
    whole, eighths = divmod(max(1, round(64 * number / greatest)), 8)
    return f"{'█' * whole}{EIGHTHS[eighths]}\N{NO-BREAK SPACE}{number:,}"


def placed(cells: list[Cell]) -> Drawing:
    """The table of a proof: a point for each class and key, the best at the top left.

    >>> royal, high = Cell(1, 2, 5, 4, ()), Cell(2, 1, 9, 1020, ())
    >>> placed([royal, high]).alt
    '2 points, a class and a key each. At 1 of them the next point is not lower: a fault.'
    """
    pairs = [(cell, following) for _, cell, following in faults(cells)]
    wrong = {cell for pair in pairs for cell in pair}
    last = max(max(cell.number, cell.place) for cell in cells)
    shapes = "<text x='40' y='16'>classes, the best first</text><text x='2' y='34'>keys</text>"
    for cell in cells:
        x, y = 40 + 390 * (cell.number - 1) / last, 26 + 190 * cell.place / last
        colour = ORANGE if cell in wrong else BLUE
        shapes += f"<rect x='{x:g}' y='{y:g}' width='4' height='4' fill='{colour}'/>"
    alt = f"{len(cells):,} points, a class and a key each. "
    alt += f"At {len(pairs):,} of them the next point is not lower: a fault."
    title = "the keys fall with the classes" if not wrong else "the keys do not fall everywhere"
    return Drawing(title, alt, shapes, 230)


def annotated(verdict: Verdict) -> Table:
    """A verdict in its parts, each with a sentence that says how to read it."""
    parts = [(verdict.status.replace("_", " "), "the status: does every key agree with the rules?")]
    sizes = f"how many were evaluated, of {verdict.scope.size} cards each"
    parts.append((f"{verdict.hands:,} hands", sizes))
    if verdict.wrong:
        share, wrongly = verdict.wrong_in_words.split(" decided ")
        parts.append((share, f"decided {wrongly}"))
    elif verdict.families:
        parts.append(("none of these hands shows a fault", "one hand of each class, before, did"))
    if witness := verdict.witness:
        parts += [(str(family), "a fault, in words") for family in verdict.families[:1]]
        as_text = format_hand if witness.kind == UNSTEADY else best_first
        hands = "  |  ".join(as_text(side.hand) for side in (witness.first, witness.second))
        parts.append((hands, f"the witness: two hands. {[*witness_lines(witness)][-1]}"))
    title = f"the verdict on {verdict.name}, annotated"
    return Table(title, ("the verdict says", "how to read it"), parts)
