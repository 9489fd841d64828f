"""Sort by count: the APL way of ranking a hand, as a tuple.

The idea is by Marshall Lochbaum, in `Ranking poker hands
<https://aplwiki.com/wiki/Ranking_poker_hands>`_ (2019). Sort the different ranks by how often they
occur, ties by rank. Then compare first the counts and then the ranks, item by item. Ranks are
counted from 1, as APL counts, so that keys read like the article's: a deuce is 1, an ace 13. Four
flags stand before the counts and put the other categories in order: straight flush; only two
different ranks, which is four of a kind or a full house; flush; straight.

K-K-7-7-5 in several suits has

    no flag   counts (2, 2, 1)   ranks (12, 6, 4)

and beats any hand without a flag that has smaller counts, or the same counts and smaller ranks.

In a wheel, A-2-3-4-5, the ace goes to the end: its ranks are (4, 3, 2, 1, 13). The different ranks
of six or seven cards are sorted in the same way, then cut to five cards: each group is at most as
large as the room that the groups before it leave. Of A-A-K-K-Q-Q-2, the aces and kings take four
places, and one queen the fifth.

Changed from `lesson`: ranks count from 1; five cards are unpacked at once; five different ranks are
not counted. ``docs/cost.md`` shows what each change gains.

There are no tables. One hand costs a sort of its different ranks and, if a rank repeats, their
counts and a second sort.

The check of all hands found two faults in the published function,
``evaluators.sort_by_count.published``. They are repaired here:

- The published key pairs each count with its rank: ((2, 12), (1, 6), ...) stands above ((2, 11),
  (2, 5), ...), so a pair of kings beats queens and sixes. Here all counts stand before all ranks;
  in APL, that is a transpose.
- The published key of a straight begins with its second card: the wheel, (4, 3, 2, 1, 13), beats
  6-5-4-3-2, (4, 3, 2, 1, 5).

The article handles five cards only; six and seven are our addition. So is the test for a straight:
five different ranks, the highest four above the lowest.
"""

from collections.abc import Sequence

from evaluators.cards import FLUSH, STRAIGHT, Card, rank_of, suit_of
from evaluators.straights import straight_or_flush

name = "sort-by-count"
sizes = range(5, 8)
lower_wins = False

RankAndSuit = tuple[int, int]
SortKey = tuple[bool, bool, bool, bool, tuple[int, ...], tuple[int, ...]]

ACE = 13
WHEEL = (4, 3, 2, 1, ACE)


def encode(card: Card) -> RankAndSuit:
    """The card as ``(rank, suit)``, both counted from 1, as APL does.

    >>> encode(51)  # the ace of spades
    (13, 4)
    """
    return rank_of(card) + 1, suit_of(card) + 1


def evaluate(hand: Sequence[RankAndSuit]) -> SortKey:
    """The four flags, the counts and the ranks of the best five of five, six or seven cards.

    >>> from evaluators.cards import parse_hand
    >>> evaluate([encode(card) for card in parse_hand("K♣K♡7♢7♣5♠")])
    (False, False, False, False, (2, 2, 1), (12, 6, 4))
    >>> evaluate([encode(card) for card in parse_hand("A♠2♠3♣4♠5♢")])
    (False, False, False, True, (1, 1, 1, 1, 1), (4, 3, 2, 1, 13))
    >>> evaluate([encode(card) for card in parse_hand("A♠A♡K♠K♡Q♠Q♡2♣")])
    (False, False, False, False, (2, 2, 1), (13, 12, 11))
    """
    try:
        (a, s), (b, t), (c, u), (d, v), (e, w) = hand
    except ValueError:  # six or seven cards; testing the size first would slow down five
        return evaluate_more(hand)
    groups = sorted({a, b, c, d, e}, reverse=True)
    if len(groups) == 5:
        flush = s == t == u == v == w
        if groups[1] == 4 and groups[0] == ACE:  # A-5-4-3-2
            return flush, False, flush, True, (1, 1, 1, 1, 1), WHEEL
        straight = groups[0] - groups[4] == 4
        return flush and straight, False, flush, straight, (1, 1, 1, 1, 1), tuple(groups)

    ranks = (a, b, c, d, e)
    groups.sort(key=ranks.count, reverse=True)  # stable: equal counts stay in order of rank
    return False, len(groups) == 2, False, False, tuple(map(ranks.count, groups)), tuple(groups)


def evaluate_more(hand: Sequence[RankAndSuit]) -> SortKey:
    """The key of six or seven cards."""
    ranks = [rank for rank, _ in hand]
    different = sorted(set(ranks), reverse=True)
    # Five different ranks leave at most two more cards: too few for four of a kind or a full house.
    if len(different) >= 5 and (match := straight_or_flush(hand, different, WHEEL)):
        category, best = match
        flush, straight = category != STRAIGHT, category != FLUSH
        return flush and straight, False, flush, straight, (1, 1, 1, 1, 1), best

    different.sort(key=ranks.count, reverse=True)
    counts: list[int] = []
    groups: list[int] = []
    room = 5
    for place, rank in enumerate(different):
        if room == 1:  # for the highest rank left, whatever its count
            rank = max(different[place:])
        count = min(ranks.count(rank), room)
        counts.append(count)
        groups.append(rank)
        room -= count
        if not room:
            break
    return False, len(groups) == 2, False, False, tuple(counts), tuple(groups)
