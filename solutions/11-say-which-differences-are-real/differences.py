"""11. Say which differences are real: a solution."""

from csv import DictReader
from itertools import permutations
from math import comb, inf


def coverage(number, left_out):
    """The chance that the true median lies in an interval, as in chapter 8."""
    few_heads = sum(comb(number, heads) for heads in range(left_out + 1))
    return 1 - 2 * few_heads / 2**number


def read(lines):
    """The times of each evaluator, in the order of their rounds."""
    times = {}
    for row in sorted(DictReader(lines), key=lambda row: int(row["round"])):
        times.setdefault(row["evaluator"], []).append(float(row["ns_per_hand"]))
    return times


def interval(values):
    """The narrowest interval for the median whose coverage is more than 95 %."""
    ordered = sorted(values)
    number = len(values)
    enough = [left_out for left_out in range(number // 2) if coverage(number, left_out) > 0.95]
    if not enough:
        return -inf, inf
    return ordered[enough[-1]], ordered[-1 - enough[-1]]


def real_differences(times):
    """The sorted pairs (faster, slower) whose ratio within rounds has an interval without 1."""
    pairs = []
    for faster, slower in permutations(times, 2):
        low, _ = interval([b / a for a, b in zip(times[faster], times[slower])])
        if low > 1:  # else it contains 1, or the pair is the other way around
            pairs.append((faster, slower))
    return sorted(pairs)
