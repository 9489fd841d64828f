"""Shards on a Dask cluster: a real scheduler and real workers, some of which are killed."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from evaluators.cards import format_card
from harness.adapters.place import Place
from harness.checking.equivalence import tasks_of
from harness.checking.statuses import DONE
from harness.checking.tasks import PYTHON, Shard, Task
from harness.hands.scopes import ALL_FIVE, Sample
from harness.processes.limits import USUAL
from tests.harness.checking.test_state import COMMAND, without_seconds

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.skipif(not find_spec("distributed"), reason="distributed is not installed"),
]

SAMPLE = "--sample", "2000"
SHARDS = 4  # of 800 hands, and the preflight
MIDDLE, LAST = ({*map(format_card, Sample(5, 2_000).hand(place))} for place in (901, 1_901))
"""Hands of the second shard and of the last, which are not in the preflight."""
MINE = f"""
import os, psutil, time
from evaluators.cactus_kev.scalar import hash_map
from evaluators.cards import DECK, format_card
CARDS = {{format_card(card): hash_map.encode(card) for card in DECK}}
def good(hand):
    return hash_map.evaluate([CARDS[card] for card in hand])
def waits(hand):
    while set(hand) == {LAST} and not os.path.exists("GO"): time.sleep(0.05)
    return good(hand)
def wrong(hand):
    return min(good(hand), 7_000)
def ends_itself(hand):
    if set(hand) == {LAST}: os._exit(7)
    return good(hand)
def ends_the_worker(hand):
    if set(hand) == {MIDDLE}:
        psutil.Process().parent().parent().kill()
        time.sleep(60)
    return good(hand)
"""


class Dask:
    """A scheduler and its workers, each in a new session."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.file = folder / "scheduler.json"
        self.processes: list[subprocess.Popen[bytes]] = []
        self.scheduler = self._start("scheduler", "--host=127.0.0.1", "--port=0")
        wait_until(self.file.exists)
        self.address = json.loads(self.file.read_text())["address"]

    def worker(self) -> subprocess.Popen[bytes]:
        return self._start("worker", "--nthreads=1", f"--local-directory={self.folder}")

    def _start(self, *arguments: str) -> subprocess.Popen[bytes]:
        options = [f"--scheduler-file={self.file}", "--no-dashboard"]
        with (self.folder / "log").open("ab") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", "dask", *arguments, *options],
                cwd=self.folder,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self.processes.append(process)
        return process


def kill(process: subprocess.Popen[bytes]) -> None:
    """Kill a process and its children by SIGKILL."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def wait_until(holds: Callable[[], object]) -> None:
    deadline = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.05)


@pytest.fixture
def dask(tmp_path: Path) -> Iterator[Dask]:
    (tmp_path / "cluster").mkdir()
    started = Dask(tmp_path / "cluster")
    yield started
    for process in started.processes:
        kill(process)


def check(folder: Path, *arguments: str) -> subprocess.Popen[str]:
    """Start ``allhands check`` in a folder with `mine.py`."""
    (folder / "mine.py").write_text(MINE.replace("GO", str(folder / "go")))
    return subprocess.Popen(
        [sys.executable, "-c", COMMAND, "check", *SAMPLE, *arguments],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def verdicts(folder: Path, *arguments: str) -> list[dict[str, Any]]:
    """The verdicts of a check, without their seconds."""
    process = check(folder, *arguments, "--json", "found.json")
    output, _ = process.communicate(timeout=180)
    assert process.returncode in (0, 1, 3), output
    return without_seconds(folder / "found.json")


def test_the_same_verdicts_as_on_one_machine(dask: Dask, tmp_path: Path) -> None:
    dask.worker()
    dask.worker()
    names = f"{tmp_path}/mine.py:wrong", f"{tmp_path}/mine.py:ends_itself", "cactus-kev-dict"
    on_cluster = verdicts(tmp_path, "--jobs", dask.address, *names)
    statuses = [verdict["status"] for verdict in on_cluster]
    assert statuses == ["not_equivalent", "error", "equivalent"]
    assert on_cluster == verdicts(tmp_path, *names)


def test_workers_come_and_go(dask: Dask, tmp_path: Path) -> None:
    first, state = dask.worker(), tmp_path / "state"
    options = "--jobs", dask.address, "--timeout", "100", "--state", "state", "--json", "found.json"
    process = check(tmp_path, *options, "mine.py:waits")
    wait_until(lambda: len(list(state.glob("*.shard"))) == SHARDS - 1)
    kill(first)
    dask.worker()
    (tmp_path / "go").touch()
    output, _ = process.communicate(timeout=180)
    assert process.returncode == 0, output
    (verdict,) = json.loads((tmp_path / "found.json").read_text())["evaluators"]
    assert (verdict["status"], verdict["hands"]) == ("equivalent", 2_000)
    assert len(list(state.glob("*.shard"))) == SHARDS


def test_a_scheduler_that_is_lost(dask: Dask, tmp_path: Path) -> None:
    """Failure means no error message, or that the run cannot be resumed without a cluster."""
    dask.worker()
    dask.worker()
    options = "--jobs", dask.address, "--timeout", "100", "--state", "state", "mine.py:waits"
    process, state = check(tmp_path, *options), tmp_path / "state"
    wait_until(lambda: len(list(state.glob("*.shard"))) == SHARDS - 1)
    kill(dask.scheduler)
    output, _ = process.communicate(timeout=60)
    assert process.returncode == 3
    assert f"Error: the scheduler at {dask.address} is lost after 3 shards" in output
    assert "what is finished is in state; the same command goes on with it" in output
    assert "Traceback" not in output
    (tmp_path / "go").touch()
    (resumed,) = verdicts(tmp_path, "--state", "state", "mine.py:waits")
    assert len(list(state.glob("*.shard"))) == SHARDS
    assert resumed["status"] == "equivalent"
    assert [resumed] == verdicts(tmp_path, "mine.py:waits")


def test_an_evaluator_that_kills_the_worker_itself(dask: Dask, tmp_path: Path) -> None:
    """Failure means endless retries, or that another evaluator's check fails."""
    dask.worker()
    dask.worker()
    names = "mine.py:ends_the_worker", "cactus-kev-dict"
    bad, good = verdicts(tmp_path, "--jobs", dask.address, *names)
    assert (bad["status"], good["status"]) == ("error", "equivalent")
    assert bad["message"].startswith("hands 800 to 1,600: the worker that had them ended")


def test_who_waited_on_a_worker_that_ended_is_asked_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dask suspects all shards on the worker; else the error of one evaluator hits another."""
    from distributed import KilledWorker

    from harness.checking import cluster

    class Future(NamedTuple):
        key: int
        status: str

        def cancelled(self) -> bool:
            return False

        def exception(self) -> KilledWorker:
            return KilledWorker("shard", nobody, 3)

    class Completed(list[Future]):
        """A client with one worker, and what it has completed: the oldest first."""

        loop = None
        add = list.append

        def __next__(self) -> tuple[Future, Any]:
            if not self:
                raise StopIteration
            running.append(len(self))
            return self.pop(0), ((), Shard(), "")

        def nthreads(self) -> dict[str, int]:
            return {"one worker": 1}

        def submit(self, _: object, task: Task, *__: object, pure: bool) -> Future:
            asked.append(task)
            has_ended = task is guilty or len(asked) <= cluster.AHEAD
            return Future(len(asked), "error" if has_ended else "finished")

    nobody: Any = None
    running: list[int] = []
    asked: list[Task] = []
    guilty, *others = tasks = [*islice(tasks_of([Place("rulebook")], ALL_FIVE, PYTHON, USUAL), 5)]
    futures: Any = Completed()
    monkeypatch.setattr(cluster, "as_completed", lambda **_: futures)
    there = object.__new__(cluster.Cluster)
    there._client = futures
    found: dict[Task, Any] = {task: shard for task, shard, _ in there(tasks)}
    assert found[guilty].status == "error"
    assert [found[task].status for task in others] == 4 * [DONE]
    assert asked == [*tasks[:3], *tasks[:3], *tasks[3:]]  # first who is suspected, then the rest
    assert running == [3, 2, 1, 1, 1, 1, 2, 1]


def test_addresses_without_a_cluster(dask: Dask, tmp_path: Path) -> None:
    messages = {
        "tcp://127.0.0.1:1": "there is no scheduler at tcp://127.0.0.1:1",
        dask.address: f"the scheduler at {dask.address} has no worker",
    }
    processes = [check(tmp_path, "--jobs", address, "rulebook") for address in messages]
    for process, message in zip(processes, messages.values()):
        output, _ = process.communicate(timeout=60)
        assert process.returncode == 2, output
        assert output.startswith(f"Error: --jobs: {message}")


def test_other_code_is_refused() -> None:
    from harness.checking.cluster import ClusterError, run_task, sent_with

    task = next(tasks_of([Place("rulebook")], ALL_FIVE, PYTHON, USUAL))
    version, code, content = sent_with(task)
    for other in (("0.0", code), (version, "0" * 64)):
        with pytest.raises(ClusterError, match="a worker has"):
            run_task(task, *other, content)
