"""The pictures of chapters 0 to 4 and 7: keys, bars, buckets, groups, a proof, a verdict."""

from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import Any

from evaluators.cards import format_hand
from harness.checking.proof import Cell, faults
from harness.checking.statuses import UNSTEADY
from harness.checking.verdict import Verdict
from harness.checking.witness import best_first
from harness.teaching.course.canvas import BLUE, GREEN, ORANGE, Canvas, Drawing, Marked, Table


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


def bars(rows: Iterable[tuple[str, int, int]]) -> Drawing:
    """Two bars for each category: its hands, and its classes.

    >>> bars([("flush", 30, 1), ("other", 10, 3)]).alt
    'Shares of hands and of classes: flush 30 hands, 1 class; other 10 hands, 3 classes.'
    """
    names, *columns = zip(*rows)
    canvas = Canvas()
    for row, name in enumerate(names):
        canvas.text(110, 40 + 24 * row, name, "end")
    for head, start, numbers, colour in zip(
        ("hands", "classes"), (118, 296), columns, (BLUE, GREEN)
    ):
        canvas.text(start, 16, head)
        for row, number in enumerate(numbers):
            length = 90 * number / max(numbers)
            canvas.box(start, 28 + 24 * row, max(length, 1), 14, colour)
            canvas.text(start + length + 7, 40 + 24 * row, f"{number:,}")
    shares = "; ".join(
        f"{name} {hands:,} hands, {classes:,} class{'es' * (classes != 1)}"
        for name, hands, classes in zip(names, *columns)
    )
    alt = f"Shares of hands and of classes: {shares}."
    return canvas.drawing(30 + 24 * len(names), "hands and classes", alt)


def filling(ranks: Sequence[int]) -> Table:
    """The four buckets after each different rank, the highest first.

    >>> filling([13, 13, 13, 11, 9]).rows[-1]
    ('9 occurs 1 ×', '', '13', '', '11 9')
    """
    rows = []
    buckets: dict[int, list[str]] = {4: [], 3: [], 2: [], 1: []}
    for rank in sorted(set(ranks), reverse=True):
        times = ranks.count(rank)
        buckets[times].append(str(rank))
        texts = {number: " ".join(bucket) for number, bucket in buckets.items()}
        texts[times] = Marked(texts[times])
        rows.append((f"{rank} occurs {times} ×", *texts.values()))
    return Table("four buckets filling", ("", *(f"bucket {n}" for n in buckets)), rows)


def grouped(ranks: Sequence[int]) -> Table:
    """Ranks, their groups, the two rows of counts and ranks, and the rows' transpose.

    >>> grouped([2, 13, 7, 13, 6]).rows[1:]
    [('groups', '13 13', '7', '6', '2'), ('counts', 2, 1, 1, 1), ('ranks', 13, 7, 6, 2), \
('transpose', '2 13', '1 7', '1 6', '1 2')]
    """
    groups = sorted(set(ranks), key=lambda rank: (ranks.count(rank), rank), reverse=True)
    counts = [ranks.count(rank) for rank in groups]
    rows = [
        ("hand", *ranks),
        ("groups", *(" ".join([str(rank)] * count) for rank, count in zip(groups, counts))),
        ("counts", *counts),
        ("ranks", *groups),
        ("transpose", *(f"{count} {rank}" for count, rank in zip(counts, groups))),
    ]
    return Table("ranks, their groups, two rows, and the transpose", (), rows)


def placed(cells: list[Cell]) -> Drawing:
    """The table of a proof: a point for each class and key, the best at the top left.

    >>> royal, high = Cell(1, 2, 5, 4, ()), Cell(2, 1, 9, 1020, ())
    >>> placed([royal, high]).alt
    '2 points, a class and a key each. At 1 of them the next point is not lower: a fault.'
    """
    canvas = Canvas()
    pairs = [(cell, following) for _, cell, following in faults(cells)]
    wrong = {cell for pair in pairs for cell in pair}
    last = max(max(cell.number, cell.place) for cell in cells)
    canvas.text(40, 16, "classes, the best first")
    canvas.text(36, 34, "keys", "end")
    for cell in cells:
        x, y = 40 + 390 * (cell.number - 1) / last, 26 + 190 * (cell.place - 1) / last
        canvas.box(x, y, 4, 4, ORANGE if cell in wrong else BLUE)
    alt = f"{len(cells):,} points, a class and a key each. "
    alt += f"At {len(pairs):,} of them the next point is not lower: a fault."
    title = "the keys fall with the classes" if not wrong else "the keys do not fall everywhere"
    return canvas.drawing(230, title, alt)


def annotated(verdict: Verdict) -> Table:
    """A verdict in its parts, each with a sentence that says how to read it."""
    parts = [(verdict.status.replace("_", " "), "the status: does every key agree with the rules?")]
    sizes = f"how many were evaluated, of {verdict.scope.size} cards each"
    parts.append((f"{verdict.hands:,} hands", sizes))
    if verdict.wrong:
        share, wrongly = verdict.wrong_in_words.split(" decided ")
        parts.append((share, f"decided {wrongly}"))
    elif verdict.wrong == 0 and verdict.families:
        parts.append(("none of these hands shows a fault", "one hand of each class, before, did"))
    if witness := verdict.witness:
        parts += [(str(family), "a fault, in words") for family in verdict.families[:1]]
        as_text = format_hand if witness.kind == UNSTEADY else best_first
        hands = "  |  ".join(as_text(side.hand) for side in (witness.first, witness.second))
        rules_say = f"the witness: by the rules the first {witness.rules_say} the second;"
        parts.append((hands, f"{rules_say} here it {witness.evaluator_says} it"))
    title = f"the verdict on {verdict.name}, annotated"
    return Table(title, ("the verdict says", "how to read it"), parts)
