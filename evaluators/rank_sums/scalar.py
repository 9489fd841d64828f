"""Sums of rank numbers: one addition and two lookups for any hand.

Cactus Kev multiplies primes, because no two multisets of ranks have the same product. Kenneth
Shackleton saw in 2010 that a sum does as well, if the ranks' numbers are far enough apart, and that
a sum can carry the suits beside the ranks: his `SKPokerEval
<https://github.com/kennethshackleton/SKPokerEval>`_ has the smallest such numbers for seven cards,
and packs both into 32 bits. The simplest such numbers, powers of 5 for ranks and powers of 8 for
suits, are where b-inary's `holdem-hand-evaluator
<https://github.com/b-inary/holdem-hand-evaluator>`_ begins; they are taken here, because they can
be read: a number in base 5 with a digit for each rank, which says how often it occurs. A card is::

    ccc ddd hhh sss | nnnnnnn nnnnnnn nnnnnnn nnnnnnn nnn
    |                 |
    |                 5 ** rank: 31 bits are enough for all that seven cards can sum up to
    a 1 for its suit: each of these counts up to seven cards

Add the cards up, and the upper 12 bits of the sum are how many there are of each suit, which
says whether there is a flush (`FLUSH_SUITS`, 4,096 entries). The lower 31 bits are how many there
are of each rank, and are looked up in a dict (`RANKS`). Of a flush, only the cards of its suit are
added up, and looked up in another dict (`SUITED`).

The tables for six and seven cards are made from those for one card less, see
`evaluators.multisets`, when a hand of that size is first seen, and once: 6,175 entries for five
cards, 18,395 more for six and 49,205 more for seven, and 4,719 for suits. ``python -m
benchmarks.targets`` measures the time and the memory that they take.

A hand costs the sum of its cards, a list lookup and a dict lookup, whatever its size.
"""

from collections.abc import Sequence
from functools import cache
from itertools import combinations

from evaluators.cards import Card, rank_of, suit_of
from evaluators.multisets import best_without_one, class_numbers, multisets

name = "rank-sums"
sizes = range(5, 8)
lower_wins = True

SumCard = int

RANK_BITS = 31
RANK_MASK = (1 << RANK_BITS) - 1


def encode(card: Card) -> SumCard:
    """The card as ``5 ** rank``, with a 1 in the counter of its suit.

    >>> encode(45) == 1 << 6 + 31 | 5**11  # the king of diamonds
    True
    """
    power: int = 5 ** rank_of(card)
    return 1 << 9 - 3 * suit_of(card) + RANK_BITS | power


def evaluate(hand: Sequence[SumCard]) -> int:
    """The class number of the best five of five, six or seven cards.

    >>> from evaluators.cards import parse_hand
    >>> evaluate([encode(card) for card in parse_hand("Kd Qs Jc Th 9s 2c 2d")])
    1601
    """
    total: int = sum(hand)
    try:
        if suit := FLUSH_SUITS[total >> RANK_BITS]:
            suited: int = sum([card for card in hand if card & suit])
            return SUITED[suited & RANK_MASK]
        return RANKS[total & RANK_MASK]
    except KeyError:  # the first hand of its size, or no hand at all
        if len(hand) not in sizes:
            raise
        make_tables(len(hand))
        return SUITED[suited & RANK_MASK] if suit else RANKS[total & RANK_MASK]


# A flush and a full house need eight cards, so that a flush is the best of at most seven.
FLUSH_SUITS = [
    next((7 << place + RANK_BITS for place in (0, 3, 6, 9) if counts >> place & 7 >= 5), 0)
    for counts in range(1 << 12)
]
RANKS: dict[int, int] = {}
SUITED: dict[int, int] = {}


@cache
def make_tables(size: int) -> None:
    """Fill `RANKS` with hands of `size` cards and fewer, `SUITED` with as many of one suit."""
    if size == 5:
        several, one = class_numbers(5)
        RANKS.update(several)
        SUITED.update(one)
    else:
        make_tables(size - 1)
        RANKS.update(best_without_one(RANKS, multisets(size), min))
        SUITED.update(best_without_one(SUITED, combinations(range(13), size), min))
