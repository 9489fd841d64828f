"""Find the evaluators that became slower or faster since an earlier run.

A machine is faster on one day than on another, for every program. So the *drift* is removed: the
median ratio of the anchors, which are evaluators that are not in question. The spread of the
anchors' ratios around the drift is the *noise* between the runs. An evaluator has changed if the
interval of its ratio, over processes, excludes the drift, and the ratio is further from the drift
than three times the noise. With fewer than five anchors or five processes, the verdict is "cannot
tell".
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
        ratio: now over then, without the drift.
        interval: the interval of the ratio, over the processes of both runs.
        verdict: slower, faster, same or cannot tell.
        reason: the reason for "cannot tell".
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
        changes: the changes, from the slowest to the fastest.
        drift: the median ratio of the anchors, now over then.
        noise: the standard deviation of the anchors' ratios around the drift, as a share.
        anchors: the number of anchors.
        missing: labels and workloads that were timed then and not now.
    """

    changes: list[Change]
    drift: float
    noise: float
    anchors: int
    missing: list[tuple[str, str]]


class OtherMachineError(Exception):
    """Two runs are from different machines and cannot be compared."""


def compare(now: Results, then: Results, names: Collection[str] = ()) -> Comparison:
    """Compare a run with an earlier one.

    Args:
        now: the run.
        then: the earlier run.
        names: the evaluators in question, all others being anchors; without names, every evaluator
            is in question and an anchor.

    Raises:
        OtherMachineError: runs from different machines.

    >>> def run(*ns): return Results(tuple(Timing(f"e{n}", "random-5", (ns[n],) * 5)
    ...                                    for n in range(len(ns))))
    >>> comparison = compare(run(11, 22, 33, 44, 110), run(10, 20, 30, 40, 50))
    >>> round(comparison.drift, 2), [(c.now.name, c.verdict) for c in comparison.changes[:2]]
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
    in_question = [pair for pair in pairs if not names or pair[0].name in names]
    anchors = [pair for pair in pairs if not names or pair[0].name not in names]
    drift, noise = _drift([timing.median / before.median for timing, before in anchors])
    changes = [
        _change(timing, before, drift, noise, len(anchors)) for timing, before in in_question
    ]
    timed_now = {(timing.label, timing.workload) for timing in now.timings}
    workloads = {workload for _, workload in timed_now}
    missing = [
        (timing.label, timing.workload)
        for timing in then.timings
        if timing.workload in workloads
        and (timing.label, timing.workload) not in timed_now
        and (not names or timing.name in names)
    ]
    changes.sort(key=lambda change: -change.ratio)
    return Comparison(changes, drift, noise, len(anchors), missing)


def _drift(ratios: Sequence[float]) -> tuple[float, float]:
    """The median of the anchors' ratios, and their standard deviation around it."""
    if not ratios:
        return 1.0, LEAST_NOISE
    logs = [log(ratio) for ratio in ratios]
    middle = median(logs)
    # In a normal distribution, a standard deviation is 1.4826 times the median distance.
    return exp(middle), max(1.4826 * median(abs(x - middle) for x in logs), LEAST_NOISE)


def _change(now: Timing, then: Timing, drift: float, noise: float, anchors: int) -> Change:
    low, high = (bound / drift for bound in ratio_interval(now, then))
    ratio = now.median / then.median / drift
    fewest = min(len(now.processes), len(then.processes))
    is_far = abs(log(ratio)) > 3 * noise
    verdict, reason = SAME, ""
    if anchors < ENOUGH_ANCHORS:
        verdict, reason = UNCLEAR, f"{anchors} of {ENOUGH_ANCHORS} anchors"
    elif fewest < ENOUGH_PROCESSES:
        verdict, reason = UNCLEAR, f"{fewest} of {ENOUGH_PROCESSES} processes"
    elif is_far and low > 1:
        verdict = SLOWER
    elif is_far and high < 1:
        verdict = FASTER
    elif max(high - 1, 1 - low, 3 * noise) > TOO_NOISY:
        verdict, reason = UNCLEAR, "too noisy"
    return Change(then, now, ratio, (low, high), verdict, reason)
