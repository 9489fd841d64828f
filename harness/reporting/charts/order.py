"""Charts of the order of hands: keys along the 7,462 classes, and the size of each class."""

from functools import cache
from typing import Any

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import NDArray

from evaluators import PUBLISHED, load, load_arrays
from harness.checking.families import out_of_place
from harness.hands.classes import CATEGORIES, classes
from harness.hands.scopes import All
from harness.reporting.charts.style import Chart, Sheet, Theme, around, log_ticks

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
    )


def _order(theme: Theme) -> Figure:
    sheet = Sheet(
        theme,
        6.75,
        "Keys along the 7,462 classes, the strongest at the left",
        "Tuples are drawn as the one number that the array style packs them into.",
    )
    for panel, name in enumerate(STAIRS):
        line, column = divmod(panel, 2)
        _stairs(sheet, theme, name, 0.75 + 3.75 * column, 0.75 + 1.95 * line)
    for column, name in enumerate(BROKEN):
        _diagonal(sheet, theme, name, 0.75 + 2.5 * column, 4.65, is_first=column == 0)
    return sheet.figure


KEYS = {
    "cactus-kev": "Kev's number, lower wins",
    "matrix-score": "decimal score",
    "sort-by-count": "tuple of counts and ranks, packed",
    "count-buckets": "tuple of buckets, packed",
}


def _stairs(sheet: Sheet, theme: Theme, name: str, left: float, top: float) -> None:
    axes = sheet.axes(left, top, 3.2, 1.35)
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
    axes.plot(numbers[wrong], places[wrong], ".", color="#d55e00", ms=2.6, mew=0,
              rasterized=True)  # fmt: skip
    axes.set_ylim(7600, -140)
    axes.set_yticks([1, 2000, 4000, 6000])
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    _classes_below(axes)
    if not is_first:
        axes.set_yticklabels([])
    axes.annotate(
        f"{wrong.sum():,} out of place", (0.97, 0.9), xycoords="axes fraction", ha="right",
        color="#d55e00", size=8.5,
    )  # fmt: skip


@cache
def dealt_of(size: int) -> NDArray[np.int64]:
    """The number of hands of a size in each class, the royal flush first."""
    if size == 5:
        return np.array([hand_class.size for hand_class in classes()])
    scope = All(size)
    counts = np.zeros(len(classes()) + 1, np.int64)
    step = 4_000_000
    for start in range(0, len(scope), step):
        numbers = scope.numbers(start, start + step)
        counts += np.bincount(numbers, minlength=len(counts))
    return counts[1:]


CATEGORY_COLOURS = (
    *("#656d76", "#0072b2", "#009e73", "#d98f00", "#cc79a7"),
    *("#d55e00", "#7a5195", "#3f8f8f", "#a05a2c"),
)


def dealt() -> Chart:
    """A point for each class: its number of hands, of five and of seven cards."""
    fives, sevens = dealt_of(5), dealt_of(7)
    rows = [
        (hand_class.number, hand_class, of_five, of_seven)
        for hand_class, of_five, of_seven in zip(classes(), fives, sevens)
    ]
    in_sevens = int((sevens > 0).sum())
    return Chart(
        "dealt",
        "How often each class is dealt",
        "Of five cards, a class has from 4 hands (each straight flush) to 1,020 (each straight "
        f"and high card). Of seven, {in_sevens:,} classes can be the best five, and have from "
        f"{sevens[sevens > 0].min():,} to {sevens.max():,} hands.",
        "A point is a class, the strongest at the left; both axes are logarithmic. Classes have "
        f"only {len(np.unique(fives))} different sizes with five cards, and "
        f"{len(np.unique(sevens)) - 1} with seven.",
        "Which hands are played: people fold weak hands, so showdowns have stronger ones.",
        ("class", "name", "hands_of_5", "hands_of_7"),
        rows,
        _dealt,
    )


def _dealt(theme: Theme) -> Figure:
    sheet = Sheet(
        theme,
        6.6,
        "Hands in each of the 7,462 classes, the strongest at the left",
        "Log scales.",
    )
    names = list(enumerate(CATEGORIES))
    for panel, size in enumerate((5, 7)):
        top = 0.75 + 2.95 * panel
        axes = sheet.axes(0.85, top, 5.15, 2.35)
        sheet.write(0.85, top - 0.1, f"{'five' if size == 5 else 'seven'} cards",
                    weight="bold", size=9.5)  # fmt: skip
        counts = dealt_of(size)
        numbers = np.arange(1, len(counts) + 1)
        categories = np.array([hand_class.category for hand_class in classes()])
        for category, _ in names:
            shown = (categories == category) & (counts > 0)
            axes.plot(numbers[shown], counts[shown], ".", ms=3.6, mew=0,
                      color=theme.shade(CATEGORY_COLOURS[category]), rasterized=True)  # fmt: skip
        log_ticks(axes, "x", 0.8, 9_500, lambda n: f"{n:,.0f}")
        low, high = around(counts[counts > 0], 2)
        log_ticks(axes, "y", low, high, lambda n: f"{n:,.0f}")
        axes.tick_params(labelsize=8.5)
        for line, (category, name) in enumerate(reversed(names)):
            sheet.write(
                6.15, top + 0.2 + 0.26 * line, f"● {name}",
                color=theme.shade(CATEGORY_COLOURS[category]), size=8.5, weight="bold",
            )  # fmt: skip
            share = counts[categories == category].sum() / counts.sum()
            sheet.write(7.95, top + 0.2 + 0.26 * line, f"{share:.2%}" if share > 1e-4
                        else f"{share:.4%}", size=8, ha="right")  # fmt: skip
    return sheet.figure
