"""Charts: they show the numbers of the files, and their bytes are always the same."""

import csv
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from evaluators import ARRAYS, BUILT_IN
from harness.processes.visible import visible
from harness.reporting.charts import NAMES, THEMES, Chart, charts_of, draw_all
from harness.reporting.charts.style import render
from harness.timing.results import Results, Timing
from harness.timing.workloads import CATEGORY_NAMES, SCALES, SCALES_OF_ARRAYS
from tests.harness.names import HOSTILE
from tests.harness.timed import numbers_in

SVG = "{http://www.w3.org/2000/svg}"
EVIL = "<b>&mine"
LABELS = {(EVIL, "python"): " (not equivalent)"}


def invented() -> Results:
    """A run in which the n-th evaluator takes 100 n ns, and arrays a tenth of that."""
    timings = []
    names = [("null", "python"), ("treys", "python"), ("pkrbot", "python"), (EVIL, "python")]
    names += [(name, "python") for name in BUILT_IN] + [(name, "numpy") for name in ARRAYS]
    for n, (name, style) in enumerate(names, start=1):
        cost = 100.0 * n / (10 if style == "numpy" else 1)
        workloads: dict[str, float] = {"random-5": cost, "random-7": 3 * cost}
        workloads |= {
            category: cost * (1 + place / 4) for place, category in enumerate(CATEGORY_NAMES)
        }
        if style == "python":
            workloads |= {"encode": 500.0, "parse": 8_000.0}
            workloads |= {f"scale-{hands}": cost for hands in SCALES}
        else:  # the call itself takes 20 µs
            workloads |= {f"scale-{hands}": cost + 20_000 / hands for hands in SCALES_OF_ARRAYS}
        workloads |= {"import": 1e6 * n, "first-5": 1e4, "memory": 1e5 * n, "peak-memory": 3e7}
        timings += [
            Timing(name, workload, (value, value * 1.02, value * 1.04), style)
            for workload, value in workloads.items()
        ]
    return Results(tuple(timings), "a machine")


@pytest.fixture(scope="module")
def charts() -> dict[str, Chart]:
    return {chart.name: chart for chart in charts_of(invented(), LABELS, "treys")}


@pytest.fixture(scope="module")
def folder(charts: dict[str, Chart], tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("charts")
    draw_all(list(charts.values()), out)
    return out


def rows(chart: Chart) -> list[dict[str, str]]:
    return list(csv.DictReader(chart.as_csv().splitlines()))


def texts(file: Path) -> set[str]:
    root = ET.parse(file).getroot()
    return {"".join(node.itertext()) for node in root.iter(f"{SVG}text")}


def test_every_chart_is_there_in_both_themes_with_its_numbers(folder: Path) -> None:
    """The numbers of all classes are compressed, or they would be most of a run in git."""
    compressed = {"order": ".csv.gz", "dealt": ".csv.gz"}
    assert {file.name for file in folder.iterdir()} == {
        name + end
        for name in NAMES
        for end in ("-dark.svg", "-light.svg", compressed.get(name, ".csv"))
    }


@pytest.fixture(scope="module")
def again() -> dict[str, Chart]:
    return {chart.name: chart for chart in charts_of(invented(), LABELS, "treys")}


@pytest.mark.parametrize("name", NAMES)
def test_the_same_numbers_every_time(folder: Path, again: dict[str, Chart], name: str) -> None:
    assert numbers_in(folder, again[name]) == again[name].as_csv()


DRAWN_AGAIN = ("time-per-hand", "order")  # one has dots at random heights, the other a bitmap


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=() if name in DRAWN_AGAIN else pytest.mark.thorough)
        for name in NAMES
    ],
)
def test_the_same_bytes_every_time(folder: Path, again: dict[str, Chart], name: str) -> None:
    for theme in THEMES:
        assert render(again[name], theme) == (folder / f"{name}-{theme.name}.svg").read_text()


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_charts_have_a_title_and_a_description_for_screen_readers(
    charts: dict[str, Chart], folder: Path, name: str, theme: str
) -> None:
    root = ET.parse(folder / f"{name}-{theme}.svg").getroot()
    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title") == charts[name].title
    assert root.findtext(f"{SVG}desc") == charts[name].alt


@pytest.mark.parametrize("name", NAMES)
def test_charts_contain_no_date(folder: Path, name: str) -> None:
    text = (folder / f"{name}-light.svg").read_text()
    assert not re.search(r"dc:date|20[2-9]\d-\d\d-\d\d", text)


DESCRIBED = {
    "time-per-hand": "null 102 ns, cactus-kev, numpy 133 ns,",
    "ratio": "pkrbot 1.50×, <b>&mine 2.00×, rulebook 2.50×,",
    "by-category": "treys 3.0×, <b>&mine 3.0×",  # the last category over the first
    "scale": "cactus-kev from 48 hands on, cactus-kev-perfect-hash from 40",
    "what-a-table-buys": "count-buckets, numpy, 1.8 MB at 184 ns. Least: treys, 0.2 MB at 204",
    "cost-split": "takes 8.2 µs. The share of reading and encoding, before a hand is evaluated: "
    "treys 98%, pkrbot 97%, <b>&mine 96%,",
    "order": "matrix-score-as-published 14, handrank-2019-as-published 737,",
    "dealt": "to 1,020 (each straight and high card). Of seven, 4,824 classes",
}
"""Some of the numbers in the description of each chart."""


@pytest.mark.parametrize("name", NAMES)
def test_descriptions_contain_the_numbers(charts: dict[str, Chart], name: str) -> None:
    assert DESCRIBED[name] in charts[name].alt


def test_medians_names_and_labels_are_in_the_picture(folder: Path) -> None:
    shown = texts(folder / "time-per-hand-light.svg")
    assert {f"{EVIL} (not equivalent)", "cactus-kev", "one hand a call, in Python"} <= shown
    assert {"102 ns", "204 ns"} <= shown  # null and treys, the middle of three processes


def test_a_row_for_every_process(charts: dict[str, Chart]) -> None:
    evil = [
        (row["process"], row["ns_per_hand"])
        for row in rows(charts["time-per-hand"])
        if row["evaluator"] == EVIL and row["workload"] == "random-5"
    ]
    assert evil == [("0", "400.00"), ("1", "408.00"), ("2", "416.00")]


def test_ratios_are_to_the_baseline(charts: dict[str, Chart]) -> None:
    by_key = {
        (row["evaluator"], row["style"], row["workload"]): row for row in rows(charts["ratio"])
    }
    assert by_key["treys", "python", "random-7"]["times_treys"] == "1.0000"
    pkrbot = by_key["pkrbot", "python", "random-5"]
    assert pkrbot["times_treys"] == "1.5000"
    assert float(pkrbot["low"]) < 1.5 < float(pkrbot["high"])


def test_without_the_baseline_there_are_no_ratios() -> None:
    names = [chart.name for chart in charts_of(invented(), LABELS, "nobody")]
    assert "ratio" not in names
    assert "time-per-hand" in names


def test_a_cell_for_every_category(charts: dict[str, Chart]) -> None:
    treys = [row for row in rows(charts["by-category"]) if row["evaluator"] == "treys"]
    assert [row["workload"] for row in treys] == ["random-5", *CATEGORY_NAMES]
    assert [row["ns_per_hand"] for row in treys][:3] == ["204.00", "204.00", "255.00"]


def test_reading_encoding_and_evaluating_are_not_added_up(charts: dict[str, Chart]) -> None:
    assert {row["what"] for row in rows(charts["cost-split"])} == {"parse", "encode", "evaluate"}
    share = 1 - 204 / (8_160 + 510 + 204)
    assert f"treys {share:.0%}" in charts["cost-split"].alt


def test_time_grows_with_the_number_of_hands(charts: dict[str, Chart]) -> None:
    times = {(row["evaluator"], row["style"], row["hands"]): row["ns"]
             for row in rows(charts["scale"])}  # fmt: skip
    assert float(times["cactus-kev", "python", "1000"]) == pytest.approx(612 * 1_000, rel=1e-3)
    assert float(times["cactus-kev", "numpy", "10000000"]) == pytest.approx(132.6 * 1e7, rel=1e-2)
    assert times["matrix score, its article of 2011", "JavaScript", "100000"] == "6000000000"


def test_old_charts_do_not_stay_beside_the_new_ones(folder: Path, tmp_path: Path) -> None:
    """Or charts of another run would look like charts of this one."""
    for file in folder.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    (tmp_path / "mine-light.svg").write_text("mine")
    run = Results((Timing("treys", "random-5", (1.0, 2.0)),), "a machine")
    drawn = charts_of(run, {}, "treys")
    assert [chart.name for chart in drawn] == ["time-per-hand", "ratio", "order", "dealt"]
    draw_all([chart for chart in drawn if chart.name == "ratio"], tmp_path)
    assert {file.name for file in tmp_path.iterdir()} == {
        *("ratio-dark.svg", "ratio-light.svg", "ratio.csv", "mine-light.svg"),
    }


def test_the_order_of_hands_needs_no_timing() -> None:
    assert [chart.name for chart in charts_of(Results(), {}, "treys")] == ["order", "dealt"]


def test_hostile_names_are_drawn_literally() -> None:
    """Or a name could be set as a formula, stop the chart, or make its files unreadable."""
    costs = {"random-5": 10.0, "random-7": 20.0, "import": 1e6, "first-5": 1e4, "memory": 1e5}
    timings = tuple(
        Timing(name, workload, (n * cost, n * cost + 1))
        for n, name in enumerate(HOSTILE, start=1)
        for workload, cost in costs.items()
    )
    drawn = charts_of(Results(timings, "a machine"), {}, "$x^2$ and \x1b[31m")
    with_names = [
        chart for chart in drawn if chart.name in ("time-per-hand", "ratio", "what-a-table-buys")
    ]
    assert len(with_names) == 3
    for chart in with_names:
        svg = render(chart, THEMES[0])
        root = ET.fromstring(svg)
        shown = {"".join(node.itertext()) for node in root.iter(f"{SVG}text")}
        assert set(map(visible, HOSTILE)) <= shown
        assert root.findtext(f"{SVG}desc") == visible(chart.alt, len(chart.alt))
        chart.as_csv().encode()
        assert {row["evaluator"] for row in rows(chart)} == set(map(visible, HOSTILE))
