"""The yardstick: a loop that never changes, timed beside every evaluator.

A shared machine may be half as fast in one second as in the next. So a measurement is cut into
slices, and before and after each slice stands the yardstick. What slows one mostly slows the other,
and their ratio changes much less than each of the times.

pyperf's files keep both: the times as they were measured, and in the metadata of each process the
time of the yardstick in it. `harness.timing.results` multiplies a time by the yardstick's median in
the whole run, and divides it by the yardstick in its process: the time at the usual speed of the
machine. The yardstick makes no choice: no value is left out.

To time two programs together and compare these times alone is *duet benchmarking*: Lubomír Bulej,
Vojtěch Horký, Petr Tůma, François Farquet and Aleksandar Prokopec, `Improving Measurement Accuracy
in the Cloud <https://arxiv.org/abs/2001.05811>`_, 2020. Theirs run side by side on two cores; here,
they take turns on one.
"""

from collections.abc import Callable, Iterable
from statistics import fmean, median
from time import thread_time
from typing import Any

NAME = "yardstick"
"""The name of pyperf's hook, and of the metadata of a process: a mean, in seconds."""
USUAL = "usual_yardstick"
"""Metadata of a benchmark: the yardstick's median over all processes of its run, in seconds."""
SLICES = 16
"""The most slices of a value; with fewer calls, each call is one."""
STEPS = 10_000
"""The additions of the yardstick, which take some 0.5 milliseconds."""
PER_SECOND = 400
"""Yardsticks after a slice for each second that it took, and one at least: a fifth of its time."""

_times: list[float] = []
"""The yardstick's times since pyperf began to take values, or to warm up."""


class Hook:
    """What pyperf starts before it takes values, and asks for metadata after that.

    It is the entry point ``yardstick`` of the group ``pyperf.hook``.

    >>> hook, metadata = Hook(), {}
    >>> with hook:
    ...     seconds = in_slices(lambda loops: loops / 8, 20)
    >>> hook.teardown(metadata)
    >>> seconds, 0 < metadata["yardstick"] < 0.1
    (2.5, True)
    """

    def __init__(self) -> None:
        _times.clear()

    def __enter__(self) -> None: ...

    def __exit__(self, *_error: object) -> None: ...

    def teardown(self, metadata: dict[str, object]) -> None:
        """Add the mean of the yardstick to the metadata of a process."""
        metadata[NAME] = fmean(_times)


def in_slices(seconds_for: Callable[[int], float], loops: int) -> float:
    """Seconds for a number of loops, which are cut into slices of nearly the same size.

    Args:
        seconds_for: a function that makes some loops, and returns the seconds that they took.
        loops: the number of loops in all.

    >>> made = []
    >>> in_slices(lambda loops: made.append(loops) or 0.5, 40), made
    (8.0, [2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3])
    """
    slices, seconds = min(loops, SLICES), 0.0
    _times.append(yardstick())
    for n in range(slices):
        took = seconds_for(loops * (n + 1) // slices - loops * n // slices)
        _times.extend(yardstick() for _ in range(max(1, int(took * PER_SECOND))))
        seconds += took
    return seconds


def yardstick() -> float:
    """Seconds of processor time for the yardstick.

    It is of the interpreter alone, and reads little memory, so it leaves the evaluator's in the
    caches. A tenth before it, which does not count, brings its own back. It does not count waiting:
    else an evaluator whose threads hold it up would look faster than it is.
    """
    for steps in (STEPS // 10, STEPS):
        began, total = thread_time(), 0
        for step in range(steps):
            total += step
    return thread_time() - began


def usual(benchmarks: Iterable[Any]) -> dict[str, float]:
    """Metadata for the benchmarks of a run: the median of the yardstick in all of their processes.

    It is empty if no process had a yardstick.
    """
    runs = [run for each in benchmarks for run in each.get_runs() if run.values]
    times = [now for run in runs if (now := run.get_metadata().get(NAME))]
    return {USUAL: median(times)} if times else {}
