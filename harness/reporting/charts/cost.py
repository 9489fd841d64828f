"""Charts of the cost of a hand: time, one idea three ways, by category, what a table buys."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import log2
from typing import TypeAlias

import numpy as np
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from evaluators import BUILT_IN, NOT_IN_PYTHON, PEERS, PUBLISHED, null
from harness.adapters import styles
from harness.reporting.charts.strips import LEFT, ROW, Mark, Panel, strips, write_names
from harness.reporting.charts.style import (
    BLUE,
    GREEN,
    ORANGE,
    Chart,
    Sheet,
    Theme,
    megabytes,
    nanoseconds,
    tick_of_megabytes,
    tick_of_time,
)
from harness.reporting.names import BASELINE, described, shown_name
from harness.timing.results import STYLES, Results, Timing, spread_name
from harness.timing.workloads import CATEGORY_NAMES, HEADLINES, WALKED

Labels: TypeAlias = Mapping[tuple[str, str], str]
Ways: TypeAlias = dict[str, dict[str, Timing]]
"""The timings of each strategy, by style."""

COMPARED = (
    *("rank-sums", "cactus-kev", "sort-by-count", "count-buckets", "matrix-score"),
    *("pkrbot", "eval7", "treys", "phevaluator", "pokerkit"),
)
"""Of all evaluators that take one hand a call, those that a chart compares: one of each idea, and
libraries from the fastest to the most careful. The others stand in the table."""
OURS, IN_PYTHON, COMPILED = "built in, Python", "library in Python", "library in C, Cython or Rust"
KINDS = {OURS: (BLUE, "o"), IN_PYTHON: (GREEN, "s"), COMPILED: (ORANGE, "^")}
PANELS = dict(zip(HEADLINES, ("five cards", "seven cards")))
OF_HAND = ("evaluator", "style", "workload")


def kind_of(name: str) -> str:
    """Whose evaluator it is, and in which language, for one hand a call."""
    return COMPILED if name in NOT_IN_PYTHON else IN_PYTHON if name in PEERS else OURS


def compared(timings: Iterable[Timing]) -> list[Timing]:
    """The rows of a chart: those that are always compared, and those that we do not know."""
    known = {*BUILT_IN, *PEERS, *PUBLISHED, *null.FLOORS} - {*COMPARED}
    return [timing for timing in timings if timing.name not in known]


def note(labels: Labels, name: str, style: str = "python") -> str:
    """What stands under the name of an evaluator that was not shown to be equivalent."""
    return labels.get((name, style), "").strip(" ()")


def bar_of(timings: Sequence[Timing]) -> str:
    """The meaning of a bar.

    >>> bar_of([Timing("a", "random-5", (1.0, 2.0))])
    'range of 2 processes'
    """
    name = spread_name(timings)
    return f"{name} processes" if name.startswith("range") else f"{name} over processes"


def medians_of(timings: Iterable[Timing]) -> str:
    """The times of some timings in words."""
    return ", ".join(f"{described(timing)} {nanoseconds(timing.median)}" for timing in timings)


def time_per_hand(results: Results, labels: Labels) -> Chart | None:
    """Ten evaluators that take one hand a call."""
    shown = compared(results.of("random-5", "python"))
    if not shown:
        return None
    rows = [
        (timing.name, timing.style, timing.workload, process, f"{value:.2f}")
        for workload in (*HEADLINES, "encode", "parse")
        for timing in results.of(workload)
        for process, value in enumerate(timing.processes)
    ]
    return Chart(
        "time-per-hand",
        "Time per hand, one hand a call",
        f"Median time per random hand of five cards: {medians_of(shown)}.",
        "Left is faster, on a logarithmic axis. A mark is the median, the bar the "
        f"{bar_of(shown)}. The upright lines are {BASELINE}, and the loop alone, "
        "which every time includes. All other evaluators are in the table.",
        "Arrays of hands and machine code, which are faster and have their own chart; reading and "
        "checking text, encoding cards, building tables; memory; hands that are not random.",
        (*OF_HAND, "process", "ns_per_hand"),
        rows,
        lambda theme: _time_per_hand(theme, results, shown, labels),
        has_narrow=True,
    )


def _time_per_hand(
    theme: Theme, results: Results, shown: Sequence[Timing], labels: Labels
) -> Figure:
    panels = []
    for workload, title in PANELS.items():
        found = [results.find(row.name, workload) for row in shown]
        lines = {
            BASELINE: results.find(BASELINE, workload),
            "the loop": results.find("null", workload),
        }
        marks = [
            [Mark(timing.median, timing.interval, *KINDS[kind_of(timing.name)])]
            if timing else []
            for timing in found
        ]  # fmt: skip
        if any(marks):
            known = {name: line.median for name, line in lines.items() if line}
            panels.append(Panel(title, marks, nanoseconds, tick_of_time, known))
    names = [(shown_name(row.name), note(labels, row.name)) for row in shown]
    return strips(
        theme,
        "Time per hand, cards encoded (left is faster)",
        f"Mark: median. Bar: {bar_of(shown)}. Log scale.",
        names,
        panels,
        _kinds(shown),
    )


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

    return {name: ways[name] for name in sorted(ways, key=median) if len(ways[name]) > 1}


def floors_of(results: Results, workload: str) -> dict[str, Timing]:
    """Times to hold the others against: of a copy of the hands, and of the fastest walk."""
    floors = {}
    if copied := results.find(null.copy.name, workload, "numpy"):
        floors[null.copy.name] = copied
    if walks := results.of(WALKED[HEADLINES.index(workload)]):
        floors["a walk that only counts"] = walks[0]
    return floors


def three_ways(results: Results, labels: Labels) -> Chart | None:
    """A row for each strategy that has more than one style, a mark for each style."""
    panels = {workload: ways for workload in HEADLINES if (ways := ways_of(results, workload))}
    if HEADLINES[0] not in panels:
        return None
    floors = {workload: floors_of(results, workload) for workload in panels}
    in_panels = [timing for ways in panels.values() for row in ways.values() for timing in
                 row.values()]  # fmt: skip
    shown = [*in_panels, *(timing for lines in floors.values() for timing in lines.values())]
    least = medians_of(floors[HEADLINES[0]].values())
    medians = "; ".join(
        f"{shown_name(name)}: " + ", ".join(f"{styles.STYLES[style].how} "
                                            f"{nanoseconds(ways[style].median)}" for style in ways)
        for name, ways in panels[HEADLINES[0]].items()
    )  # fmt: skip
    return Chart(
        "one-idea-three-ways",
        "One idea, three ways",
        f"Median time per random hand of five cards, on one thread: {medians}."
        + (f" Floors: {least}." if least else ""),
        "A row is one strategy, written to take one hand a call (Python), an array of hands a call "
        "(NumPy), and an array in machine code (Numba). Left is faster, on a logarithmic axis. The "
        f"mark is the median, the bar the {bar_of(in_panels)}. All run on one thread. The upright "
        "lines are floors: a copy of the array of hands, which ranks nothing; and the fastest walk "
        "over all hands, which reads no array and has no keys: it only counts the hands of each "
        "class.",
        "Hands that never repeat: each array is of the same 20,000 hands, whose part of a large "
        "table stays in a cache, and whose jumps a processor learns. What comes before the first "
        "hand: starting Numba, compiling, making tables. Memory: a large table is named, but not "
        "what it costs others. Reading and encoding text. Several threads.",
        (*OF_HAND, "ns_per_hand", "low", "high"),
        [
            (timing.name, timing.style, timing.workload,
             *(f"{value:.3f}" for value in (timing.median, *timing.interval)))
            for timing in shown
        ],
        lambda theme: _three_ways(theme, panels, floors, labels),
        has_narrow=True,
    )  # fmt: skip


def _three_ways(
    theme: Theme,
    panels: Mapping[str, Ways],
    floors: Mapping[str, Mapping[str, Timing]],
    labels: Labels,
) -> Figure:
    names = [*panels[HEADLINES[0]]]
    timings = [timing for ways in panels.values() for row in ways.values() for timing in
               row.values()]  # fmt: skip
    drawn = [
        Panel(PANELS[workload], [[_by_style(timing) for timing in ways.get(name, {}).values()]
                                 for name in names], nanoseconds, tick_of_time,
              {name: floor.median for name, floor in floors[workload].items()})
        for workload, ways in panels.items()
    ]  # fmt: skip
    return strips(
        theme,
        "One idea, three ways: time per hand",
        f"Cards encoded, one thread. Mark: median. Bar: {bar_of(timings)}. Upright lines: floors, "
        "which return no key. Log scale.",
        [(shown_name(name), _notes(labels, name, panels[HEADLINES[0]][name])) for name in names],
        drawn,
        _legend(timings),
    )


def _notes(labels: Labels, name: str, ways: Iterable[str]) -> str:
    """What was not shown about the styles of a strategy."""
    notes = {style: words for style in ways if (words := note(labels, name, style))}
    same = len(notes) == len([*ways]) and len({*notes.values()}) == 1
    if same:
        return next(iter(notes.values()))
    return ", ".join(f"{style} {words}" for style, words in notes.items())


def _by_style(timing: Timing) -> Mark:
    """A mark in the colour of its style."""
    style = styles.STYLES[timing.style]
    return Mark(timing.median, timing.interval, style.colour, style.marker)


def _kinds(timings: Iterable[Timing]) -> dict[str, tuple[str, str]]:
    """What the marks of evaluators that take one hand a call mean, of those that are shown."""
    shown = {kind_of(timing.name) for timing in timings}
    return {kind: mark for kind, mark in KINDS.items() if kind in shown}


def _legend(timings: Iterable[Timing]) -> dict[str, tuple[str, str]]:
    """What the marks of the styles mean, of those that are shown."""
    shown = {timing.style for timing in timings}
    return {style.how: (style.colour, style.marker)
            for name, style in styles.STYLES.items() if name in shown}  # fmt: skip


def by_category(results: Results, labels: Labels) -> Chart | None:
    """A cell for each evaluator and category: nanoseconds, coloured against random hands."""
    names = ("random-5", *CATEGORY_NAMES)
    cells = {
        timing: [found.median for found in cells if found]
        for timing in results.of("random-5")
        if timing.name not in null.FLOORS
        and all(cells := [results.find(timing.name, name, timing.style) for name in names])
    }
    shown = compared(timing for timing in cells if timing.style == "python")
    if not shown:
        return None
    uneven = sorted(
        ((max(cells[timing][1:]) / min(cells[timing][1:]), timing) for timing in shown),
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
        "pair. Arrays, machine code and other evaluators, which are in the file of numbers.",
        (*OF_HAND, "ns_per_hand"),
        [
            (timing.name, timing.style, name, f"{value:.2f}")
            for timing, values in cells.items()
            for name, value in zip(names, values)
        ],
        lambda theme: _heat(theme, {timing: cells[timing] for timing in shown}, labels),
        has_narrow=True,
    )


def _heat(theme: Theme, cells: Mapping[Timing, Sequence[float]], labels: Labels) -> Figure:
    head = 1.55 if theme.is_narrow else 0.98
    height, left = ROW * len(cells), LEFT[theme.is_narrow]
    sheet = Sheet(
        theme,
        head + 0.4 + height,
        "Nanoseconds per hand of each category",
        "Blue: faster than on random hands. Orange: slower. Full colour: twice.",
    )
    axes = sheet.axes(left, head, theme.width - left - 0.08, height)
    write_names(
        axes, theme, [(shown_name(row.name), note(labels, row.name)) for row in cells], len(cells)
    )
    axes.grid(visible=False)
    blue, orange = ("#4f9fd0", "#e58a4e") if theme.name.startswith("light") else (
        "#1f6f9f", "#a8500f")  # fmt: skip
    scale = LinearSegmentedColormap.from_list("speed", [blue, theme.background, orange])
    lefts = [0.0, *(column + 0.15 for column in range(1, 10))]
    for x, name in zip(lefts, ("random", *CATEGORY_NAMES)):
        heading = name.replace("-", " " if theme.is_narrow else "\n", 1).replace("-", " ")
        turned = {"rotation": 90} if theme.is_narrow else {}
        axes.text(x + 0.5, -0.6, heading, ha="center", va="bottom", color=theme.text, size=8,
                  **turned)  # type: ignore[arg-type] # fmt: skip
    for y, values in enumerate(cells.values()):
        for x, value in zip(lefts, values):
            shade = float(np.clip(log2(value / values[0]), -1, 1)) / 2 + 0.5
            axes.add_patch(Rectangle((x + 0.02, y - 0.46), 0.96, 0.92, color=scale(shade), lw=0))
            text = f"{value:,.0f}" if value >= 9.95 else f"{value:.1f}"
            if theme.is_narrow and value >= 999.5:
                text = f"{value / 1000:.{value < 9_950:d}f}k"
            axes.text(x + 0.5, y, text, ha="center", va="center", color=theme.text, size=7.5)
    axes.set_xlim(0, lefts[-1] + 1)
    axes.set_xticks([])
    return sheet.figure


COSTS = {"memory": "memory", "import": "import", "first-5": "first hand"}
"""The costs before the first hand of five cards."""


def what_a_table_buys(results: Results, labels: Labels) -> Chart | None:
    """Time per hand, memory and set-up of all ideas and of the libraries that are compared."""
    costs = {
        timing: [cold.median for cold in found if cold]
        for timing in results.of("random-5", "python")
        if timing.name not in (*null.FLOORS, *PUBLISHED)
        and all(found := [results.find(timing.name, cost) for cost in COSTS])
    }
    shown = [timing for timing in costs if timing.name in BUILT_IN or timing in compared(costs)]
    if not shown:
        return None
    words = [
        f"{described(timing)}, {megabytes(costs[timing][0])} at {nanoseconds(timing.median)}"
        for pick in (max, min)
        for timing in [pick(shown, key=lambda timing: costs[timing][0])]
    ]
    return Chart(
        "what-a-table-buys",
        "What a table buys",
        f"Memory against time per hand. Most memory: {words[0]}. Least: {words[1]}.",
        "A row is an evaluator, the fastest first; left is better, on logarithmic axes. Reading "
        "down, one that takes less memory than all above it is a fair choice. Memory is the growth "
        "of a fresh process until its first hands of five and seven cards are evaluated; set-up is "
        "the time of the import and the first hand of five cards, when some make tables.",
        "Which part of memory is tables and which is code: a library is imported whole. Arrays and "
        "machine code, whose costs are in the table.",
        ("evaluator", "ns_per_hand", "memory_bytes", "import_ns", "first_5_ns"),
        [
            (timing.name, f"{timing.median:.2f}", *(f"{cost:.0f}" for cost in cold))
            for timing, cold in costs.items()
        ],
        lambda theme: _table_buys(theme, {timing: costs[timing] for timing in shown}, labels),
        has_narrow=True,
    )


def _table_buys(theme: Theme, costs: Mapping[Timing, Sequence[float]], labels: Labels) -> Figure:
    def panel(
        title: str,
        numbers: Iterable[float],
        units: tuple[Callable[[float], str], Callable[[float], str]] = (nanoseconds, tick_of_time),
    ) -> Panel:
        marks = [
            [Mark(number, (number, number), *KINDS[kind_of(timing.name)])]
            for timing, number in zip(costs, numbers)
        ]
        return Panel(title, marks, *units)

    memory = (memory for memory, _, _ in costs.values())
    return strips(
        theme,
        "What memory and set-up buy (left is better)",
        "Mark: median. Log scales.",
        [(shown_name(timing.name), note(labels, timing.name)) for timing in costs],
        [
            panel("time per hand", (timing.median for timing in costs)),
            panel("memory", memory, (megabytes, tick_of_megabytes)),
            panel("import and first hand", (sum(cold) for _, *cold in costs.values())),
        ],
        _kinds(costs),
    )
