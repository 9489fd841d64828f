"""The chart of time against the number of hands."""

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import pairwise
from math import ceil
from typing import TypeAlias

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from evaluators import ARRAYS, BUILT_IN
from harness.adapters.styles import STYLES
from harness.reporting.charts.style import TEXT, Chart, Sheet, Theme, around, log_ticks
from harness.reporting.names import shown_name
from harness.timing.results import Results
from harness.timing.units import nanoseconds
from harness.timing.workloads import SCALES_OF_ARRAYS

PUBLISHED_2011 = {10: 1e6, 100: 6e6, 1_000: 60e6, 10_000: 600e6, 100_000: 6_000e6}
"""Nanoseconds by number of hands, from the matrix score's own article: JavaScript, in Chrome 10 on
an AMD Turion of 1.6 GHz."""

LEGEND = (
    ("●", "one hand a call", STYLES["python"].colour),
    ("■", "an array a call", STYLES["numpy"].colour),
    ("✕", "the array is ahead", TEXT),
)

Points: TypeAlias = list[tuple[int, float]]


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
    both = ("python", "numpy")
    curves = {
        name: tuple(points(results, name, style) for style in both)
        for name in BUILT_IN
        if name in ARRAYS and all(len(points(results, name, style)) >= 3 for style in both)
    }
    if not curves:
        return None
    rows: list[tuple[object, ...]] = [
        (name, style, n, f"{time:.0f}")
        for name, pair in curves.items()
        for style, curve in zip(both, pair)
        for n, time in curve
    ]
    rows += [("matrix score, its article of 2011", "JavaScript", n, f"{time:.0f}")
             for n, time in PUBLISHED_2011.items()]  # fmt: skip
    crossings = {name: at for name, pair in curves.items() if (at := overtakes(*pair))}
    in_words = (f"{shown_name(name)} from {at:,.0f} hands on" for name, at in crossings.items())
    return Chart(
        "scale",
        f"{_pays_from(crossings)}. Each: {', '.join(in_words) or 'never'}.",
        ("evaluator", "style", "hands", "ns"),
        rows,
        partial(_panels, curves),
        _pays_from(crossings),
    )


def _pays_from(crossings: Mapping[str, float]) -> str:
    """The least and the largest number of hands from which on an array is faster, in words."""
    in_order = sorted((at, name) for name, at in crossings.items())
    if not in_order:
        return "Time grows with the number of hands"
    ends = dict.fromkeys([in_order[0], in_order[-1]])
    words = ", ".join(f"from {at:,.0f} hands on for {shown_name(name)}" for at, name in ends)
    return f"An array a call is faster {words}"


def _panels(curves: dict[str, tuple[Points, ...]], theme: Theme) -> Figure:
    columns = 2 if theme.is_narrow else 3
    width = (theme.width - 0.62) / columns - 0.3
    sheet = Sheet(theme, 2.25 * ceil(len(curves) / columns))
    times = [time for pair in curves.values() for curve in pair for _, time in curve]
    low, high = around([*times, *PUBLISHED_2011.values()], 2)
    for panel, (name, pair) in enumerate(curves.items()):
        line, column = divmod(panel, columns)
        left = 0.62 + (width + 0.3) * column
        axes = sheet.axes(left, 0.34 + 2.25 * line, width, 1.55, shown_name(name))
        log_ticks(axes, "x", 5, 2e7, _hands, most=4)
        log_ticks(axes, "y", low, high, nanoseconds, most=4)
        axes.tick_params(labelleft=not column)
        _panel(axes, theme, pair)
        if name == "matrix-score":
            axes.plot(*zip(*PUBLISHED_2011.items()), ":", color=theme.quiet, lw=1.8)
            _write(axes, theme.quiet, "2011", 10_000, PUBLISHED_2011[10_000], (-28, 4))
    line, column = divmod(len(curves), columns)
    if column:  # there is a place for it
        left = 0.62 + (width + 0.3) * column
        for number, (sign, words, colour) in enumerate(LEGEND):
            shade, top = theme.shade(colour), 0.6 + 2.25 * line + 0.26 * number
            sheet.write(left, top, f"{sign} {words}", color=shade, weight="bold", size=8.5)
    return sheet.figure


def _panel(axes: Axes, theme: Theme, pair: Sequence[Points]) -> None:
    slow, _ = pair
    for curve, style in zip(pair, (STYLES["python"], STYLES["numpy"])):
        axes.plot(*zip(*curve), f"{style.marker}-", color=theme.shade(style.colour), ms=4, lw=1.6)
    if crossing := overtakes(*pair):
        time = np.exp(np.interp(np.log(crossing), *np.log(np.array(slow).T)))
        axes.plot(crossing, time, "x", color=theme.text, ms=7, mew=1.8, zorder=3)
        _write(axes, theme.text, f"from {crossing:,.0f} hands", crossing, time, (8, -9))


def _write(axes: Axes, colour: str, text: str, x: float, y: float, offset: tuple[int, int]) -> None:
    axes.annotate(text, (x, y), offset, textcoords="offset points", color=colour, size=8)


def _hands(n: float) -> str:
    """The label of a tick of a number of hands.

    >>> _hands(10), _hands(1_000), _hands(1e7)
    ('10', '1,000', '10 M')
    """
    return f"{n / 1e6:g} M" if n >= 1e6 else f"{n:,.0f}"
