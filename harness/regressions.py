"""Which evaluators became slower or faster than in another run, and when that cannot be told.

A machine is faster on one day than on another, for everything that runs on it. So the drift that
all evaluators share, the median of their ratios, is taken out; how far the ratios lie apart once
it is, most evaluators being what they were, is the noise between runs. A change is called one
when the ratio's interval, over processes, leaves out the drift, and the ratio is further from it
than three times that noise.
"""

from dataclasses import dataclass
from math import exp, log
from statistics import median

from harness.results import Results, Timing, ratio_interval

SLOWER, FASTER, SAME, UNCLEAR = "slower", "faster", "same", "cannot tell"
ENOUGH_ROWS = 5
LEAST_NOISE = 0.01
UNKNOWN_NOISE = 0.03
ENOUGH_PROCESSES = 3
TOO_NOISY = 0.25


@dataclass(frozen=True)
class Change:
    """One evaluator on one workload, then and now.

    Attributes:
        ratio: now over then, the drift taken out.
        interval: of the ratio, 95 %, over the processes of both runs.
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
        drift: what all evaluators share, now over then.
        noise: how far ratios lie apart without it: one standard deviation, as a share.
        known: whether there were enough evaluators to tell drift and noise.
        missing: what was timed then and not now, by label and workload.
    """

    changes: list[Change]
    drift: float
    noise: float
    known: bool
    missing: list[tuple[str, str]]


class OtherMachineError(Exception):
    """Two runs are from different machines: nothing can be told."""


def compare(now: Results, then: Results) -> Comparison:
    """Hold a run against an earlier one.

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
    logs = [log(timing.median / before.median) for timing, before in pairs]
    known = len(logs) >= ENOUGH_ROWS
    drift = median(logs) if known else 0.0
    noise = UNKNOWN_NOISE
    if known:
        noise = max(1.4826 * median(abs(each - drift) for each in logs), LEAST_NOISE)
    changes = [_change(timing, before, exp(drift), noise) for timing, before in pairs]
    here = {(timing.label, timing.workload) for timing in now.timings}
    workloads = {timing.workload for timing in now.timings}
    missing = [
        (timing.label, timing.workload)
        for timing in then.timings
        if timing.workload in workloads and (timing.label, timing.workload) not in here
    ]
    changes.sort(key=lambda change: -change.ratio)
    return Comparison(changes, exp(drift), noise, known, missing)


def _change(now: Timing, then: Timing, drift: float, noise: float) -> Change:
    low, high = (bound / drift for bound in ratio_interval(now, then))
    ratio = now.median / then.median / drift
    fewest = min(len(now.processes), len(then.processes))
    far = abs(log(ratio)) > 3 * noise
    verdict, reason = SAME, ""
    if fewest < ENOUGH_PROCESSES:
        verdict, reason = UNCLEAR, f"only {fewest} process{'es' * (fewest > 1)}"
    elif far and low > 1:
        verdict = SLOWER
    elif far and high < 1:
        verdict = FASTER
    elif max(high - 1, 1 - low, 3 * noise) > TOO_NOISY:
        verdict, reason = UNCLEAR, "too noisy"
    return Change(then, now, ratio, (low, high), verdict, reason)
