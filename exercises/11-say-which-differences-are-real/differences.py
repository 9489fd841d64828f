"""11. Say which differences are real: the task is in README.md."""

from math import comb, inf
from pathlib import Path


def coverage(number, left_out):
    """The chance that the true median lies in an interval, as in chapter 8.

    The interval leaves out `left_out` of `number` values at each end: with k = 1, none.
    """
    few_heads = sum(comb(number, heads) for heads in range(left_out + 1))
    return 1 - 2 * few_heads / 2**number


def read(lines):
    """The times of each evaluator, in the order of their rounds."""
    return {}


def interval(values):
    """The narrowest interval for the median whose coverage is more than 95 %."""
    return -inf, inf


def real_differences(times):
    """The sorted pairs (faster, slower) whose ratio within rounds has an interval without 1."""
    return []


if __name__ == "__main__":
    file = Path(__file__).with_name("times.csv")
    for faster, slower in real_differences(read(file.read_text().splitlines())):
        print(faster, "is faster than", slower)
