"""The pictures of chapters 5 and 6: a hand as one number, its bits, and the lookup of a product.

What stands in them is computed: a lesson runs under `harness.teaching.steps.trace`, and tables are
those of the evaluators.
"""

from collections.abc import Sequence
from functools import reduce
from itertools import zip_longest
from operator import and_, mul, or_

from evaluators.cactus_kev import lesson as cactus_kev
from evaluators.cactus_kev.perfect_hash import displace
from evaluators.cards import Card, Category, format_card
from harness.teaching.course.canvas import BLUE, GREEN, ORANGE, Canvas, Drawing, Marked, Table
from harness.teaching.explanation import explain
from harness.teaching.pictures import BITS, SUITS


def matrix(hand: Sequence[Card]) -> Table:
    """A hand as a matrix of suits and ranks, with the sums of rows and columns.

    >>> from evaluators.cards import parse_hand
    >>> table = matrix(parse_hand("Ts Tc Th 4d 4c"))
    >>> table.head[11], [(row[0], row[11], row[-1]) for row in table.rows]
    ('10', [('clubs', '1', 2), ('diamonds', '', 1), ('hearts', '1', 1), ('spades', '1', 1), \
('sum', '3', '')])
    """
    ones = explain("matrix-score", hand).steps[-1].values["matrix"]
    rows: list[Sequence[object]] = [
        (suit, *("1" if one else "" for one in row), Marked(5) if sum(row) == 5 else sum(row))
        for suit, row in zip(SUITS, ones)
    ]
    sums = [sum(column) for column in zip(*ones)]
    rows.append(("sum", *(Marked(count) if count > 1 else count or "" for count in sums), ""))
    head = ("", *map(str, range(15)), "sum")
    return Table("a hand in a matrix of suits and ranks", head, rows)


def slots(hand: Sequence[Card]) -> Table:
    """The score of a hand while its slots are filled, from the left.

    >>> from evaluators.cards import parse_hand
    >>> slots(parse_hand("Ts Tc Th 4d 4c")).rows[-1]
    ('slots 3 to 7 are 00', '6.', '10', '04', '00', '00', '00', '00', '00')
    """
    values = explain("matrix-score", hand).steps[-1].values
    category, ranks = values["category"], values["slots"]
    rows = [(f"category {category}", Marked(f"{category}."), *[""] * 7)]
    before = 0
    for place, rank in enumerate(ranks, start=1):
        if rank or place == 7:
            digits = [f"{rank:02}" for rank in ranks[:place]]
            new = map(Marked, digits[before:])
            words = f"slot {place} is {rank:02}" if rank else f"slots {before + 1} to 7 are 00"
            rows.append((words, f"{category}.", *digits[:before], *new, *[""] * (7 - place)))
            before = place
    head = ("", "category", *(f"slot {place}" for place in range(1, 8)))
    return Table(f"{Category(category)}: the slots of its score filling", head, rows)


def in_bases(
    first: Sequence[int], second: Sequence[int], bases: Sequence[int], names: tuple[str, str]
) -> Table:
    """Two rows of digits as numbers in several bases, and which number is greater.

    >>> for row in in_bases((14, 2), (13, 12), (10, 12), ("A-2", "K-Q")).rows:
    ...     print(*row)
    10 14 × 10 + 2 × 1 = 142 13 × 10 + 12 × 1 = 142 a tie
    12 14 × 12 + 2 × 1 = 170 13 × 12 + 12 × 1 = 168 A-2 is greater
    """
    rows = []
    for base in bases:
        powers = [base**power for power in range(len(first) - 1, -1, -1)]
        values = [sum(map(mul, digits, powers)) for digits in (first, second)]
        sums = []
        for digits, value in zip((first, second), values):
            products = " + ".join(f"{digit} × {power}" for digit, power in zip(digits, powers))
            text = f"{products} = {value}"
            sums.append(Marked(text) if max(digits) >= base else text)
        greater = f"{names[values[0] < values[1]]} is greater"
        rows.append((base, *sums, greater if values[0] != values[1] else "a tie"))
    return Table(f"{names[0]} and {names[1]} in bases", ("base", *names, ""), rows)


WIDTH = 20
"""The characters of a picture of a list."""
RANK_FIELD, SUIT_FIELD = 0x1FFF0000, 0xF000
"""The bits of Cactus Kev's cards that say the rank and the suit."""


def bits(hand: Sequence[Card]) -> Drawing:
    """Cactus Kev's cards as 32 bits, the OR of their ranks and the AND of their suits.

    >>> from evaluators.cards import parse_hand
    >>> bits(parse_hand("Kd Qs Jc Th 9s")).alt.partition("OR")[2]
    ' of the rank bits, shifted right by 16: 0000111110000000, 3968. AND of the suit bits: 0000: \
more than one suit.'
    """
    cards = [cactus_kev.encode(card) for card in hand]
    ranks, suits = reduce(or_, cards) & RANK_FIELD, reduce(and_, cards) & SUIT_FIELD
    rows = [(format_card(card), value, 0xFFFFFFFF) for card, value in zip(hand, cards)]
    rows += [("OR", ranks, RANK_FIELD), ("AND", suits, SUIT_FIELD)]
    canvas, left, step = Canvas(), 42, 11.3
    lines = [40 + 22 * row + 12 * (row >= len(cards)) for row in range(len(rows))]
    for first, last, colour in ((3, 16, BLUE), (18, 21, ORANGE), (29, 34, GREEN)):
        canvas.box(left + step * first, 2, step * (last - first + 1), 136, colour, 0.12)
    for column, letter in enumerate(BITS):
        middle = left + step * (column + 0.5)
        canvas.text(middle, 17, letter, size=13, anchor="middle", mono=True, quiet=letter in "xr")
        place = 31 - column + column // 9
        for line, (_, value, shown) in zip(lines, rows):
            if letter != " " and shown >> place & 1:
                bit = value >> place & 1
                canvas.text(middle, line, bit, size=13, anchor="middle", mono=True,
                            quiet=not bit, bold=bool(bit))  # fmt: skip
    for line, (label, *_) in zip(lines, rows):
        canvas.text(left - 8, line, label, size=13, anchor="end", mono=True)
    top, words = 62 + 22 * len(rows), "all cards are of one suit" if suits else "more than one suit"
    canvas.text(2, top, f"OR, shifted right by 16: {ranks >> 16}")
    canvas.text(2, top + 22, f"AND: {suits >> 12:04b}: {words}")
    alt = "; ".join(f"{format_card(card)} {value:032b}" for card, value in zip(hand, cards))
    alt += f". OR of the rank bits, shifted right by 16: {ranks >> 16:016b}, {ranks >> 16}."
    alt += f" AND of the suit bits: {suits >> 12:04b}: {words}."
    return canvas.drawing(top + 32, "five cards as bits", alt)


def probes(numbers: Sequence[int], wanted: int) -> Table:
    """The probes of a binary search in sorted numbers: what is left of the list before each.

    >>> for row in probes([4, 6, 9, 10, 14], 10).rows:
    ...     print(*row)
    1 ████████████████████ 2 9: smaller
    2 ············████████ 4 14: not smaller
    3 ············████···· 3 10: not smaller
    """
    rows: list[tuple[object, ...]] = []
    low, high = 0, len(numbers)
    while low < high:
        middle = (low + high) // 2
        start, end = (WIDTH * place // len(numbers) for place in (low, high))
        left = "·" * start + ("█" * (end - start)).ljust(1, "█") + "·" * (WIDTH - end)
        answer = f"{numbers[middle]:,}: {'smaller' if numbers[middle] < wanted else 'not smaller'}"
        is_there = numbers[middle] == wanted
        rows.append((len(rows) + 1, left[:WIDTH], f"{middle:,}", (str, Marked)[is_there](answer)))
        low, high = (middle + 1, high) if numbers[middle] < wanted else (low, middle)
    title = f"binary search for {wanted:,}: after {len(rows)} probes place {low:,} is left"
    return Table(title, ("probe", "what is left", "place", "the number there"), rows)


def hashed(numbers: Sequence[int], size: int) -> Table:
    """Numbers in the places that they get by the remainder; numbers that collide are marked.

    >>> hashed([4, 6, 14], 5).rows
    [('', '6', '', '', '4'), ('', '', '', '', '14')]
    """
    places = [[str(item) for item in numbers if item % size == place] for place in range(size)]
    marked = [[Marked(item) for item in items] if items[1:] else items for items in places]
    rows = [*zip_longest(*marked, fillvalue="")]
    return Table(f"products by their remainders by {size}", range(size), rows)


def displaced(numbers: Sequence[int], rows: int, columns: int) -> Table:
    """A perfect hash: numbers in a table whose rows are shifted, and the array that they become.

    >>> displaced([4, 6, 9], 2, 3).rows
    [['row 0 by 0', '6', '4', ''], ['row 1 by 2', '', '', '9'], ['array', '6', '4', '9']]
    """
    shifts = displace(numbers, rows, columns)
    places = {item: shifts[item % rows] + item % columns for item in numbers}
    size = max(places.values()) + 1
    table = [[f"row {row} by {shift}", *[""] * size] for row, shift in enumerate(shifts)]
    array = ["array", *[""] * size]
    for item, place in places.items():
        table[item % rows][place + 1] = str(item)
        array[place + 1] = Marked(item)
    return Table("rows of a table, shifted into one array", ("", *range(size)), [*table, array])
