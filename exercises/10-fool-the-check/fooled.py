"""10. Fool the check: the task is in README.md."""

from collections import Counter

RANKS = "--23456789TJQKA"  # a rank's place in this text is its number

WRONG = ("Kd Ks 7c 7h 2s", "Ad Ks 7c 6h 2s")  # the better hand first; evaluate orders them wrongly
KIND = "hole"  # or "cheating"
WHY = "Why does the check call this evaluator equivalent to the rules?"


def evaluate(hand):
    """The key of a hand: higher keys win. It is right; make it wrong."""
    counts = Counter(RANKS.index(card[0]) for card in hand)
    ranks = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    shape = sorted(counts.values(), reverse=True)
    flush = len({card[1] for card in hand}) == 1
    if ranks == [14, 5, 4, 3, 2]:
        ranks = [5, 4, 3, 2, 1]
    straight = len(ranks) == 5 and ranks[0] - ranks[4] == 4
    if straight or flush:
        shape = [[], [3, 1, 2], [3, 1, 3], [5]][straight + 2 * flush]
    return shape, ranks
