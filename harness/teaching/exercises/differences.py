"""Exercise 11: say which differences between measured evaluators are real."""

from collections.abc import Sequence
from itertools import permutations
from math import inf
from random import Random
from typing import Any, NoReturn

from harness.teaching.exercises.steps import Asked, Exercise
from harness.teaching.exercises.submission import Stop, Submission, short
from harness.timing.intervals import coverage, most_left_out

Times = dict[str, list[float]]
"""The times of each evaluator, in the order of their rounds."""
Interval = tuple[float, float]


# --- What is right. ---


def interval_of(values: Sequence[float]) -> Interval:
    """The narrowest interval for the median that covers enough.

    >>> interval_of([5, 3, 1, 2, 4, 6, 7, 8, 9, 100])
    (2, 9)
    """
    left_out = most_left_out(len(values))
    if left_out is None:
        return -inf, inf
    ordered = sorted(values)
    return ordered[left_out], ordered[-1 - left_out]


def ratios_of(times: Times, faster: str, slower: str) -> Interval:
    """The interval of the ratios of two evaluators within rounds."""
    return interval_of([late / soon for soon, late in zip(times[faster], times[slower])])


def real_differences_of(times: Times) -> list[tuple[str, str]]:
    """The pairs (faster, slower) whose interval of ratios is above 1.

    >>> real_differences_of({"a": [2.0] * 6, "b": [1.0] * 6, "c": [1.0, 3.0] * 3})
    [('b', 'a')]
    """
    pairs = permutations(sorted(times), 2)
    return [pair for pair in pairs if ratios_of(times, *pair)[0] > 1]


# --- Times to ask about. ---

NAMES = ("ant", "bee", "cat", "dog", "elk", "fox", "gnu")
ROUNDS = (3, 5, 6, 7, 8, 9, 10, 10, 12, 15, 20)
SETS = 200
MOST_LINES = 10
"""Lines of a file that are shown."""


def data_set(random: Random) -> Times:
    """Times as they could be measured: rounds in which all are slow, outliers, and ties."""
    rounds = random.choice(ROUNDS)
    noise, drift = random.choice((0.01, 0.03, 0.1)), random.choice((0.0, 0.3, 1.0))
    factors = [1 + drift * random.random() for _ in range(rounds)]
    times: Times = {}
    for name in random.sample(NAMES, random.randrange(2, 6)):
        typical = 100 * random.choice((1.0, 1.0, 1.02, 1.05, 1.1, 1.3))
        of_rounds = [typical * factor * random.gauss(1, noise) for factor in factors]
        if random.random() < 0.3:
            of_rounds[random.randrange(rounds)] *= random.choice((0.2, 5))
        if times and random.random() < 0.2:  # ties, but for a few rounds
            of_rounds = [*of_rounds[:2], *random.choice([*times.values()])[2:]]
        times[name] = [round(time, 2) for time in of_rounds]
    return times


def lines_of(times: Times, random: Random) -> list[str]:
    """The lines of a file, the heading first and the others in any order."""
    lines = [
        f"{name},{number},{time}"
        for name, of_rounds in times.items()
        for number, time in enumerate(of_rounds, start=1)
    ]
    return ["evaluator,round,ns_per_hand", *random.sample(lines, len(lines))]


CLEAR: Times = {
    "bee": [302.0, 299.5, 301.0, 298.0, 305.5, 300.0],
    "ant": [101.0, 99.5, 100.0, 102.0, 98.5, 100.5],
}
NOT_CLEAR: Times = {
    "ant": [100.0, 104.0, 99.0, 103.0, 101.0, 98.0],
    "bee": [103.0, 101.0, 102.0, 99.0, 98.0, 102.5],
}
MANY: Times = {
    "dog": [300.0, 310.0, 305.0, 299.0, 301.0, 303.0],
    "cat": [200.0, 190.0, 195.0, 205.0, 199.0, 198.0],
    "bee": [99.0, 103.0, 100.0, 98.0, 102.0, 100.0],
    "ant": [100.0, 102.0, 99.0, 101.0, 103.0, 98.0],
}
DRIFT: Times = {  # each round has another speed, and the ant is always 5 % faster or more
    "ant": [100.0, 140.0, 180.0, 110.0, 160.0, 200.0, 120.0, 150.0, 190.0, 130.0],
    "bee": [106.0, 149.0, 190.0, 117.0, 169.0, 213.0, 126.0, 158.0, 202.0, 138.0],
}
ONE_OUTLIER: Times = {  # the ant is faster in all rounds but one
    "ant": [100.0, 101.0, 99.0, 700.0, 102.0, 98.0, 100.0, 101.0, 99.0, 100.0],
    "bee": [110.0, 111.0, 109.0, 108.0, 112.0, 109.0, 110.0, 112.0, 108.0, 111.0],
}
TWO_OUTLIERS: Times = {  # two of ten: now the interval contains 1
    "ant": [100.0, 101.0, 99.0, 700.0, 102.0, 98.0, 500.0, 101.0, 99.0, 100.0],
    "bee": [110.0, 111.0, 109.0, 108.0, 112.0, 109.0, 110.0, 112.0, 108.0, 111.0],
}
SAME_ONCE: Times = {  # the interval of ratios ends at 1, and so contains it
    "ant": [100.0, 101.0, 99.0, 100.0, 102.0, 98.0],
    "bee": [100.0, 111.0, 109.0, 108.0, 112.0, 109.0],
}
FEW: Times = {name: times[:5] for name, times in CLEAR.items()}


# --- Ask. ---


def shown(times: Times) -> list[str]:
    """Times as lines."""
    return [f"{name}: {' '.join(map(str, of_rounds))}" for name, of_rounds in times.items()]


def is_number(value: Any) -> bool:
    """Whether a value is a plain number."""
    return type(value) in (int, float)


def expect_times(submission: Submission, times: Times, random: Random) -> None:
    """Ask for the times in the lines of a file."""
    lines = lines_of(times, random)
    case = [*lines[:MOST_LINES], *["..."][: len(lines) - MOST_LINES]]
    answer = submission.function("read", "lines")(lines, case=case)
    if type(answer) is not dict or any(type(name) is not str for name in answer):
        _refuse("read", answer, 'a dictionary such as {"treys": [751.2, 744.1]}', case)
    if {*answer} != {*times}:
        right = ", ".join(sorted(times))
        raise Stop("other_names", *case, names=", ".join(sorted(answer)) or "none", right=right)
    for name, right_times in times.items():
        values = answer[name]
        if type(values) not in (list, tuple) or not all(map(is_number, values)):
            _refuse("read", answer, "a list of numbers for each evaluator", case)
        if sorted(values) == sorted(right_times) and [*values] != right_times:
            raise Stop("other_order", *case, name=name)
        if [*values] != right_times:
            raise Stop(
                "other_times", *case, name=name, value=short(values), right=short(right_times)
            )


def expect_interval(submission: Submission, values: list[float]) -> None:
    """Ask for the interval of some values."""
    case = [f"interval({values})"]
    answer = submission.function("interval", "values")(values, case=case)
    is_pair = type(answer) in (list, tuple) and len(answer) == 2
    if not is_pair or not all(map(is_number, answer)):
        _refuse("interval", answer, "two numbers, (low, high)", case)
    right = interval_of(values)
    if tuple(answer) == right:
        return
    left_out, ordered = most_left_out(len(values)), sorted(values)
    if left_out is None:
        raise Stop("few_values", *case, number=len(values), value=short(answer))
    for others in range(len(values) // 2):
        if tuple(answer) == (ordered[others], ordered[-1 - others]):
            raise Stop(
                "other_coverage",
                *case,
                left_out=others,
                number=len(values),
                covered=f"{coverage(len(values), others):.1%}",
                right=left_out,
                right_covered=f"{coverage(len(values), left_out):.1%}",
            )
    raise Stop("wrong_value", *case, function="interval", value=short(answer), right=short(right))


def expect_differences(submission: Submission, times: Times) -> None:
    """Ask for the differences that are real."""
    case = shown(times)
    answer = submission.function("real_differences", "times")(times, case=case)
    pairs = _pairs(answer, times)
    if pairs is None:
        wanted = 'a list of pairs such as [("ant", "bee")]'
        _refuse("real_differences", answer, wanted, case)
    right = real_differences_of(times)
    for faster, slower in dict.fromkeys(pairs):
        low, high = ratios_of(times, faster, slower)
        line = f"{slower} / {faster}, the interval within rounds: {low:.3f} to {high:.3f}"
        if (slower, faster) in right:
            raise Stop("other_way", *case, line, faster=slower, slower=faster)
        if (faster, slower) not in right:
            raise Stop("not_real", *case, line, faster=faster, slower=slower)
    for faster, slower in right:
        low, high = ratios_of(times, faster, slower)
        line = f"{slower} / {faster}, the interval within rounds: {low:.3f} to {high:.3f}"
        if (faster, slower) not in pairs:
            raise Stop("not_listed", *case, line, faster=faster, slower=slower)
    if pairs != right:
        raise Stop("not_sorted", *case, value=short(answer), right=short(right))


def _pairs(answer: Any, times: Times) -> list[tuple[str, str]] | None:
    """An answer as pairs of names; None if it is something else."""
    if type(answer) not in (list, tuple):
        return None
    pairs = []
    for pair in answer:
        if type(pair) not in (list, tuple) or len(pair) != 2:
            return None
        first, second = pair
        if type(first) is not str or type(second) is not str or not {first, second} <= {*times}:
            return None
        pairs.append((first, second))
    return pairs


def _refuse(function: str, value: Any, wanted: str, case: Sequence[str]) -> NoReturn:
    raise Stop("wrong_type", *case, function=function, value=short(value), wanted=wanted)


def differences(name: str, *sets: Times, points: int = 1) -> Asked:
    """A step that asks about some sets of times."""

    def ask(submission: Submission) -> None:
        for times in sets:
            expect_differences(submission, times)

    return Asked(name=name, chapter=8, points=points, ask=ask)


def reads(submission: Submission) -> None:
    """Ask for the times in three files, one of them with rounds of two digits."""
    for times in (CLEAR, MANY, DRIFT, {"elk": [7.25]}):
        expect_times(submission, times, Random(11))


def intervals(submission: Submission) -> None:
    """Ask for intervals of many values."""
    random = Random(11)
    for number in (10, 6, 8, 9, 20, 31):
        expect_interval(submission, [float(value) for value in random.sample(range(100), number)])


def intervals_of_few(submission: Submission) -> None:
    """Ask for intervals of fewer values than six, and of six."""
    for values in ([1.0, 2.0, 3.0, 4.0, 5.0], [3.0, 1.0], [2.0], [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]):
        expect_interval(submission, values)


def all_sets(submission: Submission) -> None:
    """Ask about all sets, from their lines on."""
    random = Random(11)
    for _ in range(SETS):
        times = data_set(random)
        expect_times(submission, times, random)
        expect_differences(submission, times)


SAY_WHICH_ARE_REAL = Exercise(
    number="11",
    title="say which differences are real",
    file="differences.py",
    steps=(
        Asked(name="it reads the times in the order of their rounds", chapter=8, ask=reads),
        Asked(
            name="its interval covers the median with more than 95 %, and is not wider",
            chapter=8,
            ask=intervals,
        ),
        Asked(name="it knows nothing from fewer than six values", chapter=8, ask=intervals_of_few),
        differences("it finds clear differences, and no others", CLEAR, NOT_CLEAR, MANY, FEW),
        differences("it compares within rounds when the machine changes", DRIFT),
        differences("it is right about outliers and ties", ONE_OUTLIER, TWO_OUTLIERS, SAME_ONCE),
        Asked(
            name=f"it is right about {SETS} sets of times",
            chapter=8,
            points=3,
            is_hidden=True,
            ask=all_sets,
        ),
    ),
)
