"""02. Break the tie: a solution."""

RANKS = "--23456789TJQKA"  # a rank's place in this text is its number


def ranks_in_order(hand):
    """The ranks of a hand, such as ["Kd", "Ks", "7c", "7h", "As"], as they are compared."""
    ranks = [RANKS.index(card[0]) for card in hand]
    different = sorted(set(ranks), reverse=True)
    different.sort(key=ranks.count, reverse=True)  # ranks that occur equally often stay in order
    return [5, 4, 3, 2, 1] if different == [14, 5, 4, 3, 2] else different
