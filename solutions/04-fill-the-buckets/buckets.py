"""04. Fill the buckets: a solution."""

RANKS = "--23456789TJQKA"  # a rank's place in this text is its number


def buckets(hand):
    """The ranks of a hand by how often they occur, the highest first in each list."""
    ranks = [RANKS.index(card[0]) for card in hand]
    filled = {4: [], 3: [], 2: [], 1: []}
    for rank in sorted(set(ranks), reverse=True):
        filled[ranks.count(rank)].append(rank)
    if filled[1] == [14, 5, 4, 3, 2]:
        filled[1] = [5, 4, 3, 2, 1]
    return filled


def evaluate(hand):
    """The category, then the buckets of fours, threes, twos and ones."""
    filled = buckets(hand)
    fours, threes, twos, ones = filled.values()
    flush = len({card[1] for card in hand}) == 1
    straight = len(ones) == 5 and ones[0] - ones[4] == 4
    if straight and flush:
        category = 8
    elif fours:
        category = 7
    elif threes and twos:
        category = 6
    elif flush:
        category = 5
    elif straight:
        category = 4
    elif threes:
        category = 3
    else:
        category = len(twos)  # two pair, one pair, high card
    return category, fours, threes, twos, ones
