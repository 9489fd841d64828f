"""Intervals for a median: the probability that the true median lies between two of several values.

The values are put in order, and an interval leaves out the same number at each end. This makes no
assumption about their distribution: each value is as likely to be above the true median as below.
"""

from math import comb

COVERED = 0.95
"""The least probability that an interval contains the median."""


def coverage(number: int, left_out: int) -> float:
    """The probability that the true median lies in an interval.

    Args:
        number: the number of values.
        left_out: the number of values below the interval, which is also that above it.

    >>> f"{coverage(10, 1):.1%}"
    '97.9%'
    """
    outside = sum(comb(number, above) for above in range(left_out + 1))
    return 1 - 2 * outside / (1 << number)


def most_left_out(number: int) -> int | None:
    """The number of values that the narrowest interval leaves out at each end; None without one.

    >>> [most_left_out(number) for number in (5, 6, 9, 10, 20)]
    [None, 0, 1, 1, 5]
    """
    fits = [left_out for left_out in range(number // 2) if coverage(number, left_out) >= COVERED]
    return fits[-1] if fits else None
