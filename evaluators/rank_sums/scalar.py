"""Sums of rank numbers: an addition, a mask and a lookup for most hands.

The sum of a hand says how often each rank occurs if the numbers of the ranks are far enough apart,
and it can count suits as well: Kenneth Shackleton's idea, in 2010. His `SKPokerEval
<https://github.com/kennethshackleton/SKPokerEval>`_ has the smallest such numbers for seven cards,
and packs both into 32 bits. The ranks here are powers of 5, with which b-inary's
`holdem-hand-evaluator <https://github.com/b-inary/holdem-hand-evaluator>`_ begins. They can be
read: in base 5, a sum has one digit for each rank, its count. Ranks are those of the cards, 0 to
12, because they are exponents. A card is::

    ssssss hhhhhh dddddd cccccc | nnnnnnn nnnnnnn nnnnnnn nnnnnnn nnn
    |                             |
    |                             5 ** rank: 31 bits, enough for the sum of any seven cards
    7 for its suit: six bits, enough for seven cards

A suit counts in steps of 7, so that the upper bit of its six says whether there is a flush: four
cards are 28, less than 32, five are 35, and seven are 49, less than 64. `MASK` keeps these four
bits and the ranks. Of K-K-K-Q-Q, 3 * 5 ** 11 + 2 * 5 ** 10 is left, whatever its suits, and
a dict (`NUMBERS`) has its class number. Five hearts leave their ranks and the bit of hearts, and
have an entry of their own. Six or seven cards with a flush have none: too many other cards could
come with it. Then only the cards of its suit are added up, and another dict (`SUITED`) has their
class number. That is one hand in 33 of seven cards.

Six and seven cards are looked up whole. `evaluators.multisets` says how their tables are built from
those for one card less, once, on the first hand of that size: 6,175 entries and 5,148 for flushes
for five cards, 18,395 more for six and 49,205 more for seven, and 4,719 in `SUITED`.
"""

from collections.abc import Sequence
from functools import cache

from evaluators.cards import Card, rank_of, suit_of
from evaluators.multisets import class_numbers

name = "rank-sums"
sizes = range(5, 8)
lower_wins = True

SumCard = int

RANK_BITS = 31
RANK_MASK = (1 << RANK_BITS) - 1
SUIT_OF_FLUSH = {0b100000 << place: 0b111111 << place for place in range(RANK_BITS, 55, 6)}
"""All six bits of a suit, by the upper one."""
FLUSHES = sum(SUIT_OF_FLUSH)
MASK = FLUSHES | RANK_MASK


def encode(card: Card) -> SumCard:
    """The card as ``5 ** rank``, with 7 in the bits of its suit.

    >>> encode(45) == 7 << 31 + 6 | 5**11  # the king of diamonds
    True
    """
    power: int = 5 ** rank_of(card)
    return 7 << RANK_BITS + 6 * suit_of(card) | power


def evaluate(hand: Sequence[SumCard]) -> int:
    """The class number of the best five of five, six or seven cards.

    >>> from evaluators.cards import parse_hand
    >>> evaluate([encode(card) for card in parse_hand("Kd Qs Jc Th 9s 2c 2d")])
    1601
    """
    try:
        return NUMBERS[sum(hand) & MASK]
    except KeyError:
        return of_flush(hand)


def of_flush(hand: Sequence[SumCard]) -> int:
    """The class number of six or seven cards with a flush, and of the first hand of its size.

    A flush excludes full houses and four of a kind, so no better category is missed.
    It is a function of its own: a comprehension that uses `suit` makes every call slower.

    Raises:
        KeyError: the hand is invalid.
    """
    make_tables(len(hand))
    total: int = sum(hand)
    if not total & FLUSHES:
        return NUMBERS[total & MASK]
    suit = SUIT_OF_FLUSH[total & FLUSHES]
    return SUITED[sum([card for card in hand if card & suit]) & RANK_MASK]


NUMBERS: dict[int, int] = {}
SUITED: dict[int, int] = {}


@cache
def make_tables(size: int) -> None:
    """Fill `NUMBERS` with the hands of `size` cards, `SUITED` with up to as many of one suit."""
    if size not in sizes:
        return
    unsuited, suited = class_numbers(size)
    NUMBERS.update(unsuited)
    SUITED.update(suited)
    if size == 5:
        for flush in SUIT_OF_FLUSH:
            NUMBERS.update({flush | ranks: number for ranks, number in suited.items()})
