"""Sort the ranks by count, and put one test for each category into a list."""

ORDER = "A23456789TJQKA"


def evaluate(hand: list[str]) -> list[int]:
    """The category of a hand, then its ranks in the order in which they are compared.

    >>> evaluate(["Kd", "7s", "7c", "Kh", "As"])
    [2, 13, 13, 7, 7, 14]
    """
    ranks = sorted((ORDER.rindex(card[0]) + 1 for card in hand), reverse=True)
    if set(ranks) == {14, 5, 4, 3, 2}:
        ranks = [5, 4, 3, 2, 1]
    straight = set(ranks) == set(range(ranks[0] - 4, ranks[0] + 1))
    suits = sorted(card[1] for card in hand)
    flush = suits[0] == suits[4]

    counts = [ranks.count(rank) for rank in ranks]
    # The last test that holds gives the category.
    tests = [
        True,  # high card
        2 in counts,  # one pair
        counts.count(2) == 4,  # two pair
        3 in counts,  # three of a kind
        straight,
        flush,
        3 in counts and 2 in counts,  # full house
        4 in counts,  # four of a kind
        straight and flush,
    ]
    category = max(number for number, holds in enumerate(tests) if holds)

    groups = sorted(zip(counts, ranks), reverse=True)
    ranks = [rank for count, rank in groups]
    return [category, *ranks]
