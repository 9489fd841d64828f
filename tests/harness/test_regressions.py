"""Which differences between two runs are called a change, on runs that are made up."""

from dataclasses import replace

import numpy as np
import pytest

from harness.regressions import FASTER, SAME, SLOWER, UNCLEAR, OtherMachineError, compare
from harness.results import Results, Timing

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


def test_two_processes_tell_nothing() -> None:
    now = a_run(1, e3=2.0)
    few = replace(now, timings=tuple(replace(t, processes=t.processes[:2]) for t in now.timings))
    assert set(verdicts(few, a_run(2)).values()) == {UNCLEAR}


def test_few_evaluators_cannot_tell_how_the_machine_changed() -> None:
    now, then = a_run(1, e3=1.5), a_run(2)
    only = replace(now, timings=tuple(t for t in now.timings if t.name in ("e3", "e4")))
    comparison = compare(only, then)
    assert not comparison.known
    assert {c.now.name: c.verdict for c in comparison.changes} == {"e3": SLOWER, "e4": SAME}
    assert {label for label, _ in comparison.missing} == set(NAMES) - {"e3", "e4"}


def test_another_machine_is_not_compared() -> None:
    with pytest.raises(OtherMachineError, match="another machine: there"):
        compare(a_run(1), replace(a_run(2), machine="there"))
