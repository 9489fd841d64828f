"""12. Twice as fast: the task is in README.md."""

RANKS = "--23456789TJQKA"  # a rank's place in this text is its number
CATEGORIES = {
    (1, 1, 1, 1, 1): 0,
    (2, 1, 1, 1): 1,
    (2, 2, 1): 2,
    (3, 1, 1): 3,
    (3, 2): 6,
    (4, 1): 7,
}


def ranks_of(hand):
    """The ranks, the highest first."""
    return sorted([RANKS.index(card[0]) for card in hand], reverse=True)


def counts_of(hand):
    """How often each rank occurs, the greatest number first."""
    return sorted([ranks_of(hand).count(rank) for rank in set(ranks_of(hand))], reverse=True)


def is_flush(hand):
    """True if all cards have one suit."""
    return len({card[1] for card in hand}) == 1


def is_straight(hand):
    """True if five ranks are in a row; the ace may be low."""
    if counts_of(hand) != [1, 1, 1, 1, 1]:
        return False
    return max(ranks_of(hand)) - min(ranks_of(hand)) == 4 or is_wheel(hand)


def is_wheel(hand):
    """True if the ranks are A-5-4-3-2."""
    return ranks_of(hand) == [14, 5, 4, 3, 2]


def category(hand):
    """The category, from high card (0) to straight flush (8)."""
    if is_straight(hand) and is_flush(hand):
        return 8
    if is_flush(hand):
        return 5
    if is_straight(hand):
        return 4
    return CATEGORIES[tuple(counts_of(hand))]


def in_order(hand):
    """The different ranks in the order in which they are compared."""
    if is_wheel(hand):
        return [5, 4, 3, 2, 1]
    ranks = ranks_of(hand)
    return sorted(set(ranks), key=lambda rank: (ranks.count(rank), rank), reverse=True)


def evaluate(hand):
    """A key: the higher one wins."""
    return category(hand), *in_order(hand)
