"""The pictures of the appendix and of the worksheet, drawn from values.

Those of the worksheet have lines and boxes to write on, and are as wide as the paper.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations

from evaluators.cards import RANKS, Card, format_card, format_hand, rank_of, suit_of
from harness.hands.classes import class_of
from harness.teaching.course.canvas import BLUE, ORANGE, Canvas, Drawing

SIGNS = "♣♢♡♠"
"""The suits: diamonds and hearts are hollow, so that they differ without colours."""


class Sheet(Drawing):
    """A drawing that is printed as wide as the paper."""

    def _repr_html_(self) -> str:
        return f'<figure class="drawing sheet">{self.svg}</figure>'


def _sheet(drawing: Drawing) -> Sheet:
    return Sheet(drawing.title, drawing.alt, drawing.svg)


def sign(card: Card) -> str:
    """A card as rank and sign of its suit.

    >>> sign(45), sign(32)
    ('K♢', 'T♣')
    """
    return RANKS[rank_of(card)] + SIGNS[suit_of(card)]


def fives(hand: Sequence[Card]) -> Drawing:
    """The choices of five of more cards, each with its class number; the best is marked.

    >>> from evaluators.cards import parse_hand
    >>> drawing = fives(parse_hand("Kd Ks 7c 7h 5s Qc"))
    >>> drawing.alt.partition(". ")[0]
    'The 6 choices of five of Kd Ks 7c 7h 5s Qc'
    >>> drawing.alt.partition("The best: ")[2]
    'Kd Ks 7c 7h Qc, class 2,656, kings and sevens, Q.'
    """
    places = list(combinations(range(len(hand)), 5))
    chosen = [[hand[place] for place in five] for five in places]
    found = [class_of(five) for five in chosen]
    best = min(range(len(found)), key=lambda index: found[index].number)
    canvas = Canvas()
    for place, card in enumerate(hand):
        plays = place in places[best]
        canvas.box(2 + 44 * place, 2, 38, 34, ORANGE if plays else "", 0.25 * plays)
        canvas.text(21 + 44 * place, 25, sign(card), size=16, anchor="middle", bold=plays)
    rows = -(-len(places) // 3)
    for index, (five, hand_class) in enumerate(zip(places, found)):
        left, top = 2 + 148 * (index // rows), 52 + 26 * (index % rows)
        if index == best:
            canvas.box(left - 1, top - 2, 138, 22, ORANGE, 0.25)
        for place in range(len(hand)):
            if place in five:
                canvas.box(left + 4 + 13 * place, top + 2, 10, 14, BLUE, 0.8)
            else:
                canvas.box(left + 4 + 13 * place, top + 2, 10, 14)
        number = f"{hand_class.number:,}"
        canvas.text(left + 132, top + 14, number, size=13, anchor="end", bold=index == best)
    below = 52 + 26 * rows + 18
    name = str(found[best])
    canvas.text(2, below, f"the best: {name}, class {found[best].number:,}")
    numbers = ", ".join(f"{hand_class.number:,}" for hand_class in found)
    alt = f"The {len(places)} choices of five of {format_hand(hand)}. Class numbers, in the order "
    alt += f"of itertools.combinations: {numbers}. The best: {format_hand(chosen[best])}, "
    alt += f"class {found[best].number:,}, {name}."
    title = f"the {len(places)} choices of five of {len(hand)} cards"
    return canvas.drawing(below + 12, title, alt)


def turned(hands: Sequence[Sequence[Card]]) -> Drawing:
    """Hands as rows, and beside them the same cards with a row for each card of the hands.

    >>> turned([(51, 47), (3, 2), (0, 1)]).alt
    'Three rows, a hand each: As Ks; 2s 2h; 2c 2d. Turned, two rows: As 2s 2c; Ks 2h 2d.'
    """
    canvas, step = Canvas(), 36
    size = len(hands[0])
    right = 40 + step * size + 62
    canvas.text(2, 16, "a row for each hand", bold=True)
    canvas.text(right, 16, "a row for each card", bold=True)
    for row, hand in enumerate(hands):
        for column, card in enumerate(hand):
            for left, top in (
                (2 + step * column, 28 + 34 * row),
                (right + step * row, 28 + 34 * column),
            ):
                first = column == 0
                canvas.box(left, top, step - 4, 28, BLUE if first else "", 0.2 * first)
                text = format_card(card)
                canvas.text(left + step / 2 - 2, top + 19, text, anchor="middle", mono=True)
    canvas.text(2 + step * size + 30, 28 + 34 * len(hands) / 2 + 6, "→", size=24, anchor="middle")
    by_hand = "; ".join(map(format_hand, hands))
    by_card = "; ".join(map(format_hand, zip(*hands)))
    alt = f"{_count(len(hands)).capitalize()} rows, a hand each: {by_hand}. "
    alt += f"Turned, {_count(size)} rows: {by_card}."
    height = 28 + 34 * max(size, len(hands))
    return canvas.drawing(height, "hands, and the same cards turned", alt)


def _count(number: int) -> str:
    return dict(enumerate(("no", "one", "two", "three", "four", "five"))).get(number, f"{number}")


# --- The worksheet. ---


def hands_to_rank(
    hands: Sequence[Sequence[Card]], answers: Sequence[tuple[str, int]] = ()
) -> Sheet:
    """Hands A, B, C, ..., each with a line for its name and a box for its place.

    Args:
        hands: the hands, in the order in which they stand on the sheet.
        answers: for each hand what it is, and its place from the top; empty for lines.

    >>> hands_to_rank([(51, 50), (0, 5)]).alt
    'A: As Ah, its name and place to fill in. B: 2c 3d, its name and place to fill in.'
    >>> hands_to_rank([(51, 50)], [("pair of aces", 1)]).alt
    'A: As Ah, pair of aces, place 1.'
    """
    canvas, told = Canvas(), []
    canvas.text(216, 14, "what it is", size=12, quiet=True)
    canvas.text(418, 14, "place", size=12, anchor="middle", quiet=True)
    for row, hand in enumerate(hands):
        top, letter = 20 + 29 * row, chr(ord("A") + row)
        canvas.text(2, top + 20, letter, size=16, bold=True)
        for column, card in enumerate(hand):
            canvas.box(26 + 36 * column, top, 32, 26)
            canvas.text(42 + 36 * column, top + 19, sign(card), size=16, anchor="middle")
        canvas.line(216, top + 24, 390, top + 24)
        canvas.box(400, top, 36, 26)
        said = "its name and place to fill in"
        if answers:
            name, place = answers[row]
            canvas.text(216, top + 18, name, size=13)
            canvas.text(418, top + 19, place, size=15, anchor="middle", bold=True)
            said = f"{name}, place {place}"
        told.append(f"{letter}: {format_hand(hand)}, {said}.")
    height = 20 + 29 * len(hands)
    return _sheet(canvas.drawing(height, f"{len(hands)} hands to rank", " ".join(told)))


def keys_to_fill(pairs: Sequence[tuple[Sequence[Card], Sequence[Card]]], items: int = 6) -> Sheet:
    """Pairs of hands, each with two rows of boxes for their keys, one under the other.

    >>> keys_to_fill([((51, 50), (0, 5))], 3).alt
    'Pair 1: As Ah above 2c 3d, with 3 boxes each for their keys, to fill in.'
    """
    canvas, told = Canvas(), []
    for index, hands in enumerate(pairs):
        left, top = 2 + 224 * (index % 2), 2 + 128 * (index // 2)
        canvas.text(left, top + 16, index + 1, size=16, bold=True)
        for hand, text_top, box_top in zip(hands, (0, 78), (24, 50)):
            canvas.text(left + 24, top + text_top + 17, " ".join(map(sign, hand)), size=15)
            for place in range(items):
                canvas.box(left + 24 + 30 * place, top + box_top, 26, 22)
        for start, text, line, end in ((24, "decides: item", 96, 122), (130, "wins:", 160, 204)):
            canvas.text(left + start, top + 118, text, size=11, quiet=True)
            canvas.line(left + line, top + 120, left + end, top + 120)
        first, second = map(format_hand, hands)
        told.append(
            f"Pair {index + 1}: {first} above {second}, with {items} boxes each for their keys, "
            "to fill in."
        )
    height = 2 + 128 * -(-len(pairs) // 2)
    return _sheet(canvas.drawing(height, "keys to fill in", " ".join(told)))


def counts_to_fill(rows: Iterable[tuple[str, str, Sequence[str]]]) -> Sheet:
    """For each category what is counted, and a calculation; an empty text is a box to fill in.

    >>> counts_to_fill([("flush", "suits, ranks", ("4", "×", "", "=", "8"))]).alt
    'flush (suits, ranks): 4 × blank = 8.'
    """
    canvas, told, top = Canvas(), [], 0
    for name, why, parts in rows:
        canvas.text(2, top + 18, name, size=13, bold=True)
        canvas.text(2, top + 34, why, size=11, quiet=True)
        right = 438
        for place, part in enumerate(reversed(parts)):
            width = 18 if place % 2 else 44 + 36 * (place == 0)
            if not part:
                canvas.box(right - width, top + 2, width, 21)
            elif place:
                canvas.text(right - width / 2, top + 19, part, anchor="middle")
            else:
                canvas.text(right - 6, top + 19, part, anchor="end")
            right -= width
        told.append(f"{name} ({why}): {' '.join(part or 'blank' for part in parts)}.")
        top += 40
    return _sheet(canvas.drawing(top, "counts to fill in", " ".join(told)))


def slots(digits: str, labels: Sequence[str], hand: Sequence[Card] = ()) -> Sheet:
    """A score: a box for the category, a point, and for each label a slot of two digits.

    Args:
        digits: of the category and of the slots; a space is an empty box.
        labels: the names of the slots.
        hand: stands above the score.

    >>> slots("20705", ("higher", "lower")).alt
    'Score: category 2, higher 07, lower 05.'
    >>> slots("     ", ("higher", "lower"), (45, 47)).alt
    'Score of Kd Ks: category blank, higher blank, lower blank.'
    """
    canvas = Canvas()
    top = 36 if hand else 2
    for column, card in enumerate(hand):
        canvas.box(14 + 36 * column, 2, 32, 26)
        canvas.text(30 + 36 * column, 21, sign(card), size=16, anchor="middle")

    def box(left: float, digit: str) -> None:
        canvas.box(left, top, 22, 28)
        canvas.text(left + 11, top + 20, digit, size=16, anchor="middle", mono=True)

    box(14, digits[0])
    canvas.text(25, top + 44, "category", size=11, anchor="middle")
    canvas.text(47, top + 26, ".", size=24, anchor="middle", bold=True)
    told = [f"category {digits[0].strip() or 'blank'}"]
    for place, label in enumerate(labels):
        left, pair = 62 + 54 * place, digits[1 + 2 * place : 3 + 2 * place]
        box(left, pair[0])
        box(left + 23, pair[1])
        canvas.text(left + 22, top + 44, label, size=11, anchor="middle")
        told.append(f"{label} {pair.strip() or 'blank'}")
    of_hand = f" of {format_hand(hand)}" if hand else ""
    alt = f"Score{of_hand}: {', '.join(told)}."
    return _sheet(canvas.drawing(top + 50, "a score in slots", alt))
