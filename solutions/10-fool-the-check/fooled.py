"""10. Fool the check: a solution with a hole."""

from collections import Counter

RANKS = "--23456789TJQKA"  # a rank's place in this text is its number

WRONG = ("9h Ah Kh 4h 2h", "Kd Qd 9d 5d 3d")
KIND = "hole"
WHY = """Five hearts are not sorted by rank. The check deals each hand once, sorted by rank, and
evaluate copes with that. The preflight tries other orders of one flush of each class, but those are
spades. So the check never asks about hearts in another order: this is a hole."""


def evaluate(hand):
    """The key of a hand: right, unless five hearts come in a mixed order."""
    counts = Counter(RANKS.index(card[0]) for card in hand)
    ranks = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    if {card[1] for card in hand} == {"h"}:  # the wrong idea: hearts come sorted, up or down
        ranks = [RANKS.index(card[0]) for card in hand]
        if ranks[0] < ranks[4]:
            ranks.reverse()
    shape = sorted(counts.values(), reverse=True)
    flush = len({card[1] for card in hand}) == 1
    if ranks == [14, 5, 4, 3, 2]:
        ranks = [5, 4, 3, 2, 1]
    straight = len(ranks) == 5 and ranks[0] - ranks[4] == 4
    if straight or flush:
        shape = [[], [3, 1, 2], [3, 1, 3], [5]][straight + 2 * flush]
    return shape, ranks
