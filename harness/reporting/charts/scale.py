"""The chart of time against the number of hands."""

from collections.abc import Sequence
from itertools import pairwise
from math import ceil

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from evaluators import ARRAYS, BUILT_IN
from harness.adapters.styles import STYLES
from harness.reporting.charts.style import Chart, Sheet, Theme, around, log_ticks, tick_of_time
from harness.reporting.names import shown_name
from harness.timing.results import Results
from harness.timing.workloads import SCALES_OF_ARRAYS

PUBLISHED_2011 = {10: 1e6, 100: 6e6, 1_000: 60e6, 10_000: 600e6, 100_000: 6_000e6}
"""Nanoseconds by number of hands, from the matrix score's own article: JavaScript, in Chrome 10 on
an AMD Turion of 1.6 GHz."""

Points = list[tuple[int, float]]


def points(results: Results, name: str, style: str) -> Points:
    """Pairs of a number of hands and the nanoseconds for all of them."""
    return [
        (n, n * timing.median)
        for n in SCALES_OF_ARRAYS
        if (timing := results.find(name, f"scale-{n}", style))
    ]


def overtakes(one_by_one: Points, arrays: Points) -> float | None:
    """The number of hands from which the array is faster; None if it always or never is.

    >>> overtakes([(1, 10.0), (100, 1_000.0)], [(1, 100.0), (100, 100.0)])
    10.0
    """
    slow, fast = dict(one_by_one), dict(arrays)
    for n, larger in pairwise(sorted(slow.keys() & fast.keys())):
        before, after = np.log(slow[n] / fast[n]), np.log(slow[larger] / fast[larger])
        if before < 0 <= after:
            share = before / (before - after)
            return float(round(np.exp(np.log(n) + share * np.log(larger / n)), 6))
    return None


def scale(results: Results) -> Chart | None:
    """A panel for each evaluator that has both styles."""
    names = [
        name
        for name in BUILT_IN
        if name in ARRAYS
        and len(points(results, name, "python")) >= 3
        and len(points(results, name, "numpy")) >= 3
    ]
    if not names:
        return None
    rows: list[tuple[object, ...]] = []
    crossings = []
    for name in names:
        slow, fast = points(results, name, "python"), points(results, name, "numpy")
        for style, curve in (("python", slow), ("numpy", fast)):
            rows += [(name, style, n, f"{time:.0f}") for n, time in curve]
        if crossing := overtakes(slow, fast):
            crossings.append(f"{shown_name(name)} from {crossing:,.0f} hands on")
    rows += [("matrix score, its article of 2011", "JavaScript", n, f"{time:.0f}")
             for n, time in PUBLISHED_2011.items()]  # fmt: skip
    return Chart(
        "scale",
        "Time against number of hands",
        "An array of hands a call is faster than one hand a call: " + ", ".join(crossings) + ".",
        "Round: one hand a call; square: an array of hands a call. Both axes are logarithmic, so "
        "time in proportion to the number of hands is a straight line of slope 1. "
        "The cross marks where an array overtakes one hand a call.",
        "The dotted line comes from the matrix score's article of 2011, from another machine and "
        "another language: only its slope can be compared. Arrays of more than 100,000 hands "
        "repeat the first 100,000.",
        ("evaluator", "style", "hands", "ns"),
        rows,
        lambda theme: _panels(theme, results, names),
        has_narrow=True,
    )


def _panels(theme: Theme, results: Results, names: Sequence[str]) -> Figure:
    columns = 2 if theme.is_narrow else 3
    width = (theme.width - 0.62) / columns - 0.3
    sheet = Sheet(
        theme,
        0.85 + 2.25 * ceil(len(names) / columns),
        "Time for n random hands of five cards",
        "Round: one hand a call. Square: an array. Log scales.",
    )
    times = [
        time for name in names for style in ("python", "numpy")
        for _, time in points(results, name, style)
    ]  # fmt: skip
    low, high = around([*times, *PUBLISHED_2011.values()], 2)
    for panel, name in enumerate(names):
        line, column = divmod(panel, columns)
        left = 0.62 + (width + 0.3) * column
        axes = sheet.axes(left, 0.72 + 2.25 * line, width, 1.55)
        log_ticks(axes, "x", 5, 2e7, _tick_of_hands, base=100.0, steps=(10,), most=4)
        log_ticks(axes, "y", low, high, tick_of_time, base=1000.0)
        _panel(axes, theme, results, name)
        if column:
            axes.set_yticklabels([])
        axes.tick_params(labelsize=8)
        sheet.write(left, 0.65 + 2.25 * line, shown_name(name), weight="bold", size=8.5)
    return sheet.figure


def _panel(axes: Axes, theme: Theme, results: Results, name: str) -> None:
    slow, fast = points(results, name, "python"), points(results, name, "numpy")
    for curve, style in ((slow, STYLES["python"]), (fast, STYLES["numpy"])):
        axes.plot(*zip(*curve), f"{style.marker}-", color=theme.shade(style.colour), ms=4, lw=1.6)
    if crossing := overtakes(slow, fast):
        time = np.exp(np.interp(np.log(crossing), *np.log(np.array(slow).T)))
        axes.plot(crossing, time, "x", color=theme.text, ms=7, mew=1.8, zorder=3)
        axes.annotate(
            f"from {crossing:,.0f} on", (crossing, time), (8, -9), textcoords="offset points",
            color=theme.text, size=8,
        )  # fmt: skip
    if name == "matrix-score":
        axes.plot(*zip(*PUBLISHED_2011.items()), ":", color=theme.quiet, lw=1.8)
        axes.annotate(
            "2011", (10_000, PUBLISHED_2011[10_000]), (-6, 4), textcoords="offset points",
            ha="right", color=theme.quiet, size=8,
        )  # fmt: skip


def _tick_of_hands(n: float) -> str:
    """The label of a tick of a number of hands.

    >>> _tick_of_hands(10), _tick_of_hands(1_000), _tick_of_hands(1e7)
    ('10', '1,000', '10 M')
    """
    return f"{n / 1e6:g} M" if n >= 1e6 else f"{n:,.0f}"
