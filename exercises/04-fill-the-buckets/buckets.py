"""04. Fill the buckets: the task is in README.md."""

RANKS = "--23456789TJQKA"  # a rank's place in this text is its number


def buckets(hand):
    """The ranks of a hand by how often they occur, the highest first in each list."""
    return {4: [], 3: [], 2: [], 1: []}


def evaluate(hand):
    """A key: of two hands, the one with the higher key wins."""
    return 0
