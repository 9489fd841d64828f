"""Count buckets over whole arrays of hands: a bucket is a bit for each rank.

The same four buckets as in `evaluators.count_buckets.scalar`. Ranks of a bucket, the highest first,
compare as lists just as their bits compare as a number: what decides is the highest rank that
one has and the other has not. So a bucket is 14 bits, for the ranks from 1, the ace of a wheel,
to 14; and a key is one 64-bit number, the category and the buckets of fours, threes, twos and
ones side by side. `unpack` gives the tuple.

Cards are put down one after the other, in any order; nothing is sorted. A rank that is in a
bucket already moves up to the next one, which takes three operations a card for each bucket.
There are no tables and no gathers: all is done on 16-bit numbers, 32 hands an instruction. What
bounds it is packing four of them into 64 bits, and turning the block. All five-card hands take
some 65 times as long as a copy of their bytes; ``python -m benchmarks.targets`` measures both.
"""

from typing import TypeAlias

import numpy as np

from evaluators.arrays.columns import Cards, Row, by_blocks, suited_ranks
from evaluators.count_buckets import scalar as count_buckets
from evaluators.count_buckets.scalar import (
    FLUSH,
    FOUR_OF_A_KIND,
    FULL_HOUSE,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE_OF_A_KIND,
    BucketKey,
)

name = count_buckets.name
sizes = count_buckets.sizes
lower_wins = False

Bucket: TypeAlias = Row  # of 16-bit numbers

WIDTH = 14  # bits of a bucket: the lowest for a low ace, the highest for an ace
ACE = 13
ONE = np.uint16(1)
NO_OTHERS = np.zeros((3, 1), np.uint16)  # buckets, beside the one of single ranks


@by_blocks(np.int64)
def evaluate(cards: Cards) -> Row:
    """Category and buckets of the best five of five, six or seven cards, in one number.

    >>> unpack(evaluate(np.array([[51, 50, 47, 46, 31, 30, 42]]))[0])
    (2, (), (), (14, 13), (12,))
    """
    beyond = len(cards) - 5
    fours, threes, twos, ones = buckets = fill_buckets(cards)
    held = fours | threes | twos | ones
    if beyond:
        fours, threes, twos, ones = cut_to_five(*buckets, beyond)
    category = count(twos)  # high card, one pair, two pair
    for named, has in (
        (THREE_OF_A_KIND, threes != 0),
        (FULL_HOUSE, (threes != 0) & (twos != 0)),
        (FOUR_OF_A_KIND, fours != 0),
    ):
        np.maximum(category, has * np.uint8(named), out=category)
    keys = pack(category, fours, threes, twos, ones)

    straight = straight_in(held)
    hands = np.flatnonzero(straight != 0)
    keys[hands] = np.maximum(keys[hands], pack(STRAIGHT, *NO_OTHERS, straight[hands]))

    hands, ranks = suited_ranks(cards)
    flush = ranks << 1
    straight = straight_in(flush)
    category = np.where(straight != 0, STRAIGHT_FLUSH, FLUSH)
    ones = np.where(straight != 0, straight, highest(flush, 5, beyond))
    keys[hands] = np.maximum(keys[hands], pack(category, *NO_OTHERS, ones))
    return keys


def fill_buckets(cards: Cards) -> tuple[Bucket, Bucket, Bucket, Bucket]:
    """The buckets of ranks that are there four times, three times, twice and once.

    >>> [f"{bucket[0]:014b}" for bucket in fill_buckets(np.array([[46], [45], [44], [38], [31]]))]
    ['00000000000000', '01000000000000', '00000000000000', '00010100000000']
    """
    four, three, two, one = np.zeros((4, cards.shape[1]), np.uint16)  # so many, or more
    for card in cards:
        rank = ONE << ((card >> 2) + 1).astype(np.uint16)
        four |= three & rank
        three |= two & rank
        two |= one & rank
        one |= rank
    return four, three ^ four, two ^ three, one ^ two


def cut_to_five(
    fours: Bucket, threes: Bucket, twos: Bucket, ones: Bucket, beyond: int
) -> tuple[Bucket, Bucket, Bucket, Bucket]:
    """Move what does not fit into five cards down a bucket, and the `beyond` cards out.

    >>> three_pairs = (np.array([bits], np.uint16) for bits in (0, 0, 0b11100, 0b00010))
    >>> [f"{bucket[0]:05b}" for bucket in cut_to_five(*three_pairs, beyond=2)]
    ['00000', '00000', '11000', '00100']
    """
    beside_fours = (fours != 0) * (threes | twos)
    threes, twos, ones = threes & ~beside_fours, twos & ~beside_fours, ones | beside_fours
    kept = highest(threes, 1)
    threes, twos = kept, twos | (threes ^ kept)
    kept = highest(twos, 2 - (threes != 0))
    twos, ones = kept, ones | (twos ^ kept)
    room = 5 - 4 * count(fours) - 3 * count(threes) - 2 * count(twos)
    return fours, threes, twos, highest(ones, room, beyond)


count = np.bitwise_count


def highest(bucket: Bucket, most: Row | int, beyond: int = 1) -> Bucket:
    """The highest `most` ranks of each bucket that holds at most `beyond` more than that."""
    for _ in range(beyond):
        bucket = bucket & (bucket - (count(bucket) > most))  # x & (x - 1) is x less its last bit
    return bucket


def straight_in(held: Bucket) -> Bucket:
    """The five ranks of the highest straight in ranks that are held, or none.

    Of at most seven ranks, so that straights overlap if there are several.

    >>> [f"{straight_in(np.array([bits], np.uint16))[0]:014b}"
    ...     for bits in (0b10000000011110, 0b00001111111000)]
    ['00000000011111', '00001111100000']
    """
    held = held | held >> ACE  # the ace is below the deuce, too
    lowest = held & held >> 1 & held >> 2 & held >> 3 & held >> 4
    lowest &= ~(lowest >> 1)
    straight: Bucket = lowest * np.uint16(0b11111)
    return straight


def pack(category: Row | int, *buckets: Bucket) -> Row:
    """Category and buckets side by side, the bucket of ones in the lowest bits."""
    key = np.asarray(category, np.int64)
    for bucket in buckets:
        key = key << WIDTH | bucket
    return key


def unpack(key: int) -> BucketKey:
    """The key as the category and the four buckets, as `evaluators.count_buckets.scalar` has it.

    >>> unpack((4 << 4 * WIDTH) + 0b11111)
    (4, (), (), (), (5, 4, 3, 2, 1))
    """
    places = [int(key) >> WIDTH * place for place in range(4, -1, -1)]
    category, *buckets = places
    fours, threes, twos, ones = (
        tuple(rank for rank in range(WIDTH, 0, -1) if bucket >> rank - 1 & 1) for bucket in buckets
    )
    return category, fours, threes, twos, ones
