"""The pictures of chapters 0 to 4: keys beside each other, bars, buckets, groups, a verdict."""

from collections.abc import Iterable, Sequence
from itertools import zip_longest
from textwrap import wrap
from typing import Any

from evaluators.cards import format_hand
from harness.checking.statuses import UNSTEADY
from harness.checking.verdict import Verdict
from harness.checking.witness import best_first
from harness.teaching.course.canvas import BLUE, GREEN, ORANGE, Canvas, Drawing


def first_difference(first: Sequence[Any], second: Sequence[Any]) -> int | None:
    """The place of the first item in which two sequences differ; None if they are equal.

    >>> first_difference((7, 2, 14), (7, 3, 13))
    1
    >>> first_difference((7, 2), (7, 2))
    """
    shorter = min(len(first), len(second))
    for place in range(shorter):
        if first[place] != second[place]:
            return place
    return None if len(first) == len(second) else shorter


def _outcome(first: Sequence[Any], second: Sequence[Any], place: int | None) -> str:
    if place is None:
        return "no item differs: a tie"
    if place >= min(len(first), len(second)):
        return "one ends here: the longer tuple is greater"
    sign, winner = (">", "first") if first[place] > second[place] else ("<", "second")
    return f"{first[place]} {sign} {second[place]}: the {winner} is greater"


def compared(
    first: Sequence[Any], second: Sequence[Any], names: tuple[str, str] = ("first", "second")
) -> Drawing:
    """Two tuples, item under item; the first difference is marked, what follows is pale.

    >>> compared((7, 2, 14), (6, 3, 13), ("sevens", "sixes")).alt
    'sevens (7, 2, 14) against sixes (6, 3, 13). Item 1 decides: 7 > 6: the first is greater.'
    """
    place = first_difference(first, second)
    canvas = Canvas()
    cells = list(zip_longest(map(str, first), map(str, second), fillvalue=""))
    widths = [max(30, 8.6 * max(map(len, pair)) + 12) for pair in cells]
    canvas.width = round(max(320, sum(widths) + 6 * len(widths) + 4))
    left, middle = 2.0, 0.0
    canvas.text(2, 16, names[0], bold=True)
    canvas.text(2, 116, names[1], bold=True)
    for index, (pair, width) in enumerate(zip(cells, widths)):
        decides = index == place
        unread = place is not None and index > place
        for top, text in zip((24, 66), pair):
            if text:
                canvas.box(left, top, width, 34, ORANGE if decides else "", 0.25 * decides)
                canvas.text(
                    left + width / 2, top + 22, text, anchor="middle", mono=True, quiet=unread,
                    bold=decides,
                )  # fmt: skip
        middle = left + width / 2 if decides else middle
        left += width + 6
    outcome = _outcome(first, second, place)
    where = "" if place is None else f"item {place + 1}: "
    canvas.text(2, 142, where + outcome)
    alt = f"{names[0]} {tuple(first)} against {names[1]} {tuple(second)}. "
    alt += f"Item {place + 1} decides: {outcome}." if place is not None else f"{outcome}."
    return canvas.drawing(152, f"{names[0]} against {names[1]}", alt)


def bars(rows: Iterable[tuple[str, int, int]]) -> Drawing:
    """For each category a bar of its hands, and beside it a bar of its classes.

    Both are drawn as shares of their totals.

    >>> bars([("flush", 30, 1), ("other", 10, 3)]).alt
    'Shares of hands and of classes: flush 30 hands, 1 class; other 10 hands, 3 classes.'
    """
    rows = list(rows)
    longest = [max(hands for _, hands, _ in rows), max(number for _, _, number in rows)]
    canvas = Canvas()
    starts, room = (118, 296), 90
    for start, head in zip(starts, ("hands", "classes")):
        canvas.text(start, 16, head, bold=True)
    for index, (name, *numbers) in enumerate(rows):
        top = 26 + 24 * index
        canvas.text(110, top + 14, name, size=13, anchor="end")
        for start, number, most, colour in zip(starts, numbers, longest, (BLUE, GREEN)):
            length = room * number / most
            canvas.box(start, top + 2, max(length, 0.5), 14, colour, 0.8)
            canvas.text(start + length + 7, top + 14, f"{number:,}", size=12)
    each = "; ".join(
        f"{name} {hands:,} hands, {classes:,} class{'es' * (classes != 1)}"
        for name, hands, classes in rows
    )
    alt = f"Shares of hands and of classes: {each}."
    return canvas.drawing(30 + 24 * len(rows), "hands beside classes", alt)


COUNTS = (4, 3, 2, 1)


def filling(ranks: Sequence[int]) -> Drawing:
    """The four buckets after each different rank, the highest first.

    >>> filling([13, 13, 13, 11, 9]).alt.partition("After 9: ")[2]
    'bucket 4 empty; bucket 3 holds 13; bucket 2 empty; bucket 1 holds 11 9.'
    """
    canvas = Canvas()
    buckets: dict[int, list[int]] = {number: [] for number in COUNTS}
    lines = []
    for column, number in enumerate(COUNTS):
        canvas.text(178 + 72 * column, 16, f"bucket {number}", size=12, anchor="middle", bold=True)
    for row, rank in enumerate(sorted(set(ranks), reverse=True)):
        times = ranks.count(rank)
        held = buckets.setdefault(times, [])
        held.append(rank)
        top = 26 + 42 * row
        canvas.text(2, top + 22, f"{rank} occurs {times} ×", size=13)
        for column, number in enumerate(COUNTS):
            new = number == times
            canvas.box(145 + 72 * column, top, 66, 34, BLUE if new else "", 0.2 * new)
            text = " ".join(map(str, buckets[number]))
            size = 14 if len(text) < 8 else 11
            canvas.text(178 + 72 * column, top + 22, text, size=size, anchor="middle", mono=True)
        told = (
            f"bucket {number} holds {' '.join(map(str, buckets[number]))}"
            if buckets[number]
            else f"bucket {number} empty"
            for number in COUNTS
        )
        lines.append(f"After {rank}: {'; '.join(told)}.")
    return canvas.drawing(26 + 42 * len(lines), "four buckets filling", " ".join(lines))


def grouped(ranks: Sequence[int]) -> Drawing:
    """Ranks, their groups, the two rows, and the rows' transpose.

    >>> grouped([2, 13, 7, 13, 6]).alt
    'Ranks 2 13 7 13 6. Groups 13 13, 7, 6, 2. Row of counts 2 1 1 1, row of ranks 13 7 6 2. \
Transpose: 2 13, 1 7, 1 6, 1 2.'
    """
    groups = sorted(set(ranks), key=lambda rank: (ranks.count(rank), rank), reverse=True)
    counts = [ranks.count(rank) for rank in groups]
    canvas, step = Canvas(), 42

    def cells(top: float, numbers: Iterable[int], left: float = 112, colour: str = "") -> None:
        for place, number in enumerate(numbers):
            canvas.box(left + step * place, top, 36, 30, colour, 0.18 * bool(colour))
            canvas.text(left + step * place + 18, top + 20, number, anchor="middle", mono=True)

    canvas.text(2, 22, "ranks")
    cells(2, ranks)
    canvas.text(2, 76, "groups")
    left = 112.0
    for rank, number in zip(groups, counts):
        canvas.box(left, 52, 26 * number + 8, 38, BLUE if number > 1 else "", 0.18 * (number > 1))
        for place in range(number):
            canvas.text(left + 17 + 26 * place, 76, rank, anchor="middle", mono=True)
        left += 26 * number + 16
    canvas.text(2, 132, "two rows")
    canvas.text(104, 132, "counts", size=12, anchor="end", quiet=True)
    cells(112, counts, colour=ORANGE)
    canvas.text(104, 168, "ranks", size=12, anchor="end", quiet=True)
    cells(148, groups, colour=GREEN)
    canvas.text(2, 218, "transpose")
    canvas.text(2, 234, "a pair each", size=12, quiet=True)
    for row, (number, rank) in enumerate(zip(counts, groups)):
        across, top = 112 + 88 * (row % 3), 198 + 38 * (row // 3)
        cells(top, (number,), across, ORANGE)
        cells(top, (rank,), across + 38, GREEN)
    alt = f"Ranks {_spaced(ranks)}. Groups "
    alt += ", ".join(_spaced([rank] * number) for rank, number in zip(groups, counts))
    alt += f". Row of counts {_spaced(counts)}, row of ranks {_spaced(groups)}. Transpose: "
    alt += ", ".join(f"{number} {rank}" for number, rank in zip(counts, groups)) + "."
    height = 198 + 38 * -(-len(groups) // 3)
    return canvas.drawing(height, "ranks, groups, two rows, transpose", alt)


def _spaced(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers))


def annotated(verdict: Verdict) -> Drawing:
    """A verdict in its parts, each with a sentence that says how to read it."""
    parts = [(verdict.status.replace("_", " "), "the status: does every key agree with the rules?")]
    sizes = f"how many were evaluated, of {verdict.scope.size} cards each"
    parts.append((f"{verdict.hands:,} hands", sizes))
    if verdict.wrong:
        parts.append((f"{verdict.share} of all showdowns", "decided wrongly"))
    elif verdict.wrong == 0 and verdict.families:
        parts.append(("none of these hands shows a fault", "one hand of each class, before, did"))
    if witness := verdict.witness:
        pair = {side.hand_class.number for side in (witness.first, witness.second)}
        fitting = [family for family in verdict.families if pair & {*family.classes}]
        parts += [(str(family), "a fault, in words") for family in fitting[:1]]
        as_text = format_hand if witness.kind == UNSTEADY else best_first
        hands = "  |  ".join(as_text(side.hand) for side in (witness.first, witness.second))
        said = f"the witness: by the rules the first {witness.rules_say} the second;"
        parts.append((hands, f"{said} here it {witness.evaluator_says} it"))
    canvas, top = Canvas(380), 4
    for number, (value, note) in enumerate(parts, start=1):
        value_lines, note_lines = _wrapped(value, 46), _wrapped(note, 54)
        height = 14 + 19 * len(value_lines) + 17 * len(note_lines)
        canvas.box(34, top, canvas.width - 38, height, BLUE, 0.08)
        canvas.text(8, top + 22, number, size=16, bold=True)
        for line, text in enumerate(value_lines):
            canvas.text(44, top + 20 + 19 * line, text, bold=True)
        below = top + 18 + 19 * len(value_lines)
        for line, text in enumerate(note_lines):
            canvas.text(44, below + 17 * line, text, size=13, quiet=True)
        top += height + 8
    alt = " ".join(f"{number}. {value}: {note}." for number, (value, note) in enumerate(parts, 1))
    return canvas.drawing(top, f"the verdict on {verdict.name}, annotated", alt)


def _wrapped(text: str, columns: int) -> list[str]:
    return wrap(text, columns) or [""]
