"""Rank sums, step by step: the idea, for five cards.

Give each rank a number, and add the numbers of the five cards. The sum is the same in any order of
the cards. If different ranks always have different sums, the sum identifies the ranks, and a table
of class numbers can be looked up by it.

0, 1, 2, 3, ... for the ranks from deuce to ace do not work. Two different hands have one sum:

    2-2-2-3-3    0 + 0 + 0 + 1 + 1  = 2    a full house
    2-2-2-2-4    0 + 0 + 0 + 0 + 2  = 2    four of a kind

Powers of five work: 1 for a deuce, 5 for a three, 25 for a four, ... 5**12 for an ace. Write the
sum in base 5. It has a digit for each rank, which says how often the rank occurs; no digit carries,
because a rank occurs four times at most, and 4 is the highest digit. So the ranks can be read back:

    K-K-K-Q-Q    5**11 + 5**11 + 5**11 + 5**10 + 5**10
                 = 166,015,625
                 = 3 * 5**11 + 2 * 5**10

    rank         A K Q J T 9 8 7 6 5 4 3 2
    base 5       0 3 2 0 0 0 0 0 0 0 0 0 0

There are 6,175 sums of five cards. They are the keys of a dict, `RANKS`; that of K-K-K-Q-Q has the
class number 180. The sum says nothing about suits, so if the five cards are of one suit, it is
looked up in another dict, `SUITED`, of 1,287 entries.

Smaller numbers work, too. Take 0, then again and again the smallest number with which all sums of
five cards still differ: 0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415. Nobody
can read their sums, but 79415 is much smaller than 5**12, which is 244,140,625.

The idea is Kenneth Shackleton's, in `SKPokerEval
<https://github.com/kennethshackleton/SKPokerEval>`_ (2010), with the smallest numbers for seven
cards. Powers of five are where b-inary's `holdem-hand-evaluator
<https://github.com/b-inary/holdem-hand-evaluator>`_ begins.
"""

from collections.abc import Sequence

from evaluators.cards import Card, rank_of, suit_of
from evaluators.multisets import class_numbers

name = "rank-sums-lesson"
sizes = range(5, 6)
lower_wins = True

RANKS, SUITED = class_numbers(5)  # class numbers by sums of powers of five


def encode(card: Card) -> tuple[int, int]:
    """The card as the number of its rank, 1 (deuce) to 5**12 (ace), and its suit, 0 to 3.

    >>> encode(3), encode(51)
    ((1, 3), (244140625, 3))
    """
    return 5 ** rank_of(card), suit_of(card)


def evaluate(hand: Sequence[tuple[int, int]]) -> int:
    """The class number, 1 to 7462.

    >>> from evaluators.cards import parse_hand
    >>> evaluate([encode(card) for card in parse_hand("Kd Ks Kc Qh Qs")])
    180
    """
    total = sum(number for number, suit in hand)
    suits = {suit for number, suit in hand}
    if len(suits) == 1:
        return SUITED[total]
    return RANKS[total]
