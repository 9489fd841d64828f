"""06. Find the smallest safe base: a solution."""

from itertools import pairwise

RANKS = "--23456789TJQKA"  # a rank's place in this text is its number
CATEGORIES = {(1, 1, 1, 1, 1): 0, (2, 1, 1, 1): 1, (2, 2, 1): 2, (3, 1, 1): 3, (3, 2): 6, (4, 1): 7}


def pack(digits, base):
    """The number with these digits."""
    number = 0
    for digit in digits:
        number = base * number + digit
    return number


def unpack(number, base, places):
    """The digits of a number, as many as there are places."""
    digits = []
    for _ in range(places):
        number, digit = divmod(number, base)
        digits.append(digit)
    return digits[::-1]


def smallest_safe_base(rows):
    """The smallest base in which each row is a greater number than the row before it."""
    base = 2
    while not rises(pack(row, base) for row in rows):  # stops at the first that does not rise
        base += 1
    return base


def rises(numbers):
    """True if each number is greater than the one before it."""
    return all(smaller < greater for smaller, greater in pairwise(numbers))


def evaluate(hand):
    """The category and five ranks as the digits of a number in base 15."""
    ranks = [RANKS.index(card[0]) for card in hand]
    different = sorted(set(ranks), reverse=True)
    different.sort(key=ranks.count, reverse=True)
    category = CATEGORIES[tuple(ranks.count(rank) for rank in different)]
    if different == [14, 5, 4, 3, 2]:
        different = [5, 4, 3, 2, 1]
    straight = len(different) == 5 and different[0] - different[4] == 4
    flush = len({card[1] for card in hand}) == 1
    if straight or flush:
        category = 8 if straight and flush else 5 if flush else 4
    return pack([category, *different, 0, 0, 0][:6], 15)
