"""Timings on a terminal of 80 columns, and in a pipe."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from math import inf

from rich.text import Text

from harness.processes.visible import visible
from harness.reporting.names import Labels, described, name_and_style
from harness.reporting.terminal import Line, table
from harness.timing.comparison import Comparison
from harness.timing.jobs import ALL_STYLES
from harness.timing.results import BASELINE, Results, Timing, spread_name
from harness.timing.units import UNITS, number, ratio
from harness.timing.workloads import FROM_TEXT

WIDE_MARK = "* "
"""The mark before an interval that is wider than 10 % of its median."""
WIDE_NOTE = "* wider than 10 % of the median: a quieter machine, or more --processes, helps."
FROM_TEXT_NOTE = """\
from text: each call reads the texts of its cards, which costs one lookup a
card where we do it. Other rows get cards that were encoded before. How yours
can get these: docs/check-your-own.md"""


def cells(timing: Timing, labels: Labels) -> list[str]:
    """The cells of a timing: the evaluator, with a label; the median; its interval, marked if wide.

    >>> cells(Timing("mine", "random-5", (10.0, 12.0)), {})
    ['mine', '11.0', '* 10.0 to 12.0']
    """
    ends = [number(end, timing.workload) for end in timing.interval]
    label = labels.get((timing.name, timing.style))
    evaluator = described(timing) + (f" ({label})" if label else "")
    interval = WIDE_MARK * timing.is_wide + " to ".join(ends)
    return [evaluator, number(timing.median, timing.workload), interval]


def timing_table(
    workload: str, timings: Sequence[Timing], results: Results, labels: Labels
) -> Line:
    """A row for each timing, the fastest first, with its ratio to the baseline, if that is there.

    >>> from harness.reporting.terminal import console
    >>> timings = Timing("mine", "first-5", (9e6,)), Timing("treys", "first-5", (1.8e9,))
    >>> labels = {("mine", "python"): "error"}
    >>> console().print(timing_table("first-5", timings, Results(timings), labels))
    first-5             ms            range of 1  x treys
    mine (error)      9.00          9.00 to 9.00   0.0050
    treys         1,800.00  1,800.00 to 1,800.00     1.00
    """
    rows = [[*map(visible, cells(timing, labels))] for timing in timings]
    ratios = [results.over_baseline(timing) for timing in timings]
    heads = [workload, UNITS.get(workload, "ns/hand"), spread_name(timings)]
    if any(ratios):
        heads.append(f"x {BASELINE}")
        for row, times in zip(rows, ratios):
            row.append(_short(times.median) if times else "-")
    return table(heads, rows)


def _short(value: float) -> str:
    return f"{value:.2f}" if value >= 0.095 else ratio(value)


def sentences(comparisons: Sequence[Comparison], is_nominal: bool) -> Iterator[Line]:
    """What each comparison shows, and what its brackets are.

    Their percentage is nominal if the rounds ended because an interval was narrow.
    """
    if comparisons:
        yield ""
    for each in comparisons:
        yield visible(f"{each.where}: {each.sentence}")
    if sure := [each.ratios.coverage for each in comparisons if each.width < inf]:
        nominal = "nominal " * is_nominal
        yield f"in brackets: {nominal}{min(sure) * 100:.1f} % interval of the ratio within rounds"


def rows_on(results: Results, workload: str, names: Collection[str], style: str) -> list[Timing]:
    """The timings on a workload, the fastest first; if one is from text, others from text, too.

    Args:
        results: the results that have them.
        workload: the name of the workload.
        names: the evaluators; all of them if it is empty.
        style: a style, or `ALL_STYLES`.
    """
    of_style = None if style == ALL_STYLES else style
    rows = results.of(workload, of_style)
    if any(row.from_text for row in rows):
        rows += results.of(FROM_TEXT.get(workload, ""), of_style)
    shown = (row for row in rows if not names or row.name in names)
    return sorted(shown, key=lambda row: row.median)


def tables(
    results: Results,
    rows: Mapping[str, Sequence[Timing]],
    labels_of: Callable[[Sequence[Timing]], Labels],
    names: Collection[str],
) -> Iterator[Line]:
    """A table for each workload, notes on its rows, and the evaluators that were not timed.

    Args:
        results: the results that have these rows, and those of the baseline.
        rows: the rows of each workload.
        labels_of: the labels of the evaluators in a table.
        names: the evaluators that may have failed; all of them if it is empty.
    """
    printed: list[Timing] = []
    for workload, timings in rows.items():
        if printed:
            yield ""
        yield timing_table(workload, timings, results, labels_of(timings))
        printed += timings
    if any(row.is_wide for row in printed):
        yield f"\n{WIDE_NOTE}"
    if any(row.from_text for row in printed):
        yield f"\n{FROM_TEXT_NOTE}"
    missing = [row for row in results.not_timed if not names or row[0] in names]
    if missing:
        yield Text("\nnot timed", style="bold")
    for name, style, why in missing:
        yield f"{visible(name_and_style(name, style))}  {visible(why)}"
