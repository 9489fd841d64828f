"""The tasks of the worksheet, and their answers by the rules and by the matrix-score lesson.

Ranks are 2 to 14. A key is that of chapter 1: the category, then the ranks in the order in which
they count; the ace of A-2-3-4-5 is 1.

>>> key(HANDS[0])
(2, 14, 6, 11)
>>> score_digits(SCORED)
'212070000000005'
"""

from collections.abc import Sequence
from math import prod
from typing import NamedTuple

from evaluators import rulebook
from evaluators.cards import Card, Category, format_hand, parse_hand
from evaluators.matrix_score import lesson
from harness.hands.classes import class_of

HANDS = tuple(
    parse_hand(text)
    for text in (
        *("6d Ah Jc 6s Ac", "7s 4c 8d 5h 6s", "Td 4h Ts 4d Tc", "2s Ks 9s 6s Js", "As Jd 2d 8c 6h"),
        *("7c Kd 7s 7h 7d", "4h 2c Ad 3s 5c", "8h Qc 3d Qs Qd", "9h 6h 8h 5h 7h", "Th 5c Ad 8c 5s"),
    )
)
"""Ten hands to rank: each category, and A-2-3-4-5 beside another straight."""

PAIRS = tuple(
    (parse_hand(first), parse_hand(second))
    for first, second in (
        ("Kd 9h 4c Ks 9c", "9s Kh 3d 9d Kc"),
        ("Ah Qd As Jc 9s", "2d 3h 4s 2c 3s"),
        ("4c 2d Ac 5h 3s", "3h 6c 2s 5d 4h"),
        ("Qs 8d 5h Qh 8c", "8h Qd 5c 8s Qc"),
    )
)
"""Pairs of hands, whose keys are to be compared."""

SCORED = parse_hand("Qd 7c 5s Qs 7h")
"""A hand to be written as a score."""

READ = parse_hand("2h 9d 3s 2c Qd")
"""A hand whose score is to be read."""

SLOTS = tuple(f"slot {number}" for number in range(1, 8))


class Count(NamedTuple):
    """How many hands a category has.

    Attributes:
        category: the category.
        calculation: numbers and signs, with spaces between them.
        blank: the place of the number that is to be filled in; the result has the place -1.
        why: what the numbers count, in their order.
    """

    category: Category
    calculation: str
    blank: int
    why: str

    @property
    def hands(self) -> int:
        """The result.

        >>> COUNTS[3].hands
        5108
        """
        product, _, less = self.calculation.replace(",", "").partition(" − ")
        return prod(map(int, product.split(" × "))) - int(less or 0)

    def parts(self, filled: bool = False) -> tuple[str, ...]:
        """The calculation, number by number; the one to be filled in is empty, or not.

        >>> COUNTS[1].parts(), COUNTS[1].parts(filled=True)
        (('13', '×', '48', '=', ''), ('13', '×', '48', '=', '624'))
        """
        parts = [*self.calculation.split(), "=", f"{self.hands:,}"]
        if not filled:
            parts[self.blank] = ""
        return tuple(parts)


COUNTS = (
    Count(Category.STRAIGHT_FLUSH, "4 × 10", 2, "suits; highest cards"),
    Count(Category.FOUR_OF_A_KIND, "13 × 48", -1, "ranks of the four; other cards"),
    Count(Category.FULL_HOUSE, "13 × 4 × 12 × 6", 6, "rank of the three, its suits; the pair's"),
    Count(Category.FLUSH, "4 × 1,287 − 40", 4, "suits; five of 13 ranks; straight flushes"),
    Count(Category.STRAIGHT, "10 × 1,024 − 40", -1, "highest cards; suits; straight flushes"),
    Count(Category.THREE_OF_A_KIND, "13 × 4 × 66 × 16", 2, "rank, its suits; two ranks, theirs"),
    Count(Category.TWO_PAIR, "78 × 36 × 44", 4, "two of 13 ranks; their suits; other cards"),
    Count(Category.ONE_PAIR, "13 × 6 × 220 × 64", 0, "rank, its suits; three ranks, theirs"),
    Count(Category.HIGH_CARD, "1,277 × 1,020", -1, "ranks, no straight; suits, no flush"),
)


def key(hand: Sequence[Card]) -> tuple[int, ...]:
    """The key of a hand by the rules, with ranks from 2 to 14.

    >>> key(parse_hand("Ad 5c 4c 3c 2c"))
    (4, 5, 4, 3, 2, 1)
    """
    category, ranks = rulebook.evaluate([rulebook.encode(card) for card in hand])
    return int(category), *(rank + 2 for rank in ranks)


def ranked() -> list[tuple[str, int]]:
    """What each of the ten hands is, and its place from the top.

    >>> ranked()[6]
    ('five-high straight', 6)
    """
    keys = [key(hand) for hand in HANDS]
    best_first = sorted(keys, reverse=True)
    return [(str(class_of(hand)), best_first.index(own) + 1) for hand, own in zip(HANDS, keys)]


def score_digits(hand: Sequence[Card]) -> str:
    """The digits of the matrix score: the category, then two for each of seven slots."""
    score = lesson.evaluate([lesson.encode(card) for card in hand])
    return f"{round(score * 10**14):015d}"


def name(hand: Sequence[Card]) -> str:
    """The hand and what it is.

    >>> name(READ)
    '2h 9d 3s 2c Qd: pair of deuces, Q-9-3'
    """
    return f"{format_hand(hand)}: {class_of(hand)}"
