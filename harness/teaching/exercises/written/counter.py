"""Count the ranks with a `Counter`, and look up the category by the counts."""

from collections import Counter

RANKS = "--23456789TJQKA"
HIGH_CARD, ONE_PAIR, TWO_PAIR, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH = range(9)
CATEGORIES = {
    (1, 1, 1, 1, 1): HIGH_CARD,
    (2, 1, 1, 1): ONE_PAIR,
    (2, 2, 1): TWO_PAIR,
    (3, 1, 1): THREE,
    (3, 2): FULL_HOUSE,
    (4, 1): FOUR,
}


def evaluate(hand: list[str]) -> tuple[int, list[int]]:
    """The category of a hand, then its ranks in the order in which they are compared.

    >>> evaluate(["Kd", "7s", "7c", "Kh", "As"])
    (2, [13, 13, 7, 7, 14])
    """
    ranks = sorted((RANKS.index(card[0]) for card in hand), reverse=True)
    if ranks == [14, 5, 4, 3, 2]:
        ranks = [5, 4, 3, 2, 1]
    straight = len(set(ranks)) == 5 and ranks[0] - ranks[4] == 4
    suits = Counter(card[1] for card in hand)
    flush = max(suits.values()) == 5

    counts = Counter(ranks)
    category = CATEGORIES[tuple(sorted(counts.values(), reverse=True))]
    if straight:
        category = max(category, STRAIGHT)
    if flush:
        category = max(category, FLUSH)
    if straight and flush:
        category = STRAIGHT_FLUSH

    ordered = sorted(ranks, key=lambda rank: (counts[rank], rank), reverse=True)
    return category, ordered
