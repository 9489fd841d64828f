"""Cactus Kev's lookups: two tables for five different ranks, prime products for the rest.

The idea is by `Kevin Suffecool <https://suffe.cool/poker/evaluator.html>`_. All 2,598,960 hands
fall into 7,462 classes. Number the classes, 1 for the royal flush to 7462 for 7-5-4-3-2 in several
suits, and find the number of a hand with a few bit operations and a lookup, without sorting or
counting. Ranks are 0 to 12: rank r sets bit r.

A card is 32 bits::

    xxxbbbbb bbbbbbbb cdhsrrrr xxpppppp
       |              |   |      |
       |              |   |      prime of the rank: 2 for a deuce, ..., 41 for an ace
       |              |   rank, 0 to 12, as in the original; nothing here reads it
       |              one bit for the suit
       one bit for the rank

Take K-Q-J-T-9 in several suits. ORed together and shifted right by 16, the five cards have one bit
for each rank: 0x0f80. These bits are an index into `UNIQUE5` and, for flushes, into `FLUSHES`.
ANDed together, the cards have no suit bit in common, so the hand is not a flush, and
``UNIQUE5[0x0f80]`` is 1601, its class. Both tables have 7,937 entries, of which 1,287 are used.

Take K-K-K-Q-Q. ORed together, it has two rank bits, for which `UNIQUE5` holds 0. The product of its
five primes, 37 * 37 * 37 * 31 * 31, identifies its ranks, because prime factors are unique. There
are 4,888 such products, from 48 to 104,553,157: too far apart to be an index. This file has three
evaluators, which differ only in how they look up a product:

==========================  ====================================  ===============
evaluator                   lookup of a product                   entries
==========================  ====================================  ===============
``cactus-kev``              by binary search, as first published  2 x 4,888
``cactus-kev-perfect-hash`` by a hash without collisions          see `perfect_hash`
``cactus-kev-dict``         in a dict, Python's hash map          4,888
==========================  ====================================  ===============

No hand has the product of five equal ranks, and the lookup of one means nothing: for 32,
five deuces, the search and the hash return the number of another product, and the dict raises
`KeyError`.

A hand of five different ranks costs 7 bit operations and a lookup, more only if its first two cards
are of one suit; other hands cost 10 bit operations, 4 multiplications and two lookups. Six and
seven cards cost all of their 6 or 21 combinations of five.

Changed from `lesson`, which tests for a flush first, as published: the ranks come first, because a
flush has five different ranks, so half of all hands need no test of suits; the product is one
expression; the search is the standard library's. ``docs/cost.md`` shows what each change gains.
"""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, count, permutations
from math import prod
from typing import Protocol

from evaluators.cactus_kev.perfect_hash import PerfectHash
from evaluators.cards import Card, rank_of, suit_of

KevCard = int

PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41)
ACE_TO_DEUCE = range(12, -1, -1)

Ranks = tuple[int, ...]


def encode(card: Card) -> KevCard:
    """The card as 32 bits, in the layout above.

    >>> f"{encode(45):#010x}"  # the king of diamonds
    '0x08004b25'
    """
    rank, suit = rank_of(card), suit_of(card)
    return (1 << (16 + rank)) | (0x8000 >> suit) | (rank << 8) | PRIMES[rank]


def rank_bits(ranks: Ranks) -> int:
    """The index into `FLUSHES` and `UNIQUE5`: one bit for each rank.

    >>> rank_bits((12, 11, 10, 9, 7))  # A-K-Q-J-9
    7808
    """
    return sum(1 << rank for rank in ranks)


def prime_product(ranks: Ranks) -> int:
    """The product of the ranks' primes, which identifies the ranks.

    >>> prime_product((11, 10, 9, 8, 7))  # K-Q-J-T-9
    14535931
    """
    return prod(PRIMES[rank] for rank in ranks)


# --- The tables: number the rank patterns from the best to the worst. ---


def straights() -> Iterator[Ranks]:
    """The ten straights, ace-high first and the wheel last."""
    for top in range(12, 3, -1):
        yield tuple(range(top, top - 5, -1))
    yield (3, 2, 1, 0, 12)


def no_pairs() -> Iterator[Ranks]:
    """Five different ranks that are not a straight, best first: 1,277 patterns."""
    sequences = {frozenset(ranks) for ranks in straights()}
    for ranks in combinations(ACE_TO_DEUCE, 5):
        if frozenset(ranks) not in sequences:
            yield ranks


def of_a_kind(*counts: int, kickers: int) -> Iterator[Ranks]:
    """Groups of equal ranks, as large as `counts`, and `kickers` single ranks, best first.

    >>> next(of_a_kind(2, 2, kickers=1))  # A-A-K-K-Q
    (12, 12, 11, 11, 10)
    """
    # Aces and kings are the same two pair as kings and aces.
    choose = combinations if counts == (2, 2) else permutations
    for ranks in choose(ACE_TO_DEUCE, len(counts)):
        groups = tuple(rank for rank, size in zip(ranks, counts) for _ in range(size))
        for rest in combinations([rank for rank in ACE_TO_DEUCE if rank not in ranks], kickers):
            yield groups + rest


def build_tables() -> tuple[list[int], list[int], dict[int, int]]:
    """`FLUSHES`, `UNIQUE5`, and the class number of each of the 4,888 prime products.

    >>> [(len(table), sum(map(bool, table))) for table in (FLUSHES, UNIQUE5)]
    [(7937, 1287), (7937, 1287)]
    >>> len(PRODUCTS), min(PRODUCTS), max(PRODUCTS)
    (4888, 48, 104553157)
    """
    entries = rank_bits((12, 11, 10, 9, 8)) + 1
    flushes, unique5 = [0] * entries, [0] * entries
    products: dict[int, int] = {}
    best_first = (
        (straights(), flushes, rank_bits),  # straight flushes
        (of_a_kind(4, kickers=1), products, prime_product),
        (of_a_kind(3, 2, kickers=0), products, prime_product),
        (no_pairs(), flushes, rank_bits),  # flushes
        (straights(), unique5, rank_bits),
        (of_a_kind(3, kickers=2), products, prime_product),
        (of_a_kind(2, 2, kickers=1), products, prime_product),
        (of_a_kind(2, kickers=3), products, prime_product),
        (no_pairs(), unique5, rank_bits),  # high cards
    )
    number = count(1)
    for patterns, table, index in best_first:
        for ranks in patterns:
            table[index(ranks)] = next(number)
    return flushes, unique5, products


FLUSHES, UNIQUE5, PRODUCTS = build_tables()


# --- Three lookups of a product; the third is a dict. ---


class Lookup(Protocol):
    """A mapping from prime products to class numbers, such as a dict."""

    def __getitem__(self, product: int, /) -> int: ...


class BinarySearch:
    """Two sorted arrays side by side: the products, and the class number of each."""

    def __init__(self, numbers: Mapping[int, int]) -> None:
        self.products = sorted(numbers)
        self.numbers = [numbers[product] for product in self.products]

    def __getitem__(self, product: int) -> int:
        return self.numbers[bisect_left(self.products, product)]


# --- The evaluator: a few bit operations, and one of the three lookups. ---


class CactusKev:
    """The class number of a hand, 1 to 7462, by bit patterns and prime products.

    CPython adapts a lookup in the bytecode to the type that it meets there, a dict or another. The
    three evaluators share this bytecode and slow each other down in one process, so each is timed
    in its own.
    """

    sizes = range(5, 8)
    lower_wins = True
    encode = staticmethod(encode)

    def __init__(self, name: str, lookup: Lookup, method: str) -> None:
        self.name = name
        self.lookup = lookup
        self.__doc__ = f"Cactus Kev's lookups, a product of primes found {method}."

    def evaluate(self, hand: Sequence[KevCard]) -> int:
        """The class number of five cards, or of the best five.

        >>> from evaluators.cards import parse_hand
        >>> binary_search.evaluate([encode(card) for card in parse_hand("Kd Qs Jc Th 9s")])
        1601
        """
        try:
            a, b, c, d, e = hand
        except ValueError:  # six or seven cards; testing the size first would slow down five
            return min(map(self.evaluate, combinations(hand, 5)))
        if number := UNIQUE5[(a | b | c | d | e) >> 16]:
            # The first two cards rule out most hands that are not flushes; if b has the suit of a,
            # it need not be tested again.
            if a & b & 0xF000 and a & c & d & e & 0xF000:
                return FLUSHES[(a | b | c | d | e) >> 16]
            return number
        return self.lookup[(a & 0xFF) * (b & 0xFF) * (c & 0xFF) * (d & 0xFF) * (e & 0xFF)]


binary_search = CactusKev("cactus-kev", BinarySearch(PRODUCTS), "by binary search")
perfect_hash = CactusKev("cactus-kev-perfect-hash", PerfectHash(PRODUCTS), "by a perfect hash")
hash_map = CactusKev("cactus-kev-dict", PRODUCTS, "in a dict")
