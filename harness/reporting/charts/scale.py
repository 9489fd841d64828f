"""Charts of time against the number of hands, and of memory and set-up against time."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil
from statistics import median

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from evaluators import ARRAYS, BUILT_IN, PUBLISHED, null
from harness.adapters import styles
from harness.reporting.charts.cost import Labels, label_of
from harness.reporting.charts.style import (
    WIDTH,
    Chart,
    Sheet,
    Theme,
    around,
    log_ticks,
    nanoseconds,
    short,
    tick_of_time,
)
from harness.reporting.names import described, shown_name
from harness.timing.results import Results, Timing
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


def slope(curve: Points) -> float:
    """The power of n by which time grows, over the last three points; 1 is in proportion.

    >>> round(slope([(10, 50.0), (100, 500.0), (1_000, 5_000.0)]), 6)
    1.0
    """
    last = np.log(np.array(curve[-3:]))
    return float(np.polyfit(last[:, 0], last[:, 1], 1)[0])


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
        "Both axes are logarithmic, so time in proportion to the number of hands is a straight "
        "line of slope 1. The cross marks where an array overtakes one hand a call.",
        "The dotted line comes from the matrix score's article of 2011, from another machine and "
        "another language: only its slope can be compared. Arrays of more than 100,000 hands "
        "repeat the first 100,000.",
        ("evaluator", "style", "hands", "ns"),
        rows,
        lambda theme: _panels(theme, results, names),
    )


def _panels(theme: Theme, results: Results, names: Sequence[str]) -> Figure:
    sheet = Sheet(
        theme,
        0.85 + 2.25 * ceil(len(names) / 3),
        "Time for n random hands of five cards",
        "Upper line: one hand a call.  Lower line: an array of hands a call.  Log scales.",
    )
    times = [
        time for name in names for style in ("python", "numpy")
        for _, time in points(results, name, style)
    ]  # fmt: skip
    low, high = around([*times, *PUBLISHED_2011.values()], 2)
    for panel, name in enumerate(names):
        line, column = divmod(panel, 3)
        left = 0.62 + 2.5 * column
        axes = sheet.axes(left, 0.72 + 2.25 * line, 2.1, 1.55)
        _panel(axes, theme, results, name)
        log_ticks(axes, "x", 5, 2e7, _tick_of_hands, base=100.0, steps=(10,))
        log_ticks(axes, "y", low, high, tick_of_time, base=1000.0)
        if column:
            axes.set_yticklabels([])
        axes.tick_params(labelsize=8.5)
        sheet.write(left, 0.65 + 2.25 * line, shown_name(name), weight="bold", size=9)
    return sheet.figure


def _panel(axes: Axes, theme: Theme, results: Results, name: str) -> None:
    colour = theme.colour(name)
    slow, fast = points(results, name, "python"), points(results, name, "numpy")
    above, below = (-2, (-5, 5), "right"), (-2, (4, -13), "left")
    if name == "matrix-score":  # here the line of 2011 would cross the text
        above = (0, (6, -9), "left")
    for curve, marker, (point, offset, side) in ((slow, "o", above), (fast, "s", below)):
        axes.plot(*zip(*curve), marker + "-", color=colour, ms=4, lw=1.6)
        axes.annotate(
            f"slope {slope(curve):.2f}", curve[point], offset, textcoords="offset points", ha=side,
            color=theme.text, size=8,
        )  # fmt: skip
    if crossing := overtakes(slow, fast):
        time = np.exp(np.interp(np.log(crossing), *np.log(np.array(slow).T)))
        axes.plot(crossing, time, "x", color=theme.text, ms=7, mew=1.8)
        axes.annotate(
            f"from {crossing:,.0f} on", (crossing, time), (8, -9), textcoords="offset points",
            color=theme.text, size=8,
        )  # fmt: skip
    if name == "matrix-score":
        axes.plot(*zip(*PUBLISHED_2011.items()), ":", color=theme.quiet, lw=1.8)
        axes.annotate(
            "2011, another machine", (100_000, PUBLISHED_2011[100_000]), (-7, -2),
            textcoords="offset points", ha="right", color=theme.quiet, size=8,
        )  # fmt: skip


def _tick_of_hands(n: float) -> str:
    """The label of a tick of a number of hands.

    >>> _tick_of_hands(10), _tick_of_hands(1_000), _tick_of_hands(1e7)
    ('10', '1,000', '10 M')
    """
    return f"{n / 1e6:g} M" if n >= 1e6 else f"{n:,.0f}"


@dataclass(frozen=True)
class Before:
    """What an evaluator costs before its first hand.

    Attributes:
        memory: the growth of a fresh process, in bytes; of machine code without Numba.
        process: the growth of a fresh process, in bytes, Numba included.
        imported: the import, in nanoseconds.
        first: the first hand of five cards, in nanoseconds.
    """

    memory: float
    process: float
    imported: float
    first: float


def _before(results: Results, timing: Timing) -> Before:
    process, imported, first, tables = (
        cold.median if (cold := results.find(timing.name, cost, timing.style)) else 0.0
        for cost in ("memory", "import", "first-5", "tables-memory")
    )
    memory = tables if timing.style == "compiled" else process
    return Before(memory, process, imported, first)


def what_a_table_buys(results: Results, labels: Labels) -> Chart | None:
    """Memory and set-up against time per hand, with a name at each point."""
    timings = [
        timing
        for timing in results.of("random-5")
        if timing.name not in null.FLOORS
        and timing.name not in PUBLISHED
        and all(
            results.find(timing.name, cost, timing.style)
            for cost in ("memory", "import", *["tables-memory"] * (timing.style == "compiled"))
        )
    ]
    if not timings:
        return None
    costs = {timing: _before(results, timing) for timing in timings}
    rows = [
        (
            timing.name,
            timing.style,
            f"{timing.median:.2f}",
            *(f"{value:.0f}" for value in (before.process, before.imported, before.first)),
            f"{before.memory:.0f}",
        )
        for timing, before in costs.items()
    ]
    most = max(costs, key=lambda timing: costs[timing].memory)
    least = min(costs, key=lambda timing: costs[timing].memory)
    numba = [
        before.process - before.memory
        for timing, before in costs.items()
        if timing.style == "compiled"
    ]
    return Chart(
        "what-a-table-buys",
        "What a table buys",
        "Memory against time per hand. Most memory: "
        f"{described(most)}, {_of_memory(costs[most].memory)} at {nanoseconds(most.median)}. "
        f"Least: {described(least)}, {_of_memory(costs[least].memory)} at "
        f"{nanoseconds(least.median)}.",
        "Down and to the left is better. Memory is the growth of a fresh process until its first "
        "hands of five and seven cards are evaluated; set-up is the time of the import and the "
        "first hand of five cards, when some evaluators make tables."
        + (
            " The memory of machine code is that of its tables alone, a page of 4 kB if it has "
            "none; its set-up includes the import of Numba and the loading of code that was "
            "compiled before."
            if numba
            else ""
        ),
        "Which part of memory is tables and which is code: a library is imported whole. The array "
        "style is shown without NumPy, which itself takes about 15 MB"
        + (f", and machine code without Numba, about {_of_memory(median(numba))}" if numba else "")
        + ".",
        (
            *("evaluator", "style", "ns_per_hand", "memory_bytes", "import_ns", "first_5_ns"),
            "shown_bytes",
        ),
        rows,
        lambda theme: _scatter(theme, costs, labels),
    )


def _scatter(theme: Theme, costs: Mapping[Timing, Before], labels: Labels) -> Figure:
    has_compiled = any(timing.style == "compiled" for timing in costs)
    sheet = Sheet(
        theme,
        9.2,
        "What memory and set-up buy (down and left is better)",
        "Round: one hand a call.  Square: an array of hands a call.  "
        + ("Triangle: machine code.  " if has_compiled else "")
        + "Log scales.",
    )
    headings = (
        ("memory" + " (of machine code: its tables)" * has_compiled, _megabytes),
        ("set-up: import and first hand" + " (Numba included)" * has_compiled, tick_of_time),
    )
    for panel, (heading, unit) in enumerate(headings):
        top = 0.8 + 4.2 * panel
        axes = sheet.axes(0.85, top, 6.9, 3.45)
        sheet.write(0.85, top - 0.1, heading, weight="bold", size=9.5)
        places = {
            timing: (
                timing.median,
                before.memory if panel == 0 else before.imported + before.first,
            )
            for timing, before in costs.items()
        }
        low, high = around([y for _, y in places.values()], 1.6)
        log_ticks(axes, "y", low, high * 2, unit, steps=_steps(low, high))
        low, high = around([x for x, _ in places.values()], 1.35)
        log_ticks(axes, "x", low, high * 1.6, tick_of_time, steps=_steps(low, high))
        axes.tick_params(labelsize=8.5)
        for timing, place in places.items():
            marker = styles.STYLES[timing.style].marker
            axes.plot(*place, marker, color=theme.colour(timing.name), ms=6, mew=0)
        _write_names(axes, theme, places, labels)
    return sheet.figure


def _steps(low: float, high: float) -> Sequence[float]:
    """The steps of ticks within a power of ten: powers alone if there are many."""
    return (1,) if high / low > 1e3 else (1, 3)


Box = tuple[float, float, float, float]
"""The left, bottom, right and top edge."""


def _write_names(
    axes: Axes, theme: Theme, places: Mapping[Timing, tuple[float, float]], labels: Labels
) -> None:
    """Write a name beside each point, moved up or down until none covers another."""
    to_points = axes.transData.transform
    scale = 72 / axes.figure.dpi
    left_edge, floor = axes.transAxes.transform((0, 0)) * scale
    _, roof = axes.transAxes.transform((1, 1)) * scale
    boxes: list[Box] = [
        (x * scale - 4, y * scale - 4, x * scale + 4, y * scale + 4)
        for x, y in (to_points(place) for place in places.values())
    ]

    def is_free(box: Box) -> bool:
        is_inside = left_edge < box[0] and box[2] < 72 * WIDTH and floor < box[1] and box[3] < roof
        return is_inside and not any(_overlap(box, other) for other in boxes)

    for timing, place in sorted(places.items(), key=lambda item: (item[1][1], item[1][0])):
        x, y = to_points(place) * scale
        text = label_of(timing, labels)
        width = 4.5 * len(text)
        steps = sorted(range(-90, 91, 3), key=abs)
        for right, step in ((right, step) for step in steps for right in (True, False)):
            left = x + 7 if right else x - 7 - width
            box = (left, y + step - 4.5, left + width, y + step + 4.5)
            if is_free(box):
                break
        else:  # some names must overlap: beside its point, each is at least near
            right, step = True, 0
        boxes.append(box)
        axes.annotate(
            text, place, (7 if right else -7, step), textcoords="offset points", va="center",
            ha="left" if right else "right", color=theme.text, size=8,
            arrowprops={"arrowstyle": "-", "color": theme.quiet, "lw": 0.6, "shrinkA": 0}
            if abs(step) > 6 else None,
        )  # fmt: skip


def _overlap(box: Box, other: Box) -> bool:
    """Whether two boxes overlap.

    >>> _overlap((0, 0, 2, 2), (1, 1, 3, 3)), _overlap((0, 0, 2, 2), (3, 0, 4, 2))
    (True, False)
    """
    return box[0] < other[2] and other[0] < box[2] and box[1] < other[3] and other[1] < box[3]


def _of_memory(value: float) -> str:
    """Bytes in megabytes, in two digits.

    >>> _of_memory(8_192), _of_memory(1.84e6), _of_memory(129_951_336)
    ('0.0082 MB', '1.8 MB', '130 MB')
    """
    return f"{float(f'{value / 1e6:.2g}'):g} MB"


def _megabytes(value: float) -> str:
    """The label of a tick of bytes.

    >>> _megabytes(100_000), _megabytes(3e6)
    ('0.1 MB', '3 MB')
    """
    return f"{short(value / 1e6)} MB"
