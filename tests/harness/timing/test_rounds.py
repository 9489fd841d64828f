"""Runs of pyperf: their files, how they resume after an interruption, and failures."""

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import psutil
import pytest

from evaluators.null import NULL, NULL_ARRAYS
from harness.timing import rounds
from harness.timing.results import ResultError, Timing, read
from harness.timing.rounds import (
    FAILED,
    NOT_INSTALLED,
    PRIVATE,
    TIMED,
    TIMEOUT,
    Job,
    Status,
    _file_name,
    _request,
    interrupted,
    run,
)
from tests.harness.timed import ONCE, TWICE, document_in, from_elsewhere, measured, names_in

BROKEN = "tests.harness.broken"
EXITS = _file_name(f"{BROKEN}:exits")


@pytest.fixture(scope="module")
def timed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    """A folder of results, and the names of the evaluators in the order of their turns."""
    out, turns = tmp_path_factory.mktemp("timing"), []
    jobs = [Job(name, "python", ("random-5",)) for name in ("cactus-kev-dict", NULL)]
    run(jobs, out, TWICE, progress=lambda job, n: turns.append(job.name) if not n else None)
    return out, turns


@pytest.fixture(scope="module")
def folder(timed: tuple[Path, list[str]]) -> Path:
    return timed[0]


def test_every_evaluator_has_a_turn_in_each_round(timed: tuple[Path, list[str]]) -> None:
    """Or a slow minute would slow only one of them."""
    out, turns = timed
    assert turns == ["cactus-kev-dict", NULL] * 2
    assert [len(timing.processes) for timing in read(out).timings] == [2, 2]


def test_a_file_for_each_evaluator_and_nothing_else(folder: Path) -> None:
    names = sorted(str(path.relative_to(folder)) for path in folder.rglob("*.*"))
    assert names == ["python/cactus-kev-dict.json.gz", "python/null.json.gz", "status.json"]


def test_pyperf_works_on_the_files(folder: Path) -> None:
    files = [str(folder / "python" / f"{name}.json.gz") for name in ("cactus-kev-dict", "null")]
    for command in (["compare_to", *files], ["stats", files[0]], ["check", files[0]],
                    ["hist", files[0]], ["metadata", files[0]]):  # fmt: skip
        process = subprocess.run(
            [sys.executable, "-m", "pyperf", *command], capture_output=True, text=True
        )
        assert not process.stderr, command
    assert names_in(folder / "python" / "null.json.gz") == ["random-5"]


def test_private_metadata_is_not_in_the_files(folder: Path) -> None:
    text = json.dumps(document_in(folder / "python" / "null.json.gz"))
    assert not [key for key in PRIVATE if f'"{key}"' in text]
    assert str(Path(sys.executable).parent) not in text


def test_another_workload_is_added_and_the_same_replaced(tmp_path: Path) -> None:
    measured(tmp_path, NULL, workloads=("random-5", "random-7"))
    before = read(tmp_path)
    measured(tmp_path, NULL, workloads=("flush", "random-5"))
    assert names_in(tmp_path / "python" / "null.json.gz") == ["random-5", "random-7", "flush"]
    after = read(tmp_path)
    assert before.of("random-7") == after.of("random-7")
    assert before.of("random-5") != after.of("random-5")


def test_an_evaluator_is_named_after_its_place(tmp_path: Path) -> None:
    """Or two files whose functions have the same name would be one evaluator."""
    places = []
    for name in ("first", "second"):
        file = tmp_path / name / "mine.py"
        file.parent.mkdir()
        file.write_text("def evaluate(hand: list): return 0\n")
        places.append(str(file))
    assert measured(tmp_path, *places) == [Status(TIMED)] * 2
    assert {timing.name for timing in read(tmp_path).timings} == {*places}


def test_only_successes_of_an_earlier_run_stay(tmp_path: Path) -> None:
    """A failure would outlive its cause, or a timing would lose its status."""
    measured(tmp_path, f"{BROKEN}:exits", "cactus-kev-dict")
    measured(tmp_path, NULL)
    assert set(read(tmp_path).statuses) == {"python/cactus-kev-dict", "python/null"}


def test_a_failure_has_a_status_and_a_log_and_stops_no_other(tmp_path: Path) -> None:
    jobs = [Job(name, "python", ("random-5",)) for name in (f"{BROKEN}:exits", NULL)]
    exits, null = run(jobs, tmp_path, ONCE).values()
    assert exits.status == FAILED
    assert exits.message.startswith("random-5: ")
    assert "Traceback" in (tmp_path / "python" / f"{EXITS}.log").read_text()
    assert null == Status(TIMED)
    assert not (tmp_path / "python" / f"{EXITS}.json.gz").exists()
    assert read(tmp_path).statuses[f"python/{BROKEN}:exits"]["status"] == FAILED


def test_after_a_failure_the_other_workloads_are_timed(tmp_path: Path) -> None:
    """`fails_on_seven` fails on hands of seven cards only."""
    workloads = ("random-5", "random-7", "flush")
    place = f"{BROKEN}:fails_on_seven"
    (status,) = measured(tmp_path, place, workloads=workloads)
    assert status.status == FAILED
    assert status.message.startswith("random-7: ")
    file = tmp_path / "python" / f"{_file_name(place)}.json.gz"
    assert names_in(file) == ["random-5", "flush"]


def test_an_evaluator_that_hangs_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Or each of its workloads and rounds would wait for the timeout."""
    started: list[Sequence[str]] = []
    start = rounds._pyperf

    def record(job: Job, workloads: Sequence[str], *args: Any) -> Status | None:
        started.append(workloads)
        return start(job, workloads, *args)

    monkeypatch.setattr(rounds, "_pyperf", record)
    jobs = [Job(f"{BROKEN}:hangs", "python", ("random-5", "random-7"))]
    (status,) = run(jobs, tmp_path, TWICE, timeout=1).values()
    assert (status.status, status.message) == (TIMEOUT, "random-5: a process did not end in time")
    assert started == [["random-5", "random-7"]]


def test_a_library_that_is_not_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "treys", None)
    monkeypatch.delitem(sys.modules, "evaluators.peers.treys_adapter", raising=False)
    (status,) = measured(tmp_path, "treys")
    assert status.status == NOT_INSTALLED


def test_an_old_file_survives_a_failure(folder: Path, tmp_path: Path) -> None:
    before = (folder / "python" / "null.json.gz").read_bytes()
    (tmp_path / "python").mkdir()
    (tmp_path / "python" / f"{EXITS}.json.gz").write_bytes(before)
    measured(tmp_path, f"{BROKEN}:exits")
    assert (tmp_path / "python" / f"{EXITS}.json.gz").read_bytes() == before


def test_results_of_another_machine_are_replaced_only_if_fresh(
    folder: Path, tmp_path: Path
) -> None:
    (tmp_path / "python").mkdir()
    file = tmp_path / "python" / "null.json.gz"
    file.write_bytes((folder / "python" / "null.json.gz").read_bytes())
    from_elsewhere(file)
    before = file.read_bytes()
    jobs = [Job(NULL, "python", ("random-5",))]
    with pytest.raises(ResultError, match="measured on another machine: Z80"):
        run(jobs, tmp_path, ONCE)
    assert file.read_bytes() == before
    run(jobs, tmp_path, ONCE, fresh=True)
    assert "Z80" not in json.dumps(document_in(file))


def still_running(session: int) -> bool:
    """Whether there are processes of a session."""
    for process in psutil.process_iter(["status"]):
        with suppress(ProcessLookupError):
            has_ended = process.info["status"] == psutil.STATUS_ZOMBIE
            if os.getsid(process.pid) == session and not has_ended:
                return True
    return False


KILLED = """
import os
from pathlib import Path
from harness.timing.rounds import Job, run
calls = []
def progress(job, steps):
    calls.append((job.name, steps))
    if calls.count(("cactus-kev-dict", 0)) == 2 and steps: os.kill(os.getpid(), 9)
run({jobs!r}, Path({out!r}), {options!r}, progress=progress)
"""


def test_a_killed_run_is_resumed(tmp_path: Path) -> None:
    """Killed in its second round, it would lose its results or measure them again."""
    jobs = [Job(name, "python", ("random-5", "import")) for name in (NULL, "cactus-kev-dict")]
    script = KILLED.format(jobs=jobs, out=str(tmp_path), options=TWICE)
    killed = subprocess.Popen([sys.executable, "-c", script], start_new_session=True)
    assert killed.wait() == -signal.SIGKILL
    while still_running(killed.pid):  # pyperf ends the workload that it is timing
        time.sleep(0.05)
    assert interrupted(tmp_path, jobs, TWICE) == 2
    assert interrupted(tmp_path, jobs, ["--rigorous"]) == 0
    assert not (tmp_path / "python").exists()
    before = {file: file.read_bytes() for file in (tmp_path / "unfinished").glob("*null/*.json")}
    assert len(before) == 2
    steps: list[tuple[str, int]] = []
    during = []

    def progress(job: Job, step: int) -> None:
        steps.append((job.name, step))
        during.append({file: file.read_bytes() for file in before})

    run(jobs, tmp_path, TWICE, progress=progress)
    assert during[-1] == before
    for name in ("null", "cactus-kev-dict"):
        document = document_in(tmp_path / "python" / f"{name}.json.gz")
        for benchmark in document["benchmarks"]:
            assert sum("values" in run for run in benchmark["runs"]) == 2
    assert not (tmp_path / "unfinished").exists()
    totals = Counter[str]()
    for name, step in steps:
        totals[name] += step
    assert totals == {NULL: 4, "cactus-kev-dict": 4}


def test_a_run_is_resumed_only_with_the_same_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Or the numbers of an evaluator would mix two versions of it."""
    mine = tmp_path / "my_evaluator.py"
    mine.write_text("from evaluators.null import *\nname = 'mine'\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    jobs = [Job("my_evaluator", "python", ("random-5",))]
    part = tmp_path / "unfinished" / "python-my_evaluator" / "0.json"
    part.parent.mkdir(parents=True)
    part.write_text("{}")
    (tmp_path / "unfinished" / "run.json").write_text(json.dumps(_request(jobs, ONCE)))
    assert interrupted(tmp_path, jobs, ONCE) == 1
    mine.write_text("from evaluators.null import *\nname = 'mine'\n# faster\n")
    assert interrupted(tmp_path, jobs, ONCE) == 0


def test_a_round_that_was_cut_off_is_measured_again(tmp_path: Path) -> None:
    jobs = [Job(NULL, "python", ("random-5",))]
    part = tmp_path / "unfinished" / f"python-{NULL}" / "0.json"
    part.parent.mkdir(parents=True)
    part.write_text('{"benchmarks": [')
    (tmp_path / "unfinished" / "run.json").write_text(json.dumps(_request(jobs, ONCE)))
    (status,) = run(jobs, tmp_path, ONCE).values()
    assert status == Status(TIMED)
    assert names_in(tmp_path / "python" / "null.json.gz") == ["random-5"]


ARRAYS = """
class Evaluator:
    name, sizes, lower_wins = "mine", range(5, 6), False
    def evaluate(self, hands): return hands.max(axis=1)
evaluator = Evaluator()
"""


def test_a_file_of_arrays_is_timed(tmp_path: Path) -> None:
    """Else `bench --style numpy mine.py:evaluator` fails after all of its rounds."""
    (tmp_path / "mine.py").write_text(ARRAYS)
    place = f"{tmp_path}/mine.py:evaluator"
    workloads = rounds.workloads_for(place, "numpy", ["random-5", "random-7", "import"])
    assert workloads == ("random-5", "import")
    (status,) = run([Job(place, "numpy", workloads)], tmp_path / "out", ONCE).values()
    assert status == Status(TIMED)


def test_arrays_are_timed_in_a_separate_folder(tmp_path: Path) -> None:
    """And with them the null evaluator of arrays, which measures the call itself."""
    jobs = [Job(name, "numpy", ("showdowns", "scale-10")) for name in ("rank-sums", NULL_ARRAYS)]
    assert set(run(jobs, tmp_path, ONCE).values()) == {Status(TIMED)}
    results = read(tmp_path)
    assert {timing.style for timing in results.timings} == {"numpy"}
    assert [timing.name for timing in results.of("scale-10")] == ["null", "rank-sums"]


def doubts_of(
    monkeypatch: pytest.MonkeyPatch, n: int, load: float, *processes: tuple[float, ...]
) -> list[str]:
    """The doubts after round n, on two cores with this load, about timings of these processes."""
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    monkeypatch.setattr(psutil, "getloadavg", lambda: (load, 0.0, 0.0))
    timings = [Timing(f"e{n}", "random-5", values) for n, values in enumerate(processes)]
    return list(rounds._doubts(n, timings))


def test_a_load_above_one_a_core_is_a_doubt(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a load of two on two cores, no process waits."""
    assert doubts_of(monkeypatch, 0, 2.0, (1.0,)) == []
    (warning,) = doubts_of(monkeypatch, 0, 2.1, (1.0,))
    assert warning.startswith("the load is 2.1 on 2 cores")


def test_an_interval_above_a_tenth_of_the_median_is_a_doubt(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """But not after the first round: one process has no interval."""
    assert doubts_of(monkeypatch, 1, 0, (1.0, 1.1, 1.04), (2.0, 2.1, 2.0)) == []
    (warning,) = doubts_of(monkeypatch, 2, 0, (1.0, 1.1, 0.98), (2.0, 2.5, 2.0), (2.0, 2.1, 2.0))
    assert warning == (
        "after 3 rounds, the intervals of 2 of 3 timings are wider than 10 % of the median; "
        "the widest, e1 on random-5: 25 %"
    )
    assert doubts_of(monkeypatch, 0, 0, (1.0, 2.0)) == []


def test_doubts_follow_each_round(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are about all timings so far, or the last round would hide the others."""
    counts: list[int] = []

    def spy(n: int, timings: Sequence[Timing]) -> list[str]:
        counts.append(sum(len(timing.processes) for timing in timings))
        return [f"round {n}"]

    monkeypatch.setattr(rounds, "_doubts", spy)
    warnings: list[str] = []
    run([Job(NULL, "python", ("random-5",))], tmp_path, TWICE, warn=warnings.append)
    assert (counts, warnings) == ([1, 2], ["round 0", "round 1"])
