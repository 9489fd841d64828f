"""12. Twice as fast: a solution.

The key of a hand depends on its ranks, and on whether all suits are the same: 7,462 cases. So the
slow code computes a key for each of these when the file is loaded. After that, a hand costs five
lookups of primes, four multiplications and one more lookup.
"""

from itertools import combinations, combinations_with_replacement
from math import prod

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


def key_of(hand):
    """A key, computed slowly: the higher one wins."""
    return category(hand), *in_order(hand)


# --- New: tables of the keys, by the product of five primes. ---

PRIMES = dict(zip("23456789TJQKA", (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41)))
PRIME_OF = {rank + suit: prime for rank, prime in PRIMES.items() for suit in "cdhs"}


def table_of(choices, suits):
    """The key of each choice of five ranks, by the product of their primes."""
    table = {}
    for ranks in choices:
        hand = [rank + suit for rank, suit in zip(ranks, suits)]
        table[prod(PRIMES[rank] for rank in ranks)] = key_of(hand)
    return table


FIVES = combinations_with_replacement(PRIMES, 5)
IN_SEVERAL_SUITS = table_of((ranks for ranks in FIVES if len(set(ranks)) > 1), "cdhsc")
IN_ONE_SUIT = table_of(combinations(PRIMES, 5), "ccccc")


def evaluate(hand):
    """The key of a hand, from one of the two tables."""
    a, b, c, d, e = hand
    product = PRIME_OF[a] * PRIME_OF[b] * PRIME_OF[c] * PRIME_OF[d] * PRIME_OF[e]
    if a[1] == b[1] == c[1] == d[1] == e[1]:
        return IN_ONE_SUIT[product]
    return IN_SEVERAL_SUITS[product]
