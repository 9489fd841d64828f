"""A check that is interrupted and goes on: finished shards in a folder."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from evaluators.rules import RULES
from harness.adapters.place import Place
from harness.checking import equivalence, state
from harness.checking.equivalence import tasks_of, verdicts_on
from harness.checking.state import State, StateError
from harness.checking.statuses import ERROR, NOT_EQUIVALENT
from harness.checking.tasks import NUMPY, Shard
from harness.checking.verdict import Verdict
from harness.hands.scopes import Sample, Scope
from harness.processes.limits import USUAL, Limits
from tests.harness.in_process import Here
from tests.harness.styles import number
from tests.scripts import run

pytestmark = pytest.mark.usefixtures("short_preflight")

GOOD = "cactus-kev-dict"
SCOPE = Sample(5, 2_000)
SHARDS = 3 + 1  # and the preflight
OTHERS = "of other evaluators, hands, code or versions, not used"


@pytest.fixture(autouse=True)
def small_shards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(equivalence, "SHARD", 800)


@pytest.fixture
def warnings() -> list[str]:
    """The lines that states warn with."""
    return []


@pytest.fixture
def opened(tmp_path: Path, warnings: list[str]) -> Iterator[Callable[..., State]]:
    """A function that opens the state of evaluators in one folder; it closes the one before."""
    with ExitStack() as stack:

        def open_state(
            name: str = GOOD, scope: Scope = SCOPE, style: str = "python", folder: str = "state"
        ) -> State:
            stack.close()
            opened = State(tmp_path / folder, [Place.of(name)], scope, style, warnings.append)
            stack.callback(opened.close)
            return opened

        yield open_state


def checked(saved: State, name: str = GOOD) -> tuple[Verdict, int]:
    """The verdict of a check with a state, without its seconds, and how many tasks it did."""
    run = Here()
    (verdict,) = verdicts_on([name], SCOPE, state=saved, run=run)
    return replace(verdict, seconds=0), len(run.done)


def test_a_finished_check_has_its_verdict_again(opened: Callable[..., State]) -> None:
    """Failure means that no verdict comes if no task is left."""
    name = "tests.harness.broken:counts"  # the preflight finds it out
    first, _ = checked(opened(name), name)
    assert first.status == NOT_EQUIVALENT
    assert checked(opened(name), name) == (first, 0)


def fails_at_a_hand(hand: list[int]) -> int:
    """An evaluator that fails at a hand of the last shard, which is not in the preflight."""
    assert {*hand} != LAST
    return number(hand)


LAST = {*SCOPE.hand(1_901)}


def test_a_shard_that_failed_is_done_again(opened: Callable[..., State]) -> None:
    """Failure means that an accident becomes a part of every later verdict."""
    name = f"{__name__}:fails_at_a_hand"
    first, done = checked(opened(name), name)
    again, done_again = checked(opened(name), name)
    assert (first.status, done, done_again) == (ERROR, SHARDS, 1)
    assert again == first


def test_a_damaged_shard_is_done_again_with_a_message(
    opened: Callable[..., State], warnings: list[str]
) -> None:
    first, _ = checked(opened())
    saved = opened()
    (file,) = saved.folder.glob("*-800-1600.shard")
    (other,) = saved.folder.glob("*-0-800.shard")
    whole = file.read_bytes()
    other_end = whole[:-1] + bytes([whole[-1] ^ 1])
    for damaged in (b"", whole[:-9], other_end, other.read_bytes()):
        file.write_bytes(damaged)
        saved = opened()
        assert checked(saved) == (first, 1)
        assert warnings.pop() == f"{file} is damaged; hands 800 to 1,600 are done again"
    assert checked(saved) == (first, 0)
    (keys,) = saved.folder.glob("*.keys")  # those of all shards
    keys.write_bytes(b"")
    warnings.clear()
    assert checked(opened()) == (first, SHARDS)
    assert len(warnings) == SHARDS
    assert checked(saved) == (first, 0)


MINE = "def evaluate(hand: list[int]): return min(hand)\n"


def test_shards_of_another_run_are_not_used(
    opened: Callable[..., State],
    warnings: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Failure means that a verdict is about other code or hands than it says."""
    file = tmp_path / "mine.py"
    file.write_text(MINE)
    name, shard = f"{file}:evaluate", Shard()
    saved = opened(name)
    task = next(tasks_of([Place.of(name)], SCOPE, "python", USUAL))
    saved.keep(task, shard)
    assert opened(name).shard(task) == shard
    assert warnings.pop().startswith(f"{saved.folder}: parts of an earlier run are used")
    opened(f"{file}:other")
    opened(name, Sample(5, 1_000))
    opened(name, Sample(5, 2_000, seed=2))
    opened(name, Sample(5, 2_000, rules=RULES["deuce-to-seven"]))
    opened(name, style="numpy")
    with monkeypatch.context() as patch:
        patch.setattr(state, "version", lambda package: "0.0")
        opened(name)
    file.write_text(MINE + "# better\n")
    opened(name)
    assert warnings == 7 * [f"{saved.folder}: 1 part {OTHERS}"]
    warnings.clear()
    opened(f"exec:cat {file}", folder="programs")
    for command in ("python3 -m mine", f"sh {'x' * 300}"):
        opened(f"exec:{command}", folder="others")
        told = f"{command}: it names no file of its code: use another folder if that changes"
        assert warnings.pop() == told
    assert not warnings


def test_gaps_are_not_used_where_there_is_memory_for_all_keys(
    opened: Callable[..., State], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else more memory, the remedy that the verdict names, does not help."""
    monkeypatch.setattr(equivalence, "ARRAY_SHARD", 500)
    place, undecided = "benchmarks.costs:PLACES.random", []
    for megabytes in (0, 0, 2_000):
        (verdict,) = verdicts_on(
            *([place], SCOPE, lambda task: None, NUMPY, Limits(megabytes=megabytes)),
            *(opened(place, style=NUMPY), Here()),
        )
        undecided.append(verdict.undecided)
    assert undecided[0] == undecided[1] > undecided[2] == 0


def test_a_module_that_has_changed_is_noticed(tmp_path: Path) -> None:
    """Failure means a false verdict: an evaluator is judged by what its old helper said."""
    mine, helper, state = (tmp_path / name for name in ("mine.py", "helper.py", "state"))
    mine.write_text("from helper import key\ndef evaluate(hand: list[int]): return key(hand)\n")
    helper.write_text(f"from {number.__module__} import number as key\n")
    used = (
        f"{state}: parts of an earlier run are used; packages, libraries, data and what a program"
    )
    changed = f"{helper} has changed: what was done with it is done again\n"
    first, again = (allhands(str(mine), "--state", str(state)) for _ in range(2))
    assert (first.exit_code, first.stderr, again.exit_code) == (0, "", 0)
    assert again.stderr.startswith(used)
    helper.write_text("key = min\n")
    wrong = allhands(str(mine), "--state", str(state))
    assert (wrong.exit_code, wrong.stderr) == (1, changed)


def test_folders_that_cannot_be_used(opened: Callable[..., State], tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    for folder, message in (
        ("notes.txt", "notes.txt is not a folder"),
        (".", "has files other than finished parts of a check"),
    ):
        with pytest.raises(StateError, match=message):
            opened(folder=folder)
    assert opened(folder="runs/today/state").folder.is_dir()


HANGS = f"""
import os, time
from evaluators.rank_sums.scalar import encode, evaluate as key
LAST = {LAST}
def evaluate(hand: list[int]):
    if {{*hand}} == LAST and "HANG" in os.environ: time.sleep(600)
    return key([*map(encode, hand)])
"""
COMMAND = """
from harness.checking import equivalence
from harness.cli import main
equivalence.SHARD = 800
main()
"""


def allhands(*arguments: str) -> Result:
    return run("check", "--sample", "2000", *arguments)


def without_seconds(file: Path) -> list[dict[str, Any]]:
    """The verdicts in a file of JSON, without their seconds, which differ between runs."""
    verdicts: list[dict[str, Any]] = json.loads(file.read_text())["evaluators"]
    for verdict in verdicts:
        del verdict["seconds"], verdict["counting_seconds"]
    return verdicts


def test_a_killed_check_goes_on_with_the_same_verdict(tmp_path: Path) -> None:
    """Failure means that finished shards are lost, or that the verdict depends on the kill."""
    place, folder = str(tmp_path / "hangs.py"), tmp_path / "state"
    Path(place).write_text(HANGS)
    options = "--state", str(folder)
    process = subprocess.Popen(
        [sys.executable, "-c", COMMAND, "check", "--sample", "2000", place, *options],
        stdout=subprocess.DEVNULL,
        start_new_session=True,
        env={**os.environ, "HANG": ""},
    )
    while len(list(folder.glob("*.shard"))) < SHARDS - 1:
        time.sleep(0.05)
        assert process.poll() is None
    refused = allhands(place, *options)
    assert (refused.exit_code, "is being used by another run" in refused.output) == (2, True)
    process.send_signal(signal.SIGKILL)
    process.wait()
    finished = {file: file.stat().st_mtime_ns for file in folder.glob("*.shard")}
    went_on = allhands(place, *options, "--json", str(tmp_path / "went_on"))
    assert went_on.exit_code == 0, went_on.output
    assert {file: file.stat().st_mtime_ns for file in finished} == finished
    assert len(list(folder.glob("*.shard"))) == SHARDS
    allhands(place, "--json", str(tmp_path / "whole"))
    assert without_seconds(tmp_path / "went_on") == without_seconds(tmp_path / "whole")
    assert f"{folder}: {SHARDS} parts {OTHERS}\n" in allhands("cactus-kev", *options).stderr
