"""A package of our own that stands for a foreign one: it gives a hand a score, and is right."""

from collections import Counter

RANKS = "23456789TJQKA"


def score(cards: list[str]) -> tuple[int, tuple[int, ...]]:
    """The category, and the ranks that break ties."""
    counts = Counter(RANKS.index(card[0]) for card in cards)
    pattern = sorted(((many, rank) for rank, many in counts.items()), reverse=True)
    shape = [many for many, _ in pattern]
    ranks = tuple(rank for _, rank in pattern)
    if ranks == (12, 3, 2, 1, 0):
        ranks = (3, 2, 1, 0, -1)
    straight = len(ranks) == 5 and ranks[0] - ranks[4] == 4
    flush = len({card[1] for card in cards}) == 1
    shapes = [[1] * 5, [2, 1, 1, 1], [2, 2, 1], [3, 1, 1], [3, 2], [4, 1]]
    category = (0, 1, 2, 3, 6, 7)[shapes.index(shape)]
    if straight or flush:
        category = 8 if straight and flush else 5 if flush else 4
    return category, ranks
