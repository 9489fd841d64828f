"""A check that is killed and resumed."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from harness.cli import main

SLOW = """
import os
from evaluators.cactus_kev.scalar import hash_map
TIMES = int(os.environ.get("TIMES", 1))
name, sizes, lower_wins, encode = "slow", range(5, 8), True, hash_map.encode
def evaluate(hand):
    for _ in range(TIMES): key = hash_map.evaluate(hand)
    return key
"""


@pytest.fixture
def place(tmp_path: Path) -> str:
    (tmp_path / "slow.py").write_text(SLOW)
    return str(tmp_path / "slow.py")


SAMPLE = "--sample", "300000"
SHARDS = 3 + 1  # and the preflight


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["check", *arguments])


def verdict(file: Path) -> dict[str, object]:
    """The verdict without its seconds, which differ between runs."""
    (document,) = json.loads(file.read_text())["evaluators"]
    del document["seconds"]
    return dict(document)


def test_a_killed_run_is_resumed_with_the_same_verdict(place: str, tmp_path: Path) -> None:
    """Failure means that finished shards are lost, or that the verdict depends on the kill."""
    state = tmp_path / "state"
    command = [sys.executable, "-c", "from harness.cli import main; main()", "check", place]
    process = subprocess.Popen(
        [*command, *SAMPLE, "--state", str(state)],
        stdout=subprocess.DEVNULL,
        start_new_session=True,
        env={**os.environ, "TIMES": "12"},
    )
    while len(list(state.glob("*.shard"))) < 2:
        time.sleep(0.05)
        assert process.poll() is None
    process.send_signal(signal.SIGKILL)
    process.wait()
    time.sleep(1)
    finished = {file: file.read_bytes() for file in state.glob("*.shard")}
    assert 2 <= len(finished) < SHARDS
    resumed = str(tmp_path / "resumed")
    result = run(place, *SAMPLE, "--state", str(state), "--resume", "--json", resumed)
    assert result.exit_code == 0, result.output
    assert {file: file.read_bytes() for file in finished} == finished
    assert len(list(state.glob("*.shard"))) == SHARDS
    run(place, *SAMPLE, "--json", str(tmp_path / "whole"))
    assert verdict(tmp_path / "resumed") == verdict(tmp_path / "whole")


def test_a_run_that_the_preflight_ended_is_resumed(tmp_path: Path) -> None:
    """No task is left that could bring the verdict; it comes all the same."""
    file = tmp_path / "mine.py"
    file.write_text(
        "from itertools import count\nn = count()\ndef evaluate(hand): return next(n)\n"
    )
    for resume in ([], ["--resume"]):
        result = run(str(file), "--state", str(tmp_path / "state"), *resume)
        assert (result.exit_code, "It is not equivalent." in result.output) == (1, True)


def test_a_state_may_be_in_folders_that_do_not_exist(tmp_path: Path) -> None:
    """Failure means that a path such as runs/today/state ends in a traceback."""
    state = tmp_path / "runs" / "today" / "state"
    result = run("cactus-kev-dict", "--state", str(state), "--sample", "99")
    assert result.exit_code == 0, result.output
    assert list(state.glob("*.shard"))


def test_the_state_of_another_run_is_refused(tmp_path: Path) -> None:
    state = str(tmp_path / "state")
    assert run("cactus-kev-dict", "--state", state, "--sample", "99").exit_code == 0
    for arguments, message in (
        (["cactus-kev-dict", "--state", state], "holds a run; --resume goes on with it"),
        (["cactus-kev", "--state", state, "--resume"], "a run with other evaluators"),
        (["cactus-kev-dict", "--state", state, "--resume", "--sample", "9"], "with other hands"),
        (["cactus-kev-dict", "--state", str(tmp_path / "no"), "--resume"], "holds no run"),
        (["cactus-kev-dict", "--state", str(tmp_path)], "is not empty, and holds no run"),
        (["cactus-kev-dict", "--resume"], "--resume goes with --state DIR"),
    ):
        refused = run(*arguments)
        assert refused.exit_code == 2
        assert message in refused.output
    same_run = "--sample", "99", "--state", state, "--resume"
    assert run("cactus-kev-dict", *same_run).exit_code == 0


def test_the_state_of_other_code_is_refused(place: str, tmp_path: Path) -> None:
    state = str(tmp_path / "state")
    assert run(place, "--state", state, "--sample", "100").exit_code == 0
    Path(place).write_text(SLOW + "# better\n")
    refused = run(place, "--state", state, "--sample", "100", "--resume")
    assert refused.exit_code == 2
    assert "with other code" in refused.output


def test_the_state_of_another_version_is_refused(tmp_path: Path) -> None:
    state = tmp_path / "state"
    assert run("cactus-kev-dict", "--state", str(state), "--sample", "100").exit_code == 0
    about = json.loads((state / "about.json").read_text())
    about["versions"]["python"] = "2.7"
    (state / "about.json").write_text(json.dumps(about))
    refused = run("cactus-kev-dict", "--state", str(state), "--sample", "100", "--resume")
    assert "with other versions" in refused.output


@pytest.mark.every(2)
@pytest.mark.parametrize("damage", ["empty", "truncated", "changed byte"])
def test_a_damaged_shard_is_done_again_with_a_message(tmp_path: Path, damage: str) -> None:
    state = tmp_path / "state"
    arguments = "cactus-kev-dict", "--state", str(state), "--sample", "150000"
    assert run(*arguments, "--json", str(tmp_path / "whole")).exit_code == 0
    shard, *_ = sorted(state.glob("*-100000-*.shard"))
    whole = shard.read_bytes()
    damaged = {"empty": b"", "truncated": whole[:-9], "changed byte": whole[:-1] + b"x"}
    shard.write_bytes(damaged[damage])
    resumed = run(*arguments, "--resume", "--json", str(tmp_path / "resumed"))
    assert resumed.exit_code == 0
    assert f"{shard} is damaged; hands 100,000 to 150,000 are done again" in resumed.stderr
    assert len(shard.read_bytes()) > 1_000
    assert verdict(tmp_path / "resumed") == verdict(tmp_path / "whole")


@pytest.mark.parametrize("text", ["[]", "", "{", "null", "5", "\\xff"])
def test_a_damaged_description_of_a_run_is_refused(tmp_path: Path, text: str) -> None:
    state = tmp_path / "state"
    run("cactus-kev-dict", "--state", str(state), "--sample", "99")
    (state / "about.json").write_bytes(text.encode("latin-1").replace(b"\\xff", b"\xff"))
    refused = run("cactus-kev-dict", "--state", str(state), "--sample", "99", "--resume")
    assert refused.exit_code == 2
    assert "about.json does not describe a run" in refused.output


def test_two_runs_on_one_folder(place: str, tmp_path: Path) -> None:
    """Failure means that two runs write to one folder, or that the second stops the first."""
    state = tmp_path / "state"
    command = [sys.executable, "-c", "from harness.cli import main; main()", "check", place]
    first = subprocess.Popen(
        [*command, *SAMPLE, "--state", str(state)],
        stdout=subprocess.DEVNULL,
        env={**os.environ, "TIMES": "6"},
    )
    while not list(state.glob("*.shard")):
        time.sleep(0.05)
        assert first.poll() is None
    second = run(place, *SAMPLE, "--state", str(state), "--resume")
    assert (second.exit_code, "is being used by another run" in second.output) == (2, True)
    assert first.wait(120) == 0
    assert len(list(state.glob("*.shard"))) == SHARDS
