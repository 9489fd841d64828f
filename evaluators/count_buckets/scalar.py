"""Count buckets: ranks by how often they occur, compared bucket by bucket.

The idea is from a solution of `problem 54 of Project Euler <https://projecteuler.net/problem=54>`_
in a blog of October 2009; the copy that we have does not name its author. Sort the ranks into four
buckets: ranks that occur once, twice, three times and four times, the highest first in each. The
filled buckets determine the category. Two hands of one category are compared from the bucket of
fours down to the bucket of ones; Python compares sequences as the rules compare kickers. Ranks are
2 to 14, as they are printed on the cards, so that keys can be read.

K-K-K-J-9 has the buckets

    {1: [11, 9], 2: [], 3: [13], 4: []}

A rank in the bucket of threes and none in the bucket of twos is three of a kind, category 3, and
the key is (3, (), (13,), (), (11, 9)).

Buckets show neither straights nor flushes; these are found from the different ranks and the suits.
In a wheel, A-2-3-4-5, the ace counts as 1. Six and seven cards go into the same buckets, which are
then cut to five cards: the lower of two triples becomes a pair, a third pair becomes a kicker, and
the lowest kickers are dropped.

Changed from `lesson`: the cards are sorted once, and one pass over them fills the buckets;
straights and flushes are only looked for in five different ranks. ``docs/cost.md`` shows what each
change gains.

There are no tables. One hand costs a sort and one pass over its cards.

The published version, ``evaluators.count_buckets.published``, cuts seven cards only in part. The
test for straights and flushes is our addition.
"""

from collections.abc import Sequence

from evaluators.cards import FOUR_OF_A_KIND, FULL_HOUSE, THREE_OF_A_KIND, Card, rank_of, suit_of
from evaluators.straights import straight_or_flush

name = "count-buckets"
sizes = range(5, 8)
lower_wins = False

RankAndSuit = tuple[int, int]
Ranks = tuple[int, ...]
BucketKey = tuple[int, Ranks, Ranks, Ranks, Ranks]

WHEEL = (5, 4, 3, 2, 1)


def encode(card: Card) -> RankAndSuit:
    """The card as ``(rank, suit)``, ranks from 2 to 14.

    >>> encode(51)
    (14, 3)
    """
    return rank_of(card) + 2, suit_of(card)


def evaluate(hand: Sequence[RankAndSuit]) -> BucketKey:
    """The category, then the buckets of fours, threes, twos and ones.

    >>> from evaluators.cards import parse_hand
    >>> evaluate([encode(card) for card in parse_hand("Kd Ks Kc Jh 9s")])
    (3, (), (13,), (), (11, 9))
    >>> evaluate([encode(card) for card in parse_hand("Ad As Kd Ks 9c 9h Qh")])
    (2, (), (), (14, 13), (12,))
    """
    cards = sorted(hand, reverse=True)
    buckets = fill_buckets(cards)
    ones, twos, threes, fours = buckets[1], buckets[2], buckets[3], buckets[4]
    # Five different ranks leave at most two more cards: too few for four of a kind or a full house.
    if len(ones) + len(twos) + len(threes) + len(fours) >= 5:
        different = sorted(ones + twos + threes, reverse=True) if twos or threes else ones
        if match := straight_or_flush(cards, different, WHEEL):
            category, ranks = match
            return category, (), (), (), ranks

    if len(cards) > 5:
        cut_to_five(buckets)
    if fours:
        category = FOUR_OF_A_KIND
    elif threes:
        category = FULL_HOUSE if twos else THREE_OF_A_KIND
    else:
        category = len(twos)  # high card, one pair, two pair
    return category, tuple(fours), tuple(threes), tuple(twos), tuple(ones)


def fill_buckets(cards: Sequence[RankAndSuit]) -> dict[int, list[int]]:
    """The four buckets of cards that are sorted, the highest first.

    >>> fill_buckets([(13, 2), (13, 1), (13, 0), (11, 3), (9, 3)])
    {1: [11, 9], 2: [], 3: [13], 4: []}
    """
    buckets: dict[int, list[int]] = {1: [], 2: [], 3: [], 4: []}
    current = times = 0
    for rank, _ in cards:
        if rank == current:
            times += 1
        else:
            if current:
                buckets[times].append(current)
            current, times = rank, 1
    buckets[times].append(current)
    return buckets


def cut_to_five(buckets: dict[int, list[int]]) -> None:
    """Cut the buckets to five cards: surplus ranks become kickers, surplus kickers are dropped.

    >>> three_pairs = {1: [12], 2: [14, 13, 9], 3: [], 4: []}
    >>> cut_to_five(three_pairs)
    >>> three_pairs
    {1: [12], 2: [14, 13], 3: [], 4: []}
    """
    ones, twos, threes, fours = buckets[1], buckets[2], buckets[3], buckets[4]
    if fours:
        ones += twos + threes
        twos.clear()
        threes.clear()
    if len(threes) == 2:
        twos.append(threes.pop())
    pairs = 1 if threes else 2
    ones += twos[pairs:]
    del twos[pairs:]
    ones.sort(reverse=True)
    del ones[5 - 4 * len(fours) - 3 * len(threes) - 2 * len(twos) :]
