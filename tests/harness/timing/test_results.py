"""Results read from pyperf's files, and results that cannot be compared."""

import gzip
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path

import pyperf
import pytest

from harness.timing import yardstick
from harness.timing.results import ResultError, Timing, read, spread_name
from tests.harness.timed import document_in, from_elsewhere, measured, write_file


def test_times_are_nanoseconds_a_hand_and_memory_is_bytes(tmp_path: Path) -> None:
    """A file has seconds per hand, for each process; the fastest comes first."""
    measured(tmp_path, "treys", workloads=("random-5", "import", "memory"), processes=2)
    write_file(tmp_path, "made-up-slow", [1.0, 1.5])
    write_file(tmp_path, "made-up-fast", [1e-9, 2e-9])
    results = read(tmp_path)
    timings = results.of("random-5")
    assert [timing.name for timing in timings] == ["made-up-fast", "treys", "made-up-slow"]
    assert timings[0].processes == pytest.approx((1.0, 2.0))
    assert timings[2].median == pytest.approx(1.25e9)
    treys = tmp_path / "python" / "treys.json.gz"
    document = document_in(treys)
    runs = [run for run in document["benchmarks"][0]["runs"] if "values" in run]
    beside = [run["metadata"][yardstick.NAME] for run in runs]
    usual = document["metadata"][yardstick.USUAL]
    seconds = [run["values"][0] * usual / now for run, now in zip(runs, beside)]
    assert [value / 1e9 for value in timings[1].processes] == pytest.approx(seconds)
    assert len(seconds) == 2
    memory, imported = (results.find("treys", name) for name in ("memory", "import"))
    assert memory
    assert imported
    assert 1e5 < memory.median < 1e8
    assert 1e5 < imported.median < 1e10
    assert results.versions == {"treys": f"treys {version('treys')}"}
    from_elsewhere(treys)
    with pytest.raises(ResultError, match=r"treys\.json\.gz from another .*Z80.*not go together"):
        read(tmp_path)


def test_a_slow_second_of_the_machine_is_not_a_slow_evaluator(tmp_path: Path) -> None:
    """The yardstick took longer in it, too."""
    file = write_file(tmp_path, "x", [1.0])
    runs = [
        pyperf.Run([seconds], metadata={"name": "random-5", yardstick.NAME: beside})
        for seconds, beside in ((1e-9, 1e-3), (2e-9, 2e-3), (6e-9, 3e-3))
    ]
    benchmark = pyperf.Benchmark(runs)
    benchmark.update_metadata({yardstick.USUAL: 2e-3})
    benchmark.dump(str(file), replace=True)
    [timing] = read(tmp_path).timings
    assert timing.processes == pytest.approx((2.0, 2.0, 4.0))
    assert timing.as_measured.processes == pytest.approx((1.0, 2.0, 6.0))


def test_files_without_a_run_are_not_compared(tmp_path: Path) -> None:
    """They may be of different days."""
    for name, seconds in (("mine", 1e-9), ("treys", 2e-9)):
        write_file(tmp_path, name, [seconds])
    mine, treys = read(tmp_path).of("random-5")
    assert mine.over(treys) is None
    assert mine.over(mine)


def test_other_files_are_refused(tmp_path: Path) -> None:
    timing = write_file(tmp_path, "x", [1.0])
    for text in ("", "{}", "[1]", "no json"):
        timing.write_bytes(gzip.compress(text.encode()))
        with pytest.raises(ResultError, match=r"x\.json\.gz: not a file of pyperf's"):
            read(tmp_path)
    timing.unlink()
    for text in ("", "[]", '{"a": 1}', '{"a": {}}'):
        (tmp_path / "status.json").write_text(text)
        with pytest.raises(ResultError, match=r"status\.json: not a file of statuses"):
            read(tmp_path)


def test_an_interval_leaves_out_as_many_as_it_may() -> None:
    """Published tables of order-statistic intervals agree; one more would be below 95 %."""
    for processes, left_out, name in (
        (9, 0, "range of 9"),
        (10, 1, "97.9 % interval"),
        (12, 2, "96.1 % interval"),
        (20, 5, "95.9 % interval"),
    ):
        timing = Timing("x", "random-5", tuple(map(float, reversed(range(processes)))))
        assert timing.interval == (left_out, processes - 1 - left_out)
        assert spread_name([timing]) == name
    assert (timing.label, replace(timing, style="numpy").label) == ("x", "x, numpy")


def test_workloads_timed_on_two_kernels_go_together(tmp_path: Path) -> None:
    """Else a folder to which a run is added after an update of the system cannot be read."""
    about = {"cpu_model_name": "A", "cpu_count": 2, "python_version": "3.11"}
    file = write_file(tmp_path, "x", [1.0])
    benchmarks = [
        pyperf.Benchmark([pyperf.Run([1.0], metadata={"name": name, "platform": system, **about})])
        for name, system in (("random-5", "Linux-6.1-x"), ("random-7", "Linux-6.2-x"))
    ]
    pyperf.BenchmarkSuite(benchmarks).dump(str(file), replace=True)
    assert read(tmp_path).machine == "A, 2 cores, Linux, cpython 3.11"
