"""Charts: they show the numbers of the files, and their bytes are always the same."""

import csv
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from evaluators import ARRAYS, BUILT_IN, COMPILED, WALKS
from evaluators.null import copy
from evaluators.two_plus_two.table import BYTES
from harness.processes.visible import visible
from harness.reporting.charts import NAMES, THEMES, Chart, charts_of, draw_all
from harness.reporting.charts.scale import what_a_table_buys
from harness.reporting.charts.style import render
from harness.reporting.charts.ways import three_ways
from harness.timing.results import Results, Timing
from harness.timing.workloads import CATEGORY_NAMES, SCALES, SCALES_OF_ARRAYS
from tests.harness.names import HOSTILE
from tests.harness.timed import numbers_in

SVG = "{http://www.w3.org/2000/svg}"
EVIL = "<b>&mine"
LABELS = {(EVIL, "python"): " (not equivalent)"}


def invented() -> Results:
    """A run in which the n-th evaluator takes 100 n ns, arrays a tenth, machine code a hundredth.

    The null of arrays takes 0.01 ns a hand, a copy of the hands 0.1 ns, and a walk 1 ns.
    """
    timings = []
    names = [("null", "python"), ("treys", "python"), ("pkrbot", "python"), (EVIL, "python")]
    names += [(name, "python") for name in BUILT_IN] + [(name, "numpy") for name in ARRAYS]
    names += [(name, "compiled") for name in COMPILED]
    for n, (name, style) in enumerate(names, start=1):
        cost = 100.0 * n / {"python": 1, "numpy": 10, "compiled": 100}[style]
        workloads: dict[str, float] = {"random-5": cost, "random-7": 3 * cost}
        workloads |= {
            category: cost * (1 + place / 4) for place, category in enumerate(CATEGORY_NAMES)
        }
        if style == "python":
            workloads |= {"encode": 500.0, "parse": 8_000.0}
            workloads |= {f"scale-{hands}": cost for hands in SCALES}
        elif style == "compiled":
            tables = BYTES if name == "two-plus-two" else 1e3 * n
            workloads |= {"tables-memory": tables, "memory": 1.4e8}
            workloads |= {"walk-5": 1.0, "walk-7": 1.0} if name in WALKS else {}
        else:  # the call itself takes 20 µs
            workloads |= {f"scale-{hands}": cost + 20_000 / hands for hands in SCALES_OF_ARRAYS}
        before = {"import": 1e6 * n, "first-5": 1e4, "memory": 1e5 * n, "peak-memory": 3e7}
        workloads = before | workloads
        timings += [
            Timing(name, workload, (value, value * 1.02, value * 1.04), style)
            for workload, value in workloads.items()
        ]
    timings += [
        Timing(name, workload, (cost, cost, cost), "numpy")
        for name, cost in (("null", 0.01), (copy.name, 0.1))
        for workload in ("random-5", "random-7")
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
    "time-per-hand": "null 102 ns, cactus-kev, numpy 153 ns,",
    "one-idea-three-ways": "two-plus-two (130 MB): one hand a call 1.1 µs, an array a call 194 ns, "
    "machine code 29 ns;",
    "ratio": "pkrbot 1.50×, <b>&mine 2.00×, rulebook 2.50×,",
    "by-category": "treys 3.0×, <b>&mine 3.0×",  # the last category over the first
    "scale": "cactus-kev from 50 hands on, cactus-kev-perfect-hash from 43",
    "what-a-table-buys": "two-plus-two (130 MB), compiled, 130 MB at 29 ns. Least: "
    "cactus-kev, compiled, 0.023 MB at 23 ns",
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
    assert float(times["cactus-kev", "numpy", "10000000"]) == pytest.approx(153 * 1e7, rel=1e-2)
    assert times["matrix score, its article of 2011", "JavaScript", "100000"] == "6000000000"


def texts_of(chart: Chart) -> set[str]:
    root = ET.fromstring(render(chart, THEMES[0]))
    return {"".join(node.itertext()) for node in root.iter(f"{SVG}text")}


def test_machine_code_has_a_group_of_its_own(folder: Path) -> None:
    """Or its rows would stand as NumPy's, with the same names and other times."""
    groups = {"machine code (Numba), an array of hands a call", "NumPy, an array of hands a call"}
    assert groups <= texts(folder / "time-per-hand-light.svg")


def test_a_copy_of_the_hands_does_not_widen_the_axis(folder: Path) -> None:
    """At a tenth of a nanosecond, it would squeeze all others into a half of the axis."""
    shown = texts(folder / "time-per-hand-light.svg")
    assert {"copy of the hands", "0.1 ns", "100 ns"} <= shown
    assert "1 ns" not in shown
    for name in ("ratio", "by-category", "what-a-table-buys"):
        assert "copy of the hands" not in texts(folder / f"{name}-light.svg")


def test_a_large_table_is_stated_wherever_its_evaluator_is_named(folder: Path) -> None:
    """Or a reader would compare its time with that of evaluators that need no memory."""
    counts = {}
    for file in folder.glob("*-light.svg"):
        named = [text for text in texts(file) if "two-plus-two" in text]
        assert all("two-plus-two (130 MB)" in text for text in named)
        described = ET.parse(file).getroot().findtext(f"{SVG}desc") or ""
        assert described.count("two-plus-two") == described.count("two-plus-two (130 MB)")
        counts[file.name.removesuffix("-light.svg")] = len(named)
    assert {name for name, count in counts.items() if count} == {*NAMES} - {"order", "dealt"}


def test_a_row_of_each_strategy_has_a_mark_for_each_style(charts: dict[str, Chart]) -> None:
    shown = rows(charts["one-idea-three-ways"])
    medians = {(row["evaluator"], row["style"], row["workload"]): row["ns_per_hand"]
               for row in shown}  # fmt: skip
    assert medians["rank-sums", "python", "random-5"] == "918.000"
    assert medians["rank-sums", "numpy", "random-7"] == "520.200"
    assert medians["rank-sums", "compiled", "random-5"] == "26.520"
    assert medians["copy of the hands", "numpy", "random-5"] == "0.100"
    assert medians[next(iter(WALKS)), "compiled", "walk-7"] == "1.020"
    one_style = {"rulebook", "treys", "pkrbot", EVIL, "null"}
    assert {row["evaluator"] for row in shown} == {*BUILT_IN, "copy of the hands"} - one_style


def test_strategies_are_sorted_by_their_machine_code() -> None:
    """Else by their fastest style; a style that was not timed has no mark."""
    times = {
        ("late", "python"): 90.0, ("late", "numpy"): 20.0, ("late", "compiled"): 9.5,
        ("no machine code", "python"): 300.0, ("no machine code", "numpy"): 3.0,
        ("no numpy", "python"): 9.0, ("no numpy", "compiled"): 10.0,
        ("alone", "compiled"): 1.0,
    }  # fmt: skip
    timings = tuple(
        Timing(name, "random-5", (value,), style) for (name, style), value in times.items()
    )
    chart = three_ways(Results(timings), {("late", "numpy"): " (not checked)"})
    assert chart
    assert list(dict.fromkeys(row["evaluator"] for row in rows(chart))) == [
        *("no machine code", "late", "no numpy"),
    ]
    shown = texts_of(chart)
    assert {"five cards", "numpy not checked", "3.0 ns", "10 ns"} <= shown
    assert not {"seven cards", "alone"} & shown


def test_without_two_styles_of_a_strategy_there_is_no_chart_of_ways() -> None:
    timings = (Timing("a", "random-5", (1.0,)), Timing("b", "random-5", (1.0,), "numpy"))
    assert three_ways(Results(timings), {}) is None
    sevens = (Timing("a", "random-7", (1.0,)), Timing("a", "random-7", (1.0,), "numpy"))
    assert three_ways(Results(sevens), {}) is None


def test_the_memory_of_machine_code_is_that_of_its_tables(charts: dict[str, Chart]) -> None:
    """Or each point of machine code would show the memory of Numba."""
    chart = charts["what-a-table-buys"]
    shown = {(row["evaluator"], row["style"]): row for row in rows(chart)}
    compiled = shown["rank-sums", "compiled"]
    assert compiled["memory_bytes"] == "142800000"
    assert compiled["shown_bytes"] == "26520"
    array = shown["rank-sums", "numpy"]
    assert array["shown_bytes"] == array["memory_bytes"] == "1734000"
    assert "machine code without Numba, about 140 MB." in chart.caveat


def test_without_machine_code_nothing_is_said_about_it() -> None:
    timings = [timing for timing in invented().timings if timing.style != "compiled"]
    chart = what_a_table_buys(Results(tuple(timings)), {})
    assert chart
    words = " ".join((chart.how, chart.caveat, *texts_of(chart)))
    assert "machine code" not in words
    assert "Numba" not in words


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
