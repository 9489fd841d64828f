"""Charts, drawn from files alone: SVG and PNG, light and dark, the same bytes every time."""

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator

from harness.files import write_whole
from harness.timing import Timing


@dataclass(frozen=True)
class Theme:
    """Colours for a background. The strategies' are Okabe and Ito's, told apart by all eyes."""

    name: str
    background: str
    text: str
    quiet: str
    grid: str


THEMES = (
    Theme("light", "#ffffff", "#1b1f24", "#656d76", "#d8dee4"),
    Theme("dark", "#0d1117", "#e6edf3", "#9198a1", "#30363d"),
)

COLOURS = {
    "cactus-kev": "#0072b2",
    "matrix-score": "#e69f00",
    "sort-by-count": "#009e73",
    "count-buckets": "#cc79a7",
    "rulebook": "#d55e00",
}
DARK = {"#0072b2": "#56b4e9"}  # the one that black swallows

_STYLE: dict[Any, Any] = {
    "svg.hashsalt": "allhands",
    "svg.fonttype": "none",
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans"],
    "font.size": 10,
}
_TICKS = [value * 10**power for power in range(1, 6) for value in (1, 2, 5)]


def time_per_hand(timings: Sequence[Timing], labels: Mapping[str, str], theme: Theme) -> Figure:
    """Dots for processes, a line for the interval and a mark for the median, on a log axis.

    Args:
        timings: of one workload on one machine.
        labels: what else is to be said of an evaluator, such as that it is not equivalent.
        theme: the colours.
    """
    rows = list(reversed(timings))
    figure = Figure(figsize=(8, 0.8 + 0.36 * len(rows) + 0.7), facecolor=theme.background)
    height = figure.get_figheight()
    axes = figure.add_axes((0.31, 0.62 / height, 0.56, 1 - 1.12 / height))
    axes.set_facecolor(theme.background)
    scatter = np.random.default_rng(0)
    for row, timing in enumerate(rows):
        colour = _colour(timing.name, theme)
        low, high = timing.interval
        shaken = row + scatter.uniform(-0.2, 0.2, len(timing.processes))
        axes.plot(timing.processes, shaken, "o", color=colour, alpha=0.35, ms=4, mew=0)
        axes.plot([low, high], [row, row], color=colour, lw=3, solid_capstyle="butt")
        axes.plot(timing.median, row, "|", color=colour, ms=15, mew=2)
        axes.annotate(
            f"{timing.median:,.0f} ns",
            (1.0, row),
            xycoords=("axes fraction", "data"),
            xytext=(8, 0),
            textcoords="offset points",
            va="center",
            color=theme.text,
        )
    names = [timing.name + labels.get(timing.name, "") for timing in rows]
    axes.set_yticks(range(len(rows)), names)
    _log_axis(axes, [value for timing in rows for value in timing.processes])
    axes.set_ylim(-0.6, len(rows) - 0.4)
    axes.tick_params(colors=theme.text, length=0)
    axes.grid(axis="x", color=theme.grid, lw=0.8)
    axes.set_axisbelow(True)
    for spine in axes.spines.values():
        spine.set_visible(False)
    figure.text(
        0.02,
        1 - 0.30 / height,
        "Nanoseconds per five-card hand, cards encoded, one hand a call (lower is faster)",
        color=theme.text,
        weight="bold",
        size=10.5,
    )
    figure.text(
        0.02,
        0.12 / height,
        "Dot: one process.  Upright line: median.  Bar: its 95 % bootstrap interval.  Log scale.",
        color=theme.quiet,
        size=9,
    )
    return figure


def _colour(name: str, theme: Theme) -> str:
    strategy = next((strategy for strategy in COLOURS if name.startswith(strategy)), None)
    colour = COLOURS[strategy] if strategy else theme.quiet
    return DARK.get(colour, colour) if theme.name == "dark" else colour


def _log_axis(axes: Axes, values: Iterable[float]) -> None:
    values = list(values)
    low, high = min(values) * 0.85, max(values) * 1.15
    axes.set_xscale("log")
    axes.set_xlim(low, high)
    axes.xaxis.set_major_locator(FixedLocator([tick for tick in _TICKS if low <= tick <= high]))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.xaxis.set_major_formatter(FuncFormatter(_with_unit))


def _with_unit(nanoseconds: float, _: object = None) -> str:
    """A tick with its unit.

    >>> _with_unit(200), _with_unit(5_000)
    ('200 ns', '5 µs')
    """
    return f"{nanoseconds / 1000:g} µs" if nanoseconds >= 1000 else f"{nanoseconds:g} ns"


def describe(timings: Sequence[Timing]) -> str:
    """The chart in words, for those who do not see it.

    >>> describe([Timing("b", "random-5", (20.0,)), Timing("a", "random-5", (10.0,))])
    'Median time per five-card hand: a 10 ns, b 20 ns.'
    """
    ordered = sorted(timings, key=lambda timing: timing.median)
    each = ", ".join(f"{timing.name} {timing.median:,.0f} ns" for timing in ordered)
    return f"Median time per five-card hand: {each}."


def draw_all(timings: Sequence[Timing], labels: Mapping[str, str], out: Path) -> list[Path]:
    """Every chart in both themes as SVG and PNG, and its numbers as CSV; the files written."""
    written = []
    with mpl.rc_context(_STYLE):
        for theme in THEMES:
            figure = time_per_hand(timings, labels, theme)
            stem = out / f"time-per-hand-{theme.name}"
            title = "Time per hand"
            svg = _render(figure, "svg", {"Date": None, "Creator": "allhands"})
            written.append(stem.with_suffix(".svg"))
            write_whole(written[-1], _accessible(svg.decode(), title, describe(timings)))
            written.append(stem.with_suffix(".png"))
            write_whole(written[-1], _render(figure, "png", {"Software": None}))
    written.append(out / "time-per-hand.csv")
    write_whole(written[-1], _as_csv(timings))
    return written


def _render(figure: Figure, kind: str, metadata: dict[str, str | None]) -> bytes:
    buffer = io.BytesIO()
    figure.savefig(
        buffer, format=kind, dpi=160, facecolor=figure.get_facecolor(), metadata=metadata
    )
    return buffer.getvalue()


def _accessible(svg: str, title: str, description: str) -> str:
    """The SVG with a role, a title and a description for screen readers."""
    head = f"<title>{escape(title)}</title><desc>{escape(description)}</desc>"
    return re.sub(r"<svg ([^>]*)>", lambda tag: f'<svg role="img" {tag[1]}>{head}', svg, count=1)


def _as_csv(timings: Iterable[Timing]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["evaluator", "workload", "process", "ns_per_hand"])
    for timing in timings:
        for process, value in enumerate(timing.processes):
            writer.writerow([timing.name, timing.workload, process, f"{value:.2f}"])
    return text.getvalue()
