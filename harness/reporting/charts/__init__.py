"""Charts, drawn from files alone: SVG, light and dark, the same bytes every time.

`style` has what all charts share; the other modules draw. Each chart has a title, a description for
screen readers, a sentence on how to read it, a sentence on what it does not show, and a table of
its numbers, which is written beside it.
"""

import gzip
from collections.abc import Mapping
from pathlib import Path

from harness.processes.files import write_whole
from harness.reporting.charts import cost, order, scale
from harness.reporting.charts.style import THEMES, Chart, render
from harness.timing.results import Results

__all__ = ["THEMES", "Chart", "charts_of", "draw_all"]

NAMES = (
    *("time-per-hand", "ratio", "by-category", "scale", "what-a-table-buys", "cost-split"),
    *("order", "dealt"),
)


def charts_of(
    results: Results, labels: Mapping[tuple[str, str], str], baseline: str
) -> list[Chart]:
    """The charts that can be drawn from what was measured, in the order of the report.

    Args:
        results: on one machine.
        labels: by name and style, what else is to be said of an evaluator, such as that it is not
            equivalent.
        baseline: the evaluator that ratios are to.
    """
    drawn = (
        cost.time_per_hand(results, labels),
        cost.ratio(results, labels, baseline),
        cost.by_category(results, labels),
        scale.scale(results),
        scale.what_a_table_buys(results, labels),
        cost.cost_split(results, labels),
        order.order(),
        order.dealt(),
    )
    return [chart for chart in drawn if chart]


def draw_all(charts: list[Chart], out: Path) -> list[Path]:
    """Every chart in both themes as SVG, and its numbers as CSV; the files written.

    Charts of an earlier run that cannot be drawn from this one are removed: they would show
    other numbers.
    """
    drawn = {chart.name for chart in charts}
    for name in NAMES:
        if name not in drawn:
            for kind in ("-light.*", "-dark.*", ".csv*"):
                for old in out.glob(name + kind):
                    old.unlink()
    written = []
    for chart in charts:
        for theme in THEMES:
            written.append(out / f"{chart.name}-{theme.name}.svg")
            write_whole(written[-1], render(chart, theme))
        written.append(out / chart.numbers)
        numbers = chart.as_csv().encode()
        is_small = written[-1].suffix == ".csv"
        write_whole(written[-1], numbers if is_small else gzip.compress(numbers, mtime=0))
    return written
