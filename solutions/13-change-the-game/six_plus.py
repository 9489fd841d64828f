"""13. Change the game: a solution."""

RANKS = "--23456789TJQKA"  # a rank's place in this text is its number


def evaluate(hand):
    """Five flags, then how often each rank occurs, then the ranks: the higher key wins."""
    ranks = [RANKS.index(card[0]) for card in hand]
    groups = sorted(set(ranks), reverse=True)
    groups.sort(key=ranks.count, reverse=True)
    counts = [ranks.count(rank) for rank in groups]

    flush = len({card[1] for card in hand}) == 1
    wheel = groups == [14, 9, 8, 7, 6]
    if wheel:
        groups = [9, 8, 7, 6, 5]
    straight = wheel or (len(groups) == 5 and groups[0] - groups[4] == 4)
    four = counts[0] == 4
    full_house = counts == [3, 2]
    return straight and flush, four, flush, full_house, straight, counts, groups
