"""The two versions of ``handrank`` from "Ranking poker hands" (Marshall Lochbaum), in Dyalog APL.

Both sort the hand, count its ranks into a table with a row (count, rank) for each, sort the
table, rotate it by one if the hand is a straight, and put four flags in front. Ranks are counted
from 1, as APL counts: an ace is 13. APL compares such keys item by item, the shorter of two equal
beginnings first, as Python compares tuples.

`handrank_2019` was shown at the Dyalog '19 meeting; its flag of a straight stands before that of a
flush. The article says that it "ranks flushes above straights", but it does the reverse: that is
the error. `handrank`, the article's complete function, repairs this. Both have two more faults,
which the article's ten sample hands do not show:

- The first rows are compared before the second: a pair of kings beats queens and sixes.
- Straights are compared from their second card on: the wheel, (4, 3, 2, 1, 13), beats the six-high
  straight, (4, 3, 2, 1, 5).
"""

from collections.abc import Sequence
from itertools import pairwise

from evaluators.cards import Card, rank_of, suit_of

RankAndSuit = tuple[int, int]
Rows = tuple[tuple[int, int], ...]
HandrankKey = tuple[int, int, int, int, Rows]


class Handrank:
    """The published function; the two versions differ in the order of two flags.

    The ten sample hands of the article, and what it prints:

    >>> from evaluators.cards import parse_hand
    >>> hands = ["A♣4♡7♢K♣2♠", "K♣K♡7♢2♣5♠", "K♣K♡7♢7♣5♠", "K♣K♡K♢7♣5♠", "3♣4♡5♢6♣7♠"]
    >>> hands += ["K♣Q♣9♣8♣2♣", "K♣K♡K♢7♣7♠", "K♣K♡K♢K♠5♠", "3♣4♣5♣6♣7♣", "T♡J♡Q♡K♡A♡"]
    >>> for hand in hands:
    ...     print(*handrank.evaluate([handrank.encode(card) for card in parse_hand(hand)]))
    0 0 0 0 ((1, 13), (1, 12), (1, 6), (1, 3), (1, 1))
    0 0 0 0 ((2, 12), (1, 6), (1, 4), (1, 1))
    0 0 0 0 ((2, 12), (2, 6), (1, 4))
    0 0 0 0 ((3, 12), (1, 6), (1, 4))
    0 0 0 1 ((1, 5), (1, 4), (1, 3), (1, 2), (1, 6))
    0 0 1 0 ((1, 12), (1, 11), (1, 8), (1, 7), (1, 1))
    0 1 0 0 ((3, 12), (2, 6))
    0 1 0 0 ((4, 12), (1, 4))
    1 0 1 1 ((1, 5), (1, 4), (1, 3), (1, 2), (1, 6))
    1 0 1 1 ((1, 12), (1, 11), (1, 10), (1, 9), (1, 13))

    In 2019, the flag of a straight stood before that of a flush:

    >>> handrank_2019.evaluate([handrank.encode(card) for card in parse_hand("3♣4♡5♢6♣7♠")])
    (0, 0, 1, 0, ((1, 5), (1, 4), (1, 3), (1, 2), (1, 6)))
    """

    sizes = (5,)
    lower_wins = False

    def __init__(self, name: str, flush_first: bool, where: str) -> None:
        self.name = name
        self.flush_first = flush_first
        self.__doc__ = f"``handrank`` in Dyalog APL, {where}."

    def encode(self, card: Card) -> RankAndSuit:
        """The card as ``(rank, suit)``, both counted from 1."""
        return rank_of(card) + 1, suit_of(card) + 1

    def evaluate(self, hand: Sequence[RankAndSuit]) -> HandrankKey:
        """Flags of straight flush, two ranks, flush and straight; the table of counts and ranks."""
        ranks = sorted((rank for rank, _ in hand), reverse=True)
        suits = [suit for _, suit in hand]
        rows = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)

        differences = [higher - lower for higher, lower in pairwise(ranks)]
        differences[0] %= 8  # an ace before a five differs by nine
        straight = int(differences == [1, 1, 1, 1])
        flush = int(all(suit == suits[0] for suit in suits))

        rotated = (*rows[straight:], *rows[:straight])
        flags = (flush, straight) if self.flush_first else (straight, flush)
        return straight & flush, int(len(rows) == 2), *flags, rotated


handrank_2019 = Handrank("handrank-2019-as-published", flush_first=False, where="as shown in 2019")
handrank = Handrank(
    "handrank-as-published", flush_first=True, where="the article's complete function"
)
