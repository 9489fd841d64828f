"""Charts of the cost of a hand: time, ratio, by category, and before it is evaluated."""

from collections.abc import Mapping, Sequence
from math import floor, log2, log10

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from evaluators import NOT_IN_PYTHON, PUBLISHED, null
from harness.processes.visible import visible
from harness.reporting.charts.style import (
    BLUE,
    ORANGE,
    WIDTH,
    Chart,
    Sheet,
    Theme,
    around,
    beside,
    log_ticks,
    nanoseconds,
    tick_of_time,
)
from harness.reporting.names import described, shown_name
from harness.timing.results import Results, Timing, ratio_interval, spread_name
from harness.timing.workloads import CATEGORY_NAMES, HEADLINES

Labels = Mapping[tuple[str, str], str]

GROUPS = (
    "machine code (Numba), an array of hands a call",
    "NumPy, an array of hands a call",
    "one hand a call, compiled libraries",
    "one hand a call, in Python",
    "one hand a call, in Python, as published",
)
ROW, LEFT = 0.245, 2.45
"""Inches: the height of a row, and the left edge of the axes, right of the names."""


def group_of(timing: Timing) -> str:
    """The group of a row."""
    compiled, numpy, library, python, published = GROUPS
    if timing.style != "python":
        return compiled if timing.style == "compiled" else numpy
    if timing.name in NOT_IN_PYTHON:
        return library
    return published if timing.name in PUBLISHED else python


def label_of(timing: Timing, labels: Labels) -> str:
    """An evaluator's name, the size of its table if that is large, and its label."""
    name = timing.name.removesuffix("-as-published") if timing.name in PUBLISHED else timing.name
    return visible(shown_name(name) + labels.get((timing.name, timing.style), ""))


def grouped(timings: Sequence[Timing]) -> list[tuple[str, list[Timing]]]:
    """Rows in groups, the fastest first."""
    return [
        (group, rows)
        for group in GROUPS
        if (rows := [timing for timing in timings if group_of(timing) == group])
    ]


def time_per_hand(results: Results, labels: Labels) -> Chart | None:
    """Dots for processes, a line for the interval and a mark for the median, on a log axis."""
    fives = results.of("random-5")
    if not fives:
        return None
    rows = [
        (timing.name, timing.style, timing.workload, process, f"{value:.2f}")
        for workload in HEADLINES
        for timing in results.of(workload)
        for process, value in enumerate(timing.processes)
    ]
    copied = results.find(null.copy.name, "random-5", "numpy")
    medians = ", ".join(f"{described(timing)} {nanoseconds(timing.median)}" for timing in fives)
    return Chart(
        "time-per-hand",
        "Time per hand",
        f"Median time per random hand of five cards: {medians}.",
        "Left is faster, on a logarithmic axis. A dot is one process, the upright line the median, "
        f"the bar the {bar_of(fives)}. null does nothing: its time is that of the loop, which "
        "every timing of its style includes."
        + (" copy of the hands copies their array and ranks nothing." if copied else ""),
        "The cost of reading and checking text, encoding cards and building tables; memory; hands "
        "that are not random, which have their own chart.",
        ("evaluator", "style", "workload", "process", "ns_per_hand"),
        rows,
        lambda theme: _strips(theme, results, labels),
    )


def bar_of(timings: Sequence[Timing], of: int = 1) -> str:
    """The meaning of a bar.

    >>> bar_of([Timing("a", "random-5", (1.0, 2.0))])
    'range of 2 processes'
    """
    name = spread_name(timings, of)
    return f"{name} processes" if name.startswith("range") else f"{name} over processes"


def rows_of(
    axes: Axes, theme: Theme, groups: Sequence[tuple[str, list[Timing]]], labels: Labels
) -> list[tuple[float, Timing]]:
    """Write the names of groups and rows at the left; each row's height and timing."""
    placed = []
    y = 0.0
    for group, rows in groups:
        beside(axes, y, group, -160, ha="left", color=theme.quiet, style="italic")
        for row in rows:
            y += 1
            beside(axes, y, label_of(row, labels), -8, color=theme.text)
            placed.append((y, row))
        y += 1
    axes.set_ylim(y - 0.4, -0.6)
    axes.set_yticks([])
    return placed


def lines_of(groups: Sequence[tuple[str, list[Timing]]]) -> int:
    """The number of lines for rows and the names of their groups."""
    return sum(len(rows) + 1 for _, rows in groups)


def _strips(theme: Theme, results: Results, labels: Labels) -> Figure:
    groups = grouped(results.of("random-5"))
    height = ROW * lines_of(groups)
    sheet = Sheet(
        theme,
        1.32 + height,
        "Time per hand, cards encoded (left is faster)",
        f"Dot: one process.  Upright line: median.  Bar: {bar_of(results.of('random-5'))}.  "
        "Log scale.",
    )
    scatter = np.random.default_rng(0)
    for column, workload in enumerate(HEADLINES):
        timings = results.of(workload)
        if not timings:
            continue
        left = LEFT + 2.8 * column
        axes = sheet.axes(left, 0.76, 2.1, height)
        drawn = [timing for timing in timings if not _is_floor_of_arrays(timing)] or timings
        low, high = around([value for timing in drawn for value in timing.processes])
        sheet.write(left, 0.66, ("five cards", "seven cards")[column], weight="bold", size=9.5)
        rows = rows_of(axes, theme, groups, labels)
        if column:  # only the first column has names
            for text in axes.texts:
                text.set_visible(False)
        for y, row in rows:
            timing = results.find(row.name, workload, row.style)
            if timing is None:
                beside(axes, y, "-", 4, color=theme.quiet)
            elif timing.median < low:
                beside(axes, y, "◂ left of the axis", -2, ha="left", color=theme.quiet, size=8.5)
                beside(axes, y, nanoseconds(timing.median), 4, color=theme.text, size=8.5)
            else:
                _strip(axes, theme, timing, y, scatter)
        log_ticks(axes, "x", low, high, tick_of_time, most=4)
        axes.tick_params(axis="x", labelsize=8.5)
    return sheet.figure


def _is_floor_of_arrays(timing: Timing) -> bool:
    """Whether it ranks nothing in an array: it is too fast to share an axis with the others."""
    return timing.name in null.FLOORS and timing.style != "python"


def _strip(
    axes: Axes, theme: Theme, timing: Timing, y: float, scatter: np.random.Generator
) -> None:
    colour = theme.colour(timing.name)
    heights = y + scatter.uniform(-0.25, 0.25, len(timing.processes))
    axes.plot(timing.processes, heights, "o", color=colour, alpha=0.4, ms=3.5, mew=0)
    axes.plot(timing.interval, [y, y], color=colour, lw=3, solid_capstyle="butt")
    axes.plot(timing.median, y, "|", color=colour, ms=11, mew=2)
    beside(axes, y, nanoseconds(timing.median), 4, color=theme.text, size=8.5)


def times(ratio: float) -> str:
    """A ratio with two or three digits.

    >>> times(0.000326), times(0.0291), times(0.4567), times(16.55), times(213.0)
    ('0.00033×', '0.029×', '0.46×', '16.6×', '213×')
    """
    if ratio < 0.095:
        return f"{ratio:.{1 - floor(log10(ratio))}f}×"
    digits = 2 if ratio < 9.95 else 1 if ratio < 99.5 else 0
    return f"{ratio:.{digits}f}×"


def ratio(results: Results, labels: Labels, baseline: str) -> Chart | None:
    """The time of each evaluator over that of the baseline, on a log axis."""
    bases = {
        workload: timing for workload in HEADLINES if (timing := results.find(baseline, workload))
    }
    if "random-5" not in bases:
        return None
    rows = []
    for workload, base in bases.items():
        for timing in results.of(workload):
            low, high = ratio_interval(timing, base)
            share = timing.median / base.median
            rows.append(
                (timing.name, timing.style, workload, f"{share:.4f}", f"{low:.4f}", f"{high:.4f}")
            )
    fives = results.of("random-5")
    ratios = ", ".join(
        f"{described(timing)} {times(timing.median / bases['random-5'].median)}"
        for timing in fives
        if timing.name not in (baseline, *null.FLOORS)
    )
    return Chart(
        "ratio",
        f"Time over that of {baseline}",
        f"Time per random hand of five cards over that of {baseline}: {ratios}.",
        f"An evaluator at the upright line is as fast as {baseline}, one left of it is faster, on "
        "a logarithmic axis. Filled: five cards, hollow: seven. The bar is the "
        f"{bar_of(fives, of=2)}.",
        "Nanoseconds. On another machine a ratio differs less than a time does, but it differs.",
        ("evaluator", "style", "workload", f"times_{baseline}", "low", "high"),
        rows,
        lambda theme: _ratios(theme, results, labels, bases),
    )


def _ratios(theme: Theme, results: Results, labels: Labels, bases: dict[str, Timing]) -> Figure:
    fives = results.of("random-5")
    groups = grouped([timing for timing in fives if timing.name not in null.FLOORS])
    height = ROW * lines_of(groups)
    sheet = Sheet(
        theme,
        1.16 + height,
        f"Time per hand over that of {bases['random-5'].name} (left is faster)",
        "Filled: five cards.  Hollow: seven cards.  Bar: "
        f"{bar_of(fives, of=2)}.  Log scale, base 2.",
    )
    axes = sheet.axes(LEFT, 0.56, 4.25, height)
    axes.axvline(1, color=theme.text, lw=1.2)
    for offset, heading in ((42, "five"), (90, "seven")):
        beside(axes, 0, heading, offset, ha="right", color=theme.quiet, size=8.5)
    shares = [1.0]
    for y, row in rows_of(axes, theme, groups, labels):
        colour = theme.colour(row.name)
        for offset, (workload, base) in zip((42, 90), bases.items()):
            timing = results.find(row.name, workload, row.style)
            if not timing:
                beside(axes, y, "-", offset, ha="right", color=theme.quiet, size=8.5)
                continue
            share = timing.median / base.median
            shares.append(share)
            face = colour if workload == "random-5" else theme.background
            axes.plot(ratio_interval(timing, base), [y, y], color=colour, lw=2.5)
            axes.plot(share, y, "o", color=colour, mfc=face, ms=6.5, mew=1.5)
            beside(axes, y, times(share), offset, ha="right", color=theme.text, size=8.5)
    low, high = around(shares, 1.4)
    log_ticks(axes, "x", low, high, _power_of_two, base=4.0)
    return sheet.figure


def _power_of_two(value: float) -> str:
    """The label of a tick.

    >>> _power_of_two(0.25), _power_of_two(1.0), _power_of_two(16.0)
    ('1/4×', '1×', '16×')
    """
    return f"{value:g}×" if value >= 1 else f"1/{1 / value:g}×"


def by_category(results: Results, labels: Labels) -> Chart | None:
    """A cell for each evaluator and category: nanoseconds, coloured against random hands."""
    names = ("random-5", *CATEGORY_NAMES)
    timings = [
        timing
        for timing in results.of("random-5")
        if timing.name not in null.FLOORS
        and all(results.find(timing.name, name, timing.style) for name in CATEGORY_NAMES)
    ]
    if not timings:
        return None
    groups = grouped(timings)
    cells = {
        timing: [_median(results, timing, name) for name in names]
        for _, rows in groups
        for timing in rows
    }
    rows = [
        (timing.name, timing.style, name, f"{value:.2f}")
        for timing, values in cells.items()
        for name, value in zip(names, values)
    ]
    uneven = sorted(
        ((max(values[1:]) / min(values[1:]), timing) for timing, values in cells.items()),
        key=lambda pair: -pair[0],
    )
    ratios = ", ".join(f"{described(timing)} {share:.1f}×" for share, timing in uneven)
    return Chart(
        "by-category",
        "By category",
        f"How much slower each evaluator is on its slowest category than on its fastest: {ratios}.",
        "A row is an evaluator, a column a category, a number nanoseconds per hand. Blue: faster "
        "than the same evaluator on random hands. Orange: slower.",
        "How often each category is dealt: half of all hands are high cards, and most others one "
        "pair.",
        ("evaluator", "style", "workload", "ns_per_hand"),
        rows,
        lambda theme: _heat(theme, groups, cells, labels),
    )


def _median(results: Results, like: Timing, workload: str) -> float:
    timing = results.find(like.name, workload, like.style)
    return timing.median if timing else float("nan")


def _heat(
    theme: Theme,
    groups: list[tuple[str, list[Timing]]],
    cells: dict[Timing, list[float]],
    labels: Labels,
) -> Figure:
    height = ROW * lines_of(groups)
    sheet = Sheet(
        theme,
        1.40 + height,
        "Nanoseconds per hand of each category",
        "Blue: faster than on random hands.  Orange: slower.  Full colour: twice.",
    )
    axes = sheet.axes(LEFT, 0.98, WIDTH - LEFT - 0.12, height)
    axes.grid(visible=False)
    blue, orange = ("#4f9fd0", "#e58a4e") if theme.name == "light" else ("#1f6f9f", "#a8500f")
    scale = LinearSegmentedColormap.from_list("speed", [blue, theme.background, orange])
    lefts = [0.0, *(column + 0.15 for column in range(1, 10))]
    for left, name in zip(lefts, ("random", *CATEGORY_NAMES)):
        heading = name.replace("-", "\n", 1).replace("-", " ")
        axes.text(left + 0.5, -0.7, heading, ha="center", va="bottom", color=theme.text, size=8)
    for y, timing in rows_of(axes, theme, groups, labels):
        values = cells[timing]
        for left, value in zip(lefts, values):
            shade = float(np.clip(log2(value / values[0]), -1, 1)) / 2 + 0.5
            axes.add_patch(Rectangle((left + 0.02, y - 0.46), 0.96, 0.92, color=scale(shade), lw=0))
            text = f"{value:,.0f}" if value >= 9.95 else f"{value:.1f}"
            axes.text(left + 0.5, y, text, ha="center", va="center", color=theme.text, size=8)
    axes.set_xlim(0, lefts[-1] + 1)
    axes.set_xticks([])
    return sheet.figure


def cost_split(results: Results, labels: Labels) -> Chart | None:
    """The times of reading text, encoding cards and evaluating a hand, shown separately."""
    parse = results.find("null", "parse")
    encoded = {timing.name: timing for timing in results.of("encode", "python")}
    timings = [
        timing
        for timing in results.of("random-5", "python")
        if timing.name in encoded and timing.name != "null"
    ]
    if not parse or not timings:
        return None
    rows: list[tuple[str, str, str]] = [("", "parse", f"{parse.median:.2f}")]
    for timing in timings:
        rows.append((timing.name, "encode", f"{encoded[timing.name].median:.2f}"))
        rows.append((timing.name, "evaluate", f"{timing.median:.2f}"))
    before = [
        (1 - timing.median / (parse.median + encoded[timing.name].median + timing.median), timing)
        for timing in timings
    ]
    shares = ", ".join(f"{described(timing)} {share:.0%}" for share, timing in before)
    return Chart(
        "cost-split",
        "Before a hand is evaluated",
        f"Reading and checking a hand's text takes {nanoseconds(parse.median)}. The share of "
        f"reading and encoding, before a hand is evaluated: {shares}.",
        "Three times for each evaluator: reading and checking a hand's text, the same for all; "
        "encoding its five cards; evaluating it. At the right, the share of the first two.",
        "How often cards are evaluated after they are read and encoded once, which is usually "
        "many times: then the first two hardly count.",
        ("evaluator", "what", "ns_per_hand"),
        rows,
        lambda theme: _split(theme, parse, encoded, timings, labels),
    )


def _split(
    theme: Theme,
    parse: Timing,
    encoded: Mapping[str, Timing],
    timings: Sequence[Timing],
    labels: Labels,
) -> Figure:
    height = ROW * len(timings)
    sheet = Sheet(
        theme,
        1.62 + height,
        "Reading, encoding and evaluating a hand of five cards, one after the other",
        "Reading: our own reader, which checks everything.  Encoding: from card to the "
        "evaluator's own form.  Log scale.",
    )
    axes = sheet.axes(LEFT, 0.9, 4.45, height)
    reading, encoding = theme.shade(BLUE), theme.shade(ORANGE)
    axes.axvline(parse.median, color=reading, lw=2)
    times_shown = [parse.median]
    for y, timing in enumerate(timings):
        encode = encoded[timing.name].median
        times_shown += [timing.median, encode]
        axes.plot([timing.median, encode], [y, y], color=theme.grid, lw=2, zorder=1)
        axes.plot(encode, y, "D", color=encoding, ms=6, mew=0)
        axes.plot(timing.median, y, "o", color=theme.text, ms=6.5, mew=0)
        beside(axes, y, label_of(timing, labels), -8, color=theme.text)
        share = 1 - timing.median / (parse.median + encode + timing.median)
        beside(axes, y, f"{share:.0%}", 44, ha="right", color=theme.text, size=8.5)
    low, high = around(times_shown, 1.4)
    log_ticks(axes, "x", low, high, tick_of_time)
    axes.set_ylim(len(timings) - 0.4, -0.6)
    axes.set_yticks([])
    first = timings[0]
    for text, x, up, colour in (
        ("● evaluating", first.median, 16, theme.text),
        ("◆ encoding", encoded[first.name].median, 16, encoding),
        ("| reading", parse.median, 29, reading),  # higher, so that it covers neither
    ):
        axes.annotate(
            text, (x, 0), (0, up), "data", "offset points", ha="center", color=colour,
            size=9, weight="bold",
        )  # fmt: skip
    beside(axes, -1, "before", 44, ha="right", color=theme.quiet, size=8.5)
    return sheet.figure
