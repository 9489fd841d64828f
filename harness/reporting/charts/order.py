"""The chart of the order of hands: keys along the 7,462 classes."""

from collections import Counter
from functools import cache
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.typing import NDArray

from evaluators import load, load_arrays
from harness.faults.families import out_of_place
from harness.hands.classes import CATEGORIES, classes
from harness.reporting.charts.style import BLUE, RED, Chart, Sheet, Theme

STAIRS = {
    "cactus-kev": "Kev's number, lower wins",
    "matrix-score": "decimal score, higher wins",
    "sort-by-count": "counts and ranks, higher wins",
    "count-buckets": "buckets of ranks, higher wins",
}
"""The strategies whose keys are drawn, and a description of these."""
BROKEN = {
    "matrix-score-as-published": "matrix-score, printed in 2011",
    "handrank-2019-as-published": "sort-by-count, printed in 2019",
    "handrank-as-published": "sort-by-count, as corrected",
}
"""The published versions that are wrong at five cards, as what their authors printed."""


@cache
def keys_of(name: str) -> NDArray[Any]:
    """An evaluator's key for one hand of each class, as one number, the royal flush first."""
    examples = np.array([hand_class.example for hand_class in classes()], np.uint8)
    return load_arrays(name).evaluate(examples)


@cache
def places_of(name: str) -> NDArray[np.int64]:
    """The place of one hand of each class in an evaluator's order, 1 for the strongest.

    Hands with the same key have the same place.
    """
    evaluator = load(name)
    deck = [evaluator.encode(card) for card in range(52)]
    hands = ([deck[card] for card in hand_class.example] for hand_class in classes())
    keys = [*map(evaluator.evaluate, hands)]
    places: dict[Any, int] = {}
    for place, key in enumerate(sorted(keys, reverse=not evaluator.lower_wins), start=1):
        places.setdefault(key, place)
    return np.array([places[key] for key in keys])


def order() -> Chart:
    """Staircases of the keys, and the classes that published versions put out of place."""
    keys = [keys_of(name) for name in STAIRS]
    places = [places_of(name) for name in BROKEN]
    rows = [
        (hand_class.number, CATEGORIES[hand_class.category], *numbers)
        for hand_class, *numbers in zip(classes(), *keys, *places)
    ]
    counts = {name: sum(out_of_place(place.tolist())) for name, place in zip(BROKEN, places)}
    in_words = ", ".join(f"{name} {count:,}" for name, count in counts.items())
    return Chart(
        "order",
        "Keys of four strategies rise or fall along all 7,462 classes without a step back. The "
        "least number of classes to move until all are in order, for each published version: "
        f"{in_words}.",
        ("class", "category", *STAIRS, *(f"place by {name}" for name in BROKEN)),
        rows,
        _draw,
        "Our versions of four strategies put all hands in one order; as printed, some misplace up "
        f"to {max(counts.values()):,} of {len(rows):,} classes",
    )


def _draw(theme: Theme) -> Figure:
    across = 1 if theme.is_narrow else 2
    below = 0.35 + 1.95 * (len(STAIRS) // across)
    sheet = Sheet(theme, below + 2.1 * (len(BROKEN) if theme.is_narrow else 1))
    for panel, (name, about) in enumerate(STAIRS.items()):
        line, column = divmod(panel, across)
        left, top = 0.62 + 3.75 * column, 0.35 + 1.95 * line
        axes = sheet.axes(left, top, 3.2, 1.35, f"{name}: {about}")
        keys = keys_of(name).astype(float)
        _dots(axes, keys, theme.shade(BLUE))
        _categories_of(axes, theme, 800)
        ticks = [0, 2, 4, 6, 8] if keys.max() < 100 else [1, 3000, 6000]
        axes.set_yticks(ticks, [f"{tick:,}" for tick in ticks])
        if keys.max() > 1e5:  # packed: the number itself says nothing
            axes.set_yticks([0], [""])
    for panel, (name, title) in enumerate(BROKEN.items()):
        line, column = (panel, 0) if theme.is_narrow else (0, panel)
        width, least = (3.2, 800) if theme.is_narrow else (2.05, 1_000)
        axes = sheet.axes(0.62 + 2.5 * column, below + 2.1 * line, width, 1.4, title)
        places = places_of(name).astype(float)
        is_wrong = np.array(out_of_place(places.tolist()))
        _dots(axes, np.where(is_wrong, np.nan, places), theme.quiet)
        _dots(axes, np.where(is_wrong, places, np.nan), RED, 4)
        _categories_of(axes, theme, least)
        axes.set_ylim(7750, -140)
        axes.set_yticks([1, 2000, 4000, 6000], ["place 1", "2,000", "4,000", "6,000"])
        axes.tick_params(labelleft=not column)
        where: dict[str, Any] = {"xycoords": "axes fraction", "ha": "right"}
        where["bbox"] = {"facecolor": theme.background, "lw": 0, "pad": 0.6}
        (category, most), *_ = _categories(is_wrong).most_common(1)
        text = f"{is_wrong.sum():,} out of place,\n{most:,} of them {category}"
        axes.annotate(text, (0.99, 0.84), color=RED, size=8.5, **where)
    return sheet.figure


def _categories(chosen: NDArray[np.bool_] | None = None) -> Counter[str]:
    """The number of classes of each category, the strongest first, of those chosen or of all."""
    flags = np.ones(len(classes()), bool) if chosen is None else chosen
    return Counter(CATEGORIES[each.category] for each, flag in zip(classes(), flags) if flag)


def _dots(axes: Axes, heights: NDArray[np.float64], colour: str, size: float = 2.2) -> None:
    """Draw a dot for each class, in one bitmap: as vectors, the dots would take megabytes."""
    numbers = np.arange(1, len(heights) + 1)
    axes.plot(numbers, heights, ".", color=colour, ms=size, mew=0, rasterized=True)


def _categories_of(axes: Axes, theme: Theme, least: int) -> None:
    """Draw lines between categories, and name those of so many classes."""
    ends = np.cumsum([0, *_categories().values()])
    named = [
        ((begin + end) / 2, name.removesuffix(" of a kind").replace(" ", "\n"))
        for begin, end, name in zip(ends, ends[1:], _categories())
        if end - begin > least
    ]
    axes.set_xticks(*zip(*named))
    axes.set_xticks(ends, minor=True)
    axes.grid(visible=False, axis="x")
    axes.grid(axis="x", which="minor", lw=0.8, color=theme.grid)
