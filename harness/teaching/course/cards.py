"""The tables of the appendix, made from values."""

from collections.abc import Iterable, Sequence
from itertools import combinations, zip_longest

from evaluators.cards import SUITS, Card, format_hand
from harness.hands.classes import class_of
from harness.teaching.course.canvas import Marked, Table

SIGNS = "♣♢♡♠"
"""The suits: diamonds and hearts are hollow, so that they differ without colours."""


def signs(hand: Iterable[Card]) -> str:
    """A hand as text, with signs for the suits.

    >>> signs([45, 32])
    'K♢ T♣'
    """
    return format_hand(hand).translate(str.maketrans(SUITS, SIGNS))


def fives(hand: Sequence[Card]) -> Table:
    """The choices of five of more cards, each with its class number; the best is marked.

    >>> from evaluators.cards import parse_hand
    >>> fives(parse_hand("Kd Ks 7c 7h 5s Qc")).rows[:2]
    [('K♢ K♠ 7♣ 7♡ 5♠', '2,662', 'kings and sevens, 5'), \
('K♢ K♠ 7♣ 7♡ Q♣', '2,656', 'kings and sevens, Q')]
    """
    found = [(class_of(five), signs(five)) for five in combinations(hand, 5)]
    best = min(hand_class.number for hand_class, _ in found)
    rows = []
    for hand_class, text in found:
        row = text, f"{hand_class.number:,}", str(hand_class)
        rows.append(tuple(map(Marked, row)) if hand_class.number == best else row)
    title = f"the {len(rows)} choices of five of {len(hand)} cards"
    return Table(title, ("five cards", "class", "what it is"), rows)


def turned(hands: Sequence[Sequence[Card]]) -> Table:
    """Hands as rows, next to the same cards with a row for each card of the hands.

    >>> turned([(51, 47), (3, 2), (0, 1)]).rows
    [('As Ks', 'As 2s 2c'), ('2s 2h', 'Ks 2h 2d'), ('2c 2d', '')]
    """
    columns = map(format_hand, zip(*hands))
    rows = [*zip_longest(map(format_hand, hands), columns, fillvalue="")]
    return Table("hands, and the same cards turned", ("row per hand", "row per card"), rows)
