"""Charts, drawn from files alone: SVG, light and dark, the same bytes every time.

All charts share `style`; the other modules draw. Each chart has a title, a description for screen
readers, a sentence on how to read it, a sentence on what it does not show, and a table of its
numbers, in a file beside it.
"""

import gzip
from collections.abc import Mapping
from pathlib import Path

from evaluators.cache import write_whole
from harness.reporting.charts import cost, order, scale, ways
from harness.reporting.charts.style import THEMES, Chart, render
from harness.timing.results import Results

__all__ = ["THEMES", "Chart", "charts_of", "draw", "draw_all"]

NAMES = (
    *("time-per-hand", "one-idea-three-ways", "ratio", "by-category", "scale"),
    *("what-a-table-buys", "cost-split", "order", "dealt"),
)


def charts_of(
    results: Results, labels: Mapping[tuple[str, str], str], baseline: str
) -> list[Chart]:
    """The charts that can be drawn from some results, in the order of the report.

    Args:
        results: the timings, from one machine.
        labels: a text behind an evaluator's name, such as " (not equivalent)", by name and style.
        baseline: the evaluator whose times all ratios are over.
    """
    charts = (
        cost.time_per_hand(results, labels),
        ways.three_ways(results, labels),
        cost.ratio(results, labels, baseline),
        cost.by_category(results, labels),
        scale.scale(results),
        scale.what_a_table_buys(results, labels),
        cost.cost_split(results, labels),
        order.order(),
        order.dealt(),
    )
    return [chart for chart in charts if chart]


def draw_all(charts: list[Chart], out: Path) -> list[Path]:
    """Write every chart in both themes as SVG, and its numbers as CSV; the written files.

    Remove charts of an earlier run that cannot be drawn from this one: they show other numbers.
    """
    for name in set(NAMES) - {chart.name for chart in charts}:
        for kind in ("-light.*", "-dark.*", ".csv*"):
            for old in out.glob(name + kind):
                old.unlink()
    written: list[Path] = []
    for chart in charts:
        written += draw(chart, out)
    return written


def draw(chart: Chart, out: Path) -> list[Path]:
    """Write a chart in both themes as SVG, and its numbers as CSV; the written files."""
    written = []
    for theme in THEMES:
        written.append(out / f"{chart.name}-{theme.name}.svg")
        write_whole(written[-1], render(chart, theme))
    written.append(out / chart.numbers)
    numbers = chart.as_csv().encode()
    is_small = written[-1].suffix == ".csv"
    write_whole(written[-1], numbers if is_small else gzip.compress(numbers, mtime=0))
    return written
