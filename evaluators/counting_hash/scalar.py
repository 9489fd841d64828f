"""A hash by counting: a sum, cut into two halves, is the index of the hand.

Henry Lee's idea, in `PokerHandEvaluator
<https://github.com/HenryRLee/PokerHandEvaluator/blob/develop/Documentation/Algorithm.md>`_ (2016).
The digits of a number in base 5 say how often each rank occurs. List these numbers in ascending
order, for all hands of one size: the index of a hand is the number of hands before it. The class
numbers stand in a list in the same order: 6,175 entries for five cards, 18,395 for six and 49,205
for seven, without holes.

A card is 43 bits. The sum of a hand has the counts of its suits, and the counts of its ranks as two
numbers in base 5, one for the seven ranks from eight to ace and one for the six below::

    ccc ddd hhh sss | uuuuuuu uuuuuuuuuu | lllllll lllllll
    |                 |                    |
    |                 |                    5 ** rank, rank 0 (deuce) to 5 (seven): 14 bits
    |                 5 ** (rank - 6), rank 6 (eight) to 12 (ace): 17 bits
    1 for its suit: three bits, enough to count seven cards

Hands with the same upper ranks stand side by side in the list. The upper number gives the index of
the first of them (`starts`), the lower number the place among them (`places`). For K-K-7-7-5, these
numbers are 2 * 5**5 and 2 * 5**5 + 5**3::

    starts[6250]      3993 hands come before the first that has two kings and no other upper rank
    places[6375]    +   53 with the same two kings come before K-K-7-7-5
    numbers[4046]     2662, the class number

The counts of suits are an index into 4,096 entries (`FLUSH_SUITS`), which tell whether five cards
are of one suit. The ranks of that suit, as 13 bits, are the index into 8,192 entries (`flushes`).

====================  ==========  ======  ======
entries for hands of  five cards  six     seven
====================  ==========  ======  ======
starts                785         1,660   3,180
places                456         882     1,548
class numbers         6,175       18,395  49,205
====================  ==========  ======  ======

The tables for a size are built on the first hand of that size. A hand of any size costs the sum of
its cards, two list lookups and three dict lookups, one of them by its size.
`evaluators.rank_sums` looks the whole sum up in one dict with an entry for every hand, and takes
less time. Here the dicts are small, and the list of class numbers has no holes.

Changed from `lesson`, which sorts the cards and looks each up: Python adds five cards in less time
than it sorts them, and two lookups for two halves replace one for each card. Six and seven cards
take the same way.
"""

from collections.abc import Sequence

from evaluators.cards import DECK, Card, rank_of, suit_of
from evaluators.multisets import class_numbers

name = "counting-hash"
sizes = range(5, 8)
lower_wins = True

CountingCard = int
Tables = tuple[dict[int, int], dict[int, int], list[int], list[int]]

LOWER_RANKS = 6
LOWER_BITS = 14
RANK_BITS = 31
LOWER_MASK = (1 << LOWER_BITS) - 1
UPPER_MASK = (1 << RANK_BITS - LOWER_BITS) - 1


def encode(card: Card) -> CountingCard:
    """The card as a power of 5 in its half of the ranks, with a 1 in the counter of its suit.

    >>> encode(45) == 1 << 6 + 31 | 5**5 << 14  # the king of diamonds
    True
    >>> encode(0) == 1 << 9 + 31 | 1  # the deuce of clubs
    True
    """
    rank = rank_of(card)
    power: int = 5**rank if rank < LOWER_RANKS else 5 ** (rank - LOWER_RANKS) << LOWER_BITS
    return 1 << 9 - 3 * suit_of(card) + RANK_BITS | power


def evaluate(hand: Sequence[CountingCard]) -> int:
    """The class number of the best five of five, six or seven cards.

    >>> from evaluators.cards import parse_hand
    >>> evaluate([encode(card) for card in parse_hand("Kd Ks 7c 7h 5s")])
    2662
    >>> evaluate([encode(card) for card in parse_hand("Kd Qs Jc Th 9s 2c 2d")])
    1601
    """
    try:
        starts, places, numbers, flushes = TABLES[len(hand)]
    except KeyError:  # the first hand of its size
        starts, places, numbers, flushes = make_tables(len(hand))
    total: int = sum(hand)
    if suit := FLUSH_SUITS[total >> RANK_BITS]:
        return flushes[sum([RANK_BIT[card] for card in hand if card & suit])]
    return numbers[starts[total >> LOWER_BITS & UPPER_MASK] + places[total & LOWER_MASK]]


RANK_BIT = {encode(card): 1 << rank_of(card) for card in DECK}
# In seven cards, a flush excludes full houses and four of a kind, so no better category is missed.
FLUSH_SUITS = [
    next((7 << place + RANK_BITS for place in (0, 3, 6, 9) if counts >> place & 7 >= 5), 0)
    for counts in range(1 << 12)
]
TABLES: dict[int, Tables] = {}
"""Tables by size: `starts`, `places`, and the class numbers of other hands and of flushes."""


def make_tables(size: int) -> Tables:
    """Number the hands of `size` cards in the order of their numbers in base 5.

    Raises:
        KeyError: `size` is not 5, 6 or 7.

    >>> starts, places, numbers, _ = make_tables(5)
    >>> starts[6250], places[6375], numbers[3993 + 53]
    (3993, 53, 2662)
    >>> [[len(table) for table in make_tables(size)[:3]] for size in sizes]
    [[785, 456, 6175], [1660, 882, 18395], [3180, 1548, 49205]]
    """
    if size not in sizes:
        raise KeyError(size)
    unsuited, suited = class_numbers(size)
    starts: dict[int, int] = {}
    places: dict[int, int] = {}
    for index, counts in enumerate(sorted(unsuited)):
        upper, lower = divmod(counts, 5**LOWER_RANKS)
        starts.setdefault(upper, index)
        places[lower] = index - starts[upper]  # the same for each upper number
    flushes = [0] * (1 << 13)
    for counts, number in suited.items():
        flushes[sum(1 << rank for rank in range(13) if counts // 5**rank % 5)] = number
    numbers = [unsuited[counts] for counts in sorted(unsuited)]
    TABLES[size] = starts, places, numbers, flushes
    return TABLES[size]
