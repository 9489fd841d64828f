"""Charts: what they show is in the files, and the bytes are always the same."""

import csv
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from harness.charts import draw_all
from harness.timing import Timing

TIMINGS = [
    Timing("cactus-kev", "random-5", (300.0, 310.0, 320.0)),
    Timing("<b>&mine", "random-5", (2_000.0, 2_100.0, 2_300.0)),
]
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    draw_all(TIMINGS, {"<b>&mine": " (not equivalent)"}, tmp_path)
    return tmp_path


def test_the_files(folder: Path) -> None:
    assert sorted(file.name for file in folder.iterdir()) == [
        "time-per-hand-dark.png",
        "time-per-hand-dark.svg",
        "time-per-hand-light.png",
        "time-per-hand-light.svg",
        "time-per-hand.csv",
    ]


def test_the_same_bytes_every_time(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    again = tmp_path_factory.mktemp("again")
    draw_all(TIMINGS, {"<b>&mine": " (not equivalent)"}, again)
    for file in folder.iterdir():
        assert file.read_bytes() == (again / file.name).read_bytes(), file.name


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_screen_reader_is_told(folder: Path, theme: str) -> None:
    root = ET.parse(folder / f"time-per-hand-{theme}.svg").getroot()
    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title") == "Time per hand"
    assert root.findtext(f"{SVG}desc") == (
        "Median time per five-card hand: cactus-kev 310 ns, <b>&mine 2,100 ns."
    )


def test_names_labels_and_medians_are_in_the_picture(folder: Path) -> None:
    root = ET.parse(folder / "time-per-hand-light.svg").getroot()
    texts = {"".join(node.itertext()) for node in root.iter(f"{SVG}text")}
    assert {"cactus-kev", "<b>&mine (not equivalent)", "310 ns", "2,100 ns"} <= texts


def test_there_is_no_date_in_it(folder: Path) -> None:
    text = (folder / "time-per-hand-light.svg").read_text()
    assert not re.search(r"dc:date|20\d\d-\d\d-\d\d", text)


def test_the_numbers_beside_the_picture(folder: Path) -> None:
    with (folder / "time-per-hand.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 6
    assert rows[3] == {
        "evaluator": "<b>&mine",
        "workload": "random-5",
        "process": "0",
        "ns_per_hand": "2000.00",
    }
