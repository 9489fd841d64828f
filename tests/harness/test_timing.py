"""pyperf's files, and what is read from them."""

import json
import subprocess
import sys
from pathlib import Path

import pyperf
import pytest

from harness.timing import WORKLOADS, Timing, TimingError, measure, read


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two evaluators, timed as briefly as pyperf can."""
    out = tmp_path_factory.mktemp("timing")
    for name in ("cactus-kev-dict", "harness.null"):
        measure(name, "random-5", out, ["--processes=2", "--values=1", "--min-time=0.001"])
    return out


def test_a_file_for_each_evaluator(folder: Path) -> None:
    assert sorted(file.name for file in folder.iterdir()) == ["cactus-kev-dict.json", "null.json"]


def test_pyperf_reads_the_files(folder: Path) -> None:
    suite = pyperf.BenchmarkSuite.load(str(folder / "null.json"))
    assert suite.get_benchmark_names() == ["random-5"]
    assert suite.get_benchmark("random-5").get_metadata()["evaluator"] == "null"
    files = [str(folder / "cactus-kev-dict.json"), str(folder / "null.json")]
    command = [sys.executable, "-m", "pyperf", "compare_to", *files]
    compared = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    # With two values each, it may or may not find the difference significant.
    assert "[cactus-kev-dict]" in compared or "random-5" in compared


def test_times_are_per_hand(folder: Path) -> None:
    """A file has seconds for one hand; what is read are nanoseconds."""
    for timing in read(folder):
        runs = json.loads((folder / f"{timing.name}.json").read_text())["benchmarks"][0]["runs"]
        seconds = [run["values"][0] for run in runs if "values" in run]
        assert [value / 1e9 for value in timing.processes] == pytest.approx(seconds)
        assert len(timing.processes) == 2


def test_doing_nothing_is_faster_than_anything(folder: Path) -> None:
    assert [timing.name for timing in read(folder)] == ["null", "cactus-kev-dict"]


def test_a_failing_evaluator_leaves_no_file_and_says_why(tmp_path: Path) -> None:
    with pytest.raises(TimingError, match="exits could not be timed"):
        measure("tests.harness.broken:exits", "random-5", tmp_path, ["--processes=1"])
    assert list(tmp_path.iterdir()) == []


def test_an_old_file_survives_a_failure(folder: Path, tmp_path: Path) -> None:
    before = (folder / "null.json").read_bytes()
    (tmp_path / "null.json").write_bytes(before)
    with pytest.raises(TimingError):
        measure("harness.null", "no-such-workload", tmp_path)
    assert (tmp_path / "null.json").read_bytes() == before


@pytest.mark.parametrize("text", ["", "{}", "[1]", "no json"])
def test_files_that_are_not_pyperf_s(tmp_path: Path, text: str) -> None:
    (tmp_path / "x.json").write_text(text)
    with pytest.raises(TimingError, match=r"x\.json: not a file of pyperf's"):
        read(tmp_path)


def test_a_file_without_the_workload(folder: Path) -> None:
    with pytest.raises(TimingError, match="no benchmark is called 'random-9'"):
        read(folder, "random-9")


def test_the_interval_is_over_processes_and_always_the_same() -> None:
    timing = Timing("x", "random-5", (10.0, 11.0, 12.0, 13.0, 30.0))
    low, high = timing.interval
    assert timing.median == 12.0
    assert 10.0 <= low < 12.0 < high <= 30.0
    assert timing.interval == Timing("x", "random-5", timing.processes).interval


def test_a_workload_is_always_the_same() -> None:
    for hands in WORKLOADS.values():
        assert hands() == hands()
        assert all(len(set(hand)) == len(hand) for hand in hands())
