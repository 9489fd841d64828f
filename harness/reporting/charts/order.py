"""The order of hands: every evaluator's key for the 7,462 classes, and the size of each class."""

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import NDArray

from evaluators import PUBLISHED, load, load_vectorized
from harness.checking.families import out_of_place
from harness.hands import arrays
from harness.hands.classes import CATEGORIES, classes
from harness.hands.scopes import Scope
from harness.reporting.charts.style import Chart, Sheet, Theme, log_ticks

STAIRS = ("cactus-kev", "matrix-score", "sort-by-count", "count-buckets")
BROKEN = tuple(name for name in PUBLISHED if name != "poker-sort-as-published")


@cache
def keys_of(name: str) -> NDArray[Any]:
    """An evaluator's key for one hand of each class, as one number, the royal flush first."""
    examples = np.array([each.example for each in classes()], np.uint8)
    return load_vectorized(name).evaluate(examples)


@cache
def places_of(name: str) -> NDArray[np.int64]:
    """Where an evaluator's keys put one hand of each class among all, 1 for the strongest.

    Hands that it ties have the same place.
    """
    evaluator = load(name)
    deck = [evaluator.encode(card) for card in range(52)]
    keys = [evaluator.evaluate([deck[card] for card in each.example]) for each in classes()]
    ordered = sorted(set(keys), reverse=not evaluator.lower_wins)
    first: dict[Any, int] = {}
    place = 1
    for key in ordered:
        first[key] = place
        place += keys.count(key) if len(ordered) < len(keys) else 1
    return np.array([first[key] for key in keys])


def order() -> Chart:
    """Staircases of the keys, and where those that were published leave the diagonal."""
    numbers = range(1, len(classes()) + 1)
    keys = [keys_of(name) for name in STAIRS]
    places = [places_of(name) for name in BROKEN]
    rows = [
        (number, CATEGORIES[classes()[number - 1].category], *(key[number - 1] for key in keys),
         *(place[number - 1] for place in places))
        for number in numbers
    ]  # fmt: skip
    off = {name: sum(out_of_place(place.tolist())) for name, place in zip(BROKEN, places)}
    said = ", ".join(f"{name} {count:,}" for name, count in off.items())
    return Chart(
        "order",
        "The order itself",
        "Keys of four strategies fall or rise along all 7,462 classes without a step back. Of the "
        f"published versions, so many classes have to be moved until all are in order: {said}.",
        "From left to right, the 7,462 classes, the strongest first. Above, each strategy's own "
        "key on its own scale: jumps are categories. Below, where a published version puts each "
        "class; orange are the fewest that have to be moved until all are in order.",
        "More than one hand of each class: the check looks at every hand, this at 7,462 of them.",
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
    for place, name in enumerate(STAIRS):
        left, top = 0.75 + 3.75 * (place % 2), 0.75 + 1.95 * (place // 2)
        _stairs(sheet, theme, name, left, top)
    for place, name in enumerate(BROKEN):
        _diagonal(sheet, theme, name, 0.75 + 2.5 * place, 4.65, first=place == 0)
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


def _diagonal(sheet: Sheet, theme: Theme, name: str, left: float, top: float, first: bool) -> None:
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
    if not first:
        axes.set_yticklabels([])
    axes.annotate(
        f"{wrong.sum():,} out of place", (0.97, 0.9), xycoords="axes fraction", ha="right",
        color="#d55e00", size=8.5,
    )  # fmt: skip


@cache
def dealt_of(size: int) -> NDArray[np.int64]:
    """How many hands of a size each class has, the royal flush first."""
    if size == 5:
        return np.array([each.size for each in classes()])
    scope = Scope(size)
    found = np.zeros(len(classes()) + 1, np.int64)
    step = 4_000_000
    for start in range(0, len(scope), step):
        numbers = arrays.numbers(scope, start, min(start + step, len(scope)))
        found += np.bincount(numbers, minlength=len(found))
    return found[1:]


CATEGORY_COLOURS = (
    *("#656d76", "#0072b2", "#009e73", "#d98f00", "#cc79a7"),
    *("#d55e00", "#7a5195", "#3f8f8f", "#a05a2c"),
)


def dealt() -> Chart:
    """A point for each class: how many hands of five, and of seven cards, are of it."""
    fives, sevens = dealt_of(5), dealt_of(7)
    rows = [
        (each.number, each, fives[each.number - 1], sevens[each.number - 1])
        for each in classes()
    ]  # fmt: skip
    in_sevens = int((sevens > 0).sum())
    return Chart(
        "dealt",
        "How often each class is dealt",
        "Of five cards, a class has from 4 hands (each straight flush) to 1,020 (each straight "
        f"and high card). Of seven, {in_sevens:,} classes can be the best five, and have from "
        f"{sevens[sevens > 0].min():,} to {sevens.max():,} hands.",
        "A point is a class, the strongest at the left; both axes multiply. Five cards know only "
        f"{len(np.unique(fives))} sizes of class, seven {len(np.unique(sevens)) - 1} sizes.",
        "Which hands are played: people fold, so that what is shown down is stronger.",
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
    names: Sequence[tuple[int, str]] = list(enumerate(CATEGORIES))
    for panel, size in enumerate((5, 7)):
        top = 0.75 + 2.95 * panel
        axes = sheet.axes(0.85, top, 5.15, 2.35)
        sheet.write(0.85, top - 0.1, f"{'five' if size == 5 else 'seven'} cards",
                    weight="bold", size=9.5)  # fmt: skip
        found = dealt_of(size)
        numbers = np.arange(1, len(found) + 1)
        kinds = np.array([each.category for each in classes()])
        for category, _ in names:
            shown = (kinds == category) & (found > 0)
            axes.plot(numbers[shown], found[shown], ".", ms=3.6, mew=0,
                      color=theme.shade(CATEGORY_COLOURS[category]), rasterized=True)  # fmt: skip
        log_ticks(axes, "x", 0.8, 9_500, lambda n: f"{n:,.0f}")
        most = found.max() * 2
        log_ticks(axes, "y", found[found > 0].min() / 2, most, lambda n: f"{n:,.0f}")
        axes.tick_params(labelsize=8.5)
        for line, (category, name) in enumerate(reversed(names)):
            hands = int(found[kinds == category].sum())
            sheet.write(
                6.15, top + 0.2 + 0.26 * line, f"● {name}",
                color=theme.shade(CATEGORY_COLOURS[category]), size=8.5, weight="bold",
            )  # fmt: skip
            share = hands / found.sum()
            sheet.write(7.95, top + 0.2 + 0.26 * line, f"{share:.2%}" if share > 1e-4
                        else f"{share:.4%}", size=8, ha="right")  # fmt: skip
    return sheet.figure
