"""Which differences between two runs are called a change, on runs that are made up."""

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
    compare,
)
from harness.timing.results import Results, Timing

NAMES = [f"e{n}" for n in range(8)]


def a_run(seed: int, spread: float = 0.01, **factors: float) -> Results:
    """Eight evaluators in ten processes; `factors` make some of them slower."""
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


def test_two_runs_of_the_same_are_the_same() -> None:
    """Of a hundred pairs of runs, none has more than one evaluator called changed."""
    for seed in range(100):
        found = verdicts(a_run(seed), a_run(seed + 1_000))
        assert sum(verdict != SAME for verdict in found.values()) <= 1


def test_one_that_is_slower_is_named_and_no_other() -> None:
    found = verdicts(a_run(1, e3=1.2), a_run(2))
    assert {name for name, verdict in found.items() if verdict == SLOWER} == {"e3"}
    assert set(found.values()) == {SAME, SLOWER}


def test_one_that_is_faster() -> None:
    assert verdicts(a_run(1, e5=0.8), a_run(2))["e5"] == FASTER


def test_a_machine_that_is_slower_today_is_not_an_evaluator_that_is() -> None:
    all_slower = dict.fromkeys(NAMES, 1.3)
    comparison = compare(a_run(1, **all_slower), a_run(2))
    assert comparison.drift == pytest.approx(1.3, rel=0.02)
    assert {change.verdict for change in comparison.changes} == {SAME}


def test_noise_is_admitted() -> None:
    found = compare(a_run(1, spread=0.5, e3=1.3), a_run(2, spread=0.5))
    assert UNCLEAR in {change.verdict for change in found.changes}
    assert all(change.reason for change in found.changes if change.verdict == UNCLEAR)


def exactly(**ns: float | tuple[float, ...]) -> Results:
    """A run whose processes all take as many nanoseconds, or these."""
    return Results(
        tuple(
            Timing(name, "random-5", times if isinstance(times, tuple) else (times,) * 5)
            for name, times in ns.items()
        ),
        "here",
    )


ANCHORS = {f"anchor{n}": 100.0 for n in range(5)}
SPREAD = dict(zip(ANCHORS, (100 * exp(step) for step in (-0.02, -0.02, 0, 0.02, 0.02))))
"""Whose ratios to `ANCHORS` have 0.02 as their median distance from their median."""


def change(
    mine: float | tuple[float, ...], anchors: dict[str, float] = ANCHORS, before: float = 100.0
) -> Change:
    """Of one that is in question, beside anchors."""
    now, then = exactly(mine=mine, **anchors), exactly(mine=before, **ANCHORS)
    (found,) = compare(now, then, ["mine"]).changes
    return found


@pytest.mark.parametrize(
    ("anchors", "ratio", "verdict"),
    [
        (ANCHORS, 1.03, SAME),  # three times one per cent, the least noise: exp(0.03) = 1.0305
        (ANCHORS, 1.031, SLOWER),
        (ANCHORS, 1 / 1.03, SAME),
        (ANCHORS, 1 / 1.031, FASTER),
        (SPREAD, 1.093, SAME),  # three times 1.4826 * 0.02, a standard deviation: 1.09304
        (SPREAD, 1.0931, SLOWER),
        (SPREAD, 1 / 1.093, SAME),
        (SPREAD, 1 / 1.0931, FASTER),
    ],
)
def test_a_change_is_more_than_three_times_the_noise(
    anchors: dict[str, float], ratio: float, verdict: str
) -> None:
    found = change(100 * ratio, anchors)
    assert (found.verdict, found.reason) == (verdict, "")
    assert found.ratio == pytest.approx(ratio)


@pytest.mark.parametrize("factor", [0.7, 1.0, 1.5])
def test_what_the_anchors_share_is_the_machine(factor: float) -> None:
    """A planted slowdown of a fifth is one on a machine that was sped up, too."""
    anchors = {name: factor * ns for name, ns in ANCHORS.items()}
    found = change(factor * 120, anchors)
    assert found.verdict == SLOWER
    assert found.ratio == pytest.approx(1.2)
    assert found.interval == pytest.approx((1.2, 1.2))
    assert change(factor * 100, anchors).verdict == SAME
    assert change(factor * 83, anchors).verdict == FASTER


def test_those_in_question_are_no_anchors() -> None:
    """Many that became slower do not make the machine slower."""
    slower = {f"mine{n}": 120.0 for n in range(9)}
    now, then = exactly(**slower, **ANCHORS), exactly(**dict.fromkeys(slower, 100.0), **ANCHORS)
    found = compare(now, then, list(slower))
    assert (found.drift, found.anchors) == (1.0, 5)
    assert {change.verdict for change in found.changes} == {SLOWER}
    assert compare(now, then).drift == pytest.approx(1.2)  # if nothing is said, all are anchors


def test_fewer_than_five_anchors_cannot_tell() -> None:
    four = {name: ANCHORS[name] for name in list(ANCHORS)[:4]}
    found = change(200, four)
    assert (found.verdict, found.reason) == (UNCLEAR, "4 of 5 anchors")
    alone = change(200, {})
    assert (alone.verdict, alone.ratio, alone.reason) == (UNCLEAR, 2.0, "0 of 5 anchors")


@pytest.mark.parametrize("then", [4, 5])
@pytest.mark.parametrize("now", [4, 5])
def test_fewer_than_five_processes_cannot_tell(now: int, then: int) -> None:
    one = exactly(mine=(200.0,) * now, **ANCHORS)
    other = exactly(mine=(100.0,) * then, **ANCHORS)
    (found,) = compare(one, other, ["mine"]).changes
    if min(now, then) == 5:
        assert found.verdict == SLOWER
    else:
        assert (found.verdict, found.reason) == (UNCLEAR, "4 of 5 processes")


@pytest.mark.parametrize(
    ("processes", "verdict"),
    [
        ((101.0, 110, 120, 120, 120), SLOWER),  # the interval leaves out 1 ...
        ((99.0, 110, 120, 120, 120), SAME),  # ... and here it does not
        ((99.0, 90, 80, 80, 80), FASTER),
        ((101.0, 90, 80, 80, 80), SAME),
        ((100.0, 100, 100, 100, 124), SAME),
        ((100.0, 100, 100, 100, 126), UNCLEAR),
        ((100.0, 100, 100, 100, 76), SAME),
        ((100.0, 100, 100, 100, 74), UNCLEAR),
    ],
)
def test_what_processes_leave_open(processes: tuple[float, ...], verdict: str) -> None:
    found = change(processes)
    assert (found.verdict, found.reason) == (verdict, "too noisy" * (verdict == UNCLEAR))


@pytest.mark.parametrize(("step", "verdict"), [(0.056, SAME), (0.057, UNCLEAR)])
def test_anchors_that_lie_far_apart_leave_it_open(step: float, verdict: str) -> None:
    """A quarter is three times 1.4826 * 0.0562."""
    steps = (-step, -step, 0, step, step)
    found = change(100, dict(zip(ANCHORS, (100 * exp(step) for step in steps))))
    assert (found.verdict, found.reason) == (verdict, "too noisy" * (verdict == UNCLEAR))


def test_the_slower_come_first_and_memory_is_not_compared() -> None:
    now = exactly(a=100, b=150, c=60, **ANCHORS)
    then = exactly(a=100, b=100, c=100, **ANCHORS)
    memory = (Timing("a", "peak-memory", (1.0,) * 5),)
    now, then = (replace(run, timings=run.timings + memory) for run in (now, then))
    found = compare(now, then, ["a", "b", "c"])
    assert [change.now.name for change in found.changes] == ["b", "a", "c"]
    assert [change.then.median for change in found.changes] == [100.0] * 3


def test_what_is_missing_is_said_of_those_in_question_and_of_what_was_timed() -> None:
    now = exactly(a=1, **ANCHORS)
    then = exactly(a=1, b=1, other=1, **ANCHORS)
    then = replace(then, timings=(*then.timings, Timing("a", "random-7", (1.0,))))
    assert compare(now, then, ["a", "b"]).missing == [("b", "random-5")]
    assert compare(now, then).missing == [("b", "random-5"), ("other", "random-5")]


def test_another_machine_is_not_compared() -> None:
    with pytest.raises(OtherMachineError, match="another machine: there"):
        compare(a_run(1), replace(a_run(2), machine="there"))
