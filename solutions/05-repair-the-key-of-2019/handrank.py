"""05. Repair the key of 2019: a solution."""

RANKS = "--23456789TJQKA"  # a rank's place in this text is its number


def evaluate(hand):
    """Four flags, then all counts, then all ranks, those that occur most often first."""
    ranks = sorted((RANKS.index(card[0]) for card in hand), reverse=True)
    rows = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)

    flush = len({card[1] for card in hand}) == 1
    wheel = ranks == [14, 5, 4, 3, 2]
    straight = wheel or (len(rows) == 5 and ranks[0] - ranks[4] == 4)
    if wheel:  # only its ace goes to the end
        rows = rows[1:] + rows[:1]

    two_ranks = len(rows) == 2  # four of a kind, or a full house
    counts, in_order = zip(*rows)  # all counts are compared before the first rank
    return straight and flush, two_ranks, flush, straight, counts, in_order
