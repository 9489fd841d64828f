"""Cactus Kev's idea by sums: one addition and two lookups for any hand.

Cactus Kev multiplies primes, because no two sets of ranks have the same product. A sum does as
well, if the ranks' numbers are far enough apart: in base 5, with a digit for each rank that says
how often it occurs, up to four times. And a sum, unlike a product, can carry more beside it, and
costs the same for any number of cards. So a card is::

    ccc ddd hhh sss | nnnnnnn nnnnnnn nnnnnnn nnnnnnn nnn
    |                 |
    |                 5 ** rank: 31 bits are enough for all that seven cards can sum up to
    a 1 for its suit: each of these counts up to seven cards

Add the cards up, and the upper 12 bits of the sum are how many there are of each suit, which
says whether there is a flush (`FLUSH_SUITS`, 4,096 entries); the lower 31 are how many of each
rank, and looked up in a dict (`RANKS`). For a flush, only its own cards are added up, and looked
up in another (`SUITED`).

The class numbers of six and seven cards need no combinations: the best of a hand is the best of
what is left when one of its cards is taken away, so that the table for seven cards is made from
that for six, and this from that for five. Each is made when a hand of its size is first seen,
once: 6,175 entries for five cards, 18,395 more for six and 49,205 more for seven, and 4,719 for
suits. ``python -m benchmarks.targets`` says how long it takes and how much memory.

One hand costs the sum of its cards, a list lookup and a dict lookup, whatever its size.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement

from evaluators.cactus_kev import FLUSHES, PRODUCTS, UNIQUE5, prime_product, rank_bits
from evaluators.cards import Card, rank_of, suit_of

name = "cactus-kev-sum"
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
    except KeyError:
        if len(hand) in tables_made:
            raise
        make_tables(len(hand))
        return evaluate(hand)


# A flush and a full house need eight cards, so that a flush is the best of at most seven.
FLUSH_SUITS = [
    next((7 << place + RANK_BITS for place in (0, 3, 6, 9) if counts >> place & 7 >= 5), 0)
    for counts in range(1 << 12)
]
RANKS: dict[int, int] = {}
SUITED: dict[int, int] = {}

tables_made: set[int] = set()


def make_tables(size: int) -> None:
    """Fill `RANKS` and `SUITED` for hands of up to `size` cards."""
    if size == 5:
        for ranks in multisets(5):
            unique = UNIQUE5[rank_bits(ranks)] if len(set(ranks)) == 5 else 0
            RANKS[sum_of(ranks)] = unique or PRODUCTS[prime_product(ranks)]
        for suited in combinations(range(13), 5):
            SUITED[sum_of(suited)] = FLUSHES[rank_bits(suited)]
    elif size in sizes:
        make_tables(size - 1)
        for ranks in multisets(size):
            RANKS[sum_of(ranks)] = best_without_one(RANKS, ranks)
        for more in combinations(range(13), size):
            SUITED[sum_of(more)] = best_without_one(SUITED, more)
    tables_made.add(size)


def multisets(size: int) -> Iterator[tuple[int, ...]]:
    """The ranks that a hand can have: none five times."""
    for ranks in combinations_with_replacement(range(13), size):
        if all(ranks[i] < ranks[i + 4] for i in range(size - 4)):
            yield ranks


def sum_of(ranks: Sequence[int]) -> int:
    """The ranks as a number in base 5."""
    return sum(5**rank for rank in ranks)


def best_without_one(table: dict[int, int], ranks: Sequence[int]) -> int:
    """The best class number that is left when one card is taken away."""
    total = sum_of(ranks)
    return min(table[total - 5**rank] for rank in set(ranks))
