"""A hash by counting, step by step: the idea, for five cards.

The class of a hand that is not a flush depends only on how often each rank occurs. List all such
hands in one order, and write their class numbers into a table in the same order. The index of a
hand is then the number of hands that come before it, and this number can be calculated. So the
table has no holes, no two hands share an entry, and nothing is searched: a minimal perfect hash.

Take a small deck of deuces, threes and fours, and hands of two cards. Each hand is a number that
has a digit for each rank, the highest rank on the left; the digit says how often the rank occurs.
List the hands in the order of these numbers:

    index   digits   hand
            4 3 2
      0     0 0 2    2-2
      1     0 1 1    3-2
      2     0 2 0    3-3
      3     1 0 1    4-2
      4     1 1 0    4-3
      5     2 0 0    4-4

How many hands come before 4-3? First, the hands of two cards below a four: there are three. Then,
with a four in the hand as well, one card below a three: there is one. 3 + 1 = 4 is the index.

The whole deck has 13 ranks, and a rank occurs 0 to 4 times: a digit in base 5. There are 6,175 such
numbers for five cards. These come before the number of K-K-K-Q-Q:

    five cards below a king                                     2992
    a king as well, then four cards below a king                1001
    two kings as well, then three cards below a king             286
    three kings as well, then two cards below a queen             55
    three kings and a queen as well, then one card below a queen  10
                                                                ----
    index                                                       4344

and entry 4344 of the table is 180, the class number of the hand. So sort the cards, and add a
number for each. The numbers stand in a small table, `BELOW`: a row for each number of cards, 1 to
5, and a column for each rank, 65 entries that are used.

The ranks of a flush all differ. Written as 13 bits, they are the index into another table, of 8,192
entries.

The idea is Henry Lee's, in `PokerHandEvaluator
<https://github.com/HenryRLee/PokerHandEvaluator/blob/develop/Documentation/Algorithm.md>`_ (2016).
It adds a number for each rank; adding one for each card is the combinatorial number system.
"""

from collections.abc import Sequence
from functools import cache

from evaluators.cards import Card, rank_of, suit_of
from evaluators.multisets import class_numbers

name = "counting-hash-lesson"
sizes = range(5, 6)
lower_wins = True


@cache
def hands_below(rank: int, cards: int) -> int:
    """The number of hands of `cards` cards that have lower ranks only, none of them five times.

    >>> hands_below(11, 1), hands_below(11, 4), hands_below(11, 5)  # below a king
    (11, 1001, 2992)
    >>> pairs = (0, 0), (1, 0), (1, 1), (2, 0), (2, 1), (2, 2)  # of the small deck: 2-2 to 4-4
    >>> [hands_below(high, 2) + hands_below(low, 1) for high, low in pairs]
    [0, 1, 2, 3, 4, 5]
    """
    if cards == 0:
        return 1  # the empty hand
    if rank == 0:
        return 0  # no rank is below a deuce
    highest = rank - 1
    return sum(hands_below(highest, cards - times) for times in range(min(cards, 4) + 1))


BELOW = [[hands_below(rank, cards) for rank in range(13)] for cards in range(6)]

unsuited, suited = class_numbers(5)  # by a number in base 5 with a digit for each rank
CLASS_NUMBERS = [unsuited[number] for number in sorted(unsuited)]
FLUSHES = [0] * 8192
for number in suited:
    bits = sum(1 << rank for rank in range(13) if number // 5**rank % 5 == 1)
    FLUSHES[bits] = suited[number]


def encode(card: Card) -> tuple[int, int]:
    """The card as rank, 0 (deuce) to 12 (ace), and suit, 0 to 3.

    A rank is also the number of ranks below it.

    >>> encode(51)
    (12, 3)
    """
    return rank_of(card), suit_of(card)


def evaluate(hand: Sequence[tuple[int, int]]) -> int:
    """The class number, 1 to 7462.

    >>> from evaluators.cards import parse_hand
    >>> evaluate([encode(card) for card in parse_hand("Kd Ks Kc Qh Qs")])
    180
    """
    ranks = sorted(rank for rank, suit in hand)
    suits = {suit for rank, suit in hand}
    if len(suits) == 1:
        bits = sum(1 << rank for rank in ranks)
        return FLUSHES[bits]

    index = 0
    for cards, rank in enumerate(ranks, start=1):  # `cards`: this card and all before it
        index += BELOW[cards][rank]
    return CLASS_NUMBERS[index]
