"""Charts, drawn from files alone: SVG, light and dark, wide and narrow, always the same bytes.

All charts share `style`; `strips` draws rows, the other modules draw one chart each, or four. Each
chart has a title, a description for screen readers, a sentence on how to read it, a sentence on
what it does not show, and a table of its numbers, in a file of its own.
"""

import gzip
from dataclasses import replace
from pathlib import Path

from evaluators.cache import write_whole
from harness.adapters.place import Place, short_names
from harness.reporting.charts import cost, order, scale
from harness.reporting.charts.style import CAPTIONS, THEMES, Chart, render
from harness.reporting.names import Labels
from harness.timing.results import Results

__all__ = ["CAPTIONS", "THEMES", "Chart", "charts_of", "draw_all"]


def charts_of(results: Results, labels: Labels) -> list[Chart]:
    """The charts that can be drawn from some results of one machine, in the order of the report.

    Of a path, they show as much of its end as no other file has.
    """
    short = short_names([Place.of(timing.name) for timing in results.timings])
    timings = (replace(timing, name=short[timing.name]) for timing in results.timings)
    results = replace(results, timings=tuple(timings))
    labels = {(short.get(name, name), style): words for (name, style), words in labels.items()}
    charts = (
        cost.time_per_hand(results, labels),
        cost.three_ways(results, labels),
        cost.what_a_table_buys(results, labels),
        cost.by_category(results, labels),
        scale.scale(results),
        order.order(),
    )
    return [chart for chart in charts if chart]


def draw_all(charts: list[Chart], out: Path) -> list[Path]:
    """Write every chart in all themes as SVG, and its numbers as CSV; return the written files.

    Remove charts of an earlier run that cannot be drawn from this one: they show other numbers.
    """
    variants = [variant for theme in THEMES for variant in (theme, theme.narrow)]
    ends = (*(f"-{variant.name}.svg" for variant in variants), ".csv", ".csv.gz")
    for name in CAPTIONS.keys() - {chart.name for chart in charts}:
        for end in ends:
            (out / f"{name}{end}").unlink(missing_ok=True)
    written = []
    for chart in charts:
        for variant in variants:
            written.append(out / f"{chart.name}-{variant.name}.svg")
            write_whole(written[-1], render(chart, variant))
        written.append(out / chart.numbers)
        numbers = chart.as_csv().encode()
        is_small = written[-1].suffix == ".csv"
        write_whole(written[-1], numbers if is_small else gzip.compress(numbers, mtime=0))
    return written
