"""Count buckets, step by step: the idea, for five cards.

Put each rank into the bucket of ranks that occur as often: once, twice, three times, four times.
K-K-K-J-9 fills two buckets:

    4: []   3: [13]   2: []   1: [11, 9]

The filled buckets tell the category, here three of a kind, 3. The key is the category, then the
buckets from fours to ones: (3, (), (13,), (), (11, 9)). Python compares tuples item by item, from
the left, as the rules compare ranks. Ranks are 2 to 14: jack 11, queen 12, king 13, ace 14.

The idea is from a solution of `problem 54 of Project Euler <https://projecteuler.net/problem=54>`_
in a blog of October 2009, of which our copy names no author.
"""

from collections.abc import Sequence

from evaluators.cards import Card, rank_of, suit_of

name = "count-buckets-lesson"
sizes = range(5, 6)
lower_wins = False


def encode(card: Card) -> tuple[int, int]:
    """The card as rank, 2 to 14, and suit, 0 to 3.

    >>> encode(51)
    (14, 3)
    """
    return rank_of(card) + 2, suit_of(card)


def evaluate(hand: Sequence[tuple[int, int]]) -> tuple[int, *tuple[tuple[int, ...], ...]]:
    """The category, then the buckets of fours, threes, twos and ones.

    >>> from evaluators.cards import parse_hand
    >>> evaluate([encode(card) for card in parse_hand("Kd Ks Kc Jh 9s")])
    (3, (), (13,), (), (11, 9))
    """
    ranks = [rank for rank, suit in hand]
    suits = [suit for rank, suit in hand]
    different = sorted(set(ranks), reverse=True)

    buckets: dict[int, list[int]] = {4: [], 3: [], 2: [], 1: []}
    for rank in different:
        buckets[ranks.count(rank)].append(rank)
    if different == [14, 5, 4, 3, 2]:  # the wheel: its ace counts as 1
        buckets[1] = [5, 4, 3, 2, 1]

    flush = len(set(suits)) == 1
    straight = len(buckets[1]) == 5 and buckets[1][0] - buckets[1][4] == 4
    if straight and flush:
        category = 8
    elif buckets[4]:
        category = 7
    elif buckets[3] and buckets[2]:
        category = 6
    elif flush or straight:
        category = 5 if flush else 4
    elif buckets[3]:
        category = 3
    else:
        category = len(buckets[2])  # two pair, one pair, high card
    fours, threes, twos, ones = map(tuple, buckets.values())
    return category, fours, threes, twos, ones
