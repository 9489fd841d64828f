"""The chart of the order of hands: keys along the 7,462 classes."""

from functools import cache
from typing import Any

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import NDArray

from evaluators import PUBLISHED, load, load_arrays
from harness.checking.families import out_of_place
from harness.hands.classes import CATEGORIES, classes
from harness.reporting.charts.style import RED, Chart, Sheet, Theme

STAIRS = ("cactus-kev", "matrix-score", "sort-by-count", "count-buckets")
BROKEN = tuple(name for name in PUBLISHED if name != "poker-sort-as-published")


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
    keys = [
        evaluator.evaluate([deck[card] for card in hand_class.example]) for hand_class in classes()
    ]
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
    counts = ", ".join(
        f"{name} {sum(out_of_place(place.tolist())):,}" for name, place in zip(BROKEN, places)
    )
    return Chart(
        "order",
        "The order itself",
        "Keys of four strategies rise or fall along all 7,462 classes without a step back. The "
        "least number of classes to move until all are in order, for each published version: "
        f"{counts}.",
        "From left to right, the 7,462 classes, the strongest first. Above, each strategy's own "
        "key on its own scale; jumps are between categories. Below, the place of each class by a "
        "published version; orange: the fewest classes to move until all are in order.",
        "More than one hand of each class. The check evaluates every hand, this chart 7,462.",
        ("class", "category", *STAIRS, *(f"place by {name}" for name in BROKEN)),
        rows,
        _order,
        has_narrow=True,
    )


def _order(theme: Theme) -> Figure:
    width = 3.5 if theme.is_narrow else 3.2
    across = 1 if theme.is_narrow else 2
    below = 0.75 + 1.95 * (len(STAIRS) // across)
    sheet = Sheet(
        theme,
        below + 2.1 * (len(BROKEN) if theme.is_narrow else 1),
        "Keys along the 7,462 classes, the strongest at the left",
        "Tuples: as the one number that arrays pack them into.",
    )
    for panel, name in enumerate(STAIRS):
        line, column = divmod(panel, across)
        _stairs(sheet, theme, name, 0.62 + 3.75 * column, 0.75 + 1.95 * line, width)
    for panel, name in enumerate(BROKEN):
        line, column = (panel, 0) if theme.is_narrow else (0, panel)
        _diagonal(sheet, theme, name, 0.62 + 2.5 * column, below + 2.1 * line, column == 0)
    return sheet.figure


KEYS = {
    "cactus-kev": "Kev's number, lower wins",
    "matrix-score": "decimal score",
    "sort-by-count": "tuple of counts and ranks, packed",
    "count-buckets": "tuple of buckets, packed",
}


def _stairs(sheet: Sheet, theme: Theme, name: str, left: float, top: float, width: float) -> None:
    axes = sheet.axes(left, top, width, 1.35)
    sheet.write(left, top - 0.07, f"{name}: {KEYS[name]}", weight="bold", size=9)
    keys = keys_of(name).astype(float)
    axes.plot(np.arange(1, len(keys) + 1), keys, ".", color=theme.colour(name), ms=2.2, mew=0,
              rasterized=True)  # fmt: skip
    _classes_below(axes)
    if keys.max() > 1e5:
        axes.set_yticks([0])
        axes.set_yticklabels([""])
    else:
        axes.set_yticks([1, 3000, 6000] if keys.max() > 100 else [0, 2, 4, 6, 8])
        axes.yaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")


def _classes_below(axes: Any) -> None:
    axes.set_xticks([1, 2000, 4000, 6000])
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    axes.tick_params(labelsize=8.5)


def _diagonal(
    sheet: Sheet, theme: Theme, name: str, left: float, top: float, is_first: bool
) -> None:
    axes = sheet.axes(left, top, 2.05, 1.5)
    title = name.removesuffix("-as-published") + ", published"
    sheet.write(left, top - 0.07, title, weight="bold", size=9)
    places = places_of(name)
    numbers = np.arange(1, len(places) + 1)
    wrong = np.array(out_of_place(places.tolist()))
    axes.plot(numbers[~wrong], places[~wrong], ".", color=theme.quiet, ms=1.6, mew=0,
              rasterized=True)  # fmt: skip
    axes.plot(numbers[wrong], places[wrong], ".", color=RED, ms=2.6, mew=0,
              rasterized=True)  # fmt: skip
    axes.set_ylim(7600, -140)
    axes.set_yticks([1, 2000, 4000, 6000])
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    _classes_below(axes)
    if not is_first:
        axes.set_yticklabels([])
    axes.annotate(
        f"{wrong.sum():,} out of place", (0.97, 0.9), xycoords="axes fraction", ha="right",
        color=RED, size=8.5,
    )  # fmt: skip
