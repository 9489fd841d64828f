"""13. Change the game: the task is in README.md."""

RANKS = "--23456789TJQKA"  # a rank's place in this text is its number


def evaluate(hand):
    """Four flags, then how often each rank occurs, then the ranks: the higher key wins."""
    ranks = [RANKS.index(card[0]) for card in hand]
    groups = sorted(set(ranks), reverse=True)
    groups.sort(key=ranks.count, reverse=True)
    counts = [ranks.count(rank) for rank in groups]

    flush = len({card[1] for card in hand}) == 1
    wheel = groups == [14, 5, 4, 3, 2]
    if wheel:
        groups = [5, 4, 3, 2, 1]
    straight = wheel or (len(groups) == 5 and groups[0] - groups[4] == 4)
    two_ranks = len(groups) == 2  # four of a kind, or a full house
    return straight and flush, two_ranks, flush, straight, counts, groups
