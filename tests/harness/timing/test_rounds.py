"""Runs of pyperf: their files, failures, and doubts."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from statistics import median
from typing import NamedTuple

import psutil
import pyperf
import pytest

from evaluators.errors import UserError
from evaluators.null import NULL, NULL_ARRAYS
from harness.timing import rounds, yardstick
from harness.timing.jobs import FAILED, TIMED, TIMEOUT, Job, Status
from harness.timing.results import ResultError, Timing, files_of, load_suite, read
from harness.timing.rounds import time_in_rounds
from harness.timing.workloads import COLD
from tests.harness.timed import (
    BRIEFLY,
    document_in,
    from_elsewhere,
    in_no_time,
    measured,
    names_in,
    suite_of,
    write_file,
)

EXITS, FAILS = (f"tests.harness.broken:{name}" for name in ("exits", "fails_on_seven"))
TEXTS = "harness.teaching.mistakes:right"
"""A function of texts, which is named after its place."""


class Run(NamedTuple):
    """A run of one round: the folder of its files, and the status of each evaluator."""

    out: Path
    statuses: dict[str, Status]


@pytest.fixture
def invented(monkeypatch: pytest.MonkeyPatch) -> None:
    """Times of no process, for tests of what becomes of times."""
    monkeypatch.setattr(rounds, "_pyperf", in_no_time)


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> Run:
    out = tmp_path_factory.mktemp("timing")
    jobs = [
        Job(NULL, "python", ("random-5", "random-7")),
        Job(EXITS, "python", ("random-5",)),
        Job(FAILS, "python", ("random-5", "random-7")),
        Job(TEXTS, "python", ("random-5",)),
        Job("cactus-kev-dict", "python", ("random-5", "text-5", "import", "memory")),
        Job(NULL_ARRAYS, "numpy", ("scale-10",)),
    ]
    statuses = time_in_rounds(jobs, out, 1, BRIEFLY)
    return Run(out, {job.name: status for job, status in statuses.items()})


def test_every_evaluator_has_a_turn_in_each_round(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Or a slow minute would slow only one of them; one that fails has no turn after that.

    Orders take turns, too: else what the first leaves in the machine always hits the second.
    """

    def time_or_fail(job: Job, part: Path, options: Iterable[str]) -> Status | None:
        turns.append(job.name)
        loops.append([option for option in options if option.startswith("--loops-of=")])
        if job.name == FAILS:
            return Status(FAILED)
        in_no_time(job, part, options)
        return None

    turns: list[str] = []
    loops: list[list[str]] = []
    monkeypatch.setattr(rounds, "_pyperf", time_or_fail)
    names = [NULL, FAILS, "rulebook"]
    measured(tmp_path, *names, workloads=("random-5", "import"), processes=2)
    assert turns == [*names, "rulebook", NULL]
    assert loops == [[], [], [], *[["--loops-of=random-5=1"]] * 2]  # calibrated in the first
    found = [(timing.workload, len(timing.processes)) for timing in read(tmp_path).timings]
    # Of few rounds, the first alone measures costs before the first hand.
    assert sorted(found) == [("import", 1), ("import", 1), ("random-5", 2), ("random-5", 2)]


def test_a_file_for_each_evaluator_and_nothing_else(done: Run) -> None:
    """An evaluator is named after its place, or two files with one function would be one."""
    names = sorted(str(path.relative_to(done.out)) for path in done.out.rglob("*.*"))
    assert len(names) == 6
    assert {"numpy/null.json.gz", "python/null.json.gz", "status.json"} < {*names}
    found = {timing.name for timing in read(done.out).timings}
    assert found == {"null", "cactus-kev-dict", FAILS, TEXTS}


def test_pyperf_works_on_the_files(done: Run) -> None:
    files = [str(done.out / "python" / f"{name}.json.gz") for name in ("cactus-kev-dict", "null")]
    for command in ("compare_to", "stats", "check", "metadata"):
        process = subprocess.run(
            [sys.executable, "-m", "pyperf", command, *files], capture_output=True, text=True
        )
        assert not process.stderr, command
    assert names_in(Path(files[0])) == ["random-5", "text-5", "import", "memory"]


def test_the_yardstick_is_in_each_process_that_times_hands(done: Run) -> None:
    """One run has one usual speed; costs before the first hand stay as they were measured."""
    benchmarks = [each for file in files_of(done.out) for each in load_suite(file)]
    hands = [each for each in benchmarks if each.get_name() not in COLD]
    cold = [each for each in benchmarks if each not in hands]
    assert not any(yardstick.NAME in each.get_metadata() for each in cold)
    runs = [run for each in hands for run in each.get_runs() if run.values]
    beside = [run.get_metadata()[yardstick.NAME] for run in runs]
    assert len(beside) == len(hands) == 7
    assert {each.get_metadata()[yardstick.USUAL] for each in hands} == {median(beside)}


def test_private_metadata_is_not_in_the_files(done: Run) -> None:
    text = json.dumps(document_in(done.out / "python" / "null.json.gz"))
    assert not [key for key in rounds.PRIVATE if f'"{key}"' in text]
    assert str(Path(sys.executable).parent) not in text


def test_who_reads_texts(done: Run) -> None:
    """Else a library is compared with itself, called with texts, and nobody says so."""
    texts = {(timing.name, timing.workload): timing.from_text for timing in read(done.out).timings}
    assert texts["null", "random-5"] is texts["cactus-kev-dict", "random-5"] is False
    assert texts[TEXTS, "random-5"] is texts["cactus-kev-dict", "text-5"] is True


def test_an_evaluator_has_the_whole_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a limit of threads is ignored, and a library is not found. It may write any bytes."""
    said = "import os; os.write(2, b'\\xff'); threads = int(os.environ['THREADS'])"
    (tmp_path / "mine.py").write_text(f"{said}\ndef evaluate(hand): return threads")
    monkeypatch.setenv("THREADS", "1")
    assert measured(tmp_path / "out", f"{tmp_path}/mine.py") == [Status(TIMED)]


def test_a_failure_has_a_status_and_stops_no_other(done: Run) -> None:
    """And what was measured before it stays: `fails_on_seven` fails on seven cards only."""
    assert done.statuses[EXITS].status == FAILED
    assert done.statuses[EXITS].message.startswith("random-5: ")
    assert done.statuses[FAILS].message == "random-7: ValueError: seven is too many"
    results = read(done.out)
    assert [timing.workload for timing in results.timings if timing.name == FAILS] == ["random-5"]
    others = {*done.statuses} - {EXITS, FAILS}
    assert {done.statuses[name] for name in others} == {Status(TIMED)}
    assert results.statuses[f"python/{EXITS}"]["status"] == FAILED


def test_an_installation_without_the_yardstick_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else each evaluator is said to have failed: its pyperf knows no such hook."""
    monkeypatch.setattr(yardstick, "NAME", "not_there_yet")
    with pytest.raises(UserError, match="install it again"):
        measured(tmp_path, "rulebook")


@pytest.mark.usefixtures("invented")
def test_another_workload_is_added_and_the_same_replaced(done: Run, tmp_path: Path) -> None:
    """Only successes of an earlier run stay, or a failure would outlive its cause."""
    file = tmp_path / "python" / "null.json.gz"
    file.parent.mkdir()
    shutil.copy(done.out / "python" / "null.json.gz", file)
    before = read(tmp_path)
    (tmp_path / "status.json").write_text(
        '{"python/x": {"status": "failed", "message": ""}, '
        '"python/y": {"status": "timed", "message": ""}}'
    )
    measured(tmp_path, NULL, workloads=("flush", "random-5"))
    assert names_in(file) == ["random-5", "random-7", "flush"]
    after = read(tmp_path)
    assert before.of("random-7") == after.of("random-7")
    assert before.of("random-5") != after.of("random-5")
    assert set(after.statuses) == {"python/y", "python/null"}
    from_elsewhere(write_file(tmp_path, "x", [1.0]), "6502")
    with pytest.raises(ResultError, match=r"x\.json\.gz was .* another machine: 6502"):
        measured(tmp_path, NULL)
    from_elsewhere(file)
    with pytest.raises(ResultError, match=r"another machine: Z80.*; delete that folder"):
        measured(tmp_path, NULL)
    measured(tmp_path, NULL, replace=True)
    assert names_in(file) == ["random-5"]


def test_an_evaluator_that_hangs_is_given_up(tmp_path: Path) -> None:
    """Or each of its workloads and rounds would wait for the timeout."""
    statuses = measured(
        tmp_path, "tests.harness.broken:hangs", processes=9, workloads=("flush",), timeout=1
    )
    assert statuses == [Status(TIMEOUT, "flush: a process did not end in time")]
    assert "in a fresh process: enough" in str(measured(tmp_path, EXITS, workloads=("import",)))
    # An earlier version did not fail.
    write_file(tmp_path, rounds._file_name(EXITS), [1.0])
    assert len(rounds._file_name("d" * 300 + "/mine.py").encode()) < 200
    failed = Job(EXITS, "python", ("random-5",), Status(FAILED, "why"))
    assert time_in_rounds([failed], tmp_path, 1) == {failed: Status(FAILED, "why")}
    assert not read(tmp_path).timings


def test_rounds_of_a_comparison_have_all_evaluators(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a ratio is of two rounds, and a slow minute is called a difference."""

    def missing(timings: list[Timing]) -> str:
        rounds_of = [len(timing.processes) for timing in timings]
        return "too wide" if rounds_of < [4, 4] else ""

    def fail_once(job: Job, part: Path, options: Iterable[str]) -> Status | None:
        in_no_time(job, part, options)
        return Status(FAILED) if job.name == FAILS else None  # its times are of one round

    monkeypatch.setattr(rounds, "_pyperf", fail_once)
    told: list[str] = []
    names = "rulebook", FAILS, "treys"
    measured(tmp_path, *names, processes=2, missing=missing, warn=told.append)
    assert [len(timing.processes) for timing in read(tmp_path).timings] == [4, 1, 4]
    assert told[:2] == ["round 3: too wide", "round 4: too wide"]


def test_two_that_are_alike_have_the_same_loops(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a pause hits the longer values of one more often, which looks like a difference."""
    calibrated = {"rulebook": 8, "treys": 16, "eval7": 128}
    told: list[list[str]] = []

    def timed(job: Job, part: Path, options: Iterable[str]) -> None:
        told.append([option for option in options if option.startswith("--loops-of=")])
        pyperf.add_runs(str(part), suite_of([1e-6], "random-5", loops=calibrated[job.name]))

    monkeypatch.setattr(rounds, "_pyperf", timed)
    measured(tmp_path, *calibrated, processes=2, missing=lambda timings: "")
    assert told[:3] == [[], [], []]
    assert told[3:] == [[f"--loops-of=random-5={loops}"] for loops in (128, 8, 8)]


def doubts_of(load: float, *processes: tuple[float, ...]) -> list[str]:
    """The doubts with this load, about timings of these processes."""
    timings = [Timing(f"e{n}", "random-5", values) for n, values in enumerate(processes)]
    return list(rounds._doubts(load, timings))


def test_doubts(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a load of two on two cores, no process waits; one process has no interval."""
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    assert doubts_of(2.0, (1.0,), (1.0, 1.1, 1.04), (2.0, 2.1, 2.0)) == []
    (warning,) = doubts_of(2.1, (1.0,))
    assert warning.startswith("the load was 2.1 on 2 cores")
    (warning,) = doubts_of(0, (1.0, 1.1, 0.98), (2.0, 2.5, 2.0), (2.0, 2.1, 2.0))
    assert warning == (
        "the intervals of 2 of 3 timings are wider than 10 % of the median; "
        "the widest, e1 on random-5: 25 %"
    )


def test_doubts_are_told_once_about_all_rounds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After each of ten rounds, they would bury the table."""
    loads = iter([99.0, 5.0])
    monkeypatch.setattr(psutil, "getloadavg", lambda: (next(loads), 0.0, 0.0))
    monkeypatch.setattr(rounds, "_pyperf", lambda *job: None)
    warnings: list[str] = []
    measured(tmp_path, NULL, processes=2, warn=warnings.append)
    (warning,) = warnings
    assert "load was 99.0" in warning
