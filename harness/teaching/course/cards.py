"""The tables of the appendix and of the worksheet, made from values."""

from collections.abc import Iterable, Sequence
from itertools import combinations, zip_longest

from evaluators.cards import RANKS, Card, format_hand, rank_of, suit_of
from harness.hands.classes import class_of
from harness.teaching.course.canvas import Marked, Table

SIGNS = "♣♢♡♠"
"""The suits: diamonds and hearts are hollow, so that they differ without colours."""

BLANK = "________"
"""Room for a number."""


def sign(card: Card) -> str:
    """A card as rank and sign of its suit.

    >>> sign(45), sign(32)
    ('K♢', 'T♣')
    """
    return RANKS[rank_of(card)] + SIGNS[suit_of(card)]


def fives(hand: Sequence[Card]) -> Table:
    """The choices of five of more cards, each with its class number; the best is marked.

    >>> from evaluators.cards import parse_hand
    >>> fives(parse_hand("Kd Ks 7c 7h 5s Qc")).rows[:2]
    [('K♢ K♠ 7♣ 7♡ 5♠', '2,662', 'kings and sevens, 5'), \
('K♢ K♠ 7♣ 7♡ Q♣', '2,656', 'kings and sevens, Q')]
    """
    found = [(class_of(five), _signs(five)) for five in combinations(hand, 5)]
    best = min(hand_class.number for hand_class, _ in found)
    rows = []
    for hand_class, signs in found:
        row = signs, f"{hand_class.number:,}", str(hand_class)
        rows.append(tuple(map(Marked, row)) if hand_class.number == best else row)
    title = f"the {len(rows)} choices of five of {len(hand)} cards"
    return Table(title, ("five cards", "class", "what it is"), rows)


def turned(hands: Sequence[Sequence[Card]]) -> Table:
    """Hands as rows, and beside them the same cards with a row for each card of the hands.

    >>> turned([(51, 47), (3, 2), (0, 1)]).rows
    [('As Ks', 'As 2s 2c'), ('2s 2h', 'Ks 2h 2d'), ('2c 2d', '')]
    """
    columns = map(format_hand, zip(*hands))
    rows = [*zip_longest(map(format_hand, hands), columns, fillvalue="")]
    return Table("hands, and the same cards turned", ("row per hand", "row per card"), rows)


# --- The worksheet. ---


def hands_to_rank(
    hands: Sequence[Sequence[Card]], answers: Sequence[tuple[str, int]] = ()
) -> Table:
    """Hands A, B, C, ..., each with room for its name and its place.

    Args:
        hands: the hands, in the order in which they stand on the sheet.
        answers: for each hand what it is, and its place from the top; empty for boxes.

    >>> hands_to_rank([(51, 50)]).rows, hands_to_rank([(51, 50)], [("pair of aces", 1)]).rows
    ([('A', 'A♠ A♡', '', '')], [('A', 'A♠ A♡', 'pair of aces', 1)])
    """
    rows = [
        (chr(ord("A") + row), _signs(hand), *(answers[row] if answers else ("", "")))
        for row, hand in enumerate(hands)
    ]
    return Table(f"{len(hands)} hands to rank", ("", "hand", "what it is", "place"), rows, "sheet")


def keys_to_fill(pairs: Sequence[tuple[Sequence[Card], Sequence[Card]]], items: int = 6) -> Table:
    """Pairs of hands, each with boxes for their keys, one under the other, and for the winner.

    >>> table = keys_to_fill([((51, 50), (0, 5))], 2)
    >>> table.head
    ('', 'hand', 'item 1', 'item 2', 'wins')
    >>> table.rows
    [('1', 'A♠ A♡', '', '', ''), ('', '2♣ 3♢', '', '', '')]
    """
    rows = []
    for number, (first, second) in enumerate(pairs, start=1):
        rows += [(f"{number}", _signs(first), *[""] * (items + 1))]
        rows += [("", _signs(second), *[""] * (items + 1))]
    head = ("", "hand", *(f"item {item}" for item in range(1, items + 1)), "wins")
    return Table(f"{len(pairs)} pairs of keys to fill in", head, rows, "sheet")


def counts_to_fill(rows: Iterable[tuple[str, str, Sequence[str]]]) -> Table:
    """For each category what is counted, and a calculation; an empty text is a box to fill in.

    >>> counts_to_fill([("flush", "suits, ranks", ("4", "×", "", "=", "8"))]).rows
    [('flush', 'suits, ranks', '4 × ________ = 8')]
    """
    filled = [(name, why, " ".join(part or BLANK for part in parts)) for name, why, parts in rows]
    head = ("category", "what the numbers count", "hands")
    return Table("how many hands each category has", head, filled, "sheet")


def slots(digits: str, labels: Sequence[str], hand: Sequence[Card] = ()) -> Table:
    """A score: a box for the category, and for each label a slot of two digits.

    Args:
        digits: of the category and of the slots; a space is an empty box.
        labels: the names of the slots.
        hand: stands above the score.

    >>> slots("20705", ("higher", "lower")).rows
    [('2.', '07', '05')]
    >>> slots("     ", ("higher", "lower"), (45, 47)).title
    'The score of K♢ K♠'
    """
    pairs = (digits[place : place + 2].strip() for place in range(1, len(digits), 2))
    title = f"The score of {_signs(hand)}" if hand else "A score"
    return Table(title, ("category", *labels), [(f"{digits[0].strip()}.", *pairs)], "sheet")


def _signs(hand: Sequence[Card]) -> str:
    return " ".join(map(sign, hand))
