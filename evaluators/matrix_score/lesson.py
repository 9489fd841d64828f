"""Matrix score, step by step: the idea, for five cards.

Write the hand into a matrix with a row for each suit and a column for each rank. T-T-T-4-4::

             2  3  4  5  6  7  8  9 10 11 12 13 14
    clubs          1                 1                 2
    diamonds       1                                   1
    hearts                           1                 1
    spades                           1                 1
                   2                 3

The sum of a column is the number of cards of a rank: two fours and three tens are a full house,
category 6. The sum of a row is the number of cards of a suit: 5 would be a flush. Category and
ranks become one decimal number, the score, with two digits for each rank:

    6.10 04 00 00 00 00 00

Digit 1 is the category. The first slot is for a triple with a pair, or the higher of two pairs; the
second for the other pair, or for a triple, a pair or four of a kind alone; the last five are for
single cards. Ranks are 2 to 14: jack 11, queen 12, king 13, ace 14. Column 1 is the low ace of the
wheel.

The idea is by Ilka Guigova, in `Poker In Four Hours
<https://www.codeproject.com/Articles/186361/Poker-In-Four-Hours>`_ (2011).
"""

from collections.abc import Sequence

from evaluators.cards import Card, rank_of, suit_of

name = "matrix-score-lesson"
sizes = range(5, 6)
lower_wins = False


def encode(card: Card) -> tuple[int, int]:
    """The card as rank, 2 to 14, and suit, 0 to 3.

    >>> encode(51)
    (14, 3)
    """
    return rank_of(card) + 2, suit_of(card)


def evaluate(hand: Sequence[tuple[int, int]]) -> float:
    """The score: the category before the point, seven ranks of two digits after it.

    >>> from evaluators.cards import parse_hand
    >>> evaluate([encode(card) for card in parse_hand("Ts Tc Th 4d 4c")])
    6.1004
    """
    matrix = [[0] * 15 for _ in range(4)]
    for rank, suit in hand:
        matrix[suit][rank] = 1
    of_suit = [sum(row) for row in matrix]
    of_rank = [sum(column) for column in zip(*matrix)]

    fours, threes, twos, ones = (
        [rank for rank in range(14, 1, -1) if of_rank[rank] == count] for count in (4, 3, 2, 1)
    )
    of_rank[1] = of_rank[14]  # an ace may also be low
    tops = [top for top in range(5, 15) if all(of_rank[top - 4 : top + 1])]
    flush = max(of_suit) == 5
    if tops:
        category = 8 if flush else 4
        ones = list(range(tops[0], tops[0] - 5, -1))
    elif flush:
        category = 5
    elif fours:
        category = 7
    elif threes:
        category = 6 if twos else 3
    else:
        category = len(twos)  # two pair, one pair, high card

    groups = fours + threes + twos
    slots = [0] * (2 - len(groups)) + groups + [0] * (5 - len(ones)) + ones
    score = category
    for slot in slots:
        score = 100 * score + slot
    return score / 10**14
