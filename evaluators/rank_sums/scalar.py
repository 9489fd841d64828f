"""Sums of rank numbers: one addition and two lookups for any hand.

The sum of a hand says how often each rank occurs if the numbers of the ranks are far enough apart,
and it can count suits beside the ranks: Kenneth Shackleton's idea, in 2010. His `SKPokerEval
<https://github.com/kennethshackleton/SKPokerEval>`_ has the smallest such numbers for seven cards,
and packs both into 32 bits. The numbers here are powers of 5 for ranks and powers of 8 for suits,
with which b-inary's `holdem-hand-evaluator <https://github.com/b-inary/holdem-hand-evaluator>`_
begins. They can be read: in base 5, a sum has one digit for each rank, its count. Ranks are those
of the cards, 0 to 12, because they are exponents. A card is::

    ccc ddd hhh sss | nnnnnnn nnnnnnn nnnnnnn nnnnnnn nnn
    |                 |
    |                 5 ** rank: 31 bits, enough for the sum of any seven cards
    1 for its suit: three bits, enough to count seven cards

K-K-K-Q-Q has the lower bits 3 * 5 ** 11 + 2 * 5 ** 10, which are looked up in a dict (`RANKS`). The
upper 12 bits count the cards of each suit, and a list (`FLUSH_SUITS`, 4,096 entries) says whether
five are of one suit. Of a flush, only the cards of its suit are added up, and their lower bits are
looked up in another dict (`SUITED`).

Six and seven cards are looked up whole. `evaluators.multisets` says how their tables are built from
those for one card less, once, on the first hand of that size: 6,175 entries for five cards, 18,395
more for six and 49,205 more for seven, and 4,719 for suits.

A hand of any size costs the sum of its cards, a list lookup and a dict lookup.
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
    except KeyError:  # the first hand of its size, or an invalid hand
        if len(hand) not in sizes:
            raise
        make_tables(len(hand))
        return SUITED[suited & RANK_MASK] if suit else RANKS[total & RANK_MASK]


# In seven cards, a flush excludes full houses and four of a kind, so no better category is missed.
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
        unsuited, suited = class_numbers(5)
        RANKS.update(unsuited)
        SUITED.update(suited)
    else:
        make_tables(size - 1)
        RANKS.update(best_without_one(RANKS, multisets(size)))
        SUITED.update(best_without_one(SUITED, combinations(range(13), size)))
