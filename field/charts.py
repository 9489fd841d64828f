"""The charts of the field: who is right, by language and by fault; and what a hand costs."""

from collections import Counter
from collections.abc import Mapping, Sequence
from statistics import median
from typing import Any

from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from field.results import RIGHT, UNKNOWN, WRONG, Package
from harness.reporting.charts.style import (
    BLUE,
    GREEN,
    ORANGE,
    PINK,
    PURPLE,
    RED,
    Chart,
    Sheet,
    Theme,
    around,
    beside,
    log_ticks,
    nanoseconds,
)
from harness.timing.intervals import coverage, most_left_out

LANGUAGES = {"JavaScript": ORANGE, "TypeScript": PINK, "Python": BLUE, "C": GREEN, "Rust": RED}
"""The colour of each language; others are purple."""
ROW, SQUARE = 0.30, 0.165
"""Inches: the height of a row, and the width of a square."""
LEFT, LEFT_OF_SQUARES, SQUARES = 2.75, 3.25, 4.6
"""Inches: the edge of the axes in each chart, and the width of the squares' axes."""

Times = Mapping[tuple[str, int], Sequence[float]]
"""The nanoseconds a hand in each process, by package and number of cards."""


def verdicts_chart(packages: Sequence[Package]) -> Chart:
    """A square for each package: by language, and the wrong ones by the family of their fault."""
    languages = [name for name, _ in Counter(p.language for p in packages).most_common()]
    families: dict[str, list[str]] = {}
    for package in packages:
        if package.status == WRONG:
            families.setdefault(package.causes[0].family, []).append(package.name)
    counts = {
        name: Counter(package.status for package in packages if package.language == name)
        for name in languages
    }
    by_language = "; ".join(
        f"{name}: {counts[name][RIGHT]} right, {counts[name][WRONG]} wrong"
        + (f", {counts[name][UNKNOWN]} not run" if counts[name][UNKNOWN] else "")
        for name in languages
    )
    by_family = "; ".join(f"{family}: {', '.join(names)}" for family, names in families.items())
    return Chart(
        "field-verdicts",
        "Published evaluators, right and wrong, by language and by fault",
        f"{by_language}. Faults: {by_family}.",
        "Above, a square is a package: filled if it is right at five and seven cards, as far as "
        "it promises them, open with a cross if it is wrong at one of them. Below, the wrong "
        "ones by the family of their first fault.",
        "How much a package is used. How often a fault comes up at a table: the table on this page "
        "has the share of showdowns. Versions other than those checked.",
        ("package", "version", "language", "verdict", "fault"),
        [
            (p.name, p.about.get("version", ""), p.language, p.status,
             "; ".join(fault.family for fault in p.causes) if p.status == WRONG else "")
            for p in packages
        ],
        lambda theme: _draw_verdicts(theme, languages, counts, families),
    )  # fmt: skip


def _draw_verdicts(
    theme: Theme,
    languages: Sequence[str],
    counts: Mapping[str, Counter[str]],
    families: Mapping[str, Sequence[str]],
) -> Figure:
    upper = ROW * len(languages)
    lower = ROW * len(families)
    sheet = Sheet(
        theme,
        1.55 + upper + lower,
        "Published evaluators, held to every hand",
        "Filled: right at five and seven cards, as far as it promises them. "
        "Crossed: wrong at one of them.",
    )
    axes = sheet.axes(LEFT_OF_SQUARES, 0.62, SQUARES, upper)
    axes.grid(visible=False)
    axes.set(xlim=(0, SQUARES / SQUARE), ylim=(len(languages) - 0.5, -0.5), xticks=[], yticks=[])
    good, bad = theme.shade(BLUE), theme.shade(RED)
    for y, language in enumerate(languages):
        beside(axes, y, language, -8, color=theme.text)
        x = 0.0
        for status in (RIGHT, WRONG, UNKNOWN):
            for _ in range(counts[language][status]):
                _square(axes, x, y, status, {RIGHT: good, WRONG: bad}.get(status, theme.quiet))
                x += 1
        words = f"{counts[language][RIGHT]} right"
        if wrong := counts[language][WRONG]:
            words += f", {wrong} wrong"
        if unknown := counts[language][UNKNOWN]:
            words += f", {unknown} not run"
        axes.text(x + 0.35, y, words, va="center", size=8.5, color=theme.quiet)
    sheet.write(0.16, 1.02 + upper, "Why the wrong ones are wrong", weight="bold", size=9.5)
    axes = sheet.axes(LEFT_OF_SQUARES, 1.14 + upper, SQUARES, lower)
    axes.grid(visible=False)
    axes.set(xlim=(0, SQUARES / SQUARE), ylim=(len(families) - 0.5, -0.5), xticks=[], yticks=[])
    for y, (family, names) in enumerate(families.items()):
        beside(axes, y, family, -8, color=theme.text, size=8.5)
        for x in range(len(names)):
            _square(axes, x, y, WRONG, bad)
        axes.text(len(names) + 0.35, y, ", ".join(names), va="center", size=8.5, color=theme.quiet)
    return sheet.figure


def _square(axes: Any, x: float, y: float, status: str, colour: str) -> None:
    """One package: filled, crossed, or an empty frame."""
    low, size = y - 0.29, 0.80
    face = colour if status == RIGHT else "none"
    axes.add_patch(Rectangle((x, low), size, 0.58, facecolor=face, edgecolor=colour, lw=1.4))
    if status == WRONG:
        for rise in (1, -1):
            ends = [low + 0.14, low + 0.44][::rise]
            axes.plot([x + 0.2, x + size - 0.2], ends, color=colour, lw=1.6)


def times_chart(packages: Sequence[Package], times: Times) -> Chart:
    """The time of one hand as users call each package, for those that are right."""
    language_of = {p.name: p.language for p in packages if p.status == RIGHT}
    promised = {
        (p.name, cards) for p in packages for cards, verdict in p.verdicts.items()
        if p.status == RIGHT and verdict["documented"]
    }  # fmt: skip
    shown = {key: sorted(values) for key, values in times.items() if key in promised}
    names = sorted(language_of, key=lambda name: min(
        (median(values) for (other, _), values in shown.items() if other == name),
        default=float("inf"),
    ))  # fmt: skip
    names = [name for name in names if any(other == name for other, _ in shown)]
    number = min(map(len, shown.values()))
    rows = [
        (name, language_of[name], cards, f"{median(values):.1f}",
         *(f"{value:.1f}" for value in _interval(values)))
        for name in names
        for cards in (5, 6, 7)
        if (values := shown.get((name, cards)))
    ]  # fmt: skip
    medians = "; ".join(
        f"{name} ({language_of[name]}): "
        + ", ".join(f"{cards} cards {nanoseconds(median(shown[name, cards]))}"
                    for cards in (5, 7) if (name, cards) in shown)
        for name in names
    )  # fmt: skip
    return Chart(
        "field-times",
        "What one hand costs in published packages, as their users call them",
        f"Median time from the text of the cards to the key: {medians}.",
        "A row is a package that is right at five and seven cards, as far as it promises them. "
        "Left is faster, on a logarithmic axis. The circle is the median for hands of five cards, "
        f"the square for hands of seven; the bar is the {_bar(number)}.",
        "A call includes making the package's cards of text, which a program may do once for each "
        "card. Packages that take many hands a call. What comes before the first hand. A package "
        "that only compares hands is timed up to what it compares.",
        ("package", "language", "cards", "ns_per_hand", "low", "high"),
        rows,
        lambda theme: _draw_times(theme, names, language_of, shown, number),
    )


def _draw_times(
    theme: Theme,
    names: Sequence[str],
    language_of: Mapping[str, str],
    shown: Times,
    number: int,
) -> Figure:
    height = 0.24 * (len(names) + 1)
    sheet = Sheet(
        theme,
        1.45 + height,
        "One hand, from the text of its cards to its key, as users call each package",
        f"●  five cards   ■  seven cards   Numbers: five / seven.   Bar: {_bar(number)}.",
    )
    present = list(dict.fromkeys(language_of[name] for name in names))
    place = LEFT
    for language in present:
        sheet.write(place, 0.58, language, color=_colour(theme, language), weight="bold", size=9)
        place += 0.3 + 0.075 * len(language)
    axes = sheet.axes(LEFT, 0.70, 4.1, height)
    medians = [median(values) for (name, _), values in shown.items() if name in names]
    log_ticks(axes, "x", *around(medians, 1.5), nanoseconds)
    axes.set_ylim(len(names) - 0.3, -0.7)
    axes.set_yticks([])
    for y, name in enumerate(names):
        colour = _colour(theme, language_of[name])
        beside(axes, y, name, -8, color=theme.text, size=8.5)
        for cards, marker in ((5, "o"), (7, "s")):
            if values := shown.get((name, cards)):
                axes.plot(_interval(values), [y, y], color=colour, lw=3, solid_capstyle="butt")
                axes.plot(median(values), y, marker, color=colour, ms=6 if cards == 5 else 5, mew=0)
        words = " / ".join(
            nanoseconds(median(shown[name, cards])) for cards in (5, 7) if (name, cards) in shown
        )
        beside(axes, y, words, 6, color=theme.quiet, size=8)
    return sheet.figure


def _colour(theme: Theme, language: str) -> str:
    return theme.shade(LANGUAGES.get(language, PURPLE))


def _interval(values: Sequence[float]) -> tuple[float, float]:
    """The narrowest interval of these values that contains the median with 95 %, or their range."""
    in_order, left_out = sorted(values), most_left_out(len(values)) or 0
    return in_order[left_out], in_order[-1 - left_out]


def _bar(number: int) -> str:
    left_out = most_left_out(number)
    if left_out is None:
        return f"range of {number} processes"
    return f"{coverage(number, left_out):.0%} interval of the median of {number} processes"
