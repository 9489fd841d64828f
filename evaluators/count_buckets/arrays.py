"""Count buckets over whole arrays of hands: a bucket has one bit for each rank.

The buckets are those of `evaluators.count_buckets.scalar`. Two buckets of as many ranks compare as
numbers in the same way as lists of ranks: the highest rank that only one of them has decides. So a
bucket is 14 bits, for the ranks from 1, the ace of a wheel, to 14. A key is one 64-bit number: the
category and the buckets of fours, threes, twos and ones side by side. `unpack` gives the tuple.

Cards are added one after the other, in any order, without sorting. A rank that is in a bucket
already moves up to the next one, which takes three operations per card and bucket.

There are no tables and no gathers: all operations are on 16-bit numbers, 32 hands per instruction.
Packing four of them into 64 bits and transposing the blocks take most of the time.
"""

from typing import TypeAlias

import numpy as np

from evaluators.arrays.columns import Cards, Row, by_blocks, suited_ranks
from evaluators.cards import Category
from evaluators.count_buckets import scalar as count_buckets
from evaluators.count_buckets.scalar import BucketKey

name = count_buckets.name
sizes = count_buckets.sizes
lower_wins = False

Bucket: TypeAlias = Row
"""A 16-bit number for each hand."""

WIDTH = 14  # bits of a bucket: the lowest for the ace of a wheel, the highest for any other ace
ONE = np.uint16(1)
EMPTY = np.zeros((3, 1), np.uint16)  # buckets of fours, threes and twos


@by_blocks(np.int64)
def evaluate(cards: Cards) -> Row:
    """Category and buckets of the best five of five, six or seven cards, in one number.

    >>> unpack(evaluate(np.array([[51, 50, 47, 46, 31, 30, 42]]))[0])
    (2, (), (), (14, 13), (12,))
    """
    surplus = len(cards) - 5
    fours, threes, twos, ones = buckets = fill_buckets(cards)
    different = fours | threes | twos | ones
    if surplus:
        fours, threes, twos, ones = cut_to_five(*buckets, surplus)
    category = count(twos)  # high card, one pair, two pair
    for higher, matches in (
        (Category.THREE_OF_A_KIND, threes != 0),
        (Category.FULL_HOUSE, (threes != 0) & (twos != 0)),
        (Category.FOUR_OF_A_KIND, fours != 0),
    ):
        np.maximum(category, matches * np.uint8(higher), out=category)
    keys = pack(category, fours, threes, twos, ones)

    straight = straight_in(different)
    hands = np.flatnonzero(straight != 0)
    keys[hands] = np.maximum(keys[hands], pack(Category.STRAIGHT, *EMPTY, straight[hands]))

    hands, ranks = suited_ranks(cards)
    flush = ranks << 1
    straight = straight_in(flush)
    category = np.where(straight != 0, Category.STRAIGHT_FLUSH, Category.FLUSH)
    ones = np.where(straight != 0, straight, highest(flush, 5, surplus))
    keys[hands] = np.maximum(keys[hands], pack(category, *EMPTY, ones))
    return keys


def fill_buckets(cards: Cards) -> tuple[Bucket, Bucket, Bucket, Bucket]:
    """The buckets of ranks that occur four times, three times, twice and once.

    >>> [f"{bucket[0]:014b}" for bucket in fill_buckets(np.array([[46], [45], [44], [38], [31]]))]
    ['00000000000000', '01000000000000', '00000000000000', '00010100000000']
    """
    fours, threes, twos, ones = np.zeros((4, cards.shape[1]), np.uint16)  # so often or more often
    for card in cards:
        rank = ONE << ((card >> 2) + 1).astype(np.uint16)
        fours |= threes & rank
        threes |= twos & rank
        twos |= ones & rank
        ones |= rank
    return fours, threes ^ fours, twos ^ threes, ones ^ twos


def cut_to_five(
    fours: Bucket, threes: Bucket, twos: Bucket, ones: Bucket, surplus: int
) -> tuple[Bucket, Bucket, Bucket, Bucket]:
    """Cut the buckets of hands with `surplus` cards more than five.

    >>> three_pairs = (np.array([bits], np.uint16) for bits in (0, 0, 0b11100, 0b00010))
    >>> [f"{bucket[0]:05b}" for bucket in cut_to_five(*three_pairs, surplus=2)]
    ['00000', '00000', '11000', '00100']
    """
    beside_fours = (fours != 0) * (threes | twos)
    threes, twos, ones = threes & ~beside_fours, twos & ~beside_fours, ones | beside_fours
    triple = highest(threes, 1)
    threes, twos = triple, twos | (threes ^ triple)
    pairs = highest(twos, 2 - (threes != 0))
    twos, ones = pairs, ones | (twos ^ pairs)
    room = 5 - 4 * count(fours) - 3 * count(threes) - 2 * count(twos)
    return fours, threes, twos, highest(ones, room, surplus)


count = np.bitwise_count


def highest(bucket: Bucket, most: Row | int, surplus: int = 1) -> Bucket:
    """The highest `most` ranks of each bucket of at most ``most + surplus`` ranks."""
    for _ in range(surplus):
        bucket = bucket & (bucket - (count(bucket) > most))  # x & (x - 1) clears the lowest bit
    return bucket


def straight_in(ranks: Bucket) -> Bucket:
    """The five ranks of the highest straight in at most seven ranks, or 0.

    >>> [f"{straight_in(np.array([bits], np.uint16))[0]:014b}"
    ...     for bits in (0b10000000011110, 0b00001111111000)]
    ['00000000011111', '00001111100000']
    """
    ranks = ranks | ranks >> WIDTH - 1  # the ace is below the deuce, too
    lowest = ranks & ranks >> 1 & ranks >> 2 & ranks >> 3 & ranks >> 4
    lowest &= ~(lowest >> 1)  # two straights in seven ranks overlap
    straight: Bucket = lowest * np.uint16(0b11111)
    return straight


def pack(category: Row | int, *buckets: Bucket) -> Row:
    """Category and buckets side by side, the bucket of ones in the lowest bits."""
    key = np.asarray(category, np.int64)
    for bucket in buckets:
        key = key << WIDTH | bucket
    return key


def unpack(key: int) -> BucketKey:
    """The key in the form of `evaluators.count_buckets.scalar`: category and four buckets.

    >>> unpack((4 << 4 * WIDTH) + 0b11111)
    (4, (), (), (), (5, 4, 3, 2, 1))
    """
    category, *buckets = (int(key) >> WIDTH * place for place in range(4, -1, -1))
    fours, threes, twos, ones = (
        tuple(rank for rank in range(WIDTH, 0, -1) if bucket >> rank - 1 & 1) for bucket in buckets
    )
    return category, fours, threes, twos, ones
