"""A package of our own that stands for foreign ones: it gives a hand a score, and is right."""


def score(cards: list[str], has_wheel: bool = True) -> tuple[list[int], list[int]]:
    """The counts of the ranks, the most frequent first, and the ranks in this order."""
    ranks = ["23456789TJQKA".index(card[0]) for card in cards]
    different = sorted({*ranks}, key=lambda rank: (ranks.count(rank), rank), reverse=True)
    counts = [ranks.count(rank) for rank in different]
    if has_wheel and different == [12, 3, 2, 1, 0]:
        different = [3, 2, 1, 0, -1]
    straight = len(different) == 5 and different[0] - different[4] == 4
    flush = len({card[1] for card in cards}) == 1
    if straight or flush:  # above [3, 1, 1], three of a kind; both, above [4, 1]
        counts = [5] if straight and flush else [3, 1, 3] if flush else [3, 1, 2]
    return counts, different
