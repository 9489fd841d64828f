"""The pictures of times say what they show, on any background, and are right to scale."""

import re
from xml.etree import ElementTree

import pytest

from harness.teaching.course.canvas import Drawing
from harness.teaching.course.timings import (
    CHARACTER,
    Axis,
    Cost,
    curves,
    space_and_time,
    stacked,
    strips,
    unbeaten,
)
from harness.timing.results import Timing

TIMINGS = [
    Timing("null", "random-5", (30.0, 28.0, 31.0)),
    Timing("a-long-name-<&>-of-an-evaluator", "random-5", (4_000.0, 4_100.0, 6_300.0)),
]
ONE_BY_ONE = [(10, 2_800.0), (100, 36_000.0), (100_000, 38e6)]
ARRAY = [(10, 59_000.0), (100, 88_000.0), (100_000, 5e6), (10_000_000, 531e6)]
COSTS = [
    Cost("fast", 120, 600_000),
    Cost("beaten", 130, 700_000),
    Cost("small", 4_000, 12_000),
    Cost("large", 6_000, 18_000_000),
]
DRAWINGS = [
    strips(TIMINGS),
    strips(TIMINGS, log=False),
    strips(TIMINGS[:1]),
    curves({"one by one": ONE_BY_ONE, "array": ARRAY}, 264),
    curves({"one by one": ONE_BY_ONE}),
    space_and_time(COSTS, [cost.name for cost in COSTS]),
    stacked({"dict": {"loop": 30, "rest": 180, "look up": 70}, "search": {"loop": 30, "rest": 9}}),
]
SVG = "{http://www.w3.org/2000/svg}"


def places(drawing: Drawing, tag: str, *names: str) -> list[list[float]]:
    """The numbers in some attributes of all elements of a kind."""
    root = ElementTree.fromstring(drawing.svg)
    return [[float(element.attrib[name]) for name in names] for element in root.iter(SVG + tag)]


def ids(drawing: Drawing) -> str:
    return drawing.title


@pytest.mark.parametrize("drawing", DRAWINGS, ids=ids)
def test_a_drawing_is_svg_with_a_description_and_the_colour_of_the_page(drawing: Drawing) -> None:
    """Else a value breaks the page, or somebody cannot read the picture."""
    root = ElementTree.fromstring(drawing.svg)
    assert root.attrib["aria-label"] == drawing.alt
    assert [child.text for child in root[:2]] == [drawing.title, drawing.alt]
    texts = list(root.iter(SVG + "text"))
    assert texts
    assert not any({"fill", "style"} & set(text.attrib) for text in texts)


@pytest.mark.parametrize("drawing", DRAWINGS, ids=ids)
def test_everything_stands_inside_of_the_picture(drawing: Drawing) -> None:
    """Else a label or a dot is cut off, or the text is too small on a phone."""
    root = ElementTree.fromstring(drawing.svg)
    width, height = map(float, root.attrib["viewBox"].split()[2:])
    assert width <= 440
    for text in root.iter(SVG + "text"):
        long = CHARACTER * len(text.text or "") * int(text.attrib["font-size"]) / 13
        share = {"start": 0.0, "middle": 0.5, "end": 1.0}[text.attrib["text-anchor"]]
        left = float(text.attrib["x"]) - share * long
        assert left >= -1, text.text
        assert left + long <= width + 1, text.text
        assert float(text.attrib["y"]) <= height
    for x, y, wide, high in places(drawing, "rect", "x", "y", "width", "height"):
        assert 0 <= x <= x + wide <= width
        assert 0 <= y <= y + high <= height
    for x, y in places(drawing, "circle", "cx", "cy"):
        assert 0 < x < width
        assert 0 < y < height


def test_a_strip_has_a_dot_for_each_process_and_a_box_over_the_interval() -> None:
    """Else a process is not shown, or the box is not the interval that the text names."""
    times = (5.0, 10.0, 10.0, 20.0, 20.0, 20.0, 40.0, 40.0, 80.0, 160.0)
    drawing = strips([Timing("a", "random-5", times)])
    dots = [x for (x,) in places(drawing, "circle", "cx")]
    assert len(dots) == len(times)
    step = dots[3] - dots[1]
    assert step > 0
    assert dots[8] - dots[7] == pytest.approx(step, abs=0.2)  # 40 to 80 is as far as 10 to 20
    ((left, width),) = places(drawing, "rect", "x", "width")
    assert [left, left + width] == pytest.approx([dots[1], dots[8]], abs=0.2)
    assert "a median 20 ns, 97.9 % interval: 10 ns to 80 ns" in drawing.alt


def test_a_linear_axis_shows_differences() -> None:
    """Else both pictures of the chapter are the same."""
    drawing = strips([Timing("a", "random-5", (10.0, 20.0, 40.0, 80.0))], log=False)
    first, second, third, fourth = (x for (x,) in places(drawing, "circle", "cx"))
    assert third - second == pytest.approx(2 * (second - first), abs=0.2)
    assert fourth - third == pytest.approx(4 * (second - first), abs=0.2)


@pytest.mark.parametrize(
    "axis", [Axis(3, 7e8, 0, 1), Axis(22, 8_100, 0, 1), Axis(0, 6_600, 0, 1, is_log=False)]
)
def test_an_axis_has_a_few_ticks_within_it(axis: Axis) -> None:
    """Else an axis has no numbers, or numbers over each other."""
    assert 3 <= len(axis.ticks) <= 12
    assert all(0 <= axis.at(tick) <= 1 for tick in axis.ticks)


def test_the_crossover_stands_where_the_curves_cross() -> None:
    """Else the dashed line says another number than the text beside it."""
    first, second = [(10, 100.0), (1_000, 10_000.0)], [(10, 1_000.0), (1_000, 1_000.0)]
    drawing = curves({"one by one": first, "array": second}, 100)
    lines = re.findall(r"points='([\d., ]+)'", drawing.svg)
    (start, end), _ = ([float(pair.split(",")[0]) for pair in line.split()] for line in lines)
    (x,) = re.findall(r"x1='([\d.]+)'[^>]*stroke-dasharray", drawing.svg)
    assert float(x) == pytest.approx((start + end) / 2, abs=0.2)
    assert drawing.alt.endswith("They cross at 100 hands.")


def test_labels_do_not_cover_each_other() -> None:
    """Else two names cannot be read."""
    close = [Cost(f"evaluator-{n}", 200 + 10 * n, 1e6 + 1e4 * n) for n in range(5)]
    far = [Cost("far", 5_000, 1e4)]
    drawing = space_and_time(close + far, [cost.name for cost in close])
    root = ElementTree.fromstring(drawing.svg)
    labels = [
        (float(text.attrib["x"]), float(text.attrib["y"]))
        for text in root.iter(SVG + "text")
        if "evaluator" in (text.text or "")
    ]
    assert len(labels) == 5
    long = CHARACTER * len("evaluator-0")
    for number, (x, y) in enumerate(labels):
        for other_x, other_y in labels[:number]:
            assert abs(x - other_x) >= long or abs(y - other_y) >= 9


def test_the_unbeaten_are_those_that_nothing_beats_in_both() -> None:
    """Else the chapter says that an evaluator has a reason of cost, and it has none."""
    brute = [
        cost
        for cost in COSTS
        if not any(o != cost and o.ns <= cost.ns and o.memory <= cost.memory for o in COSTS)
    ]
    assert unbeaten(COSTS) == brute
    assert [cost.name for cost in brute] == ["fast", "small"]
    drawing = space_and_time(COSTS, [])
    assert drawing.svg.count("<path") == len(brute)
    assert drawing.alt.count("not beaten in both") == len(brute)


def test_the_parts_of_a_bar_add_up() -> None:
    """Else a bar is longer or shorter than its time."""
    drawing = stacked({"a": {"loop": 30, "rest": 70}, "b": {"loop": 30, "rest": 20}})
    bars = [(x, wide) for x, y, wide in places(drawing, "rect", "x", "y", "width") if y > 40]
    (start, loop), (after, rest), _, (_, short) = bars
    assert start + loop == pytest.approx(after, abs=0.2)
    assert [loop / (loop + rest), short / rest] == pytest.approx([0.3, 2 / 7], abs=0.01)
