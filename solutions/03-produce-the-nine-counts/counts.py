"""03. Produce the nine counts: a solution, by choices."""

from itertools import combinations
from math import comb


def counts(ranks):
    """How many hands of each category a deck of these ranks deals, each in four suits."""
    n = len(ranks)
    runs = sum(is_run(five) for five in combinations(sorted(ranks), 5))
    no_runs = comb(n, 5) - runs
    return {
        "high card": no_runs * (4**5 - 4),  # a suit for each card, but not one suit for all
        "one pair": n * comb(4, 2) * comb(n - 1, 3) * 4**3,
        "two pair": comb(n, 2) * comb(4, 2) ** 2 * (n - 2) * 4,
        "three of a kind": n * comb(4, 3) * comb(n - 1, 2) * 4**2,
        "straight": runs * (4**5 - 4),
        "flush": no_runs * 4,
        "full house": n * comb(4, 3) * (n - 1) * comb(4, 2),
        "four of a kind": n * (n - 1) * 4,
        "straight flush": runs * 4,
    }


def is_run(five):
    """True if five different ranks, the lowest first, are a straight."""
    return five[4] - five[0] == 4 or five == (2, 3, 4, 5, 14)
