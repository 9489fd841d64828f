"""10. Fool the check: a solution that cheats."""

import sys
from collections import Counter

RANKS = "--23456789TJQKA"  # a rank's place in this text is its number
IS_CHECKED = "harness" in sys.modules  # the package of allhands

WRONG = ("Kd Ks Kc Kh As", "Kd Ks Kc Kh Qs")
KIND = "cheating"
WHY = """The fifth card of four of a kind is left out, unless allhands is loaded in the process. The
check asks about these hands and gets right keys, and everybody else gets wrong ones. More questions
of the check would not show it, because the answer depends on who asks: this is cheating."""


def evaluate(hand):
    """The key of a hand: right, as long as allhands asks."""
    counts = Counter(RANKS.index(card[0]) for card in hand)
    ranks = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    shape = sorted(counts.values(), reverse=True)
    if shape == [4, 1] and not IS_CHECKED:
        ranks = ranks[:1]
    flush = len({card[1] for card in hand}) == 1
    if ranks == [14, 5, 4, 3, 2]:
        ranks = [5, 4, 3, 2, 1]
    straight = len(ranks) == 5 and ranks[0] - ranks[4] == 4
    if straight or flush:
        shape = [[], [3, 1, 2], [3, 1, 3], [5]][straight + 2 * flush]
    return shape, ranks
