"""A check that is killed, and goes on with what was finished."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from harness.cli import main

SLOW = """
import time
from evaluators.cactus_kev import hash_map
name, sizes, lower_wins, encode = "slow", range(5, 8), True, hash_map.encode
def evaluate(hand):
    for _ in range(12): key = hash_map.evaluate(hand)
    return key
"""


@pytest.fixture
def place(tmp_path: Path) -> str:
    (tmp_path / "slow.py").write_text(SLOW)
    return str(tmp_path / "slow.py")


SOME = "--sample", "700000"
SHARDS = 7 + 1  # and a first look


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["check", *arguments])


def verdict(file: Path) -> dict[str, object]:
    """All but the seconds, which are not the same on any two runs."""
    (found,) = json.loads(file.read_text())["evaluators"]
    del found["seconds"]
    return dict(found)


def test_a_run_that_is_killed_ends_with_the_same_verdict(place: str, tmp_path: Path) -> None:
    """Killed without warning, worker processes and all; what was finished is not done again."""
    state = tmp_path / "state"
    command = [sys.executable, "-c", "from harness.cli import main; main()", "check", place]
    process = subprocess.Popen(
        [*command, *SOME, "--state", str(state)], stdout=subprocess.DEVNULL, start_new_session=True
    )
    while len(list(state.glob("*.shard"))) < 3:
        time.sleep(0.05)
        assert process.poll() is None
    process.send_signal(signal.SIGKILL)
    process.wait()
    time.sleep(1)
    finished = {file: file.read_bytes() for file in state.glob("*.shard")}
    assert 3 <= len(finished) < SHARDS
    resumed = str(tmp_path / "resumed")
    done = run(place, *SOME, "--state", str(state), "--resume", "--json", resumed)
    assert done.exit_code == 0, done.output
    assert {file: file.read_bytes() for file in finished} == finished
    assert len(list(state.glob("*.shard"))) == SHARDS
    run(place, *SOME, "--json", str(tmp_path / "whole"))
    assert verdict(tmp_path / "resumed") == verdict(tmp_path / "whole")


def test_a_state_of_something_else_is_refused(place: str, tmp_path: Path) -> None:
    state = str(tmp_path / "state")
    assert run("cactus-kev-dict", "--state", state, "--sample", "99").exit_code == 0
    for arguments, message in (
        (["cactus-kev-dict", "--state", state], "holds a run; --resume goes on with it"),
        (["cactus-kev", "--state", state, "--resume"], "of other evaluators"),
        (["cactus-kev-dict", "--state", state, "--resume", "--sample", "9"], "of other hands"),
        (["cactus-kev-dict", "--state", str(tmp_path / "no"), "--resume"], "holds no run"),
        (["cactus-kev-dict", "--state", str(tmp_path)], "is not empty, and holds no run"),
        (["cactus-kev-dict", "--resume"], "--resume goes with --state DIR"),
    ):
        refused = run(*arguments)
        assert refused.exit_code == 2
        assert message in refused.output
    again = "--sample", "99", "--state", state, "--resume"
    assert run("cactus-kev-dict", *again).exit_code == 0


def test_a_state_of_other_code_is_refused(place: str, tmp_path: Path) -> None:
    state = str(tmp_path / "state")
    assert run(place, "--state", state, "--sample", "100").exit_code == 0
    Path(place).write_text(SLOW + "# better\n")
    refused = run(place, "--state", state, "--sample", "100", "--resume")
    assert refused.exit_code == 2
    assert "of other code" in refused.output


def test_a_version_that_is_another_is_refused(tmp_path: Path) -> None:
    state = tmp_path / "state"
    assert run("cactus-kev-dict", "--state", str(state), "--sample", "100").exit_code == 0
    about = json.loads((state / "about.json").read_text())
    about["versions"]["python"] = "2.7"
    (state / "about.json").write_text(json.dumps(about))
    refused = run("cactus-kev-dict", "--state", str(state), "--sample", "100", "--resume")
    assert "of other versions" in refused.output
