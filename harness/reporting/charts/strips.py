"""Charts of rows: an evaluator a row, and in each panel a mark for each number, on a log axis."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from harness.processes.visible import visible
from harness.reporting.charts.style import LOOKS, Sheet, Theme, Words, around, log_ticks

ROW, LOW_ROW, LINE_NAME = 0.34, 0.26, 0.24
"""Heights in inches: of a row, of a row with neither a note nor a number above a mark, and of the
name of an upright line below the rows."""
LEFT, RIGHT = {False: 2.0, True: 1.62}, 0.55
"""Widths in inches: left of the axes for the names, by whether it is narrow; right for a number."""


@dataclass(frozen=True)
class Mark:
    """A number in a row, the ends of its bar, and its kind.

    Attributes:
        value: the number.
        interval: the ends of the bar; the same as the number without one.
        kind: the kind or style of the evaluator, by its name in `LOOKS`.
    """

    value: float
    interval: tuple[float, float]
    kind: str


@dataclass(frozen=True)
class Panel:
    """The marks of each row, and upright lines with a name.

    Attributes:
        title: the quantity.
        marks: the marks of each row, as many as there are.
        unit: a function from a number to its text with a unit, at its mark and at the axis.
        lines: numbers to compare the others with, by their names.
    """

    title: str
    marks: Sequence[Sequence[Mark]]
    unit: Callable[[float], str]
    lines: Mapping[str, float] = field(default_factory=dict)


def strips(
    theme: Theme,
    words: Words,
    names: Sequence[tuple[str, str]],
    panels: Sequence[Panel],
) -> Figure:
    """Panels of the same rows, side by side or, if it is narrow, below each other.

    Args:
        theme: colours and width.
        words: the words of the chart.
        names: the name of each row, and a note under it in small type.
        panels: the panels.
    """
    has_more = any(len(marks) > 1 for panel in panels for marks in panel.marks)
    row_height = ROW if has_more or any(note for _, note in names) else LOW_ROW
    line_names = LINE_NAME * max(len(panel.lines) for panel in panels)
    height = row_height * len(names) + line_names
    columns = 1 if theme.is_narrow else len(panels)
    left, gap = LEFT[theme.is_narrow], 0.14
    width = (theme.width - left - columns * RIGHT - (columns - 1) * gap) / columns
    kinds = {mark.kind for panel in panels for marks in panel.marks for mark in marks}
    legend = {kind: look for kind, look in LOOKS.items() if kind in kinds}
    head = 0.4 + 0.22 * (len(legend) if theme.is_narrow else 1)
    step = height + 0.8
    sheet = Sheet(theme, words, head + step * (len(panels) / columns) + 0.16)
    _legend(sheet, legend)
    for number, panel in enumerate(panels):
        row, column = divmod(number, columns)
        x = left + column * (width + RIGHT + gap)
        y = head + 0.32 + row * step
        axes = sheet.axes(x, y, width, height, panel.title)
        values = [value for marks in panel.marks for mark in marks for value in mark.interval]
        low, high = around([*values, *panel.lines.values()], 1.5)
        if has_more:  # the number of the first mark is left of it
            low /= (high / low) ** (RIGHT / (width - RIGHT))
        log_ticks(axes, "x", low, high, panel.unit, most=2 if columns > 2 else 4)
        write_names(axes, theme, [] if column else names, len(names), line_names / row_height)
        for place, marks in enumerate(panel.marks):
            _row(axes, theme, place, marks, panel.unit)
        lines = sorted(panel.lines.items(), key=lambda line: -line[1])
        for line, (name, value) in enumerate(lines):  # no name crosses the line of another
            bottom = len(names) - 0.5 + LINE_NAME / row_height * (line + 0.5)
            axes.plot([value] * 2, [-0.5, bottom + 0.4], color=theme.quiet, lw=1.1, ls=(0, (4, 2)),
                      zorder=1)  # fmt: skip
            text = f"{name} {panel.unit(value)}"
            _write(axes, theme, value, bottom, text, (4, 0, "left"), theme.quiet)
    return sheet.figure


def write_names(
    axes: Axes, theme: Theme, names: Sequence[tuple[str, str]], rows: int, more: float = 0
) -> None:
    """Write names left of rows, each with a note in small type under it; and a line in each row."""
    axes.set_ylim(rows - 0.5 + more, -0.5)
    axes.set_yticks(range(rows), [""] * rows)
    for y, (name, note) in enumerate(names):
        for text, up, colour, size in (
            (name, 0.17, theme.text, 8.5),
            (note, -0.23, theme.quiet, 7),
        ):
            axes.annotate(
                visible(text), (0, y - up * bool(note)), (-8, 0), ("axes fraction", "data"),
                "offset points", ha="right", va="center", color=colour, size=size,
            )  # fmt: skip


def _legend(sheet: Sheet, legend: Mapping[str, tuple[str, str]]) -> None:
    """Write the meaning of colours and marks, in a line or, if it is narrow, below each other."""
    signs = {"o": "●", "s": "■", "^": "▲", "D": "◆"}
    left, base = 0.16, 0.54
    for words, (colour, marker) in legend.items():
        text, colour = f"{signs[marker]} {words}", sheet.theme.shade(colour)
        sheet.write(left, base, text, color=colour, weight="bold", size=8.5)
        if sheet.theme.is_narrow:
            base += 0.22
        else:
            left += 0.085 * (len(words) + 4)


def _row(
    axes: Axes, theme: Theme, y: float, marks: Sequence[Mark], unit: Callable[[float], str]
) -> None:
    """Draw the marks of a row, each with its number: next to the first and the last, else above."""
    in_order = sorted(marks, key=lambda mark: mark.value)
    for mark in in_order:
        colour, marker = LOOKS[mark.kind]
        colour = theme.shade(colour)
        axes.plot(mark.interval, [y, y], color=colour, lw=3, solid_capstyle="butt")
        axes.plot(mark.value, y, marker, color=colour, ms=6.5, mew=0)
        x, place = mark.value, (0.0, 9.5, "center")
        if mark is in_order[-1]:
            x, place = mark.interval[1], (5, 0, "left")
        elif mark is in_order[0]:
            x, place = mark.interval[0], (-5, 0, "right")
        _write(axes, theme, x, y, unit(mark.value), place, theme.text)


def _write(
    axes: Axes,
    theme: Theme,
    x: float,
    y: float,
    text: str,
    place: tuple[float, float, str],
    colour: str,
) -> None:
    """Write text at a distance in points, on a background that hides the lines behind it."""
    right, up, side = place
    behind: dict[str, Any] = {"facecolor": theme.background, "lw": 0, "pad": 0.6}
    axes.annotate(
        visible(text), (x, y), (right, up), "data", "offset points", ha=side, va="center", size=8,
        color=colour, bbox=behind,
    )  # fmt: skip
