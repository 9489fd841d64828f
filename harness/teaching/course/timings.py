"""The pictures of the chapter on benchmarks: times and memory, drawn from measurements."""

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from typing import NamedTuple, TypeAlias

from harness.teaching.course.canvas import BLUE, GREEN, ORANGE, Canvas, Drawing
from harness.timing.results import Timing, spread_name

COLOURS = (BLUE, ORANGE, GREEN)
CHARACTER = 6.4
"""The width of a character of a label, on average."""

Points: TypeAlias = Sequence[tuple[float, float]]
Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, right, bottom."""


def in_time(ns: float) -> str:
    """Nanoseconds as text, in the unit that reads best.

    >>> [in_time(ns) for ns in (0.01, 30.06, 471, 2_025, 38_000_000, 3e9)]
    ['0.01 ns', '30 ns', '471 ns', '2.0 µs', '38 ms', '3.0 s']
    """
    for unit, size in (("s", 1e9), ("ms", 1e6), ("µs", 1e3)):
        if ns >= size:
            return f"{_short(ns / size)} {unit}"
    return f"{ns:.0f} ns" if ns >= 10 else f"{ns:.2g} ns"


def in_bytes(size: float) -> str:
    """Bytes as text.

    >>> [in_bytes(size) for size in (500, 12_288, 1_273_856, 18_298_880)]
    ['500 B', '12 kB', '1.3 MB', '18 MB']
    """
    for unit, least in (("MB", 1e6), ("kB", 1e3)):
        if size >= least:
            return f"{_short(size / least)} {unit}"
    return f"{size:.0f} B"


def _short(number: float) -> str:
    return f"{number:.1f}" if number < 9.95 else f"{number:,.0f}"


@dataclass(frozen=True)
class Axis:
    """Places for values, from `start` to `end`.

    Attributes:
        low: the value at the start.
        high: the value at the end.
        start: the place of the lowest value.
        end: the place of the highest value.
        is_log: whether equal distances are equal ratios, rather than equal differences.
    """

    low: float
    high: float
    start: float
    end: float
    is_log: bool = True

    def at(self, value: float) -> float:
        """The place of a value.

        >>> axis = Axis(1, 1_000, 0, 300)
        >>> [round(axis.at(value)) for value in (1, 10, 100, 1_000)]
        [0, 100, 200, 300]
        >>> axis = Axis(0, 1_000, 0, 300, is_log=False)
        >>> [axis.at(value) for value in (0, 10, 100, 1_000)]
        [0.0, 3.0, 30.0, 300.0]
        """
        if self.is_log:
            share = log10(value / self.low) / log10(self.high / self.low)
        else:
            share = (value - self.low) / (self.high - self.low)
        return self.start + share * (self.end - self.start)

    @property
    def ticks(self) -> list[float]:
        """Powers of ten, and 2 and 5 times these if there are few; or up to six equal steps.

        >>> Axis(20, 3_000, 0, 1).ticks
        [20, 50, 100, 200, 500, 1000, 2000]
        >>> Axis(1, 1e6, 0, 1).ticks
        [1, 10, 100, 1000, 10000, 100000, 1000000]
        >>> Axis(0, 3_100, 0, 1, is_log=False).ticks
        [0.0, 1000.0, 2000.0, 3000.0]
        """
        if not self.is_log:
            step = _round_up((self.high - self.low) / 5)
            return [step * n for n in range(ceil(self.low / step), floor(self.high / step) + 1)]
        few = self.high / self.low < 500
        powers = range(floor(log10(self.low)), ceil(log10(self.high)) + 1)
        ticks = [digit * 10**power for power in powers for digit in ((1, 2, 5) if few else (1,))]
        return [tick for tick in ticks if self.low <= tick <= self.high]


def _round_up(step: float) -> float:
    """The next of 1, 2, 5, 10, 20, 50, ...

    >>> _round_up(620), _round_up(11)
    (1000.0, 20.0)
    """
    power = 10.0 ** floor(log10(step))
    return next(digit * power for digit in (1, 2, 5, 10) if digit * power >= step)


def _around(values: Iterable[float], start: float, end: float, is_log: bool = True) -> Axis:
    """An axis on which all values have a place."""
    values = list(values)
    if is_log:
        return Axis(min(values) / 1.25, max(values) * 1.25, start, end)
    return Axis(0, max(values) * 1.02, start, end, is_log=False)


class Plot(Canvas):
    """Shapes for measurements."""

    def dot(self, x: float, y: float, colour: str, *, square: bool = False) -> None:
        """Draw a marker for a point, which lets others shine through."""
        if square:
            self.parts.append(
                f"<path d='M{x - 3.5:.4g} {y - 3.5:.4g}h7v7h-7z' fill='{colour}' "
                "fill-opacity='0.8'/>"
            )
        else:
            self.parts.append(
                f"<circle cx='{x:.4g}' cy='{y:.4g}' r='3' fill='{colour}' fill-opacity='0.7'/>"
            )

    def grid(self, x: float, y: float, to_x: float, to_y: float) -> None:
        """Draw a pale line, behind what is measured."""
        self.parts.append(
            f"<line x1='{x:.4g}' y1='{y:.4g}' x2='{to_x:.4g}' y2='{to_y:.4g}' "
            "stroke='currentColor' stroke-opacity='0.18'/>"
        )

    def mark(self, x: float, top: float, bottom: float) -> None:
        """Draw a thick upright line."""
        self.parts.append(
            f"<line x1='{x:.4g}' y1='{top:g}' x2='{x:.4g}' y2='{bottom:g}' stroke='currentColor' "
            "stroke-width='2.5'/>"
        )

    def path(self, places: Points, colour: str) -> None:
        """Draw a line from place to place."""
        joined = " ".join(f"{x:.4g},{y:.4g}" for x, y in places)
        self.parts.append(
            f"<polyline points='{joined}' fill='none' stroke='{colour}' stroke-width='2'/>"
        )

    def dashes(self, x: float, y: float, to_x: float, to_y: float) -> None:
        """Draw a dashed line."""
        self.parts.append(
            f"<line x1='{x:.4g}' y1='{y:.4g}' x2='{to_x:.4g}' y2='{to_y:.4g}' "
            "stroke='currentColor' stroke-dasharray='4 3'/>"
        )


def strips(timings: Iterable[Timing], *, log: bool = True) -> Drawing:
    """A row for each timing: a dot for each process, the median, and its interval as a box.

    >>> strips([Timing("null", "random-5", (28.0, 30.0, 43.0))]).alt
    'Time per hand, log axis: null median 30 ns, range of 3: 28 ns to 43 ns.'
    """
    timings = list(timings)
    plot, step, top = Plot(), 42, 4
    values = [value for timing in timings for value in timing.processes]
    axis = _around(values, 4, plot.width - 6, log)
    bottom = top + step * len(timings)
    _ticks_below(plot, axis, top, bottom, in_time)
    for row, timing in enumerate(timings):
        y = top + step * row
        low, high = map(axis.at, timing.interval)
        plot.box(low, y + 17, high - low, 22, BLUE, 0.12)
        for number, value in enumerate(timing.processes):
            down = 16 * number / max(1, len(timing.processes) - 1)
            plot.dot(axis.at(value), y + 20 + down, BLUE)
        plot.mark(axis.at(timing.median), y + 15, y + 41)
        label = f"{timing.label}: {in_time(timing.median)}"
        middle = (min(map(axis.at, timing.processes)) + max(map(axis.at, timing.processes))) / 2
        half = CHARACTER * len(label) / 2
        x = min(max(middle, axis.start + half), axis.end - half)
        plot.text(x, y + 12, label, size=12, anchor="middle")
    plot.text(axis.end, bottom + 34, _key_to_strips(timings), size=11, anchor="end", quiet=True)
    told = "; ".join(_told(timing) for timing in timings)
    alt = f"Time per hand, {'log' if log else 'linear'} axis: {told}."
    return plot.drawing(bottom + 40, "a dot for each process", alt)


def _key_to_strips(timings: Iterable[Timing]) -> str:
    return f"dot: process, the first on top; line: median; box: {spread_name(timings)}"


def _told(timing: Timing) -> str:
    low, high = map(in_time, timing.interval)
    spread = spread_name([timing])
    return f"{timing.label} median {in_time(timing.median)}, {spread}: {low} to {high}"


def _ticks_below(
    plot: Plot, axis: Axis, top: float, bottom: float, label: Callable[[float], str]
) -> None:
    """Upright lines at the ticks; a label that would touch the one before is left out."""
    ends = 0.0
    for tick in axis.ticks:
        x, text = axis.at(tick), _tick(tick, label)
        plot.grid(x, top, x, bottom)
        half = CHARACTER * len(text) / 2
        x = min(max(x, half), plot.width - half)
        if x - half > ends:
            plot.text(x, bottom + 16, text, size=11, anchor="middle", quiet=True)
            ends = x + half + 4


def _tick(value: float, label: Callable[[float], str]) -> str:
    return label(value).replace(".0 ", " ") if value else "0"


def _in_number(number: float) -> str:
    return f"{number / 1e6:g} M" if number >= 1e6 else f"{number:,.0f}"


def curves(
    series: Mapping[str, Points], crossing: float | None = None, *, axis: str = "hands"
) -> Drawing:
    """Time in nanoseconds against a number, on two log axes; a dashed line where curves cross.

    >>> one = [(10, 2_500), (100, 25_000)]
    >>> curves({"one by one": one, "array": [(10, 9_000), (100, 9_500)]}, crossing=37).alt
    'Time against number of hands, log axes. one by one: 10 hands 2.5 µs, 100 hands 25 µs; array: \
10 hands 9.0 µs, 100 hands 9.5 µs. They cross at 37 hands.'
    """
    plot, top, bottom = Plot(), 8, 268
    points = [point for curve in series.values() for point in curve]
    across = _around((n for n, _ in points), 62, plot.width - 8)
    up = _around((time for _, time in points), bottom, top)
    _ticks_below(plot, across, top, bottom, _in_number)
    for tick in up.ticks:
        plot.grid(across.start, up.at(tick), across.end, up.at(tick))
        text = _tick(tick, in_time)
        plot.text(56, up.at(tick) + 4, text, size=11, anchor="end", quiet=True)
    plot.text(across.end, bottom + 34, f"number of {axis}", size=11, anchor="end", quiet=True)
    told = []
    for number, (name, curve) in enumerate(series.items()):
        colour, square = COLOURS[number], number > 0
        places = [(across.at(n), up.at(time)) for n, time in curve]
        plot.path(places, colour)
        for x, y in places:
            plot.dot(x, y, colour, square=square)
        if square:
            x, y = places[len(places) // 2]
            plot.text(x + 12, y + 16, name, size=12, bold=True)
        else:
            x, y = places[-1]
            plot.text(x - 10, y - 4, name, size=12, anchor="end", bold=True)
        each = ", ".join(f"{n:,.0f} {axis} {in_time(time)}" for n, time in curve)
        told.append(f"{name}: {each}")
    alt = f"Time against number of {axis}, log axes. {'; '.join(told)}."
    if crossing:
        plot.dashes(across.at(crossing), top, across.at(crossing), bottom)
        text = f"{crossing:,.0f} {axis}"
        plot.text(across.at(crossing) + 6, bottom - 8, text, size=12, bold=True)
        alt += f" They cross at {text}."
    return plot.drawing(bottom + 40, "time against number, and the crossover", alt)


class Cost(NamedTuple):
    """The time that an evaluator takes for a hand, and its memory."""

    name: str
    ns: float
    memory: float


def unbeaten(costs: Iterable[Cost]) -> list[Cost]:
    """Those that no other beats in both, time and memory; the fastest first.

    >>> a, b, c = Cost("a", 1, 9), Cost("b", 2, 5), Cost("c", 3, 6)
    >>> [cost.name for cost in unbeaten([c, b, a])]
    ['a', 'b']
    """
    front: list[Cost] = []
    for cost in sorted(costs, key=lambda cost: (cost.ns, cost.memory)):
        if not front or cost.memory < front[-1].memory:
            front.append(cost)
    return front


def space_and_time(costs: Iterable[Cost], named: Container[str]) -> Drawing:
    """Memory against time per hand, on two log axes; squares are not beaten in both.

    >>> fast, slow = Cost("fast", 100, 2_000_000), Cost("slow", 3_000, 4_000_000)
    >>> space_and_time([fast, slow], ["fast"]).alt
    'Memory against time per hand, log axes: fast 100 ns and 2.0 MB, not beaten in both; \
slow 3.0 µs and 4.0 MB.'
    """
    costs = list(costs)
    plot, top, bottom = Plot(), 8, 308
    across = _around((cost.ns for cost in costs), 56, plot.width - 8)
    up = _around((cost.memory for cost in costs), bottom, top)
    _ticks_below(plot, across, top, bottom, in_time)
    for tick in up.ticks:
        plot.grid(across.start, up.at(tick), across.end, up.at(tick))
        text = _tick(tick, in_bytes)
        plot.text(50, up.at(tick) + 4, text, size=11, anchor="end", quiet=True)
    text = "time per hand; up: memory; squares: not beaten in both"
    plot.text(across.end, bottom + 34, text, size=11, anchor="end", quiet=True)
    front = unbeaten(costs)
    places = {cost: (across.at(cost.ns), up.at(cost.memory)) for cost in costs}
    taken: list[Box] = [(x - 4, y - 4, x + 4, y + 4) for x, y in places.values()]
    for cost, (x, y) in places.items():
        plot.dot(x, y, ORANGE if cost in front else BLUE, square=cost in front)
    for cost in [*front, *(cost for cost in costs if cost not in front)]:
        if cost.name in named:
            x, y = places[cost]
            box = _free_place(x, y, CHARACTER * len(cost.name), taken, across, bottom)
            taken.append(box)
            plot.text(box[0], box[3] - 1, cost.name, size=12)
    told = "; ".join(
        f"{cost.name} {in_time(cost.ns)} and {in_bytes(cost.memory)}"
        + ", not beaten in both" * (cost in front)
        for cost in costs
    )
    alt = f"Memory against time per hand, log axes: {told}."
    return plot.drawing(bottom + 40, "memory against time", alt)


def _free_place(
    x: float, y: float, width: float, taken: Sequence[Box], across: Axis, lowest: float
) -> Box:
    """A place for a label beside a point: the first that touches nothing, or else the first."""
    places = [
        (left, middle - 5, left + width, middle + 5)
        for down in (0, -13, 13, -22, 22, -34, 34)
        for left in (x - width / 2, x + 8, x - 8 - width)[down == 0 :]
        for middle in (y + down,)
        if across.start <= left and left + width <= across.end + 6 and middle + 5 <= lowest
    ]
    return next((place for place in places if not _touches(place, taken)), places[0])


def _touches(place: Box, others: Iterable[Box]) -> bool:
    left, top, right, bottom = place
    return any(
        left < other[2] and other[0] < right and top < other[3] and other[1] < bottom
        for other in others
    )


def stacked(rows: Mapping[str, Mapping[str, float]]) -> Drawing:
    """A bar for each row, made of parts in nanoseconds, on a linear axis.

    >>> stacked({"dict": {"loop": 30.0, "rest": 170.0}}).alt
    'Time in parts: dict 200 ns, of which loop 30 ns, rest 170 ns.'
    """
    plot, step = Plot(), 34
    left = 14 + max(CHARACTER * len(name) for name in rows)
    names = list(next(iter(rows.values())))
    top = 10 + 18 * len(names)
    for number, name in enumerate(names):
        plot.box(left, 4 + 18 * number, 12, 12, COLOURS[number], 0.5)
        plot.text(left + 20, 14 + 18 * number, name, size=12)
    most = max(sum(parts.values()) for parts in rows.values())
    axis = Axis(0, most, left, plot.width - 64, is_log=False)
    told = []
    for row, (name, parts) in enumerate(rows.items()):
        y, before = top + step * row, 0.0
        plot.text(left - 8, y + 19, name, size=12, anchor="end")
        for number, ns in enumerate(parts.values()):
            x, width = axis.at(before), axis.at(before + ns) - axis.at(before)
            plot.box(x, y + 2, width, 26, COLOURS[number], 0.35)
            if width > CHARACTER * len(f"{ns:.0f}"):
                plot.text(x + width / 2, y + 20, f"{ns:.0f}", size=12, anchor="middle")
            before += ns
        plot.text(plot.width - 2, y + 19, in_time(before), size=12, anchor="end", mono=True)
        each = ", ".join(f"{part} {in_time(ns)}" for part, ns in parts.items())
        told.append(f"{name} {in_time(before)}, of which {each}")
    alt = f"Time in parts: {'; '.join(told)}."
    return plot.drawing(top + step * len(rows) + 4, "the parts of a time", alt)
