"""Timings and their comparisons on a terminal of 80 columns, and in a pipe."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from time import monotonic

from rich.console import Console
from rich.text import Text

from harness.processes.visible import visible
from harness.reporting.terminal import Bar, Line, width_of
from harness.timing.regressions import ENOUGH_ANCHORS, FASTER, SAME, SLOWER, Comparison
from harness.timing.results import Results, Timing, spread_name
from harness.timing.rounds import Job
from harness.timing.workloads import COLD


def timing_table(
    workload: str,
    timings: Sequence[Timing],
    base: Timing | None,
    labels: Mapping[tuple[str, str], str],
) -> Iterator[Line]:
    """Timings on a line each, the fastest first, with the ratio to a baseline if there is one."""
    names = [
        visible(timing.label + labels.get((timing.name, timing.style), "")) for timing in timings
    ]
    say = _million if workload in COLD else _hand
    unit = "ns/hand" if workload not in COLD else "MB" if "memory" in workload else "ms"
    width = width_of([workload, *names])
    ratio_head = f" {'x ' + visible(base.name):>7}" if base else ""
    yield Text(f"{workload:<{width}} {unit:>8}  {spread_name(timings):>16}{ratio_head}", "bold")
    for name, timing in zip(names, timings):
        low, high = timing.interval
        ratio = f" {timing.median / base.median:>7.2f}" if base else ""
        interval = f"{say(low)} to {say(high)}"
        yield f"{name:<{width}} {say(timing.median):>8}  {interval:>16}{ratio}"


def _hand(nanoseconds: float) -> str:
    """Three digits, or one where an array of nothing takes less than a tenth of a nanosecond."""
    if nanoseconds < 0.095:
        return f"{nanoseconds:.1g}"
    return f"{nanoseconds:,.1f}" if nanoseconds < 99.95 else f"{nanoseconds:,.0f}"


def _million(value: float) -> str:
    return f"{value / 1e6:,.2f}"


def not_timed(statuses: Mapping[str, Mapping[str, str]]) -> Iterator[Line]:
    """What could not be timed, and why."""
    if statuses:
        yield ""
        yield Text("not timed", "bold")
    for key, status in sorted(statuses.items()):
        style, _, name = key.partition("/")
        label = name if style == "python" else f"{name}, {style}"
        said = ": ".join(filter(None, (status["status"], status["message"])))
        yield f"{visible(label)}  {visible(said)}"


def comparison(found: Comparison, then: Results) -> Iterator[Line]:
    """What became slower or faster, and how sure that is."""
    first, last = then.dates
    days = first if first == last else f"{first} to {last}"
    yield f"against the run of {visible(days)}:"
    if found.anchors < ENOUGH_ANCHORS:
        yield (
            f"{found.anchors} of the {ENOUGH_ANCHORS} anchors that it takes to tell how much the "
            "machine itself changed"
        )
    else:
        yield (
            f"the machine, by {found.anchors} anchors: {found.drift:.3f} x, removed from each "
            f"ratio; noise: {found.noise:.1%}"
        )
    yield ""
    told = [change for change in found.changes if change.verdict != SAME]
    labels = [visible(change.now.label) for change in told]
    workloads = [visible(change.now.workload) for change in told]
    for change, label, workload in zip(told, labels, workloads):
        colour = {SLOWER: "red", FASTER: "green"}.get(change.verdict, "yellow")
        low, high = change.interval
        yield Text.assemble(
            (f"{change.verdict:<11}", colour),
            f"  {label:<{width_of(labels)}}  {workload:<{width_of(workloads)}}",
            f"  {change.ratio:.2f} x ({low:.2f} to {high:.2f})",
            f"  {change.reason}" if change.reason else "",
        )
    same = len(found.changes) - len(told)
    yield f"{same} of {len(found.changes)} are the same, within the noise"
    if found.missing:
        names = ", ".join(visible(name) for name in sorted({name for name, _ in found.missing}))
        yield f"not timed this time: {names}"


class Clock:
    """Progress of a run of timings, and how long is left: a bar, or lines in a log."""

    def __init__(self, out: Console, jobs: Sequence[Job], rounds: int) -> None:
        self._out, self._jobs, self._rounds = out, len(jobs), rounds
        self._steps = rounds * sum(map(len, jobs))
        self._bar = Bar(out, self._steps, "workloads timed")
        self._begun, self._done, self._before = 0, 0, 0
        self._start = monotonic()

    def advance(self, job: Job, steps: int) -> None:
        """Some steps of a job are done; with 0, it begins another round."""
        label = str(job).removeprefix("python/")
        self._bar.advance(steps, label)
        self._done += steps
        if monotonic() - self._start < 1:  # what an interrupted run has done before
            self._before = self._done
        if steps:
            return
        n, place = divmod(self._begun, self._jobs)
        self._begun += 1
        if not self._out.is_terminal:
            where = f"round {n + 1} of {self._rounds}, {place + 1} of {self._jobs}"
            self._out.print(f"timing, {where}: {visible(label)}{self._left()}")

    def warn(self, warning: str) -> None:
        """Say what makes the numbers of a round doubtful."""
        self._out.print(Text(visible(warning), "yellow"))

    def _left(self) -> str:
        done = self._done - self._before
        if not done:
            return ""
        seconds = (monotonic() - self._start) / done * (self._steps - self._done)
        return f", about {seconds / 60:.0f} min left" if seconds > 90 else f", {seconds:.0f} s left"

    def shown(self) -> AbstractContextManager[None]:
        """Show the bar for as long as this lasts."""
        return self._bar.shown()
