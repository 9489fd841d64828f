"""Exercise 11 takes right answers, and says what is wrong about others."""

from csv import DictReader
from math import inf
from pathlib import Path
from random import Random
from runpy import run_path

import pytest

from harness.teaching.exercises import differences
from harness.teaching.exercises.differences import SAY_WHICH_ARE_REAL as EXERCISE
from harness.teaching.exercises.differences import (
    data_set,
    interval_of,
    lines_of,
    ratios_of,
    real_differences_of,
)
from harness.teaching.exercises.grader import grade
from harness.timing.intervals import most_left_out
from harness.timing.results import Timing
from tests.harness.teaching.exercises.submissions import asked, asked_about, solution, stub

SOLUTION = solution(EXERCISE).read_text(encoding="utf-8")
READ = """
def read(lines):
    times = {}
    for line in lines[1:]:
        name, number, time = line.split(",")
        times.setdefault(name, []).append((KEY(number), VALUE(time)))
    return {name: [time for _, time in sorted(rounds)] for name, rounds in times.items()}
"""
SAID: dict[str, tuple[str, str]] = {
    "other_names": ("11", SOLUTION + "\ndef read(lines): return {'treys': [1.0]}"),
    "other_order": ("11", SOLUTION + READ.replace("KEY", "str").replace("VALUE", "float")),
    "other_times": (
        "11",
        SOLUTION + READ.replace("KEY", "int").replace("VALUE(time)", "round(float(time))"),
    ),
    "few_values": (
        "11",
        SOLUTION.replace("return -inf, inf", "return (ordered[0], ordered[-1])"),
    ),
    "other_coverage": ("11", SOLUTION.replace("enough[-1]", "0")),
    "not_real": ("11", SOLUTION.replace("if low > 1", "if low >= 1")),
    "other_way": ("11", SOLUTION.replace("append((faster, slower))", "append((slower, faster))")),
    "not_listed": ("11", SOLUTION + "\ndef real_differences(times): return []"),
    "not_sorted": ("11", SOLUTION.replace("sorted(pairs)", "sorted(pairs)[::-1]")),
}
"""For each sentence of the exercise, a file about which it is said."""


@pytest.mark.parametrize("name", SAID)
def test_each_sentence_is_said(name: str, tmp_path: Path) -> None:
    _, said = asked_about(EXERCISE, SAID[name][1], tmp_path)
    assert said
    assert said.name == name


def test_the_solution_passes() -> None:
    assert asked(EXERCISE, solution(EXERCISE)) == (len(EXERCISE.steps), None)


def test_the_stub_passes_nothing() -> None:
    passed, said = asked(EXERCISE, stub(EXERCISE))
    assert passed == 0
    assert said


# --- 11, say which differences are real. ---


def test_the_solution_passes_in_a_worker() -> None:
    assert grade(EXERCISE, solution(EXERCISE), jobs=1).points == EXERCISE.points


@pytest.mark.parametrize("number", [10, 11, 16, 20, 40])
def test_the_interval_is_that_of_our_own_results(number: int) -> None:
    """Else the exercise teaches another interval than the report shows."""
    values = [float(value) for value in Random(number).sample(range(1000), number)]
    assert interval_of(values) == Timing("a", "random-5", tuple(values)).interval


@pytest.mark.parametrize("number", range(1, 13))
def test_the_coverage_is_that_of_coins(number: int) -> None:
    """Each value is below the true median or above it, with the same chance: try all ways."""
    enough = [
        left
        for left in range(number // 2)
        if sum(left < coins.bit_count() < number - left for coins in range(1 << number))
        > 0.95 * (1 << number)
    ]
    assert most_left_out(number) == (enough[-1] if enough else None)
    assert (interval_of(range(number)) == (-inf, inf)) == (number < 6)


def test_the_two_ways_around_agree() -> None:
    """A pair is faster exactly if the other way around it is slower."""
    random = Random(1)
    for _ in range(300):
        times = data_set(random)
        for faster, slower in real_differences_of(times):
            assert ratios_of(times, slower, faster)[1] < 1
        of_differences = [
            interval_of([b - a for a, b in zip(times[first], times[second])])[0] > 0
            for first, second in real_differences_of(times)
        ]
        assert all(of_differences)


def test_the_sets_have_what_the_readme_says() -> None:
    """Else a wrong idea passes all of them."""
    random = Random(11)
    sets = [data_set(random) for _ in range(differences.SETS)]
    assert any(len(next(iter(times.values()))) < 6 for times in sets)
    assert any(not real_differences_of(times) for times in sets)
    ends = [
        ratios_of(times, first, second)[0] == 1
        for times in sets
        for first in times
        for second in times
        if first != second
    ]
    assert sum(ends) > 20
    only_within_rounds = [
        (faster, slower)
        for times in sets
        for faster, slower in real_differences_of(times)
        if interval_of(times[slower])[0] <= interval_of(times[faster])[1]
    ]
    assert len(only_within_rounds) > 100
    assert sum(len(real_differences_of(times)) for times in sets) > 200


WRONG_IDEAS = {
    "medians": "low = median(times[slower]) / median(times[faster])",
    "minima": "low = min(times[slower]) / min(times[faster])",
    "medians of ratios": "low = median(b / a for a, b in zip(times[faster], times[slower]))",
    "unpaired": "low = interval(times[slower])[0] / interval(times[faster])[1]",
    "all ratios": "low = interval([b / a for a in times[faster] for b in times[slower]])[0]",
    "the range": "low = min(b / a for a, b in zip(times[faster], times[slower]))",
    "ratios of sorted times": (
        "low, _ = interval([b / a for a, b in zip(sorted(times[faster]), sorted(times[slower]))])"
    ),
    "nearly": "low, _ = interval([b / a - 0.01 for a, b in zip(times[faster], times[slower])])",
}


@pytest.mark.parametrize("idea", WRONG_IDEAS)
def test_a_wrong_idea_does_not_pass(idea: str, tmp_path: Path) -> None:
    right = "low, _ = interval([b / a for a, b in zip(times[faster], times[slower])])"
    assert right in SOLUTION
    source = "from statistics import median\n" + SOLUTION.replace(right, WRONG_IDEAS[idea])
    passed, said = asked_about(EXERCISE, source, tmp_path)
    assert said
    assert 3 <= passed < 7


def test_the_sets_find_wrong_ideas_alone(tmp_path: Path) -> None:
    """The last step finds each of them, too: it does not rest on the steps before."""
    right = "low, _ = interval([b / a for a, b in zip(times[faster], times[slower])])"
    for number, idea in enumerate(WRONG_IDEAS.values()):
        file = tmp_path / f"idea{number}.py"
        file.write_text(
            "from statistics import median\n" + SOLUTION.replace(right, idea), encoding="utf-8"
        )
        real_differences = run_path(str(file))["real_differences"]
        random = Random(11)
        sets = [data_set(random) for _ in range(differences.SETS)]
        assert any(real_differences(times) != real_differences_of(times) for times in sets), idea


def test_the_file_of_the_exercise() -> None:
    """Ten processes of each of eight evaluators, one in each round, as its page says."""
    lines = stub(EXERCISE).with_name("times.csv").read_text(encoding="utf-8").splitlines()
    rows = [*DictReader(lines)]
    assert len(rows) == 80
    assert len({(row["evaluator"], row["round"]) for row in rows}) == 80
    times = run_path(str(solution(EXERCISE)))["read"](lines)
    assert len(times) == 8
    real = real_differences_of(times)
    assert ("treys", "sort-by-count") in real
    assert ("cactus-kev-dict", "cactus-kev-perfect-hash") not in real
    assert lines[0] == lines_of(times, Random(0))[0]


HOSTILE = {
    "times as texts": (READ.replace("KEY", "int").replace("VALUE", "str"), "wrong_type"),
    "no dictionary": ("def read(lines): return []", "wrong_type"),
    "a subclass": ("class D(dict): pass\ndef read(lines): return D()", "wrong_type"),
    "keys of bytes": ("def read(lines): return {b'ant': []}", "wrong_type"),
    "a number in place of a list": ("def read(lines): return {'ant': 1, 'bee': 2}", "wrong_type"),
    "names of all": ("def read(lines): return dict.fromkeys(['ant', 'bee'], [])", "other_times"),
    "nan": ("def read(lines): return {'ant': [float('nan')] * 6, 'bee': []}", "other_times"),
    "lines that are changed": ("def read(lines): lines.clear(); return {}", "changed"),
    "an interval of one": ("def interval(values): return min(values)", "wrong_type"),
    "an interval of texts": ("def interval(values): return 'ab'", "wrong_type"),
    "an interval of nans": ("def interval(values): return (float('nan'),) * 2", "wrong_value"),
    "values that are sorted": ("def interval(values): values.sort(); return 1, 2", "changed"),
    "nothing": ("def interval(values): pass", "none"),
    "huge": ("def interval(values): return 10**5000, 10**5000", "wrong_value"),
    "pairs in a set": ("def real_differences(times): return {('ant', 'bee')}", "wrong_type"),
    "pairs of more": ("def real_differences(times): return [('ant', 'bee', 'cat')]", "wrong_type"),
    "other names": ("def real_differences(times): return [('ape', 'bee')]", "wrong_type"),
    "itself": ("def real_differences(times): return [('ant', 'ant')]", "not_real"),
    "a pair twice": (
        "old = real_differences\ndef real_differences(times): return old(times) * 2",
        "not_sorted",
    ),
    "many pairs": ("def real_differences(times): return [('ant', 'bee')] * 10**6", "not_sorted"),
    "lists of lists": (
        "old = real_differences\ndef real_differences(times): return [[*p] for p in old(times)]",
        None,
    ),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files(name: str, tmp_path: Path) -> None:
    source, sentence = HOSTILE[name]
    _, said = asked_about(EXERCISE, f"{SOLUTION}\n{source}\n", tmp_path)
    assert (said.name if said else None) == sentence
    assert not said or len(said.words) < 500
