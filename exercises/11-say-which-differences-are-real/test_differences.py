"""11. Say which differences are real: the steps, in order.

Times are a dictionary from the name of an evaluator to its times in the order of their rounds.
"""

from itertools import permutations
from math import inf
from random import Random

import pytest

from harness.timing.intervals import coverage, most_left_out

NAMES = ("ant", "bee-2", "bee-12", "cat", "catfish", "dog", "x")
ROUNDS = (3, 5, 6, 7, 8, 9, 10, 10, 12, 15, 20)
MOST_LINES = 10
"""Lines of a file that are shown."""

CLEAR = {
    "bee": [302.0, 299.5, 301.0, 298.0, 305.5, 300.0],
    "ant": [101.0, 99.5, 100.0, 102.0, 98.5, 100.5],
}
NOT_CLEAR = {
    "ant": [100.0, 104.0, 99.0, 103.0, 101.0, 98.0],
    "bee": [103.0, 101.0, 102.0, 99.0, 98.0, 102.5],
}
MANY = {
    "dog": [300.0, 310.0, 305.0, 299.0, 301.0, 303.0],
    "cat": [200.0, 190.0, 195.0, 205.0, 199.0, 198.0],
    "bee": [99.0, 103.0, 100.0, 98.0, 102.0, 100.0],
    "ant": [100.0, 102.0, 99.0, 101.0, 103.0, 98.0],
}
RANDOM = Random(11)
VALUES = [RANDOM.sample(range(100), number) for number in (10, 6, 8, 9, 20, 31)]
FEW = {name: times[:5] for name, times in CLEAR.items()}
DRIFT = {  # each round has another speed, and the ant is always 5 % faster or more
    "ant": [100.0, 140.0, 180.0, 110.0, 160.0, 200.0, 120.0, 150.0, 190.0, 130.0],
    "bee": [106.0, 149.0, 190.0, 117.0, 169.0, 213.0, 126.0, 158.0, 202.0, 138.0],
}
ONE_OUTLIER = {  # the ant is faster in all rounds but one
    "ant": [100.0, 101.0, 99.0, 700.0, 102.0, 98.0, 100.0, 101.0, 99.0, 100.0],
    "bee": [110.0, 111.0, 109.0, 108.0, 112.0, 109.0, 110.0, 112.0, 108.0, 111.0],
}
TWO_OUTLIERS = {  # two of ten: now the interval contains 1
    "ant": [100.0, 101.0, 99.0, 700.0, 102.0, 98.0, 500.0, 101.0, 99.0, 100.0],
    "bee": ONE_OUTLIER["bee"],
}
SAME_ONCE = {  # the interval of ratios ends at 1, and so contains it
    "ant": [100.0, 101.0, 99.0, 100.0, 102.0, 98.0],
    "bee": [100.0, 111.0, 109.0, 108.0, 112.0, 109.0],
}


def data_set(random):
    """Times as they could be measured: rounds in which all are slow, outliers, and ties."""
    rounds = random.choice(ROUNDS)
    noise, drift = random.choice((0.01, 0.03, 0.1)), random.choice((0.0, 0.3, 1.0))
    factors = [1 + drift * random.random() for _ in range(rounds)]
    times = {}
    for name in random.sample(NAMES, random.randrange(2, 6)):
        typical = 100 * random.choice((1.0, 1.0, 1.02, 1.05, 1.1, 1.3))
        of_rounds = [typical * factor * random.gauss(1, noise) for factor in factors]
        if random.random() < 0.3:
            of_rounds[random.randrange(rounds)] *= random.choice((0.2, 5))
        if times and random.random() < 0.2:  # ties, but for a few rounds
            of_rounds = [*of_rounds[:2], *random.choice([*times.values()])[2:]]
        times[name] = [round(time, 2) for time in of_rounds]
    return times


# --- What is right. ---


def interval_of(values):
    """The narrowest interval for the median that covers enough."""
    left_out = most_left_out(len(values))
    if left_out is None:
        return -inf, inf
    ordered = sorted(values)
    return ordered[left_out], ordered[-1 - left_out]


def ratios_of(times, faster, slower):
    """The interval of the ratios of two evaluators within rounds."""
    return interval_of([late / soon for soon, late in zip(times[faster], times[slower])])


def real_differences_of(times):
    """The pairs (faster, slower) whose interval of ratios is above 1."""
    return [pair for pair in permutations(sorted(times), 2) if ratios_of(times, *pair)[0] > 1]


def is_row(value, *types):
    """True if a value is a list or tuple of values of some types."""
    return type(value) in (list, tuple) and {*map(type, value)} <= {*types}


def expect_times(theirs, times, random):
    """It reads times from the lines of a file: the heading, and then lines in any order."""
    __tracebackhide__ = True
    rows = [
        f"{name},{number},{time}"
        for name, of_rounds in times.items()
        for number, time in enumerate(of_rounds, start=1)
    ]
    lines = ["evaluator,round,ns_per_hand", *random.sample(rows, len(rows))]
    case = "\n".join(lines[:MOST_LINES] + ["..."] * (len(lines) > MOST_LINES))
    answer = theirs.call("read", case=case, lines=lines)
    shown = theirs.show(answer)
    assert type(answer) is dict and {*map(type, answer)} <= {str}, (  # noqa: PT018
        f'read returns {shown}, and should return a dictionary such as {{"treys": [751.2, 744.1]}}.'
        f"\n{case}"
    )
    assert {*answer} == {*times}, (
        f"read finds these evaluators: {theirs.show(sorted(answer))}; in the lines are: "
        f"{sorted(times)}.\n{case}"
    )
    for name, right in times.items():
        values = answer[name]
        assert is_row(values, int, float), (
            f"read returns {shown}, and should return a list of numbers for each evaluator.\n{case}"
        )
        assert [*values] == right or sorted(values) != sorted(right), (
            f"The times of {name} are not in the order of their rounds: as numbers, 2 comes before "
            f"10.\n{case}"
        )
        assert [*values] == right, (
            f"read finds the times {theirs.show(values)} for {name}; right is {right}.\n{case}"
        )


def expect_interval(theirs, values):
    """It finds the interval of some values."""
    __tracebackhide__ = True
    number, ordered = len(values), sorted(values)
    call = f"interval({values})"
    answer = theirs.call("interval", case=call, values=values)
    shown = theirs.show(answer)
    assert is_row(answer, int, float) and len(answer) == 2, (  # noqa: PT018
        f"interval returns {shown}, and should return two numbers, (low, high).\n{call}"
    )
    low_high, right, left_out = tuple(answer), interval_of(values), most_left_out(number)
    assert low_high == right or left_out is not None, (
        f"interval returns {shown}, and with {number} values no interval covers more than 95 %: "
        f"return (-inf, inf).\n{call}"
    )
    for others in range(number // 2):
        assert low_high == right or low_high != (ordered[others], ordered[-1 - others]), (
            f"interval leaves out {others} of {number} values at each end, which covers "
            f"{coverage(number, others):.1%}; leave out {left_out}, which covers "
            f"{coverage(number, left_out):.1%}.\n{call}"
        )
    assert low_high == right, f"interval returns {shown}; right is {right}.\n{call}"


def expect_differences(theirs, times):
    """It finds the differences that are real."""
    __tracebackhide__ = True
    case = "\n".join(f"{name}: {' '.join(map(str, times[name]))}" for name in times)
    answer = theirs.call("real_differences", case=case, times=times)
    shown = theirs.show(answer)
    is_list = is_row(answer, list, tuple) and all(
        is_row(pair, str) and len(pair) == 2 and {*pair} <= {*times} for pair in answer
    )
    assert is_list, (
        f"real_differences returns {shown}, and should return a list of pairs such as "
        f'[("ant", "bee")].\n{case}'
    )
    pairs, right = [*map(tuple, answer)], real_differences_of(times)
    for faster, slower in dict.fromkeys(pairs + right):
        low, high = ratios_of(times, faster, slower)
        line = f"{slower} / {faster}, the interval within rounds: {low:.3f} to {high:.3f}"
        assert (slower, faster) not in right, (
            f"{slower} is faster than {faster}, and the pair has them the other way around.\n"
            f"{case}\n{line}"
        )
        assert (faster, slower) in right, (
            f"The pair {faster} and {slower} is in the list, and the interval of their ratios "
            f"within rounds contains 1.\n{case}\n{line}"
        )
        assert (faster, slower) in pairs, (
            f"The pair {faster} and {slower} is not in the list, and the interval of their ratios "
            f"within rounds is above 1.\n{case}\n{line}"
        )
    assert pairs == right, (
        f"real_differences returns {shown}; sorted, each pair once, it is {right}.\n{case}"
    )


# --- The steps. ---


@pytest.mark.step(chapter=8)
@pytest.mark.parametrize("times", [CLEAR, MANY, DRIFT, {"elk": [7.25]}])
def test_read(theirs, times):
    """It reads the times in the order of their rounds."""
    expect_times(theirs, times, Random(11))


@pytest.mark.step(chapter=8)
@pytest.mark.parametrize("values", VALUES, ids=len)
def test_interval(theirs, values):
    """Its interval covers the median with more than 95 %, and is not wider."""
    expect_interval(theirs, [*map(float, values)])


@pytest.mark.step(chapter=8)
@pytest.mark.parametrize("values", [[1, 2, 3, 4, 5], [3, 1], [2], [1, 2, 3, 4, 5, 6]])
def test_few_values(theirs, values):
    """It knows nothing from fewer than six values."""
    expect_interval(theirs, [*map(float, values)])


@pytest.mark.step(chapter=8)
@pytest.mark.parametrize("times", [CLEAR, NOT_CLEAR, MANY, FEW])
def test_clear_differences(theirs, times):
    """It finds clear differences, and no others."""
    expect_differences(theirs, times)


@pytest.mark.step(chapter=8)
def test_within_rounds(theirs):
    """It compares within rounds when the machine changes."""
    expect_differences(theirs, DRIFT)


@pytest.mark.step(chapter=8)
@pytest.mark.parametrize("times", [ONE_OUTLIER, TWO_OUTLIERS, SAME_ONCE])
def test_outliers(theirs, times):
    """It is right about outliers and ties."""
    expect_differences(theirs, times)


@pytest.mark.step(points=3, chapter=8)
def test_many_sets(theirs):
    """It is right about 200 sets of times."""
    random = Random(11)
    for _ in range(200):
        times = data_set(random)
        values = [random.gauss(100, 30) for _ in range(random.randrange(1, 60))]
        expect_interval(theirs, values)
        expect_times(theirs, times, random)
        expect_differences(theirs, times)
