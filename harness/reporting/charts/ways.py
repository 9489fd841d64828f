"""The chart of one idea in three ways: one hand a call, an array a call, and machine code."""

from collections.abc import Mapping, Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from evaluators import null
from harness.adapters import styles
from harness.processes.visible import visible
from harness.reporting.charts.cost import Labels, bar_of
from harness.reporting.charts.style import (
    Chart,
    Sheet,
    Theme,
    around,
    beside,
    log_ticks,
    nanoseconds,
    tick_of_time,
)
from harness.reporting.names import shown_name
from harness.timing.results import STYLES, Results, Timing
from harness.timing.workloads import HEADLINES, WALKED

SHORT = ("five cards", "seven cards")
ROW, LEFT = 0.34, 2.05
"""Inches: the height of a row, and the left edge of the axes."""

Ways = dict[str, dict[str, Timing]]
"""The timings of each strategy, by style."""


def ways_of(results: Results, workload: str) -> Ways:
    """The strategies that were timed in two styles or more, fastest machine code first.

    Those without machine code stand where their fastest style puts them.
    """
    ways = {
        name: {style: timing for style in STYLES if (timing := results.find(name, workload, style))}
        for name in {timing.name: None for timing in results.of(workload)}
        if name not in null.FLOORS
    }

    def median(name: str) -> float:
        timings = ways[name]
        fastest = min(timings.values(), key=lambda timing: timing.median)
        return timings.get("compiled", fastest).median

    return {
        name: ways[name]
        for name in sorted((name for name in ways if len(ways[name]) > 1), key=median)
    }


def floors_of(results: Results, workload: str) -> dict[str, Timing]:
    """Times to hold the others against: of a copy of the hands, and of the fastest walk."""
    floors = {}
    if copied := results.find(null.copy.name, workload, "numpy"):
        floors[null.copy.name] = copied
    if walks := results.of(WALKED[HEADLINES.index(workload)]):
        floors["walk that only counts"] = walks[0]
    return floors


def three_ways(results: Results, labels: Labels) -> Chart | None:
    """A row for each strategy that has more than one style, a mark for each style."""
    panels = {workload: ways for workload in HEADLINES if (ways := ways_of(results, workload))}
    if HEADLINES[0] not in panels:
        return None
    floors = {workload: floors_of(results, workload) for workload in panels}
    shown = [
        timing
        for workload, ways in panels.items()
        for timing in (
            *(timing for by_style in ways.values() for timing in by_style.values()),
            *floors[workload].values(),
        )
    ]
    rows = [
        (
            timing.name,
            timing.style,
            timing.workload,
            *(f"{value:.3f}" for value in (timing.median, *timing.interval)),
        )
        for timing in shown
    ]
    medians = "; ".join(
        f"{shown_name(name)}: "
        + ", ".join(
            f"{styles.STYLES[style].how} {nanoseconds(by_style[style].median)}"
            for style in by_style
        )
        for name, by_style in panels[HEADLINES[0]].items()
    )
    least = ", ".join(
        f"{floor} {nanoseconds(timing.median)}" for floor, timing in floors[HEADLINES[0]].items()
    )
    return Chart(
        "one-idea-three-ways",
        "One idea, three ways",
        f"Median time per random hand of five cards, on one thread: {medians}."
        + (f" Floors: {least}." if least else ""),
        "A row is one strategy, written to take one hand a call (Python), an array of hands a call "
        "(NumPy), and an array in machine code (Numba). Left is faster, on a logarithmic axis. The "
        f"mark is the median, the bar the {bar_of(shown)}. All run on one thread. The upright "
        "lines are floors: a copy of the array of hands, which ranks nothing; and the fastest walk "
        "over all hands, which reads no array and has no keys: it only counts the hands of each "
        "class.",
        "Hands that never repeat: each array is of the same 20,000 hands, whose part of a large "
        "table stays in a cache, and whose jumps a processor learns. What comes before the first "
        "hand: starting Numba, compiling, making tables. Memory: a large table is named, but not "
        "what it costs others. Reading and encoding text. Several threads.",
        ("evaluator", "style", "workload", "ns_per_hand", "low", "high"),
        rows,
        lambda theme: _draw(theme, panels, floors, labels),
    )


def _draw(
    theme: Theme,
    panels: Mapping[str, Ways],
    floors: Mapping[str, Mapping[str, Timing]],
    labels: Labels,
) -> Figure:
    names = [*panels[HEADLINES[0]]]
    lines = max(map(len, floors.values()))
    height = ROW * (len(names) + 0.9 * lines + 1.1)
    shown = [timing for ways in panels.values() for row in ways.values() for timing in row.values()]
    sheet = Sheet(
        theme,
        1.40 + height,
        "One idea, three ways: time per hand, cards encoded, one thread (left is faster)",
        f"Mark: median.  Bar: {bar_of(shown)}.  Upright lines: floors, which return no key.  "
        "Log scale.",
    )
    medians = [timing.median for timing in shown]
    medians += [timing.median for lines in floors.values() for timing in lines.values()]
    low, high = around(medians, 2.2)
    high *= 2
    for column, (workload, ways) in enumerate(panels.items()):
        left = LEFT + 3.02 * column
        axes = sheet.axes(left, 0.84, 2.65, height)
        sheet.write(left, 0.62, SHORT[HEADLINES.index(workload)], weight="bold", size=9.5)
        log_ticks(axes, "x", low, high, tick_of_time)
        axes.tick_params(axis="x", labelsize=8.5)
        axes.set_ylim(len(names) + 0.9 * lines - 0.3, -1.4)
        axes.set_yticks([])
        for y, name in enumerate(names):
            if not column:
                _name(axes, theme, y, name, ways[name], labels)
            _row(axes, theme, y, ways.get(name, {}))
        _words(axes, theme, ways.get(names[0], {}))
        by_time = sorted(floors[workload].items(), key=lambda floor: -floor[1].median)
        for line, (floor, timing) in enumerate(by_time):  # no text crosses another one's line
            _floor(axes, theme, len(names) + 0.9 * line, floor, timing)
    return sheet.figure


def _name(
    axes: Axes, theme: Theme, y: float, name: str, ways: Mapping[str, Timing], labels: Labels
) -> None:
    """The name of a row, and under it what is not shown about its styles."""
    marks = [(style, label) for style in ways if (label := labels.get((name, style), ""))]
    beside(axes, y - 0.17 * bool(marks), visible(shown_name(name)), -8, color=theme.text)
    if marks:
        same = len({label for _, label in marks}) == 1 and len(marks) == len(ways)
        parts = marks[:1] if same else marks
        text = ", ".join(
            label.strip(" ()") if same else f"{style} {label.strip(' ()')}"
            for style, label in parts
        )
        beside(axes, y + 0.21, visible(text), -8, color=theme.quiet, size=7.5)


def _row(axes: Axes, theme: Theme, y: float, ways: Mapping[str, Timing]) -> None:
    """The marks of a strategy, each with its median: at the ends beside it, else above it."""
    in_order = sorted(ways.values(), key=lambda timing: timing.median)
    if in_order:
        ends = [in_order[0].median, in_order[-1].median]
        axes.plot(ends, [y, y], color=theme.grid, lw=2, zorder=1)
    for timing in in_order:
        style = styles.STYLES[timing.style]
        colour = theme.shade(style.colour)
        axes.plot(timing.interval, [y, y], color=colour, lw=3.5, solid_capstyle="butt")
        axes.plot(timing.median, y, style.marker, color=colour, ms=6.5, mew=0)
        x, place = timing.median, (0.0, 9.5, "center")
        if timing is in_order[0]:
            x, place = timing.interval[0], (-6, 0, "right")
        elif timing is in_order[-1]:
            x, place = timing.interval[1], (6, 0, "left")
        _write(axes, theme, x, y, nanoseconds(timing.median), place, theme.text)


def _words(axes: Axes, theme: Theme, ways: Mapping[str, Timing]) -> None:
    """What each mark means, above those of the first row, where no two words meet."""
    in_order: Sequence[Timing] = sorted(ways.values(), key=lambda timing: timing.median)
    for timing in in_order:
        style = styles.STYLES[timing.style]
        place = (0.0, 28.0, "center")
        if timing is in_order[0]:
            place = (12, 17, "right")
        elif timing is in_order[-1]:
            place = (-12, 17, "left")
        words, colour = f"{style.mark} {style.how}", theme.shade(style.colour)
        _write(axes, theme, timing.median, 0, words, place, colour, weight="bold")


def _floor(axes: Axes, theme: Theme, y: float, floor: str, timing: Timing) -> None:
    axes.plot(
        [timing.median] * 2, [-0.4, y + 0.3], color=theme.quiet, lw=1.2, ls=(0, (4, 2)), zorder=1
    )
    text = visible(f"{floor} {nanoseconds(timing.median)}")
    if timing.name != floor:
        text += f"\n{visible(shown_name(timing.name))}"
    _write(axes, theme, timing.median, y, text, (4, 0, "left"), theme.quiet)


def _write(
    axes: Axes,
    theme: Theme,
    x: float,
    y: float,
    text: str,
    place: tuple[float, float, str],
    colour: str,
    **how: Any,
) -> None:
    """Write text at a distance in points, on a background that hides the lines behind it."""
    right, up, side = place
    behind: dict[str, Any] = {"facecolor": theme.background, "lw": 0, "pad": 0.8}
    axes.annotate(
        text, (x, y), (right, up), "data", "offset points", ha=side, va="center", size=8,
        color=colour, bbox=behind, **how,
    )  # fmt: skip
