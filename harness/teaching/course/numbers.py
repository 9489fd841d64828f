"""The pictures of chapters 5 and 6: a hand as one number, its bits, and the lookup of a product.

What stands in them is computed: a lesson runs under `harness.teaching.steps.trace`, and tables are
those of the evaluators.
"""

from collections.abc import Iterable, Sequence
from functools import reduce
from operator import and_, or_

from evaluators.cactus_kev import lesson as cactus_kev
from evaluators.cactus_kev.perfect_hash import displace
from evaluators.cards import SUITS, Card, Category, format_card
from evaluators.matrix_score import lesson as matrix_score
from harness.teaching.course.canvas import BLUE, GREEN, ORANGE, Canvas, Drawing
from harness.teaching.pictures import BITS
from harness.teaching.steps import Step, trace

SUIT_NAMES = dict(zip(SUITS, ("clubs", "diamonds", "hearts", "spades")))


def _steps(hand: Sequence[Card]) -> tuple[Step, ...]:
    """The steps of the lesson on the matrix score."""
    return trace(matrix_score.evaluate, [matrix_score.encode(card) for card in hand]).steps


def matrix(hand: Sequence[Card]) -> Drawing:
    """A hand as a matrix of suits and ranks, with the sums of rows and columns.

    >>> from evaluators.cards import parse_hand
    >>> matrix(parse_hand("Ts Tc Th 4d 4c")).alt
    'Row clubs: 4 10, sum 2. Row diamonds: 4, sum 1. Row hearts: 10, sum 1. Row spades: 10, sum 1. \
Sums of columns: rank 4 2, rank 10 3.'
    """
    values = _steps(hand)[-1].values
    rows, of_suit = values["matrix"], values["of_suit"]
    of_rank = [sum(column) for column in zip(*rows)]
    canvas, left, step = Canvas(), 62, 22.6
    for rank in range(15):
        canvas.text(left + step * (rank + 0.5), 14, rank, size=12, anchor="middle", quiet=True)
    canvas.text(421, 14, "sum", size=12, anchor="middle", bold=True)
    for suit, (name, row) in enumerate(zip(SUIT_NAMES.values(), rows)):
        top = 22 + 26 * suit
        canvas.text(left - 6, top + 16, name, size=12, anchor="end")
        for rank, one in enumerate(row):
            canvas.box(left + step * rank, top, step - 3, 23, BLUE if one else "", 0.25 * one)
            if one:
                canvas.text(left + step * (rank + 0.43), top + 16, 1, anchor="middle", mono=True)
        _sum(canvas, 406, top, of_suit[suit], is_marked=of_suit[suit] == 5, width=30)
    top = 22 + 26 * 4 + 8
    canvas.text(left - 6, top + 16, "sum", size=12, anchor="end", bold=True)
    for rank, count in enumerate(of_rank):
        if count:
            _sum(canvas, left + step * rank, top, count, is_marked=count > 1, width=step - 3)
    told = [
        f"Row {name}: {_spaced(rank for rank, one in enumerate(row) if one) or 'empty'}, sum {sum_}"
        for name, row, sum_ in zip(SUIT_NAMES.values(), rows, of_suit)
    ]
    sums = ", ".join(f"rank {rank} {count}" for rank, count in enumerate(of_rank) if count)
    alt = f"{'. '.join(told)}. Sums of columns: {sums}."
    return canvas.drawing(top + 26, "a hand in a matrix of suits and ranks", alt)


def _sum(
    canvas: Canvas, left: float, top: float, number: int, *, is_marked: bool, width: float
) -> None:
    canvas.box(left, top, width, 23, ORANGE if is_marked else "", 0.25 * is_marked)
    canvas.text(left + width / 2, top + 16, number, anchor="middle", mono=True, bold=is_marked)


def slots(hand: Sequence[Card]) -> Drawing:
    """The score of a hand while its slots are filled, from the left.

    >>> from evaluators.cards import parse_hand
    >>> slots(parse_hand("Ts Tc Th 4d 4c")).alt
    'Category 6, full house. Slot 1 is 10. Slot 2 is 04. Slots 3 to 7 are 00. The score is 6.1004.'
    """
    steps = _steps(hand)
    values = steps[-1].values
    category, ranks = values["category"], values["slots"]
    last = max((place for place, rank in enumerate(ranks) if rank), default=-1)
    told = [f"category {category}, {Category(category)}"]
    lines = [0]
    for place, rank in enumerate(ranks, start=1):
        if rank:
            told.append(f"slot {place} is {rank:02}")
            lines.append(place)
    if last < len(ranks) - 1:
        first = last + 2
        told.append(f"slots {first} to 7 are 00" if first < len(ranks) else f"slot {first} is 00")
        lines.append(len(ranks))
    canvas, left, step = Canvas(), 166, 39
    for start, number, head in ((left, 2, "groups"), (left + 2 * step, 5, "single cards")):
        middle = start + (number * step - 5) / 2
        canvas.text(middle, 14, head, size=12, anchor="middle", bold=True)
        canvas.line(start, 20, start + number * step - 5, 20)
    for line, (words, filled) in enumerate(zip(told, lines)):
        top = 28 + 34 * line
        canvas.text(2, top + 19, words.split(",")[0], size=13)
        canvas.text(left - 9, top + 19, f"{category}.", anchor="end", mono=True, bold=line == 0)
        for place, rank in enumerate(ranks, start=1):
            before = lines[line - 1] if line else 0
            is_new = before < place <= filled
            canvas.box(left + step * (place - 1), top, step - 5, 28, BLUE if is_new else "",
                       0.2 * is_new)  # fmt: skip
            if place <= filled:
                canvas.text(
                    left + step * (place - 1) + (step - 5) / 2, top + 19, f"{rank:02}",
                    anchor="middle", mono=True, quiet=not rank,
                )  # fmt: skip
    key = dict(steps[-1].made)["key"]
    alt = ". ".join(words[0].upper() + words[1:] for words in told) + f". The score is {key}."
    return canvas.drawing(28 + 34 * len(lines), "the slots of a score filling", alt)


def number(digits: Iterable[int], base: int) -> int:
    """The number with these digits; a digit may be greater than the base.

    >>> number((3, 0, 7), 10), number((14, 2), 10)
    (307, 142)
    """
    return reduce(lambda value, digit: base * value + digit, digits, 0)


def in_bases(
    first: Sequence[int], second: Sequence[int], bases: Sequence[int], names: tuple[str, str]
) -> Drawing:
    """Two rows of digits as numbers in several bases, and which number is greater.

    >>> in_bases((14, 2), (13, 12), (10, 12), ("A-2", "K-Q")).alt
    'Base 10: A-2 is 14 x 10 + 2 x 1 = 142, K-Q is 13 x 10 + 12 x 1 = 142: a tie. \
Base 12: A-2 is 14 x 12 + 2 x 1 = 170, K-Q is 13 x 12 + 12 x 1 = 168: A-2 is greater.'
    """
    canvas, step, left, told = Canvas(), 46, 88, []
    places = range(len(first) - 1, -1, -1)
    for block, base in enumerate(bases):
        top = 4 + 104 * block
        canvas.text(2, top + 14, f"base {base}", bold=True)
        values = number(first, base), number(second, base)
        sums = []
        for place, power in enumerate(places):
            middle = left + step * place + (step - 6) / 2
            canvas.text(middle, top + 14, f"× {base**power}", size=12, anchor="middle", quiet=True)
        for row, (name, digits, value) in enumerate(zip(names, (first, second), values)):
            below = top + 22 + 36 * row
            canvas.text(2, below + 20, name)
            for place, digit in enumerate(digits):
                carries = digit >= base
                canvas.box(
                    left + step * place, below, step - 6, 30, ORANGE if carries else "",
                    0.2 * carries,
                )  # fmt: skip
                middle = left + step * place + (step - 6) / 2
                canvas.text(middle, below + 20, digit, anchor="middle", mono=True)
            right = left + step * len(digits) + 4
            canvas.text(right, below + 20, f"= {value}", mono=True, bold=True)
            products = (f"{digit} x {base**power}" for digit, power in zip(digits, places))
            sums.append(f"{name} is {' + '.join(products)} = {value}")
        if values[0] == values[1]:
            outcome = "a tie"
        else:
            outcome = f"{names[values[0] < values[1]]} is greater"
        canvas.text(left + step * len(first) + 76, top + 60, outcome)
        told.append(f"Base {base}: {', '.join(sums)}: {outcome}.")
    title = f"{names[0]} and {names[1]} in bases"
    return canvas.drawing(4 + 104 * len(bases) - 10, title, " ".join(told))


RANK_FIELD, SUIT_FIELD, PRIME_FIELD = 0x1FFF0000, 0xF000, 0xFF
"""The bits of Cactus Kev's cards that say the rank, the suit and the prime."""


def bits(hand: Sequence[Card]) -> Drawing:
    """Cactus Kev's cards as 32 bits, the OR of their ranks and the AND of their suits.

    >>> from evaluators.cards import parse_hand
    >>> bits(parse_hand("Kd Qs Jc Th 9s")).alt.partition("OR")[2]
    ' of the rank bits, shifted right by 16: 0000111110000000, 3968. AND of the suit bits: 0000: \
more than one suit.'
    """
    cards = [cactus_kev.encode(card) for card in hand]
    ranks, suits = reduce(or_, cards) & RANK_FIELD, reduce(and_, cards) & SUIT_FIELD
    rows = [(format_card(card), bits, 0xFFFFFFFF) for card, bits in zip(hand, cards)]
    rows += [("OR", ranks, RANK_FIELD), ("AND", suits, SUIT_FIELD)]
    canvas, left, step = Canvas(), 42, 11.3
    height = 26 + 22 * len(cards)
    for first, last, colour in ((3, 16, BLUE), (18, 21, ORANGE), (29, 34, GREEN)):
        canvas.box(left + step * first, 2, step * (last - first + 1), height, colour, 0.12)
    for column, letter in enumerate(BITS):
        canvas.text(
            left + step * (column + 0.5), 17, letter, size=13, anchor="middle", mono=True,
            quiet=letter in "xr",
        )  # fmt: skip
    for row, (label, value, shown) in enumerate(rows):
        below = 40 + 22 * row + 12 * (row >= len(cards))
        canvas.text(left - 8, below, label, size=13, anchor="end", mono=True, bold=shown < 1 << 31)
        for place in range(31, -1, -1):
            bit = value >> place & 1
            if shown >> place & 1:
                column = 31 - place + (31 - place) // 8
                canvas.text(
                    left + step * (column + 0.5), below, bit, size=13, anchor="middle", mono=True,
                    quiet=not bit, bold=bool(bit),
                )  # fmt: skip
    index, top = ranks >> 16, 62 + 22 * len(rows)
    words = "all cards are of one suit" if suits else "more than one suit"
    canvas.text(2, top, f"OR, shifted right by 16: {index}")
    canvas.text(2, top + 22, f"AND: {suits >> 12:04b}: {words}")
    alt = "; ".join(f"{format_card(card)} {bits:032b}" for card, bits in zip(hand, cards))
    alt += f". OR of the rank bits, shifted right by 16: {index:016b}, {index}."
    alt += f" AND of the suit bits: {suits >> 12:04b}: {words}."
    return canvas.drawing(top + 32, "five cards as bits", alt)


def probes(numbers: Sequence[int], wanted: int) -> Drawing:
    """The probes of a binary search in sorted numbers: what is left of the list before each.

    >>> probes([4, 6, 9, 10, 14], 10).alt
    'Search for 10 in 5 numbers. Probe 1: of places 0 to 4 place 2, 9: smaller. \
Probe 2: of places 3 to 4 place 4, 14: not smaller. Probe 3: of places 3 to 3 place 3, 10: not \
smaller. After 3 probes place 3 is left.'
    """
    canvas, left, room = Canvas(), 28, 190
    told: list[str] = []
    low, high = 0, len(numbers)
    canvas.text(left, 14, f"places 0 to {len(numbers) - 1:,}", size=12, bold=True)
    canvas.text(left + room + 10, 14, "the number there", size=12, bold=True)
    while low < high:
        middle = (low + high) // 2
        there, top = numbers[middle], 24 + 23 * len(told)
        answer = "smaller" if there < wanted else "not smaller"
        canvas.text(20, top + 13, len(told) + 1, size=12, anchor="end", quiet=True)
        canvas.line(left, top + 9, left + room, top + 9)
        start, end = (left + room * place / len(numbers) for place in (low, high))
        canvas.box(start, top + 1, max(end - start, 1), 16, BLUE, 0.25)
        across = left + room * (middle + 0.5) / len(numbers)
        canvas.line(across, top - 1, across, top + 19)
        canvas.text(
            left + room + 10, top + 13, f"{there:,}: {answer}", size=12, bold=there == wanted
        )
        searched = f"of places {low:,} to {high - 1:,} place {middle:,}"
        told.append(f"Probe {len(told) + 1}: {searched}, {there:,}: {answer}.")
        if there < wanted:
            low = middle + 1
        else:
            high = middle
    top = 24 + 23 * len(told)
    outcome = f"After {len(told)} probes place {low:,} is left."
    canvas.text(left, top + 14, outcome, size=13)
    alt = f"Search for {wanted:,} in {len(numbers):,} numbers. {' '.join(told)} {outcome}"
    return canvas.drawing(top + 24, f"binary search for {wanted:,}", alt)


def hashed(numbers: Sequence[int], size: int) -> Drawing:
    """Numbers in the places that they get by the remainder; numbers that collide are marked.

    >>> hashed([4, 6, 14], 5).alt
    'Remainders by 5: place 0 empty, place 1: 6, place 2 empty, place 3 empty, place 4: 4, 14. \
Collisions in 1 place.'
    """
    places: list[list[int]] = [[] for _ in range(size)]
    for item in numbers:
        places[item % size].append(item)
    step = 430 / size
    canvas = Canvas()
    for place, items in enumerate(places):
        left = 5 + step * place
        canvas.text(left + step / 2 - 2, 14, place, size=12, anchor="middle", quiet=True)
        canvas.box(left, 22, step - 4, 28)
        for row, item in enumerate(items):
            colour = ORANGE if len(items) > 1 else BLUE
            canvas.box(left, 22 + 31 * row, step - 4, 28, colour, 0.2)
            canvas.text(left + step / 2 - 2, 41 + 31 * row, item, anchor="middle", mono=True)
    told = ", ".join(
        f"place {place}: {', '.join(map(str, items))}" if items else f"place {place} empty"
        for place, items in enumerate(places)
    )
    collisions = sum(len(items) > 1 for items in places)
    alt = f"Remainders by {size}: {told}. "
    alt += f"Collisions in {collisions} place{'s' * (collisions != 1)}."
    height = 24 + 31 * max(map(len, places))
    return canvas.drawing(height, f"remainders by {size}", alt)


def displaced(numbers: Sequence[int], rows: int, columns: int) -> Drawing:
    """A perfect hash: numbers in a table, its rows shifted, and the array that they become.

    >>> displaced([4, 6, 9], 2, 3).alt
    'Table: row 0: 6 in column 0, 4 in column 1; row 1: 9 in column 0. \
Shifts: row 0 by 0, row 1 by 2. Array: 6, 4, 9.'
    """
    shifts = displace(numbers, rows, columns)
    table: list[dict[int, int]] = [{} for _ in range(rows)]
    for item in sorted(numbers, key=lambda item: item % columns):
        table[item % rows][item % columns] = item
    slots = {shift + at: item for shift, row in zip(shifts, table) for at, item in row.items()}
    size = max(slots) + 1
    canvas, left = Canvas(), 92
    step = min(36.0, (438 - left) / (max(shifts) + columns))

    def cell(place: float, top: float, item: int | None, colour: str = "") -> None:
        canvas.box(left + step * place, top, step - 3, 24, colour, 0.22 * bool(colour))
        if item is not None:
            canvas.text(
                left + step * (place + 0.5) - 1.5, top + 17, item, size=13, anchor="middle",
                mono=True,
            )  # fmt: skip

    canvas.text(2, 14, "table", bold=True)
    for column in range(columns):
        canvas.text(left + step * (column + 0.5), 14, column, size=12, anchor="middle", quiet=True)
    for number_, row in enumerate(table):
        top = 20 + 27 * number_
        canvas.text(2, top + 17, f"row {number_}", size=13)
        for column in range(columns):
            cell(column, top, row.get(column), BLUE if column in row else "")
    below = 20 + 27 * rows + 18
    canvas.text(2, below + 8, "shifted", bold=True)
    for number_, (row, shift) in enumerate(zip(table, shifts)):
        top = below + 14 + 27 * number_
        canvas.text(2, top + 17, f"row {number_} by {shift}", size=13)
        canvas.box(left + step * shift, top, step * columns - 3, 24)
        for column, item in row.items():
            cell(column + shift, top, item, BLUE)
    below += 14 + 27 * rows + 12
    canvas.text(2, below + 17, "array", bold=True)
    for place in range(size):
        cell(place, below, slots.get(place), GREEN if place in slots else "")
        canvas.text(left + step * (place + 0.5), below + 40, place, size=12, anchor="middle",
                    quiet=True)  # fmt: skip
    told = "; ".join(
        f"row {number_}: "
        + (", ".join(f"{item} in column {column}" for column, item in row.items()) or "empty")
        for number_, row in enumerate(table)
    )
    moved = ", ".join(f"row {number_} by {shift}" for number_, shift in enumerate(shifts))
    array = ", ".join(str(slots.get(place, "free")) for place in range(size))
    alt = f"Table: {told}. Shifts: {moved}. Array: {array}."
    return canvas.drawing(below + 46, "rows of a table, shifted into one array", alt)


def _spaced(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers))
