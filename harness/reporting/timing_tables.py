"""Timings and their comparisons on a terminal of 80 columns, and in a pipe."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from time import monotonic

from rich.console import Console
from rich.text import Text

from harness.processes.visible import visible
from harness.reporting.names import described, name_and_style
from harness.reporting.terminal import Bar, Line, table, width_of
from harness.timing.regressions import ENOUGH_ANCHORS, FASTER, SAME, SLOWER, Comparison
from harness.timing.results import Results, Timing, spread_name
from harness.timing.rounds import Job
from harness.timing.workloads import COLD


def timing_table(
    workload: str,
    timings: Sequence[Timing],
    base: Timing | None,
    labels: Mapping[tuple[str, str], str],
) -> Line:
    """A row for each timing, the fastest first, with its ratio to a baseline if there is one."""
    number = _millions if workload in COLD else _nanoseconds
    unit = "ns/hand" if workload not in COLD else "MB" if "memory" in workload else "ms"
    rows = [
        (
            visible(described(timing) + labels.get((timing.name, timing.style), "")),
            number(timing.median),
            " to ".join(map(number, timing.interval)),
            *([f"{timing.median / base.median:.2f}"] if base else []),
        )
        for timing in timings
    ]
    ratio = [f"x {visible(base.name)}"] if base else []
    return table([workload, unit, spread_name(timings), *ratio], rows)


def _nanoseconds(value: float) -> str:
    """The number with one decimal below 100; with one digit below a tenth, as null of arrays is."""
    if value < 0.095:
        return f"{value:.1g}"
    return f"{value:,.1f}" if value < 99.95 else f"{value:,.0f}"


def _millions(value: float) -> str:
    return f"{value / 1e6:,.2f}"


def not_timed(statuses: Mapping[str, Mapping[str, str]]) -> Iterator[Line]:
    """The evaluators that could not be timed, each with the reason."""
    if statuses:
        yield ""
        yield Text("not timed", "bold")
    for key, status in sorted(statuses.items()):
        style, _, name = key.partition("/")
        reason = ": ".join(filter(None, (status["status"], status["message"])))
        yield f"{visible(name_and_style(name, style))}  {visible(reason)}"


def comparison(runs: Comparison, then: Results) -> Iterator[Line]:
    """The evaluators that became slower or faster, with the noise between the two runs."""
    first, last = then.dates
    days = first if first == last else f"{first} to {last}"
    yield f"against the run of {visible(days)}:"
    if runs.anchors < ENOUGH_ANCHORS:
        yield (
            f"{runs.anchors} of the {ENOUGH_ANCHORS} anchors that are needed to tell how much the "
            "machine itself changed"
        )
    else:
        yield (
            f"the machine, by {runs.anchors} anchors: {runs.drift:.3f} x, removed from each "
            f"ratio; noise: {runs.noise:.1%}"
        )
    yield ""
    shown = [change for change in runs.changes if change.verdict != SAME]
    labels = [visible(described(change.now)) for change in shown]
    workloads = [visible(change.now.workload) for change in shown]
    for change, label, workload in zip(shown, labels, workloads):
        colour = {SLOWER: "red", FASTER: "green"}.get(change.verdict, "yellow")
        low, high = change.interval
        yield Text.assemble(
            (f"{change.verdict:<11}", colour),
            f"  {label:<{width_of(labels)}}  {workload:<{width_of(workloads)}}",
            f"  {change.ratio:.2f} x ({low:.2f} to {high:.2f})",
            f"  {change.reason}" if change.reason else "",
        )
    same = len(runs.changes) - len(shown)
    yield f"{same} of {len(runs.changes)} are the same, within the noise"
    if runs.missing:
        names = ", ".join(map(visible, sorted({name for name, _ in runs.missing})))
        yield f"not timed this time: {names}"


class Clock:
    """The progress of a run of timings and the time left: a bar, or lines in a log."""

    def __init__(self, out: Console, jobs: Sequence[Job], rounds: int) -> None:
        self._out, self._jobs, self._rounds = out, len(jobs), rounds
        self._steps = rounds * sum(map(len, jobs))
        self._bar = Bar(out, self._steps, "workloads timed")
        self._begun, self._done, self._resumed = 0, 0, 0
        self._start = monotonic()

    def advance(self, job: Job, steps: int) -> None:
        """Count steps of a job that are done, or, with 0 steps, the start of its next round."""
        label = str(job).removeprefix("python/")
        self._bar.advance(steps, label)
        self._done += steps
        if monotonic() - self._start < 1:  # these steps are from before an interruption
            self._resumed = self._done
        if steps:
            return
        n, place = divmod(self._begun, self._jobs)
        self._begun += 1
        if not self._out.is_terminal:
            where = f"round {n + 1} of {self._rounds}, {place + 1} of {self._jobs}"
            self._out.print(f"timing, {where}: {visible(label)}{self._left()}")

    def warn(self, warning: str) -> None:
        """Print a reason to doubt the numbers of a round."""
        self._out.print(Text(visible(warning), "yellow"))

    def _left(self) -> str:
        done = self._done - self._resumed
        if not done:
            return ""
        seconds = (monotonic() - self._start) / done * (self._steps - self._done)
        return f", about {seconds / 60:.0f} min left" if seconds > 90 else f", {seconds:.0f} s left"

    def shown(self) -> AbstractContextManager[None]:
        """Show the bar within this context."""
        return self._bar.shown()
