"""02. Break the tie: the task is in README.md."""


def ranks_in_order(hand):
    """The ranks of a hand, such as ["Kd", "Ks", "7c", "7h", "As"], as they are compared."""
    return [13, 7, 14]
