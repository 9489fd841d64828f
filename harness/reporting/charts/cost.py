"""Charts of the cost of a hand: time, one idea three ways, by category, what a table buys."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from math import log2
from typing import Any, TypeAlias

import numpy as np
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from evaluators import BUILT_IN, PEERS, PUBLISHED, null
from harness.adapters.styles import STYLES
from harness.reporting.charts.strips import LEFT, ROW, Names, Panel, marks_of, strips, write_names
from harness.reporting.charts.style import Chart, Sheet, Theme
from harness.reporting.names import Labels, described, is_library, shown_name
from harness.timing.results import BASELINE, Results, Timing, spread_name
from harness.timing.units import megabytes, nanoseconds
from harness.timing.workloads import CATEGORY_NAMES, HEADLINES, WALKED

Ways: TypeAlias = dict[str, dict[str, Timing]]
"""The timings of each strategy, by style."""

COMPARED = (
    *("rank-sums", "cactus-kev", "sort-by-count", "count-buckets", "matrix-score"),
    *("pkrbot", "eval7", "treys", "phevaluator", "pokerkit"),
)
"""The evaluators of one hand a call that a chart compares: one of each idea, and libraries from the
fastest to the most careful. The others stand in the table."""
PANELS = dict(zip(HEADLINES, ("five cards", "seven cards")))
OF_HAND = ("evaluator", "style", "workload")


def compared(timings: Iterable[Timing]) -> list[Timing]:
    """The rows of a chart: the evaluators that are always compared, and the reader's own."""
    left_out = {*BUILT_IN, *PEERS, *PUBLISHED, *null.NULL_NAMES} - {*COMPARED}
    return [timing for timing in timings if timing.name not in left_out]


def names_of(timings: Iterable[Timing], labels: Labels) -> Names:
    """The names of rows, each with a note if it reads texts, or was not shown to be equivalent."""
    names = []
    for row in timings:
        notes = ["from text" * row.from_text, labels.get((row.name, row.style), "")]
        names.append((shown_name(row.name), ", ".join(filter(None, notes))))
    return names


def medians_of(timings: Iterable[Timing]) -> str:
    """The times of some timings in words."""
    return ", ".join(f"{described(timing)} {nanoseconds(timing.median)}" for timing in timings)


def time_per_hand(results: Results, labels: Labels) -> Chart | None:
    """Ten evaluators that take one hand a call."""
    shown = compared(results.of("random-5", "python"))
    if not shown:
        return None
    panels = []
    for workload, title in PANELS.items():
        rows = [[*filter(None, [results.find(row.name, workload)])] for row in shown]
        lines = {words: line for words, name in ((BASELINE, BASELINE), ("the loop", null.name))
                 if (line := results.find(name, workload))}  # fmt: skip
        if any(rows):
            panels.append(Panel(title, rows, nanoseconds, lines))
    return Chart(
        "time-per-hand",
        f"Median time per random hand of five cards: {medians_of(shown)}.",
        (*OF_HAND, "process", "ns_per_hand", "measured_ns_per_hand"),
        [
            (timing.name, timing.style, timing.workload, process, f"{value:.2f}", f"{measured:.2f}")
            for workload in (*HEADLINES, "encode", "parse")
            for timing in results.of(workload)
            for process, (value, measured) in enumerate(
                zip(timing.processes, timing.as_measured.processes)
            )
        ],
        partial(strips, names_of(shown, labels), panels),
        _fastest(panels, labels),
        spread_name(marks_of(panels)),
    )


def _fastest(panels: Iterable[Panel], labels: Labels) -> str:
    """The two evaluators with the lowest medians in each panel, of those that are right."""
    leads = defaultdict(list)
    for panel in panels:
        right = (each for each in marks_of([panel]) if (each.name, each.style) not in labels)
        in_order = sorted(right, key=lambda timing: timing.median)
        leads[" and ".join(described(timing) for timing in in_order[:2])].append(panel.title)
    leads.pop("", None)
    found = (f"{names} lead at {' and '.join(titles)}" for names, titles in leads.items())
    return "; ".join(found) or "Time per hand"


def ways_of(results: Results, workload: str) -> Ways:
    """The strategies that were timed in two styles or more, fastest machine code first.

    Those without machine code stand where their fastest style puts them. Shared libraries, which
    have one style, come last.
    """
    ways: Ways = defaultdict(dict)
    for style in STYLES:
        for timing in results.of(workload, style):
            if timing.name not in null.NULL_NAMES:
                ways[timing.name][style] = timing
    shown = [name for name in ways if len(ways[name]) > 1 or is_library(name)]

    def place(name: str) -> tuple[bool, float]:
        timings = ways[name].values()
        first = min((timing.style != "compiled", timing.median) for timing in timings)
        return is_library(name), first[1]

    return {name: ways[name] for name in sorted(shown, key=place)}


def floors_of(results: Results, workload: str) -> dict[str, Timing]:
    """The time to compare the others with: of the fastest walk."""
    walks = results.of(WALKED[HEADLINES.index(workload)])
    return dict.fromkeys(["a counting walk"], walks[0]) if walks else {}


def three_ways(results: Results, labels: Labels) -> Chart | None:
    """A row for each strategy that has more than one style, a mark for each style."""
    by_workload = {workload: ways for workload in HEADLINES if (ways := ways_of(results, workload))}
    if HEADLINES[0] not in by_workload:
        return None
    fives = by_workload[HEADLINES[0]]
    of_seven = by_workload.get(HEADLINES[1], {})
    shown = {**fives, **{name: ways for name, ways in of_seven.items() if is_library(name)}}
    panels = []
    for workload, ways in by_workload.items():
        rows = [[*ways.get(name, {}).values()] for name in shown]
        lines = floors_of(results, workload)
        how = lambda timing: STYLES[timing.style].how  # noqa: E731
        panels.append(Panel(PANELS[workload], rows, nanoseconds, lines, how))
    timings = marks_of(panels)
    floors = [floor for panel in panels for floor in panel.lines.values()]
    medians_by_style = "; ".join(
        f"{shown_name(name)}: "
        + ", ".join(f"{STYLES[style].how} {nanoseconds(ways[style].median)}" for style in ways)
        for name, ways in fives.items()
    )
    names = [(shown_name(name), _notes(labels, name, ways)) for name, ways in shown.items()]
    least = medians_of(panels[0].lines.values())
    return Chart(
        "one-idea-three-ways",
        f"Median time per random hand of five cards, on one thread: {medians_by_style}."
        + (f" Floors: {least}." if least else ""),
        (*OF_HAND, "ns_per_hand", "low", "high"),
        [
            (timing.name, timing.style, timing.workload,
             *(f"{value:.3f}" for value in (timing.median, *timing.interval)))
            for timing in (*timings, *floors)
        ],
        partial(strips, names, panels),
        _times_as_fast(fives),
        spread_name(timings),
    )  # fmt: skip


def _times_as_fast(ways: Ways) -> str:
    """How many times as fast as one hand a call the other styles are, in words."""
    parts: list[str] = []
    for style in ("numpy", "compiled"):
        both = [each for each in ways.values() if {"python", style} <= each.keys()]
        if ratios := [each["python"].median / each[style].median for each in both]:
            numbers = dict.fromkeys([f"{min(ratios):.0f}", f"{max(ratios):.0f}"])
            words = " times" if parts else " times as fast as one hand a call"
            parts.append(f"{STYLES[style].how} is {' to '.join(numbers)}{words}")
    return f"At five cards, {'; '.join(parts)}" if parts else "Time per hand"


def _notes(labels: Labels, name: str, ways: Iterable[str]) -> str:
    """Notes on the styles of a strategy that were not shown to be equivalent.

    >>> _notes({("mine", "numpy"): "not checked"}, "mine", ("python", "numpy"))
    'numpy not checked'
    >>> _notes({("mine", style): "error" for style in STYLES}, "mine", STYLES)
    'error'
    """
    notes = {style: labels.get((name, style), "") for style in ways}
    kind = "shared library" * is_library(name)
    if len({*notes.values()}) == 1:
        return ", ".join(filter(None, [kind, next(iter(notes.values()))]))
    return ", ".join(f"{style} {words}" for style, words in notes.items() if words)


COSTS = ("memory", "import", "first-5")
"""The costs before the first hand of five cards."""


def what_a_table_buys(results: Results, labels: Labels) -> Chart | None:
    """Time per hand, memory and set-up of all ideas and of the libraries that are compared."""
    costs = {
        timing: [cold.median for cold in colds if cold]
        for timing in results.of("random-5", "python")
        if timing.name not in (*null.NULL_NAMES, *PUBLISHED)
        and all(colds := [results.find(timing.name, cost) for cost in COSTS])
    }
    shown = [timing for timing in costs if timing.name in BUILT_IN or timing in compared(costs)]
    if not shown:
        return None
    by_memory = sorted(shown, key=lambda timing: costs[timing][0])
    least, most = (
        f"{described(timing)}, {megabytes(costs[timing][0])} at {nanoseconds(timing.median)}"
        for timing in (by_memory[0], by_memory[-1])
    )
    names = [(row.name, note) for row, (_, note) in zip(shown, names_of(shown, labels))]
    numbers = [(timing.median, costs[timing][0], sum(costs[timing][1:])) for timing in shown]
    titles = ("time per hand", "memory", "import and first hand")
    panels = [
        Panel(title, [[replace(row, processes=(n,))] for row, n in zip(shown, column)], unit)
        for title, unit, column in zip(titles, (nanoseconds, megabytes, nanoseconds), zip(*numbers))
    ]
    fastest = (
        f"{row.name} is the fastest, with {megabytes(size)} and {nanoseconds(time)} of set-up"
        for row, (_, size, time) in zip(shown, numbers)
        if (row.name, row.style) not in labels
    )
    return Chart(
        "what-a-table-buys",
        f"Memory against time per hand. Most memory: {most}. Least: {least}.",
        ("evaluator", "ns_per_hand", "memory_bytes", "import_ns", "first_5_ns"),
        [
            (timing.name, f"{timing.median:.2f}", *(f"{cost:.0f}" for cost in cold))
            for timing, cold in costs.items()
        ],
        partial(strips, names, panels),
        next(fastest, "Time, memory and set-up"),
    )


def by_category(results: Results, labels: Labels) -> Chart | None:
    """A cell for each evaluator and category: nanoseconds, coloured against random hands."""
    names = ("random-5", *CATEGORY_NAMES)
    cells = {
        timing: [cell.median for cell in cells if cell]
        for timing in results.of("random-5")
        if timing.name not in null.NULL_NAMES
        and all(cells := [results.find(timing.name, name, timing.style) for name in names])
    }
    shown = {timing: cells[timing] for timing in compared(cells) if timing.style == "python"}
    if not shown:
        return None
    uneven = {described(timing): max(row[1:]) / min(row[1:]) for timing, row in shown.items()}
    in_order = sorted(uneven, key=lambda name: -uneven[name])
    ratios = ", ".join(f"{name} {uneven[name]:.1f}×" for name in in_order)
    return Chart(
        "by-category",
        f"How much slower each evaluator is on its slowest category than on its fastest: {ratios}.",
        (*OF_HAND, "ns_per_hand"),
        [
            (timing.name, timing.style, name, f"{value:.2f}")
            for timing, row in cells.items()
            for name, value in zip(names, row)
        ],
        partial(_heat, names_of(shown, labels), [*shown.values()]),
        f"{in_order[0]} differs most between categories, {in_order[-1]} least",
    )


def _heat(names: Names, rows: Sequence[Sequence[float]], theme: Theme) -> Figure:
    narrow = theme.is_narrow
    head, left, height = (1.2 if narrow else 0.45), LEFT[narrow], ROW * len(rows)
    sheet = Sheet(theme, head + 0.16 + height)
    axes = sheet.axes(left, head, theme.width - left - 0.08, height)
    write_names(axes, theme, names, len(names))
    axes.grid(visible=False)
    light, dark = ("#4f9fd0", "#e58a4e"), ("#1f6f9f", "#a8500f")
    blue, orange = light if theme.name.startswith("light") else dark
    colours = LinearSegmentedColormap.from_list("speed", [blue, theme.background, orange])
    centre: dict[str, Any] = {"ha": "center", "color": theme.text}
    for column, category in enumerate(("random", *CATEGORY_NAMES)):
        x = column + 0.15 * bool(column)  # the first is apart
        text = category.replace("-", " " if narrow else "\n", 1).replace("-", " ")
        axes.text(x + 0.5, -0.6, text, va="bottom", size=8, rotation=90 * narrow, **centre)
        for y, row in enumerate(rows):
            value = row[column]
            shade = float(np.clip(log2(value / row[0]), -1, 1)) / 2 + 0.5
            box = Rectangle((x + 0.02, y - 0.46), 0.96, 0.92, color=colours(shade), lw=0)
            axes.add_patch(box)
            text = f"{value:,.0f}" if value >= 9.95 else f"{value:.1f}"
            if narrow and value >= 999.5:
                text = f"{value / 1000:.{value < 9_950:d}f}k"
            axes.text(x + 0.5, y, text, va="center", size=7.5, **centre)
    axes.set_xlim(0, len(CATEGORY_NAMES) + 1.15)
    axes.set_xticks([])
    return sheet.figure
