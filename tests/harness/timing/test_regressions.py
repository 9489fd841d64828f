"""Which differences between two invented runs are called a change."""

from dataclasses import replace
from math import exp

import numpy as np
import pytest

from harness.timing.regressions import (
    FASTER,
    SAME,
    SLOWER,
    UNCLEAR,
    Change,
    OtherMachineError,
    _change,
    compare,
)
from harness.timing.results import Results, Timing

NAMES = [f"e{n}" for n in range(8)]


def a_run(seed: int, spread: float = 0.01, **factors: float) -> Results:
    """Eight evaluators in ten processes; `factors` multiply the times of some."""
    random = np.random.default_rng(seed)
    return Results(
        tuple(
            Timing(
                name,
                "random-5",
                tuple(100 * (n + 1) * factors.get(name, 1) * random.normal(1, spread, 10)),
            )
            for n, name in enumerate(NAMES)
        ),
        "here",
    )


def verdicts(now: Results, then: Results) -> dict[str, str]:
    return {change.now.name: change.verdict for change in compare(now, then).changes}


def test_two_runs_of_the_same_code_are_the_same() -> None:
    """Noise alone would be called a change: of 8 evaluators, more than one in a pair of runs."""
    for seed in range(100):
        by_name = verdicts(a_run(seed), a_run(seed + 1_000))
        assert sum(verdict != SAME for verdict in by_name.values()) <= 1


def test_only_the_slower_evaluator_is_called_slower() -> None:
    by_name = verdicts(a_run(1, e3=1.2), a_run(2))
    assert {name for name, verdict in by_name.items() if verdict == SLOWER} == {"e3"}
    assert set(by_name.values()) == {SAME, SLOWER}


def test_a_faster_evaluator_is_called_faster() -> None:
    assert verdicts(a_run(1, e5=0.8), a_run(2))["e5"] == FASTER


def test_a_slower_machine_makes_no_evaluator_slower() -> None:
    all_slower = dict.fromkeys(NAMES, 1.3)
    comparison = compare(a_run(1, **all_slower), a_run(2))
    assert comparison.drift == pytest.approx(1.3, rel=0.02)
    assert {change.verdict for change in comparison.changes} == {SAME}


def test_noise_is_admitted() -> None:
    changes = compare(a_run(1, spread=0.5, e3=1.3), a_run(2, spread=0.5)).changes
    assert UNCLEAR in {change.verdict for change in changes}
    assert all(change.reason for change in changes if change.verdict == UNCLEAR)


def exactly(**ns: float | tuple[float, ...]) -> Results:
    """A run with five processes of equal nanoseconds, or with the given processes."""
    return Results(
        tuple(
            Timing(name, "random-5", times if isinstance(times, tuple) else (times,) * 5)
            for name, times in ns.items()
        ),
        "here",
    )


ANCHORS = {f"anchor{n}": 100.0 for n in range(5)}
SPREAD = dict(zip(ANCHORS, (100 * exp(step) for step in (-0.02, -0.02, 0, 0.02, 0.02))))
"""Anchors whose log ratios to `ANCHORS` have 0.02 as their median distance from their median."""


def change_of(mine: float | tuple[float, ...], anchors: dict[str, float] = ANCHORS) -> Change:
    """The change of one evaluator from 100 ns, beside anchors."""
    now, then = exactly(mine=mine, **anchors), exactly(mine=100.0, **ANCHORS)
    (change,) = compare(now, then, ["mine"]).changes
    return change


@pytest.mark.parametrize(
    ("anchors", "ratio", "verdict"),
    [
        (ANCHORS, 1.03, SAME),  # three times the least noise, one per cent: exp(0.03) = 1.0305
        (ANCHORS, 1.031, SLOWER),
        (ANCHORS, 1 / 1.03, SAME),
        (ANCHORS, 1 / 1.031, FASTER),
        (SPREAD, 1.093, SAME),  # three standard deviations of 1.4826 * 0.02: 1.09304
        (SPREAD, 1.0931, SLOWER),
        (SPREAD, 1 / 1.093, SAME),
        (SPREAD, 1 / 1.0931, FASTER),
    ],
)
def test_a_change_is_more_than_three_times_the_noise(
    anchors: dict[str, float], ratio: float, verdict: str
) -> None:
    change = change_of(100 * ratio, anchors)
    assert (change.verdict, change.reason) == (verdict, "")
    assert change.ratio == pytest.approx(ratio)


@pytest.mark.parametrize("factor", [0.7, 1.0, 1.5])
def test_the_drift_of_the_anchors_is_removed(factor: float) -> None:
    """Or a slowdown of a fifth would be missed on a faster machine, or seen on a slower one."""
    anchors = {name: factor * ns for name, ns in ANCHORS.items()}
    change = change_of(factor * 120, anchors)
    assert change.verdict == SLOWER
    assert change.ratio == pytest.approx(1.2)
    assert change.interval == pytest.approx((1.2, 1.2))
    assert change_of(factor * 100, anchors).verdict == SAME
    assert change_of(factor * 83, anchors).verdict == FASTER


def test_evaluators_in_question_are_not_anchors() -> None:
    """Or many that became slower would look like a slower machine."""
    slower = {f"mine{n}": 120.0 for n in range(9)}
    now, then = exactly(**slower, **ANCHORS), exactly(**dict.fromkeys(slower, 100.0), **ANCHORS)
    comparison = compare(now, then, list(slower))
    assert (comparison.drift, comparison.anchors) == (1.0, 5)
    assert {change.verdict for change in comparison.changes} == {SLOWER}
    assert compare(now, then).drift == pytest.approx(1.2)  # without names, all are anchors


def test_fewer_than_five_anchors_cannot_tell() -> None:
    four = change_of(200, dict(list(ANCHORS.items())[:4]))
    assert (four.verdict, four.reason) == (UNCLEAR, "4 of 5 anchors")
    none = change_of(200, {})
    assert (none.verdict, none.ratio, none.reason) == (UNCLEAR, 2.0, "0 of 5 anchors")


@pytest.mark.parametrize("processes_then", [4, 5])
@pytest.mark.parametrize("processes_now", [4, 5])
def test_fewer_than_five_processes_cannot_tell(processes_now: int, processes_then: int) -> None:
    now = exactly(mine=(200.0,) * processes_now, **ANCHORS)
    then = exactly(mine=(100.0,) * processes_then, **ANCHORS)
    (change,) = compare(now, then, ["mine"]).changes
    if processes_now == processes_then == 5:
        assert change.verdict == SLOWER
    else:
        assert (change.verdict, change.reason) == (UNCLEAR, "4 of 5 processes")


@pytest.mark.parametrize(
    ("processes", "verdict"),
    [
        ((101.0, 110, 120, 120, 120), SLOWER),  # the interval excludes a ratio of 1
        ((99.0, 110, 120, 120, 120), SAME),  # the interval contains it
        ((99.0, 90, 80, 80, 80), FASTER),
        ((101.0, 90, 80, 80, 80), SAME),
        ((100.0, 100, 100, 100, 124), SAME),
        ((100.0, 100, 100, 100, 126), UNCLEAR),
        ((100.0, 100, 100, 100, 76), SAME),
        ((100.0, 100, 100, 100, 74), UNCLEAR),
    ],
)
def test_the_interval_decides_what_can_be_told(processes: tuple[float, ...], verdict: str) -> None:
    change = change_of(processes)
    assert (change.verdict, change.reason) == (verdict, "too noisy" * (verdict == UNCLEAR))


@pytest.mark.parametrize(("step", "verdict"), [(0.056, SAME), (0.057, UNCLEAR)])
def test_a_wide_spread_of_the_anchors_cannot_tell(step: float, verdict: str) -> None:
    """A quarter is three times 1.4826 * 0.0562."""
    steps = (-step, -step, 0, step, step)
    change = change_of(100, dict(zip(ANCHORS, (100 * exp(step) for step in steps))))
    assert (change.verdict, change.reason) == (verdict, "too noisy" * (verdict == UNCLEAR))


def test_the_slowest_comes_first_and_memory_is_not_compared() -> None:
    now = exactly(a=100, b=150, c=60, **ANCHORS)
    then = exactly(a=100, b=100, c=100, **ANCHORS)
    memory = (Timing("a", "peak-memory", (1.0,) * 5),)
    now, then = (replace(run, timings=run.timings + memory) for run in (now, then))
    changes = compare(now, then, ["a", "b", "c"]).changes
    assert [change.now.name for change in changes] == ["b", "a", "c"]
    assert [change.then.median for change in changes] == [100.0] * 3


def test_missing_timings_are_named_for_evaluators_in_question_and_timed_workloads() -> None:
    now = exactly(a=1, **ANCHORS)
    then = exactly(a=1, b=1, other=1, **ANCHORS)
    then = replace(then, timings=(*then.timings, Timing("a", "random-7", (1.0,))))
    assert compare(now, then, ["a", "b"]).missing == [("b", "random-5")]
    assert compare(now, then).missing == [("b", "random-5"), ("other", "random-5")]


def test_another_machine_is_not_compared() -> None:
    with pytest.raises(OtherMachineError, match="another machine: there"):
        compare(a_run(1), replace(a_run(2), machine="there"))


@pytest.mark.parametrize(
    ("processes", "noise", "verdict"),
    [
        ((100 * exp(0.75),) * 5, 0.25, UNCLEAR),  # as far from the drift as the limit
        ((100 * exp(0.75),) * 5, 0.249, SLOWER),
        ((100, 200, 200, 200, 200), 0.01, UNCLEAR),  # one process as fast as before
        ((101, 200, 200, 200, 200), 0.01, SLOWER),
        ((100, 50, 50, 50, 50), 0.01, UNCLEAR),
        ((99, 50, 50, 50, 50), 0.01, FASTER),
    ],
)
def test_a_change_must_pass_the_limits(
    processes: tuple[float, ...], noise: float, verdict: str
) -> None:
    then, now = Timing("a", "random-5", (100.0,) * 5), Timing("a", "random-5", processes)
    assert _change(now, then, 1.0, noise, 5).verdict == verdict
