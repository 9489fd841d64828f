"""An evaluator written in an evening, with one bug."""

from collections import Counter

RANKS = "23456789TJQKA"
PATTERNS = [5 * (1,), (2, 1, 1, 1), (2, 2, 1), (3, 1, 1), "straight", "flush", (3, 2), (4, 1)]


def evaluate(hand: list[str]) -> tuple[int, list[int]]:
    """The category of a hand, 0 to 8, and its ranks in the order in which they count."""
    ranks = [RANKS.index(card[0]) for card in hand]
    counts = Counter(ranks)
    ranks.sort(key=lambda rank: (counts[rank], rank), reverse=True)
    category = PATTERNS.index(tuple(sorted(counts.values(), reverse=True)))
    straight = category == 0 and ranks[0] - ranks[4] == 4
    flush = len({card[1] for card in hand}) == 1
    if straight or flush:
        category = 8 if straight and flush else 5 if flush else 4
    return category, ranks
