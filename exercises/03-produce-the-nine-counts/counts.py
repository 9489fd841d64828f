"""03. Produce the nine counts: the task is in README.md."""

CATEGORIES = (
    "high card",
    "one pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
)


def counts(ranks):
    """How many hands of each category a deck of these ranks deals, each in four suits."""
    return dict.fromkeys(CATEGORIES, 0)
