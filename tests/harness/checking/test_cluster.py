"""Shards on a Dask cluster: a real scheduler, real workers, and what can happen to them."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from harness.cli import main

pytest.importorskip("distributed")
pytestmark = pytest.mark.thorough

GOOD = """
import os, psutil, time
from evaluators.cactus_kev.scalar import hash_map
from evaluators.cards import DECK, format_card
CARDS = {format_card(card): hash_map.encode(card) for card in DECK}
def good(hand):
    return hash_map.evaluate([CARDS[card] for card in hand])
def slow(hand):
    for _ in range(8): key = good(hand)
    return key
def wrong(hand):
    return min(good(hand), 7_000)
def ends_itself(hand):
    if set(hand) == {"3h", "7s", "Td", "Kd", "Ac"}: os._exit(7)
    return good(hand)
def ends_the_worker(hand):
    if set(hand) == {"3h", "7s", "Td", "Kd", "Ac"}:
        os.kill(psutil.Process(os.getppid()).ppid(), 9)
        time.sleep(60)
    return good(hand)
"""
SOME = "--sample", "500000"
SHARDS = 6  # and the preflight


class Dask:
    """A scheduler and its workers, each in a session of its own."""

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

    def end(self) -> None:
        for process in self.processes:
            kill(process)


def kill(process: subprocess.Popen[bytes]) -> None:
    """Without warning, and whatever it has started."""
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
    started.end()


def check(folder: Path, *arguments: str) -> subprocess.Popen[str]:
    """``allhands check``, in a folder where `mine.py` is."""
    (folder / "mine.py").write_text(GOOD)
    command = [sys.executable, "-c", "from harness.cli import main; main()", "check"]
    return subprocess.Popen(
        [*command, *arguments],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def verdicts(folder: Path, *arguments: str) -> list[dict[str, Any]]:
    """What a check says, but for its seconds."""
    process = check(folder, *arguments, "--json", "found.json")
    said, _ = process.communicate(timeout=180)
    assert process.returncode in (0, 1, 3), said
    return without_seconds(folder / "found.json")


def without_seconds(file: Path) -> list[dict[str, Any]]:
    found = json.loads(file.read_text())["evaluators"]
    return [{key: value for key, value in each.items() if key != "seconds"} for each in found]


def test_the_same_verdicts_as_on_one_machine(dask: Dask, tmp_path: Path) -> None:
    """The file of an evaluator travels: the workers have another folder."""
    dask.worker()
    dask.worker()
    (tmp_path / "mine.py").write_text(GOOD)
    names = f"{tmp_path}/mine.py:wrong", "cactus-kev-dict"
    done = CliRunner().invoke(
        main, ["check", "--dask", dask.address, *names, *SOME, "--json", str(tmp_path / "found")]
    )
    assert done.exit_code == 1, done.output
    there = without_seconds(tmp_path / "found")
    assert [each["status"] for each in there] == ["not_equivalent", "equivalent"]
    assert there == verdicts(tmp_path, *names, *SOME)


def test_workers_come_and_go(dask: Dask, tmp_path: Path) -> None:
    """One is killed in the middle, with all that it was doing; another comes."""
    first = dask.worker()
    options = "--dask", dask.address, "--state", "state", "mine.py:slow", "--json", "found.json"
    process = check(tmp_path, *options, *SOME)
    wait_until(lambda: len(list((tmp_path / "state").glob("*.shard"))) >= 2)
    kill(first)
    dask.worker()
    said, _ = process.communicate(timeout=180)
    assert process.returncode == 0, said
    (found,) = json.loads((tmp_path / "found.json").read_text())["evaluators"]
    assert (found["status"], found["hands"]) == ("equivalent", 500_000)
    assert len(list((tmp_path / "state").glob("*.shard"))) == SHARDS


def test_a_scheduler_that_is_lost(dask: Dask, tmp_path: Path) -> None:
    """It is said so, nothing finished is lost, and the run goes on without a cluster."""
    dask.worker()
    dask.worker()
    process = check(tmp_path, "--dask", dask.address, "--state", "state", "mine.py:slow", *SOME)
    wait_until(lambda: len(list((tmp_path / "state").glob("*.shard"))) >= 2)
    kill(dask.scheduler)
    said, _ = process.communicate(timeout=60)
    assert process.returncode == 3
    assert f"Error: the scheduler at {dask.address} is lost after " in said
    assert "what is finished is in state; --resume goes on with it" in said
    assert "Traceback" not in said
    kept = list((tmp_path / "state").glob("*.shard"))
    assert 2 <= len(kept) < SHARDS
    (found,) = verdicts(tmp_path, "--state", "state", "--resume", "mine.py:slow", *SOME)
    assert found["status"] == "equivalent"
    assert [found] == verdicts(tmp_path, "mine.py:slow", *SOME)


def test_an_evaluator_that_ends_its_process(dask: Dask, tmp_path: Path) -> None:
    """It is given up after three tries, at its hand; the other one is not touched."""
    dask.worker()
    dask.worker()
    bad, good = verdicts(tmp_path, "--dask", dask.address, "mine.py:ends_itself", "cactus-kev-dict")
    assert (bad["status"], good["status"]) == ("error", "equivalent")
    hand, _, said = bad["message"].partition(": ")
    assert set(hand.split()) == {"3h", "7s", "Td", "Kd", "Ac"}
    assert said == "its process ended itself with exit code 7, 3 times"


def test_an_evaluator_that_kills_the_worker_itself(dask: Dask, tmp_path: Path) -> None:
    """Each time it is tried; then it is given up, and its shard named."""
    dask.worker()
    dask.worker()
    bad, good = verdicts(
        tmp_path, "--dask", dask.address, "mine.py:ends_the_worker", "cactus-kev-dict"
    )
    assert (bad["status"], good["status"]) == ("error", "equivalent")
    assert bad["message"].startswith("hands 1,300,000 to 1,400,000: the worker that had them ended")


def test_what_is_no_cluster(dask: Dask, tmp_path: Path) -> None:
    messages = {
        "tcp://127.0.0.1:1": "there is no scheduler at tcp://127.0.0.1:1",
        "nonsense://here": "'nonsense://here' is not the address of a scheduler: tcp://host:8786",
        dask.address: f"the scheduler at {dask.address} has no worker",
    }
    processes = [check(tmp_path, "--dask", address, "rulebook") for address in messages]
    for process, message in zip(processes, messages.values()):
        said, _ = process.communicate(timeout=60)
        assert (process.returncode, said.startswith(f"Error: --dask: {message}")) == (2, True), said


def test_other_code_is_refused() -> None:
    """A worker that has another version of us, or of what an evaluator is in, does not run it."""
    from harness.checking.cluster import _OtherCodeError, _Payload, _there
    from harness.checking.tasks import Task
    from harness.hands.scopes import Scope

    task = Task("rulebook", Scope(), 0, 0)
    mine = _Payload.of(task)
    for other in (_Payload("0.0", mine.code), _Payload(mine.version, "0" * 64)):
        with pytest.raises(_OtherCodeError, match="a worker has"):
            _there(task, other)
