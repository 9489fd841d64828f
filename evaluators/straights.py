"""Straights and flushes in five to seven cards, for the strategies that count ranks."""

from collections.abc import Sequence

from evaluators.cards import FLUSH, STRAIGHT, STRAIGHT_FLUSH

Ranks = tuple[int, ...]


def straight_or_flush(
    cards: Sequence[tuple[int, int]], ranks: list[int], wheel: Ranks
) -> tuple[int, Ranks] | None:
    """The category and the ranks of the best straight flush, flush or straight, if there is one.

    Args:
        cards: five to seven pairs of rank and suit.
        ranks: their different ranks, at least five, the highest first.
        wheel: the ranks of 5-4-3-2-A on the strategy's scale.

    >>> wheel = (5, 4, 3, 2, 1)
    >>> straight_or_flush([(14, 3), (2, 3), (3, 3), (4, 0), (5, 3)], [14, 5, 4, 3, 2], wheel)
    (4, (5, 4, 3, 2, 1))
    >>> straight_or_flush([(14, 3), (2, 3), (3, 3), (9, 3), (5, 3)], [14, 9, 5, 3, 2], wheel)
    (5, (14, 9, 5, 3, 2))
    """
    suits = [suit for _, suit in cards]
    flush: list[int] = []
    # At most n - 5 cards are off-suit, so one of the first n - 4 is in the flush.
    for suit in suits[: len(suits) - 4]:
        if suits.count(suit) >= 5:
            ranks = flush = sorted([rank for rank, own in cards if own == suit], reverse=True)
            break
    category = STRAIGHT_FLUSH if flush else STRAIGHT
    for first in range(len(ranks) - 4):
        if ranks[first] - ranks[first + 4] == 4:
            return category, tuple(ranks[first : first + 5])
    if ranks[-4] == wheel[0] and ranks[0] == wheel[0] + 9:  # 5-4-3-2 below an ace
        return category, wheel
    return (FLUSH, tuple(flush[:5])) if flush else None
