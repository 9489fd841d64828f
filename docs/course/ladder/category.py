"""01. Name the category, by somebody who forgot A-2-3-4-5."""

from collections import Counter

RANKS = "--23456789TJQKA"  # a rank's place in this text is its number


def category(hand):
    """The name of the category of a hand, such as ["Kd", "Ks", "7c", "7h", "2s"]."""
    ranks = sorted((RANKS.index(card[0]) for card in hand), reverse=True)
    counts = sorted(Counter(ranks).values(), reverse=True)
    flush = len({card[1] for card in hand}) == 1
    straight = len(counts) == 5 and ranks[0] - ranks[4] == 4
    if straight and flush:
        return "straight flush"
    if counts[0] == 4:
        return "four of a kind"
    if counts == [3, 2]:
        return "full house"
    if flush:
        return "flush"
    if straight:
        return "straight"
    if counts[0] == 3:
        return "three of a kind"
    if counts[:2] == [2, 2]:
        return "two pair"
    return "one pair" if counts[0] == 2 else "high card"
