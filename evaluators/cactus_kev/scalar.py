"""Cactus Kev's lookups: two tables for distinct ranks, prime products for the rest.

The idea, by `Kevin Suffecool <https://suffe.cool/poker/evaluator.html>`_: all 2,598,960 hands fall
into 7,462 classes, so number the classes, 1 for the royal flush to 7462 for 7-5-4-3-2 of several
suits, and find the number of a hand with a few bit operations and a lookup. No sorting, no
counting.

A card is 32 bits::

    xxxbbbbb bbbbbbbb cdhsrrrr xxpppppp
       |              |   |      |
       |              |   |      prime of the rank: 2 for a deuce, ..., 41 for an ace
       |              |   rank, 0 to 12
       |              one bit for the suit
       one bit for the rank

Five cards ORed together leave one bit for each rank that occurs. Five different ranks
make an index into `FLUSHES` or `UNIQUE5`; both have 7,937 entries, of which 1,287 are
used. Where a rank repeats, `UNIQUE5` holds 0, and the product of the five primes, which
no other combination of ranks shares, identifies the ranks. There are 4,888 such products
between 48 and 104,553,157: too far apart to be an index. The three evaluators differ
only in how they look a product up:

==========================  ====================================  ===============
evaluator                   a product is found                    entries
==========================  ====================================  ===============
``cactus-kev``              by binary search, as first published  2 x 4,888
``cactus-kev-perfect-hash`` by a hash without collisions          see `PerfectHash`
``cactus-kev-dict``         in a dict, Python's hash map          4,888
==========================  ====================================  ===============

That a perfect hash can take the place of the search was `Paul Senzee's idea
<https://senzee.blogspot.com/2006/06/some-perfect-hash.html>`_, in 2006.

The published order of questions is flush first. Here the ranks come first: a flush has
five different ranks, so half of all hands need not be asked about suits at all.

One hand costs 7 bit operations and a lookup where the ranks differ, more only if the first
two cards are of one suit; 10, 4 multiplications and two lookups where a rank repeats. Six and
seven cards cost all of their 6 or 21 combinations.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, count, permutations
from math import prod
from typing import Protocol

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
    return 1 << 16 + rank | 0x8000 >> suit | rank << 8 | PRIMES[rank]


def rank_bits(ranks: Ranks) -> int:
    """The index into `FLUSHES` and `UNIQUE5`: one bit for each rank.

    >>> rank_bits((12, 11, 10, 9, 7))  # A-K-Q-J-9
    7808
    """
    return sum(1 << rank for rank in ranks)


def prime_product(ranks: Ranks) -> int:
    """The product of the ranks' primes, which no other five ranks have.

    >>> prime_product((11, 10, 9, 8, 7))  # K-Q-J-T-9
    14535931
    """
    return prod(PRIMES[rank] for rank in ranks)


# --- The tables: walk the rank patterns from the best to the worst, and number them. ---


def straights() -> Iterator[Ranks]:
    """The ten straights, ace-high first and the wheel last."""
    for top in range(12, 3, -1):
        yield tuple(range(top, top - 5, -1))
    yield (3, 2, 1, 0, 12)


def no_pairs() -> Iterator[Ranks]:
    """Five different ranks in no sequence, best first: 1,277 patterns."""
    sequences = {frozenset(ranks) for ranks in straights()}
    for ranks in combinations(ACE_TO_DEUCE, 5):
        if frozenset(ranks) not in sequences:
            yield ranks


def of_a_kind(*counts: int, kickers: int) -> Iterator[Ranks]:
    """Ranks held `counts` times each, beside `kickers` single ones, best first.

    >>> next(of_a_kind(2, 2, kickers=1))  # A-A-K-K-Q
    (12, 12, 11, 11, 10)
    """
    equal = len(set(counts)) < len(counts)  # two pair: aces over kings is kings over aces
    choose = combinations if equal else permutations
    for groups in choose(ACE_TO_DEUCE, len(counts)):
        held = tuple(rank for rank, times in zip(groups, counts) for _ in range(times))
        for rest in combinations([rank for rank in ACE_TO_DEUCE if rank not in groups], kickers):
            yield held + rest


def build_tables() -> tuple[list[int], list[int], dict[int, int]]:
    """`FLUSHES`, `UNIQUE5`, and the class number of each of the 4,888 prime products."""
    flushes, unique5 = [0] * (rank_bits((12, 11, 10, 9, 8)) + 1), [0] * (0x1F00 + 1)
    products: dict[int, int] = {}
    number = count(1)

    for ranks in straights():
        flushes[rank_bits(ranks)] = next(number)
    for ranks in of_a_kind(4, kickers=1):
        products[prime_product(ranks)] = next(number)
    for ranks in of_a_kind(3, 2, kickers=0):
        products[prime_product(ranks)] = next(number)
    for ranks in no_pairs():
        flushes[rank_bits(ranks)] = next(number)
    for ranks in straights():
        unique5[rank_bits(ranks)] = next(number)
    for ranks in of_a_kind(3, kickers=2):
        products[prime_product(ranks)] = next(number)
    for ranks in of_a_kind(2, 2, kickers=1):
        products[prime_product(ranks)] = next(number)
    for ranks in of_a_kind(2, kickers=3):
        products[prime_product(ranks)] = next(number)
    for ranks in no_pairs():
        unique5[rank_bits(ranks)] = next(number)
    return flushes, unique5, products


FLUSHES, UNIQUE5, PRODUCTS = build_tables()


# --- Three ways to look a product up. ---


class Lookup(Protocol):
    """From a prime product to its class number; a dict will do."""

    def __getitem__(self, product: int, /) -> int: ...


class BinarySearch:
    """Two sorted arrays side by side: the products, and the class number of each."""

    def __init__(self, numbers: Mapping[int, int]) -> None:
        self.products = sorted(numbers)
        self.numbers = [numbers[product] for product in self.products]

    def __getitem__(self, product: int) -> int:
        return self.numbers[bisect_left(self.products, product)]


ROWS, COLUMNS = 1190, 927


def displace(products: Iterable[int], rows: int, columns: int) -> list[int]:
    """How far to shift each row so that no two products stand in one place.

    Raises:
        ValueError: two products stand in one row and column.
    """
    row_columns: list[list[int]] = [[] for _ in range(rows)]
    for product in products:
        row_columns[product % rows].append(product % columns)
    if any(len(set(row)) < len(row) for row in row_columns):
        raise ValueError(f"{rows} rows and {columns} columns leave a collision in a row")

    shifts = [0] * rows
    free = -1  # a bit for every place, without end
    for row in sorted(range(rows), key=lambda row: -len(row_columns[row])):
        fits = free
        for column in row_columns[row]:
            fits &= free >> column
        shifts[row] = (fits & -fits).bit_length() - 1
        for column in row_columns[row]:
            free ^= 1 << column + shifts[row]
    return shifts


class PerfectHash:
    """A hash without collisions: every product has a slot of its own, found in two lookups.

    Write the products into a sparse table, in row ``product % rows`` and column
    ``product % columns``, and slide the rows sideways until no two entries of all the rows
    stand in the same column; then the rows fit on top of each other, into one array. That is
    row displacement, by `Tarjan and Yao (1979) <https://doi.org/10.1145/359168.359175>`_, first
    fit, fullest row first. A row is an int with one bit for each entry, so that one shift and one
    AND per entry try every place at once.

    With `ROWS` and `COLUMNS` as above, the 4,888 products need 1,190 shifts and an array of
    5,280: 6,470 entries, where Senzee's hash has 512 and 8,192. The two numbers are the best
    of 60,000 that ``python -m benchmarks.perfect_hash`` tries.
    """

    def __init__(self, numbers: Mapping[int, int]) -> None:
        self.shifts = displace(numbers, ROWS, COLUMNS)
        self.numbers = [0] * (max(map(self.slot, numbers)) + 1)
        for product, number in numbers.items():
            self.numbers[self.slot(product)] = number

    def slot(self, product: int) -> int:
        """Where in `numbers` the product's class number stands."""
        return self.shifts[product % ROWS] + product % COLUMNS

    def __getitem__(self, product: int) -> int:
        return self.numbers[self.shifts[product % ROWS] + product % COLUMNS]


# --- The evaluator: a few bit operations, and one of the three lookups. ---


class CactusKev:
    """The class number of a hand, 1 to 7462, by bit patterns and prime products.

    The three evaluators run the same bytecode, which CPython specialises for the kind of lookup
    that it meets. In a process that uses several of them in turn, each may be slower. So each is
    timed in a process of its own.
    """

    sizes = range(5, 8)
    lower_wins = True
    encode = staticmethod(encode)

    def __init__(self, name: str, lookup: Lookup, how: str) -> None:
        self.name = name
        self.lookup = lookup
        self.__doc__ = f"Cactus Kev's lookups, a product of primes found {how}."

    def evaluate(self, hand: Sequence[KevCard]) -> int:
        """The class number of five cards, or of the best five.

        >>> from evaluators.cards import parse_hand
        >>> binary_search.evaluate([encode(card) for card in parse_hand("Kd Qs Jc Th 9s")])
        1601
        """
        try:
            a, b, c, d, e = hand
        except ValueError:  # six or seven cards; asking first would cost every five
            return min(map(self.evaluate, combinations(hand, 5)))
        if number := UNIQUE5[(a | b | c | d | e) >> 16]:
            if a & b & 0xF000 and a & c & d & e & 0xF000:  # two cards tell most that are no flush
                return FLUSHES[(a | b | c | d | e) >> 16]
            return number
        return self.lookup[(a & 0xFF) * (b & 0xFF) * (c & 0xFF) * (d & 0xFF) * (e & 0xFF)]


binary_search = CactusKev("cactus-kev", BinarySearch(PRODUCTS), "by binary search")
perfect_hash = CactusKev("cactus-kev-perfect-hash", PerfectHash(PRODUCTS), "by a perfect hash")
hash_map = CactusKev("cactus-kev-dict", PRODUCTS, "in a dict")
