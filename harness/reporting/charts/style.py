"""The style of all charts: colours for light and dark, axes with few, readable ticks, files."""

import csv
import io
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from html import escape
from pathlib import Path
from textwrap import wrap
from typing import Any, TypeAlias
from warnings import catch_warnings, filterwarnings

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, LogLocator, NullLocator

from evaluators import BUILT_IN, NOT_IN_PYTHON, PEERS, PUBLISHED
from harness.adapters.styles import STYLES
from harness.processes.visible import visible
from harness.timing.results import Timing

WIDTH, NARROW = 8.0, 4.2
"""Inches: in a README of the usual width, and on a telephone, ten points are then about as large
as the text around the chart."""
Words: TypeAlias = Mapping[str, str]


@dataclass(frozen=True)
class Theme:
    """Colours for a background, the width, and the words of the chart that is drawn.

    Colours are Okabe and Ito's, for every sight.
    """

    name: str
    background: str
    text: str
    quiet: str
    grid: str
    width: float = WIDTH
    words: Words = field(default_factory=dict)

    @property
    def is_narrow(self) -> bool:
        """True if panels stand below each other."""
        return self.width < WIDTH

    @property
    def narrow(self) -> "Theme":
        """A theme of these colours for a telephone."""
        return replace(self, name=f"{self.name}-narrow", width=NARROW)

    def shade(self, colour: str) -> str:
        """The variant of a colour that is visible on this background.

        >>> [theme.shade(colour) for theme in THEMES for colour in (BLUE, GREEN, TEXT)]
        ['#0072b2', '#009e73', '#1b1f24', '#56b4e9', '#009e73', '#e6edf3']
        """
        if colour == TEXT:
            return self.text
        return BLUE_ON_DARK if colour == BLUE and self.name.startswith("dark") else colour


THEMES = (
    Theme("light", "#ffffff", "#1b1f24", "#656d76", "#d8dee4"),
    Theme("dark", "#0d1117", "#e6edf3", "#9198a1", "#30363d"),
)

BLUE, ORANGE, GREEN, RED, TEXT = "#0072b2", "#d98f00", "#009e73", "#e5484d", "text"
BLUE_ON_DARK = "#56b4e9"

OURS, IN_PYTHON, COMPILED = "built in, Python", "library in Python", "library in C, Cython or Rust"
YOURS = "yours"
LOOKS = {
    OURS: (BLUE, "o"),
    IN_PYTHON: (ORANGE, "s"),
    COMPILED: (GREEN, "^"),
    YOURS: (TEXT, "D"),
} | {style.how: (style.colour, style.marker) for style in STYLES.values()}
"""The colours and markers of kinds of evaluators, and of styles."""

CAPTIONS: Mapping[str, Words] = tomllib.loads(
    Path(__file__).with_name("captions.toml").read_text("utf-8")
)
"""The texts of each chart."""
MOST_ROWS = 2_000
"""A table with more rows than this is compressed."""

_STYLE: dict[Any, Any] = {
    "svg.hashsalt": "allhands",
    "svg.fonttype": "none",
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans"],
    "font.size": 10,
    "text.parse_math": False,  # or dollars in names would mark formulas
}


def kind_of(timing: Timing) -> str:
    """The kind of an evaluator of one hand a call: its owner and its language.

    >>> [kind_of(Timing(name, "random-5", (1.0,))) for name in ("rank-sums", "treys", "mine.py")]
    ['built in, Python', 'library in Python', 'yours']
    """
    if timing.name in NOT_IN_PYTHON:
        return COMPILED
    if timing.name in PEERS:
        return IN_PYTHON
    return OURS if timing.name in (*BUILT_IN, *PUBLISHED) else YOURS


@dataclass(frozen=True)
class Chart:
    """A picture with its texts and numbers; `words` has the texts that do not change.

    Attributes:
        name: the name of its files, without suffix.
        alt: a description in words and numbers, for screen readers.
        heads: the heads of the columns of its numbers.
        rows: its numbers.
        draw: a function that draws it in the colours, the width and with the words of a theme.
        finding: what it shows, in a sentence without its full stop: the title in the picture.
        bar: the name of the intervals that are drawn, if there are any.
    """

    name: str
    alt: str
    heads: Sequence[str]
    rows: Sequence[Sequence[object]]
    draw: Callable[[Theme], Figure]
    finding: str
    bar: str = ""

    @cached_property
    def words(self) -> Words:
        """Its title, how to read it, and a caveat: what it does not show; and those drawn in it."""
        words = {
            key: text.strip().format(bar=self.bar) for key, text in CAPTIONS[self.name].items()
        }
        return words | {"finding": self.finding}

    @property
    def numbers(self) -> str:
        """The name of the file of its numbers, which is compressed if they are many."""
        return f"{self.name}.csv" + (".gz" if len(self.rows) > MOST_ROWS else "")

    def as_csv(self) -> str:
        """Its numbers as CSV."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        for row in (self.heads, *self.rows):
            writer.writerow(visible(cell) if isinstance(cell, str) else cell for cell in row)
        return text.getvalue()


def render(chart: Chart, theme: Theme) -> str:
    """A chart in a theme, as SVG."""
    svg = io.StringIO()
    with mpl.rc_context(_STYLE):
        figure = chart.draw(replace(theme, words=chart.words))
        metadata: dict[str, str | None] = {"Date": None, "Creator": "allhands"}
        with catch_warnings():  # text stays text, and a browser has other fonts
            filterwarnings("ignore", "Glyph .* missing", UserWarning)
            figure.savefig(svg, format="svg", dpi=160, metadata=metadata)
    return _accessible(_smaller(svg.getvalue()), chart.words["title"], chart.alt)


def _smaller(svg: str) -> str:
    r"""The SVG with numbers in hundredths of a point, without names of groups and empty groups.

    >>> _smaller('<g id="a">\n <g id="b"/>\n <use x="1.23456" y="2"/>\n</g><text>1.2345</text>')
    '<g>\n<use x="1.23" y="2"/>\n</g><text>1.2345</text>'
    """
    svg = re.sub(r' (?:d|x|y)="[^"]*"', lambda value: _NUMBER.sub(_hundredths, value[0]), svg)
    return re.sub(_NEEDLESS, "", svg)


_NUMBER = re.compile(r"\d+\.\d{3,}")
_FONT = "font-family: 'DejaVu Sans', sans-serif"
_NEEDLESS = re.compile(
    r"\s*<g id=[^>]*/>|(?<=<g) id=[^>]*|(?<=\n) +"  # empty groups, names of groups, indents
    rf"| {_FONT};| transform=\"rotate\(-0 [^)]*\)\"|; stroke-linecap: square"
)


def _hundredths(number: re.Match[str]) -> str:
    return f"{float(number[0]):.2f}".rstrip("0").rstrip(".")


def _accessible(svg: str, title: str, description: str) -> str:
    """The SVG with a role, a title and a description for screen readers."""
    title, description = (escape(visible(text, len(text))) for text in (title, description))
    head = f"<title>{title}</title><desc>{description}</desc>"
    begin = f'<svg role="img" style="{_FONT}" '
    return re.sub(r"<svg ([^>]*)>", lambda tag: f"{begin}{tag[1]}>{head}", svg, count=1)


class Sheet:
    """A figure, measured in inches from below its head; a text stands below.

    The head has the finding, and under it what the chart shows.
    """

    def __init__(self, theme: Theme, height: float, more: str = "") -> None:
        below = wrap(f"{theme.words['marks']} {more}".strip(), int(theme.width * 14))
        finding = wrap(theme.words["finding"], int(theme.width * 10.5))
        shown = wrap(theme.words["heading"], int(theme.width * 14))
        self.theme, self.head = theme, 0.3 + 0.2 * len(finding) + 0.17 * len(shown)
        self.height = self.head + height + 0.17 * len(below)
        self.figure = Figure(figsize=(theme.width, self.height), facecolor=theme.background)
        for number, line in enumerate(finding):
            self.write(0.16, 0.3 + 0.2 * number - self.head, line, weight="bold", size=10.5)
        for number, line in enumerate(reversed(shown)):
            self.write(0.16, -0.17 - 0.17 * number, line, color=theme.quiet, size=8.5)
        for number, line in enumerate(reversed(below)):
            base = self.height - self.head - 0.12 - 0.17 * number
            self.write(0.16, base, line, color=theme.quiet, size=8.5)

    def write(self, left: float, base: float, text: str, **how: Any) -> None:
        """Write text at a distance from the left, its base line at a distance from the head."""
        how = {"color": self.theme.text} | how
        down = (self.head + base) / self.height
        self.figure.text(left / self.theme.width, 1 - down, visible(text), **how)

    def axes(self, left: float, top: float, width: float, height: float, title: str = "") -> Axes:
        """Axes without a frame, and a title above them."""
        full, bottom = self.theme.width, 1 - (self.head + top + height) / self.height
        axes = self.figure.add_axes((left / full, bottom, width / full, height / self.height))
        axes.set_facecolor(self.theme.background)
        axes.tick_params(colors=self.theme.text, length=0, which="both", labelsize=8)
        axes.grid(color=self.theme.grid, lw=0.8)
        axes.set_axisbelow(True)
        for spine in axes.spines.values():
            spine.set_visible(False)
        self.write(left, top - 0.08, title, weight="bold", size=9)
        return axes


def log_ticks(
    axes: Axes, which: str, low: float, high: float, label: Callable[[float], str], most: int
) -> None:
    """Make the axis `which`, x or y, logarithmic, with at most `most` ticks, at powers of ten."""
    axes.set(**{f"{which}scale": "log", f"{which}lim": (low, high)})
    axis = axes.xaxis if which == "x" else axes.yaxis
    axis.set_major_locator(LogLocator(numticks=most))
    axis.set_minor_locator(NullLocator())
    axis.set_major_formatter(FuncFormatter(lambda value, _: label(value).replace(".0 ", " ")))


def around(values: Iterable[float], room: float) -> tuple[float, float]:
    """The limits of a logarithmic axis: the extremes, with some room beyond them."""
    values = list(values)
    return min(values) / room, max(values) * room
