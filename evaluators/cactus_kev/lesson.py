"""Cactus Kev's lookups, step by step: the idea, for five cards.

There are 7,462 classes of hands. Number them, 1 for the royal flush to 7462 for 7-5-4-3-2, write
the numbers into tables, and find the number of a hand with a few operations on bits. A card is 32
bits:

    xxxAKQJT 98765432 CDHSrrrr xxPPPPPP

From the left: one bit for its rank, one bit for its suit, the rank as a number (which no step
uses), and the prime of its rank, 2 for a deuce to 41 for an ace.

Five different ranks: the OR of five cards has five rank bits. Shifted right by 16, they are an
index into a table. The AND has a suit bit only if all five cards are of one suit; flushes have a
table of their own.

Other hands: the product of the five primes is the same in any order of the cards, and different for
different ranks. A binary search finds it in a sorted list; next to it stands the number of the
class. Ranks are 2 to 14: jack 11, queen 12, king 13, ace 14; the four bits hold them from 0.

The idea is by `Kevin Suffecool <https://suffe.cool/poker/evaluator.html>`_. `scalar` fills the
tables.
"""

from collections.abc import Sequence

from evaluators.cactus_kev.scalar import FLUSHES, PRIMES, PRODUCTS, UNIQUE5
from evaluators.cards import Card, rank_of, suit_of

name = "cactus-kev-lesson"
sizes = range(5, 6)
lower_wins = True

SORTED_PRODUCTS = sorted(PRODUCTS)
NUMBERS = [PRODUCTS[product] for product in SORTED_PRODUCTS]


def encode(card: Card) -> int:
    """The card as 32 bits.

    >>> f"{encode(45):032b}"  # the king of diamonds
    '00001000000000000100101100100101'
    """
    rank, suit = rank_of(card) + 2, suit_of(card)
    rank_bit = 1 << (rank - 2)
    suit_bit = 8 >> suit
    prime = PRIMES[rank - 2]
    return (rank_bit << 16) | (suit_bit << 12) | ((rank - 2) << 8) | prime


def evaluate(hand: Sequence[int]) -> int:
    """The class number, 1 to 7462.

    >>> from evaluators.cards import parse_hand
    >>> evaluate([encode(card) for card in parse_hand("Kd Qs Jc Th 9s")])
    1601
    """
    a, b, c, d, e = hand
    ranks = (a | b | c | d | e) >> 16
    common_suit = a & b & c & d & e & 0xF000
    if common_suit:
        return FLUSHES[ranks]
    number = UNIQUE5[ranks]
    if number:
        return number

    product = 1
    for card in hand:
        prime = card & 0xFF
        product *= prime
    low, high = 0, len(SORTED_PRODUCTS)
    while low < high:
        middle = (low + high) // 2
        if SORTED_PRODUCTS[middle] < product:
            low = middle + 1
        else:
            high = middle
    return NUMBERS[low]
