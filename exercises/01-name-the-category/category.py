"""01. Name the category: the task is in README.md."""


def category(hand):
    """The name of the category of a hand, such as ["Kd", "Ks", "7c", "7h", "2s"]."""
    return "high card"
