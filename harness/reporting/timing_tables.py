"""Timings on a terminal of 80 columns, and in a pipe."""

from collections.abc import Iterator, Mapping, Sequence

from rich.text import Text

from harness.processes.visible import visible
from harness.reporting.names import described, name_and_style
from harness.reporting.terminal import Line, table
from harness.timing.results import Timing, spread_name
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
