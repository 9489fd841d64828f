"""06. Find the smallest safe base: the task is in README.md."""


def pack(digits, base):
    """The number with these digits."""
    return sum(digits)


def unpack(number, base, places):
    """The digits of a number, as many as there are places."""
    return [0] * places


def smallest_safe_base(rows):
    """The smallest base in which each row is a greater number than the row before it."""
    return 100


def evaluate(hand):
    """A key that is one number: of two hands, the one with the higher key wins."""
    return 0
