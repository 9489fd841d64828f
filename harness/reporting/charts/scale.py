"""How time grows with the number of hands, and what memory and set-up buy."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from evaluators import BUILT_IN, PUBLISHED, VECTORIZED
from harness.reporting.charts.cost import Labels, label_of
from harness.reporting.charts.style import (
    Chart,
    Sheet,
    Theme,
    around,
    log_ticks,
    nanoseconds,
    short,
    tick_of_time,
)
from harness.timing.results import Results, Timing
from harness.timing.workloads import SCALES_OF_ARRAYS

PUBLISHED_2011 = {10: 1e6, 100: 6e6, 1_000: 60e6, 10_000: 600e6, 100_000: 6_000e6}
"""Nanoseconds for so many hands: the matrix score's own article, in JavaScript, in Chrome 10 on an
AMD Turion of 1.6 GHz."""

Points = list[tuple[int, float]]


def points(results: Results, name: str, style: str) -> Points:
    """Numbers of hands, and the nanoseconds for all of them."""
    return [
        (n, n * timing.median)
        for n in SCALES_OF_ARRAYS
        if (timing := results.find(name, f"scale-{n}", style))
    ]


def slope(found: Points) -> float:
    """How time grows: the power of n, over the upper three points; 1 is in proportion.

    >>> round(slope([(10, 50.0), (100, 500.0), (1_000, 5_000.0)]), 6)
    1.0
    """
    upper = np.log(np.array(found[-3:]))
    return float(np.polyfit(upper[:, 0], upper[:, 1], 1)[0])


def overtakes(one_by_one: Points, arrays: Points) -> float | None:
    """From how many hands on the array is faster; None if it always is, or never.

    >>> overtakes([(1, 10.0), (100, 1_000.0)], [(1, 100.0), (100, 100.0)])
    10.0
    """
    shared = sorted({n for n, _ in one_by_one} & {n for n, _ in arrays})
    slow, fast = dict(one_by_one), dict(arrays)
    for n, after in pairwise(shared):
        here, there = np.log(slow[n] / fast[n]), np.log(slow[after] / fast[after])
        if here < 0 <= there:
            share = here / (here - there)
            return float(round(np.exp(np.log(n) + share * np.log(after / n)), 6))
    return None


def scale(results: Results) -> Chart | None:
    """A panel for each strategy that comes in both styles."""
    both = [
        name
        for name in BUILT_IN
        if name in VECTORIZED
        and len(points(results, name, "python")) >= 3
        and len(points(results, name, "numpy")) >= 3
    ]
    if not both:
        return None
    rows: list[tuple[object, ...]] = []
    said = []
    for name in both:
        for style in ("python", "numpy"):
            found = points(results, name, style)
            rows += [(name, style, n, f"{time:.0f}") for n, time in found]
        meets = overtakes(points(results, name, "python"), points(results, name, "numpy"))
        if meets:
            said.append(f"{name} from {meets:,.0f} hands on")
    rows += [("matrix score, its article of 2011", "JavaScript", n, f"{time:.0f}")
             for n, time in PUBLISHED_2011.items()]  # fmt: skip

    def draw(theme: Theme) -> Figure:
        return _panels(theme, results, both)

    return Chart(
        "scale",
        "Time against number of hands",
        "An array of hands a call is faster than one hand a call: " + ", ".join(said) + ".",
        "Both axes multiply, so that time in proportion to the number of hands is a straight line "
        "of slope 1. The mark is where an array overtakes one hand a call.",
        "The dotted line is from another machine, another language and another time: the article "
        "of 2011 says so of the matrix score. Only its slope can be compared. Arrays of more than "
        "100,000 hands repeat these.",
        ("evaluator", "style", "hands", "ns"),
        rows,
        draw,
    )


def _panels(theme: Theme, results: Results, names: Sequence[str]) -> Figure:
    lines = -(-len(names) // 3)
    sheet = Sheet(
        theme,
        0.85 + 2.25 * lines,
        "Time for n random hands of five cards",
        "Upper line: one hand a call.  Lower line: an array of hands a call.  Log scales.",
    )
    every = [
        time for name in names for style in ("python", "numpy")
        for _, time in points(results, name, style)
    ]  # fmt: skip
    low, high = around([*every, *PUBLISHED_2011.values()], 2)
    for place, name in enumerate(names):
        left = 0.62 + 2.5 * (place % 3)
        axes = sheet.axes(left, 0.72 + 2.25 * (place // 3), 2.1, 1.55)
        _panel(axes, theme, results, name)
        log_ticks(axes, "x", 5, 2e7, _how_many, base=100.0, steps=(10,))
        log_ticks(axes, "y", low, high, tick_of_time, base=1000.0)
        if place % 3:
            axes.set_yticklabels([])
        axes.tick_params(labelsize=8.5)
        sheet.write(left, 0.65 + 2.25 * (place // 3), name, weight="bold", size=9)
    return sheet.figure


def _panel(axes: Axes, theme: Theme, results: Results, name: str) -> None:
    colour = theme.colour(name)
    slow, fast = points(results, name, "python"), points(results, name, "numpy")
    above, below = (-2, (-5, 5), "right"), (-2, (4, -13), "left")
    if name == "matrix-score":  # there, the line of 2011 is in the way
        above = (0, (6, -9), "left")
    for found, marker, (point, place, side) in ((slow, "o", above), (fast, "s", below)):
        axes.plot(*zip(*found), marker + "-", color=colour, ms=4, lw=1.6)
        axes.annotate(
            f"slope {slope(found):.2f}", found[point], place, textcoords="offset points", ha=side,
            color=theme.text, size=8,
        )  # fmt: skip
    if meets := overtakes(slow, fast):
        at = np.exp(np.interp(np.log(meets), *np.log(np.array(slow).T)))
        axes.plot(meets, at, "x", color=theme.text, ms=7, mew=1.8)
        axes.annotate(
            f"from {meets:,.0f} on", (meets, at), (8, -9), textcoords="offset points",
            color=theme.text, size=8,
        )  # fmt: skip
    if name == "matrix-score":
        axes.plot(*zip(*PUBLISHED_2011.items()), ":", color=theme.quiet, lw=1.8)
        axes.annotate(
            "2011, another machine", (100_000, PUBLISHED_2011[100_000]), (-7, -2),
            textcoords="offset points", ha="right", color=theme.quiet, size=8,
        )  # fmt: skip


def _how_many(n: float) -> str:
    """A tick of a number of hands.

    >>> _how_many(10), _how_many(1_000), _how_many(1e7)
    ('10', '1,000', '10 M')
    """
    return f"{n / 1e6:g} M" if n >= 1e6 else f"{n:,.0f}"


def what_a_table_buys(results: Results, labels: Labels) -> Chart | None:
    """Memory and set-up against time per hand, with a name at each point."""
    timings = [
        timing
        for timing in results.of("random-5")
        if timing.name != "null"
        and timing.name not in PUBLISHED
        and all(results.find(timing.name, what, timing.style) for what in ("memory", "import"))
    ]
    if not timings:
        return None
    costs = {timing: _before(results, timing) for timing in timings}
    rows = [
        (timing.name, timing.style, f"{timing.median:.2f}", *(f"{each:.0f}" for each in cost))
        for timing, cost in costs.items()
    ]
    most = max(costs, key=lambda timing: costs[timing][0])
    least = min(costs, key=lambda timing: costs[timing][0])

    def draw(theme: Theme) -> Figure:
        return _scatter(theme, costs, labels)

    return Chart(
        "what-a-table-buys",
        "What a table buys",
        "Memory against time per hand: the most has "
        f"{most.label}, {costs[most][0] / 1e6:.2g} MB at {nanoseconds(most.median)}, the least "
        f"{least.label}, {costs[least][0] / 1e6:.2g} MB at {nanoseconds(least.median)}.",
        "Down and to the left is better. Memory is what a fresh process grew by until its first "
        "hands of five and seven cards were evaluated; set-up is the time of the import and the "
        "first hand of five cards, in which some make tables.",
        "Which part of memory is tables and which is code: a library brings all of itself along. "
        "The array style is shown without NumPy, which takes some 15 MB before.",
        ("evaluator", "style", "ns_per_hand", "memory_bytes", "import_ns", "first_5_ns"),
        rows,
        draw,
    )


def _before(results: Results, timing: Timing) -> tuple[float, float, float]:
    found = [
        results.find(timing.name, what, timing.style) for what in ("memory", "import", "first-5")
    ]
    memory, imported, first = (each.median if each else 0.0 for each in found)
    return memory, imported, first


def _scatter(
    theme: Theme, costs: Mapping[Timing, tuple[float, float, float]], labels: Labels
) -> Figure:
    sheet = Sheet(
        theme,
        8.2,
        "What memory and set-up buy (down and left is better)",
        "Round: one hand a call.  Square: an array of hands a call.  Log scales.",
    )
    for panel, (heading, unit) in enumerate(
        (("memory", _megabytes), ("set-up: import and first hand", tick_of_time))
    ):
        top = 0.8 + 3.7 * panel
        axes = sheet.axes(0.85, top, 6.9, 2.95)
        sheet.write(0.85, top - 0.1, heading, weight="bold", size=9.5)
        placed = {
            timing: cost[0] if panel == 0 else cost[1] + cost[2] for timing, cost in costs.items()
        }
        low, high = around(placed.values(), 1.6)
        log_ticks(axes, "y", low, high, unit, steps=(1, 3))
        low, high = around([timing.median for timing in costs], 1.35)
        log_ticks(axes, "x", low, high * 1.6, tick_of_time, steps=(1, 3))
        axes.tick_params(labelsize=8.5)
        for timing, value in placed.items():
            marker = "s" if timing.style == "numpy" else "o"
            axes.plot(timing.median, value, marker, color=theme.colour(timing.name), ms=6, mew=0)
        _name(axes, theme, {t: (t.median, value) for t, value in placed.items()}, labels)
    return sheet.figure


def _name(
    axes: Axes, theme: Theme, places: Mapping[Timing, tuple[float, float]], labels: Labels
) -> None:
    """A name beside each point, moved up or down until none covers another."""
    to_points = axes.transData.transform
    scale = 72 / axes.figure.dpi
    edge, _ = axes.transAxes.transform((0, 0)) * scale
    taken: list[tuple[float, float, float, float]] = [
        (x * scale - 4, y * scale - 4, x * scale + 4, y * scale + 4)
        for x, y in (to_points(place) for place in places.values())
    ]
    for timing, place in sorted(places.items(), key=lambda item: (item[1][1], item[1][0])):
        x, y = (each * scale for each in to_points(place))
        text = label_of(timing, labels) + (", array" if timing.style == "numpy" else "")
        width = 4.9 * len(text)
        steps = sorted(range(-60, 61, 3), key=abs)
        for right, step in ((right, step) for step in steps for right in (True, False)):
            left = x + 7 if right else x - 7 - width
            box = (left, y + step - 4.5, left + width, y + step + 4.5)
            if box[0] > edge and not any(
                box[0] < other[2] and other[0] < box[2] and box[1] < other[3] and other[1] < box[3]
                for other in taken
            ):
                break
        taken.append(box)
        axes.annotate(
            text, place, (7 if right else -7, step), textcoords="offset points", va="center",
            ha="left" if right else "right", color=theme.text, size=8,
            arrowprops={"arrowstyle": "-", "color": theme.quiet, "lw": 0.6, "shrinkA": 0}
            if abs(step) > 6 else None,
        )  # fmt: skip


def _megabytes(value: float) -> str:
    """A tick of bytes.

    >>> _megabytes(100_000), _megabytes(3e6)
    ('0.1 MB', '3 MB')
    """
    return f"{short(value / 1e6)} MB"
