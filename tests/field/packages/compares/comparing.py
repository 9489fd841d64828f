"""A package of our own that stands for a foreign one: it only compares, and misses the wheel."""

from scoring import score


class Hand:
    """Five cards."""

    def __init__(self, cards: list[str]) -> None:
        self.key = score(cards, has_wheel=False)

    def beats(self, other: "Hand") -> bool:
        """Test whether this hand wins."""
        return self.key > other.key
