"""A package of our own that stands for a foreign one: it only compares, and misses the wheel."""

RANKS = "23456789TJQKA"


class Hand:
    """Five cards."""

    def __init__(self, cards: list[str]) -> None:
        ranks = sorted((RANKS.index(card[0]) for card in cards), reverse=True)
        self.ranks = sorted(ranks, key=lambda rank: (-ranks.count(rank), -rank))
        shape = "".join(str(ranks.count(rank)) for rank in dict.fromkeys(self.ranks))
        flush = len({card[1] for card in cards}) == 1
        straight = len(set(ranks)) == 5 and ranks[0] - ranks[4] == 4
        names = ("11111", "2111", "221", "311", "straight", "flush", "32", "41")
        self.category = names.index(shape)
        if flush or straight:
            self.category = 8 if flush and straight else 5 if flush else 4

    def beats(self, other: "Hand") -> bool:
        """Whether this hand wins."""
        return (self.category, self.ranks) > (other.category, other.ranks)
