"""Count buckets: ranks by how often they occur, compared bucket by bucket.

The idea is from a solution of `problem 54 of Project Euler <https://projecteuler.net/problem=54>`_
in a blog of October 2009; the copy that we have does not name its author. Three kings, a jack and a
nine are

    {1: [jack, nine], 2: [], 3: [king], 4: []}

four buckets, for ranks that are there once, twice, three and four times, each with its highest rank
first. Which buckets are filled names the category. Two hands of one category are compared from the
bucket of fours down to the bucket of ones, and lists already compare the way kickers do. Ranks are
2 to 14, as they are printed on the cards. The buckets know nothing of straights and flushes; these
are found from the different ranks and the suits. In a wheel, A-2-3-4-5, the ace counts as 1.

Six and seven cards go into the same buckets. A hand is five cards, so whatever does not fit moves
down: the lower of two triples counts as a pair, a third pair offers its rank as a kicker, and what
is beyond the fifth card falls out. The published version, ``evaluators.count_buckets.published``,
does a part of this, and says which.

There are no tables. One hand costs a sort and one pass over its cards.
"""

from collections.abc import Sequence

from evaluators.cards import Card, Category, rank_of, suit_of

name = "count-buckets"
sizes = range(5, 8)
lower_wins = False

RankAndSuit = tuple[int, int]
Ranks = tuple[int, ...]
BucketKey = tuple[int, Ranks, Ranks, Ranks, Ranks]

# As plain numbers: arithmetic with members of an enum takes longer.
CATEGORIES = [*map(int, Category)]
HIGH_CARD, ONE_PAIR, TWO_PAIR, THREE_OF_A_KIND, STRAIGHT = CATEGORIES[:5]
FLUSH, FULL_HOUSE, FOUR_OF_A_KIND, STRAIGHT_FLUSH = CATEGORIES[5:]

LOW_ACE, ACE = 1, 14


def encode(card: Card) -> RankAndSuit:
    """The card as ``(rank, suit)``, ranks from 2 to 14, as they are printed on it.

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
    # Five different ranks leave at most two more cards: no full house can stand beside
    # a straight or a flush, so the order of these two questions is free.
    if len(ones) + len(twos) + len(threes) + len(fours) >= 5:
        different = sorted(ones + twos + threes, reverse=True) if twos or threes else ones
        if key := straight_or_flush(cards, different):
            return key

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
    """The four buckets of cards in order, the highest first.

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
    """Move what does not fit into five cards down a bucket, and the rest out.

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


def straight_or_flush(cards: Sequence[RankAndSuit], different: list[int]) -> BucketKey | None:
    """The key of the straight flush, flush or straight in `cards`, if there is one.

    `different` are their different ranks; both have the highest first.
    """
    suits = [suit for _, suit in cards]
    # At most n - 5 cards are of other suits, so one of the first n - 4 is in the flush.
    for suit in suits[: len(suits) - 4]:
        if suits.count(suit) >= 5:
            flush = [rank for rank, its_suit in cards if its_suit == suit]
            if straight := straight_in(flush):
                return STRAIGHT_FLUSH, (), (), (), straight
            return FLUSH, (), (), (), tuple(flush[:5])
    if straight := straight_in(different):
        return STRAIGHT, (), (), (), straight
    return None


def straight_in(ranks: list[int]) -> Ranks:
    """The highest five of `ranks` in sequence, or none; `ranks` are different, highest first.

    >>> straight_in([14, 9, 8, 7, 6, 5]), straight_in([14, 5, 4, 3, 2])
    ((9, 8, 7, 6, 5), (5, 4, 3, 2, 1))
    >>> straight_in([9, 8, 7, 6, 2])
    ()
    """
    if ranks[0] == ACE:
        ranks = [*ranks, LOW_ACE]
    for first in range(len(ranks) - 4):
        if ranks[first] - ranks[first + 4] == 4:
            return tuple(ranks[first : first + 5])
    return ()
