"""Sort by count, step by step: the idea, for five cards.

Sort the different ranks by how often they occur; ranks that occur equally often stay in order of
rank. K-K-7-7-5 becomes two rows:

    counts  2   2   1
    ranks  13   7   5

Of two hands, the one with the higher counts wins: two pair, (2, 2, 1), beat one pair, (2, 1, 1, 1).
If the counts are the same, the ranks decide. Straights and flushes do not show in the counts, so
flags for them stand before the counts. Full houses and four of a kind beat both: they need flags,
too. Ranks are 2 to 14: jack 11, queen 12, king 13, ace 14.

The idea is by Marshall Lochbaum, in `Ranking poker hands
<https://aplwiki.com/wiki/Ranking_poker_hands>`_ (2019).
"""

from collections.abc import Sequence

from evaluators.cards import Card, rank_of, suit_of

name = "sort-by-count-lesson"
sizes = range(5, 6)
lower_wins = False


def encode(card: Card) -> tuple[int, int]:
    """The card as rank, 2 to 14, and suit, 0 to 3.

    >>> encode(51)
    (14, 3)
    """
    return rank_of(card) + 2, suit_of(card)


def evaluate(
    hand: Sequence[tuple[int, int]],
) -> tuple[bool, bool, bool, bool, tuple[int, ...], tuple[int, ...]]:
    """Four flags, then the counts, then the ranks.

    >>> from evaluators.cards import parse_hand
    >>> evaluate([encode(card) for card in parse_hand("Kd Ks 7c 7h 5s")])
    (False, False, False, False, (2, 2, 1), (13, 7, 5))
    """
    ranks = [rank for rank, suit in hand]
    suits = [suit for rank, suit in hand]

    groups = sorted(set(ranks), reverse=True)
    groups.sort(key=ranks.count, reverse=True)
    counts = [ranks.count(rank) for rank in groups]

    flush = len(set(suits)) == 1
    wheel = groups == [14, 5, 4, 3, 2]
    if wheel:
        groups = [5, 4, 3, 2, 14]  # its ace is low: it comes last
    straight = wheel or (len(groups) == 5 and groups[0] - groups[4] == 4)
    straight_flush = straight and flush
    two_ranks = len(groups) == 2  # four of a kind, or a full house
    return straight_flush, two_ranks, flush, straight, tuple(counts), tuple(groups)
