"""An evaluator as one writes it in an evening. One thing is wrong with it."""

from collections import Counter

RANKS = "23456789TJQKA"


def evaluate(hand: list[str]) -> tuple[int, list[int]]:
    """The category of a hand, and its ranks in the order in which they count."""
    ranks = sorted((RANKS.index(card[0]) for card in hand), reverse=True)
    counts = Counter(ranks)
    ranks.sort(key=lambda rank: (counts[rank], rank), reverse=True)
    pattern = sorted(counts.values(), reverse=True)

    straight = len(counts) == 5 and ranks[0] - ranks[4] == 4
    flush = len({card[1] for card in hand}) == 1
    if straight and flush:
        category = 8
    elif pattern == [4, 1]:
        category = 7
    elif pattern == [3, 2]:
        category = 6
    elif flush:
        category = 5
    elif straight:
        category = 4
    else:
        category = {3: 3, 2: 2, 1: 0}[pattern[0]] if pattern != [2, 1, 1, 1] else 1
    return category, ranks
