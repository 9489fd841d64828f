"""Charts of rows: an evaluator a row, and in each panel a mark for each number, on a log axis."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import log
from typing import Any, TypeAlias

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from harness.processes.visible import visible
from harness.reporting.charts.style import LOOKS, Sheet, Theme, around, kind_of, log_ticks
from harness.timing.results import Timing

ROW, LOW_ROW, LINE_NAME = 0.34, 0.26, 0.24
"""Heights in inches: of a row, of a row with neither a note nor a number above a mark, and of the
name of an upright line below the rows."""
LEFT, RIGHT = {False: 2.0, True: 1.62}, 0.55
"""Widths in inches: left of the axes for the names, by whether it is narrow; right for a number."""

MARK = 6.5
"""The width of a mark in points."""

Names: TypeAlias = Sequence[tuple[str, str]]
"""The name of each row, and a note that stands under it in small type."""
Place: TypeAlias = tuple[float, float, str]
"""The place of a text near a point: points to the right, points up, and its alignment."""


@dataclass(frozen=True)
class Panel:
    """The timings of each row, and upright lines with a name.

    Attributes:
        title: the quantity.
        rows: the timings of each row, as many as there are.
        unit: a function from a number to its text with a unit, at its mark and at the axis.
        lines: timings to compare the others with, by their names.
        kind: a function from a timing to its kind or style, by its name in `LOOKS`.
    """

    title: str
    rows: Sequence[Sequence[Timing]]
    unit: Callable[[float], str]
    lines: Mapping[str, Timing] = field(default_factory=dict)
    kind: Callable[[Timing], str] = kind_of


def marks_of(panels: Iterable[Panel]) -> list[Timing]:
    """The timings that have a mark."""
    return [timing for panel in panels for row in panel.rows for timing in row]


def strips(names: Names, panels: Sequence[Panel], theme: Theme) -> Figure:
    """Panels of the same rows, side by side or, if it is narrow, below each other.

    Args:
        names: the names of the rows.
        panels: the panels.
        theme: colours, width and words.
    """
    has_more = any(len(timings) > 1 for panel in panels for timings in panel.rows)
    row_height = ROW if has_more or any(note for _, note in names) else LOW_ROW
    line_names = LINE_NAME * max(len(panel.lines) for panel in panels)
    height = row_height * len(names) + line_names
    columns = 1 if theme.is_narrow else len(panels)
    left, gap = LEFT[theme.is_narrow], 0.14
    width = (theme.width - left - columns * RIGHT - (columns - 1) * gap) / columns
    shown = {panel.kind(timing) for panel in panels for timing in marks_of([panel])}
    legend = {words: look for words, look in LOOKS.items() if words in shown}
    head = 0.22 * (len(legend) if theme.is_narrow else 1)
    step = height + 0.8
    limits = [_limits(panel, has_more, RIGHT / (width - RIGHT)) for panel in panels]
    hidden = _hidden(panels, limits, width)
    sheet = Sheet(theme, head + step * (len(panels) / columns), hidden)
    _legend(sheet, legend)
    for number, panel in enumerate(panels):
        row, column = divmod(number, columns)
        x = left + column * (width + RIGHT + gap)
        y = head + 0.32 + row * step
        axes = sheet.axes(x, y, width, height, panel.title)
        lines = sorted(panel.lines.items(), key=lambda line: -line[1].median)
        log_ticks(axes, "x", *limits[number], panel.unit, most=2 if columns > 2 else 4)
        write_names(axes, theme, [] if column else names, len(names), line_names / row_height)
        for y, timings in enumerate(panel.rows):
            _row(axes, theme, y, timings, panel)
        for number, (name, line) in enumerate(lines):  # no name crosses the line of another
            value, bottom = line.median, len(names) - 0.5 + LINE_NAME / row_height * (number + 0.5)
            style: dict[str, Any] = {"color": theme.quiet, "lw": 1.1, "ls": (0, (4, 2))}
            axes.plot([value] * 2, [-0.5, bottom + 0.4], zorder=1, **style)
            text = f"{name} {f'{value:.2g} ns' if value < 1 else panel.unit(value)}"
            _write(axes, value, bottom, text, (4, 0, "left"), theme.quiet)
    return sheet.figure


def _limits(panel: Panel, has_more: bool, more: float) -> tuple[float, float]:
    """The limits of a panel's axis, with room for a number left of the first mark if it has one."""
    values = [value for timing in marks_of([panel]) for value in timing.interval]
    low, high = around([*values, *(line.median for line in panel.lines.values())], 1.5)
    return min(low, min(values) / 1.5 / (high / low) ** (more * has_more)), high


def _hidden(panels: Sequence[Panel], limits: Sequence[tuple[float, float]], width: float) -> str:
    """How many bars are narrower than their marks, in words; nothing of marks without bars."""
    bars = [
        log(end / begin) / log(high / low) * width * 72 < MARK
        for panel, (low, high) in zip(panels, limits)
        for timing in marks_of([panel])
        if (begin := timing.interval[0]) < (end := timing.interval[1])
    ]
    if not any(bars):
        return ""
    which = "All bars are" if all(bars) else f"{sum(bars)} of {len(bars)} bars are"
    return f"{which} narrower than their marks."


def write_names(axes: Axes, theme: Theme, names: Names, rows: int, more: float = 0) -> None:
    """Write names left of rows, each with a note in small type under it; and a line in each row."""
    axes.set_ylim(rows - 0.5 + more, -0.5)
    axes.set_yticks(range(rows), [""] * rows)
    most = 23 if theme.is_narrow else 26
    for y, (whole, note) in enumerate(names):
        name = whole if len(whole) <= most else f"…{whole[1 - most :]}"
        for text, up, colour, size in (
            (name, 0.17, theme.text, 8.5),
            (note, -0.23, theme.quiet, 7),
        ):
            how: dict[str, Any] = {"ha": "right", "va": "center", "color": colour, "size": size}
            at, frame = (0, y - up * bool(note)), ("axes fraction", "data")
            axes.annotate(visible(text), at, (-8, 0), frame, "offset points", **how)


def _legend(sheet: Sheet, legend: Mapping[str, tuple[str, str]]) -> None:
    """Write the meaning of colours and marks, in a line or, if it is narrow, below each other."""
    signs = {"o": "●", "s": "■", "^": "▲", "D": "◆"}
    left, base = 0.16, 0.16
    for words, (colour, marker) in legend.items():
        text, colour = f"{signs[marker]} {words}", sheet.theme.shade(colour)
        sheet.write(left, base, text, color=colour, weight="bold", size=8.5)
        if sheet.theme.is_narrow:
            base += 0.22
        else:
            left += 0.085 * (len(words) + 4)


def _row(axes: Axes, theme: Theme, y: float, timings: Sequence[Timing], panel: Panel) -> None:
    """Draw the marks of a row, each with its number: next to the first and the last, else above."""
    in_order = sorted(timings, key=lambda timing: timing.median)
    for timing in in_order:
        colour, marker = LOOKS[panel.kind(timing)]
        colour, value, (low, high) = theme.shade(colour), timing.median, timing.interval
        axes.plot((low, high), [y, y], color=colour, lw=3, solid_capstyle="butt")
        axes.plot(value, y, marker, color=colour, ms=MARK, mew=0)
        x, place = value, (0.0, 9.5, "center")
        if timing is in_order[-1]:
            x, place = high, (5, 0, "left")
        elif timing is in_order[0]:
            x, place = low, (-5, 0, "right")
        _write(axes, x, y, panel.unit(value), place, theme.text)


def _write(axes: Axes, x: float, y: float, text: str, place: Place, colour: str) -> None:
    """Write text at a distance in points, on a background that hides the lines behind it."""
    right, up, side = place
    behind: dict[str, Any] = {"facecolor": axes.get_facecolor(), "lw": 0, "pad": 0.6}
    how: dict[str, Any] = {"ha": side, "va": "center", "size": 8, "color": colour, "bbox": behind}
    axes.annotate(visible(text), (x, y), (right, up), textcoords="offset points", **how)
