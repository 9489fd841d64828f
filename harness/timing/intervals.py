"""Intervals for a median: how likely the true median lies between two of several values.

With the values in order, an interval leaves out as many at each end. It needs no assumption about
their distribution: each value is as likely to be above the true median as below it.
"""

from math import comb

COVERED = 0.95
"""The least probability that an interval contains the median."""


def coverage(number: int, left_out: int) -> float:
    """The probability that the true median lies in an interval.

    Args:
        number: how many values there are.
        left_out: how many of them are below the interval, and how many above it.

    >>> f"{coverage(10, 1):.1%}"
    '97.9%'
    """
    outside = sum(comb(number, above) for above in range(left_out + 1))
    return 1 - 2 * outside / (1 << number)


def most_left_out(number: int) -> int | None:
    """How many values the narrowest interval leaves out at each end; None if there is none.

    >>> [most_left_out(number) for number in (5, 6, 9, 10, 20)]
    [None, 0, 1, 1, 5]
    """
    fits = [left_out for left_out in range(number // 2) if coverage(number, left_out) >= COVERED]
    return fits[-1] if fits else None
