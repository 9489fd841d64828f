"""An evaluator for short deck, made from one for the usual rules. One thing was forgotten."""

from collections import Counter

RANKS = "6789TJQKA"


def evaluate(hand: list[str]) -> tuple[int, list[int]]:
    """The category of a hand, 0 to 8, and its ranks in the order in which they count."""
    ranks = sorted((RANKS.index(card[0]) for card in hand), reverse=True)
    if ranks == [8, 3, 2, 1, 0]:  # A-9-8-7-6: the ace is low
        ranks = [3, 2, 1, 0, -1]
    counts = Counter(ranks)
    ranks.sort(key=lambda rank: (counts[rank], rank), reverse=True)
    pattern = sorted(counts.values(), reverse=True)
    flush = len({card[1] for card in hand}) == 1
    straight = len(counts) == 5 and ranks[0] - ranks[4] == 4
    if straight or flush:
        return 8 if straight and flush else 5 if flush else 4, ranks
    patterns = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}
    return patterns.get(tuple(pattern), 0), ranks
