"""A package of our own that stands for a foreign one: it only compares, and misses the wheel."""

from scoring import score


class Hand:
    """The best of some hands of five cards."""

    def __init__(self, fives: list[list[str]]) -> None:
        self.key = max(score(cards, has_wheel=False) for cards in fives)

    def beats(self, other: "Hand") -> bool:
        """Test whether this hand wins."""
        return self.key > other.key
