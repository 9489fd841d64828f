"""Which evaluators became slower or faster than in another run, and when nobody can tell.

A machine is faster on one day than on another, for every program. So the *drift* is removed: the
median ratio of the anchors, which are evaluators that are not in question. How far the anchors'
ratios spread around it is the *noise* between the runs. An evaluator has changed if the interval of
its ratio, over processes, excludes the drift, and the ratio is further from it than three times the
noise. With fewer than five anchors or fewer than five processes, the answer is "cannot tell".
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from math import exp, log
from statistics import median

from harness.timing.results import Results, Timing, ratio_interval

SLOWER, FASTER, SAME, UNCLEAR = "slower", "faster", "same", "cannot tell"
ENOUGH_ANCHORS = 5
LEAST_NOISE = 0.01
ENOUGH_PROCESSES = 5
TOO_NOISY = 0.25


@dataclass(frozen=True)
class Change:
    """One evaluator on one workload, then and now.

    Attributes:
        ratio: now over then, the drift taken out.
        interval: of the ratio, over the processes of both runs.
        verdict: slower, faster, same or cannot tell.
        reason: why it cannot be told.
    """

    then: Timing
    now: Timing
    ratio: float
    interval: tuple[float, float]
    verdict: str
    reason: str = ""


@dataclass(frozen=True)
class Comparison:
    """All changes between two runs.

    Attributes:
        changes: the slower first.
        drift: what the anchors share, now over then.
        noise: how far their ratios lie apart without it: one standard deviation, as a share.
        anchors: how many of them there are.
        missing: what was timed then and not now, by label and workload.
    """

    changes: list[Change]
    drift: float
    noise: float
    anchors: int
    missing: list[tuple[str, str]]


class OtherMachineError(Exception):
    """Two runs are from different machines: nothing can be told."""


def compare(now: Results, then: Results, names: Collection[str] = ()) -> Comparison:
    """Hold a run against an earlier one.

    Args:
        now: the run.
        then: the earlier one.
        names: of the evaluators in question, the others being anchors; all are both if there are
            none.

    Raises:
        OtherMachineError: they are from different machines.

    >>> def run(*ns): return Results(tuple(Timing(f"e{n}", "random-5", (ns[n],) * 5)
    ...                                    for n in range(len(ns))))
    >>> found = compare(run(11, 22, 33, 44, 110), run(10, 20, 30, 40, 50))
    >>> round(found.drift, 2), [(c.now.name, c.verdict) for c in found.changes[:2]]
    (1.1, [('e4', 'slower'), ('e0', 'same')])
    """
    if now.machine != then.machine:
        raise OtherMachineError(f"that run is from another machine: {then.machine}")
    pairs = [
        (timing, before)
        for timing in now.timings
        if (before := then.find(timing.name, timing.workload, timing.style))
        and "memory" not in timing.workload
    ]
    asked = [pair for pair in pairs if pair[0].name in names] if names else pairs
    anchors = [pair for pair in pairs if pair not in asked] if names else pairs
    drift, noise = _drift([timing.median / before.median for timing, before in anchors])
    changes = [_change(timing, before, drift, noise, len(anchors)) for timing, before in asked]
    here = {(timing.label, timing.workload) for timing in now.timings}
    workloads = {timing.workload for timing in now.timings}
    missing = [
        (timing.label, timing.workload)
        for timing in then.timings
        if timing.workload in workloads
        and (timing.label, timing.workload) not in here
        and (not names or timing.name in names)
    ]
    changes.sort(key=lambda change: -change.ratio)
    return Comparison(changes, drift, noise, len(anchors), missing)


def _drift(ratios: Sequence[float]) -> tuple[float, float]:
    """What ratios share, and how far they lie apart without it: one standard deviation."""
    if not ratios:
        return 1.0, LEAST_NOISE
    shared = median(map(log, ratios))
    # 1.4826 median distances are a standard deviation, if the ratios are distributed normally.
    return exp(shared), max(1.4826 * median(abs(log(r) - shared) for r in ratios), LEAST_NOISE)


def _change(now: Timing, then: Timing, drift: float, noise: float, anchors: int) -> Change:
    low, high = (bound / drift for bound in ratio_interval(now, then))
    ratio = now.median / then.median / drift
    fewest = min(len(now.processes), len(then.processes))
    far = abs(log(ratio)) > 3 * noise
    verdict, reason = SAME, ""
    if anchors < ENOUGH_ANCHORS:
        verdict, reason = UNCLEAR, f"{anchors} of {ENOUGH_ANCHORS} anchors"
    elif fewest < ENOUGH_PROCESSES:
        verdict, reason = UNCLEAR, f"{fewest} of {ENOUGH_PROCESSES} processes"
    elif far and low > 1:
        verdict = SLOWER
    elif far and high < 1:
        verdict = FASTER
    elif max(high - 1, 1 - low, 3 * noise) > TOO_NOISY:
        verdict, reason = UNCLEAR, "too noisy"
    return Change(then, now, ratio, (low, high), verdict, reason)
