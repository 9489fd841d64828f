"""``poker_sort`` as printed in a solution of Project Euler's problem 54.

The printed function, of 2009, fills the four buckets and cuts those of seven cards in part. How
buckets determine the category, and how straights and flushes are found, the text describes but does
not print; both are our additions. Ranks are 2 to 14, as they are printed on the cards.

Five cards are never cut, so they do not show the faults. At seven cards,

- the rank of a third pair is put behind the ones, which are not sorted again;
- a pair or triple stays in its bucket beside four of a kind, where its rank should be a kicker:
  K-K-K-K-2-2-3 beats K-K-K-K-A-Q-J;
- a second pair stays beside a triple, and ones beyond the fifth card are never cut, so that
  cards that do not play decide ties.
"""

from collections.abc import Sequence

from evaluators.cards import FOUR_OF_A_KIND, FULL_HOUSE, THREE_OF_A_KIND
from evaluators.count_buckets.scalar import WHEEL, BucketKey, RankAndSuit
from evaluators.count_buckets.scalar import encode as encode
from evaluators.straights import straight_or_flush

name = "poker-sort-as-published"
sizes = range(5, 8)
lower_wins = False


def evaluate(hand: Sequence[RankAndSuit]) -> BucketKey:
    """The category, then the printed buckets from fours down to ones.

    >>> from evaluators.cards import parse_hand
    >>> evaluate([encode(card) for card in parse_hand("Ad As Kd Ks 9c 9h Qh")])
    (2, (), (), (14, 13), (12, 9))
    """
    ranks = [rank for rank, _ in hand]
    different = sorted(set(ranks), reverse=True)
    if len(different) >= 5 and (match := straight_or_flush(hand, different, WHEEL)):
        category, best = match
        return category, (), (), (), best
    data = poker_sort(ranks)
    if data[4]:
        category = FOUR_OF_A_KIND
    elif data[3]:
        category = FULL_HOUSE if data[2] else THREE_OF_A_KIND
    else:
        category = len(data[2])
    return category, tuple(data[4]), tuple(data[3]), tuple(data[2]), tuple(data[1])


def poker_sort(hand: Sequence[int]) -> dict[int, list[int]]:
    """The printed function, from the ranks of a hand to its four buckets.

    >>> poker_sort([13, 13, 13, 11, 9])
    {1: [11, 9], 2: [], 3: [13], 4: []}
    """
    data: dict[int, list[int]] = {1: [], 2: [], 3: [], 4: []}
    for card in sorted(hand):
        for held in (3, 2, 1):
            if card in data[held]:
                data[held].remove(card)
                data[held + 1].append(card)
                break
        else:
            data[1].append(card)
    for bucket in data.values():
        bucket.sort(reverse=True)
    if len(data[3]) > 1:
        data[2].append(data[3].pop())
    if len(data[2]) > 2:
        data[1].append(data[2].pop())
    return data
