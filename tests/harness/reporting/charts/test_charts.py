"""Charts: they show the numbers of the files, and their bytes are always the same.

The committed report, which its files make again, holds their numbers and their descriptions.
"""

import csv
import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from evaluators import BUILT_IN
from harness.processes.visible import visible
from harness.reporting.charts import THEMES, Chart, charts_of, draw_all
from harness.reporting.charts.cost import (
    COMPARED,
    COSTS,
    three_ways,
    time_per_hand,
    what_a_table_buys,
)
from harness.reporting.charts.style import render
from harness.timing.results import Results, Timing, read
from harness.timing.units import megabytes, nanoseconds
from tests.harness.names import HOSTILE
from tests.harness.reporting.test_report import timed

SVG = "{http://www.w3.org/2000/svg}"
EVIL = "".join(HOSTILE) + "$ $x^2$ <b>&mine"
"""An even number of dollars: of an odd one, matplotlib makes no formula."""
KEV = "cactus-kev"
LABELS = {(EVIL, "python"): "not equivalent"}
LIGHT, DARK = THEMES
VARIANTS = LIGHT, LIGHT.narrow
"""The themes that the tests draw: the dark ones differ in colours alone."""


def committed() -> Results:
    """The committed run, a hostile name as fast as treys, and a large table on few hands."""
    run = read(Path(__file__).parents[4] / "reports" / "timing")
    treys = (timing for timing in run.timings if timing.name == "treys")
    evil = (replace(timing, name=EVIL, from_text=True) for timing in treys)
    scales = (timing for timing in run.timings if timing.workload.startswith("scale-"))
    large = (replace(timing, name="two-plus-two") for timing in scales if timing.name == KEV)
    return replace(run, timings=(*run.timings, *evil, *large))


@pytest.fixture(scope="module")
def charts() -> dict[str, Chart]:
    return {chart.name: chart for chart in charts_of(committed(), LABELS)}


@pytest.fixture(scope="module")
def folder(charts: dict[str, Chart], tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("charts")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("harness.reporting.charts.THEMES", [LIGHT])
        draw_all(list(charts.values()), out)
    return out


def rows(chart: Chart) -> list[dict[str, str]]:
    return list(csv.DictReader(chart.as_csv().splitlines()))


def texts(svg: str) -> list[str]:
    return ["".join(node.itertext()) for node in ET.fromstring(svg).iter(f"{SVG}text")]


def test_the_same_bytes_every_time(folder: Path) -> None:
    """The bytes of one chart say it of all: they are drawn by one function."""
    for file in folder.glob("*.svg"):
        assert not re.search(r"dc:date|20[2-9]\d-\d\d-\d\d", file.read_text())
    (again,) = (chart for chart in charts_of(committed(), LABELS) if chart.name == "scale")
    assert render(again, LIGHT) == (folder / "scale-light.svg").read_text()


def test_charts_are_drawn_in_their_width_for_readers_of_all_kinds(
    charts: dict[str, Chart], folder: Path
) -> None:
    """Failure means small type on a telephone, a panel or words cut off, or a picture untold."""
    for name, chart in charts.items():
        for variant in VARIANTS:
            root = ET.parse(folder / f"{name}-{variant.name}.svg").getroot()
            assert root.get("width") == f"{variant.width * 72:g}pt"
            _, _, *size = map(float, root.get("viewBox", "").split())
            for panel in root.iter(f"{SVG}clipPath"):
                for way, side, length in zip("xy", ("width", "height"), size):
                    start = float(panel[0].get(way, ""))
                    assert 0 <= start < start + float(panel[0].get(side, "")) <= length
            for text in root.iter(f"{SVG}text"):
                place = re.search(r"translate\((.+?) (.+?)\)", text.get("transform", ""))
                x, y = place.groups() if place else (text.get("x", ""), text.get("y", ""))
                assert 0 <= float(x) <= size[0], text.text
                assert 0 <= float(y) <= size[1], text.text
            assert root.get("role") == "img"
            assert root.findtext(f"{SVG}title") == chart.words["title"]
            assert root.findtext(f"{SVG}desc") == visible(chart.alt, len(chart.alt))


def test_a_chart_compares_ten_and_what_we_do_not_know(
    charts: dict[str, Chart], folder: Path
) -> None:
    """Failure means other numbers than in the description, or a hostile name that is not text.

    Such a name could be set as a formula, stop the chart, or make its files unreadable.
    """
    shown = texts((folder / "time-per-hand-light.svg").read_text())
    (treys,) = re.findall("treys [0-9]+ ns", charts["time-per-hand"].alt)
    cut = f"…{visible(EVIL)[-25:]}"
    assert {cut, "from text, not equivalent", "treys", "pkrbot", treys} <= {*shown}
    assert visible(EVIL) in {row["evaluator"] for row in rows(charts["time-per-hand"])}
    assert "● built in, Python" in shown
    assert any(text.startswith("the loop ") for text in shown)
    assert not {*BUILT_IN} - {*COMPARED} & {*shown}


def test_numbers_in_a_picture_are_those_of_its_file(charts: dict[str, Chart], folder: Path) -> None:
    """Failure means that a reader sees a number that no file has; narrow cells are in thousands."""
    drawn = {file.stem: {*texts(file.read_text())} for file in folder.glob("*-light*.svg")}
    (row,) = (row for row in rows(charts["what-a-table-buys"]) if row["evaluator"] == "treys")
    size, *setup = (float(row[cost]) for cost in ("memory_bytes", "import_ns", "first_5_ns"))
    assert {megabytes(size), nanoseconds(sum(setup))} <= drawn["what-a-table-buys-light"]
    cells = [row for row in rows(charts["by-category"]) if row["evaluator"] in COMPARED]
    times = [float(row["ns_per_hand"]) for row in cells if row["style"] == "python"]
    for time in times:  # the file has hundredths: a half may be rounded either way
        near = time - 0.005, time + 0.005
        assert {f"{value:,.0f}" for value in near} & drawn["by-category-light"]
        short = {f"{value / 1_000:.{value < 9_950:d}f}k" for value in near}
        assert time < 1_000 or short & drawn["by-category-light-narrow"]


def test_a_large_table_is_stated_wherever_its_evaluator_is_named(
    charts: dict[str, Chart], folder: Path
) -> None:
    """Or a reader would compare its time with that of evaluators that need no memory."""
    naming = set()
    for name, chart in charts.items():
        drawn = [chart.alt, *texts((folder / f"{name}-light.svg").read_text())]
        has_column = "its table of 130 MB" in " ".join(drawn)  # of memory, so it says more
        for text in drawn:
            assert has_column or text.count("two-plus-two") == text.count("two-plus-two (130 MB)")
            naming |= {name} if "two-plus-two" in text else set()
    assert naming >= {"one-idea-three-ways", "scale", "what-a-table-buys"}


def finding(chart: Chart | None) -> str:
    assert chart
    return chart.finding


def test_no_title_says_that_a_wrong_evaluator_leads() -> None:
    one, two, three = (Timing(name, "random-5", (time,)) for name, time in zip("abc", (1.0, 2, 3)))
    results = Results((one, two, three))
    labels = {("a", "python"): "not equivalent"}
    assert finding(time_per_hand(results, labels)) == "b and c lead at five cards"
    cold = [replace(timing, workload=cost) for timing in (one, two) for cost in COSTS]
    bought = what_a_table_buys(Results((one, two, *cold)), labels)
    assert finding(bought).startswith("b is the fastest")
    labels |= {(name, "python"): "error" for name in "bc"}
    assert finding(time_per_hand(results, labels)) == "Time per hand"


def test_strategies_are_sorted_by_their_machine_code() -> None:
    """Test the others, too: they go by their fastest style; one that was not timed has no mark."""
    timings = timed(
        *("late python random-5 90", "late numpy random-5 20", "late compiled random-5 9.5"),
        *("no machine code python random-5 300", "no machine code numpy random-5 3"),
        *("no numpy python random-5 9", "no numpy compiled random-5 10"),
        "alone compiled random-5 1",
    )
    chart = three_ways(Results(tuple(timings)), {("late", "numpy"): "not checked"})
    assert chart
    assert list(dict.fromkeys(row["evaluator"] for row in rows(chart))) == [
        *("no machine code", "late", "no numpy"),
    ]
    shown = {*texts(render(chart, LIGHT))}
    assert {"five cards", "numpy not checked", "3.0 ns", "10 ns"} <= shown
    assert not {"seven cards", "alone"} & shown
    assert three_ways(Results(tuple(timings[:1])), {}) is None


def test_shared_libraries_come_after_the_ways_of_an_idea() -> None:
    """Also one that takes seven cards only, and one that is faster than all of them."""
    timings = timed(
        *("both python random-5 9", "both compiled random-5 2"),
        *("a/libfast.so compiled random-5 1", "libseven.so:rank compiled random-7 3"),
        *("a/libmine.so compiled random-5 7", "b/libmine.so compiled random-5 8"),
        "both compiled random-7 4",
        "both python random-7 5",
    )
    (chart,) = (one for one in charts_of(Results(tuple(timings)), {}) if "three" in one.name)
    shown = texts(render(chart, LIGHT))
    names = [text for text in shown if text == "both" or ".so" in text]
    others = ["a/libmine.so", "b/libmine.so"]  # with as much of the path as tells them apart
    assert names == ["both", "libfast.so", *others, "libseven.so:rank"]
    assert shown.count("shared library") == 4


def test_old_charts_are_removed(folder: Path, tmp_path: Path) -> None:
    """Or charts of another run would look like charts of this one."""
    for file in folder.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    (tmp_path / "mine-light.svg").write_text("mine")
    drawn = charts_of(Results((Timing("treys", "random-5", (1.0, 2.0)),), "a machine"), {})
    assert [chart.name for chart in drawn] == ["time-per-hand", "order"]
    written = draw_all(drawn[:1], tmp_path)
    assert {*tmp_path.iterdir()} == {*written, tmp_path / "mine-light.svg"}
    ends = f"-{DARK.name}.svg", f"-{DARK.narrow.name}.svg", ".csv"
    assert {tmp_path / f"time-per-hand{end}" for end in ends} < {*written}


def test_a_picture_begins_with_what_it_shows(charts: dict[str, Chart], folder: Path) -> None:
    """Failure means that a title says other things than the marks below it."""
    for name, chart in charts.items():
        drawn = " ".join(texts((folder / f"{name}-light.svg").read_text()))
        assert visible(chart.finding) in drawn
    fastest = sorted(committed().of("random-5", "python"), key=lambda timing: timing.median)
    first, second = [row.name for row in fastest if row.name in COMPARED][:2]
    assert f"{first} and {second} lead at five cards" in charts["time-per-hand"].finding


def test_a_title_compares_styles_by_their_slowest_and_fastest_ratio() -> None:
    times = ("a python random-5 100", "a numpy random-5 20", "b python random-5 90")
    chart = three_ways(Results(tuple(timed(*times, "b numpy random-5 9"))), {})
    ratios = "an array a call is 5 to 10 times as fast as one hand a call"
    assert finding(chart) == f"At five cards, {ratios}"
