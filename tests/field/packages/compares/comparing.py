"""A package of our own that stands for a foreign one: it only compares, and misses the wheel."""


class Hand:
    """Five cards."""

    def __init__(self, cards: list[str]) -> None:
        ranks = ["23456789TJQKA".index(card[0]) for card in cards]
        different = sorted({*ranks}, key=lambda rank: (ranks.count(rank), rank), reverse=True)
        counts = [ranks.count(rank) for rank in different]
        straight = len(different) == 5 and different[0] - different[4] == 4
        flush = len({card[1] for card in cards}) == 1
        if straight or flush:  # above [3, 1, 1], three of a kind; both, above [4, 1]
            counts = [5] if straight and flush else [3, 1, 3] if flush else [3, 1, 2]
        self.key = counts, different

    def beats(self, other: "Hand") -> bool:
        """Whether this hand wins."""
        return self.key > other.key
