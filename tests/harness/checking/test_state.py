"""A check that is killed, and goes on with what was finished."""

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


SOME = "--sample", "400000"
SHARDS = 4 + 1  # and the preflight


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
        [*command, *SOME, "--state", str(state)],
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


@pytest.mark.parametrize("damage", ["", "short", "other"])
def test_a_damaged_shard_is_done_again_and_said_so(tmp_path: Path, damage: str) -> None:
    """Empty, truncated, or one byte changed: it is not believed."""
    state = tmp_path / "state"
    again = "cactus-kev-dict", "--state", str(state), "--sample", "150000"
    assert run(*again, "--json", str(tmp_path / "whole")).exit_code == 0
    shard, *_ = sorted(state.glob("*-100000-*.shard"))
    content = shard.read_bytes()
    shard.write_bytes({"": b"", "short": content[:-9], "other": content[:-1] + b"x"}[damage])
    resumed = run(*again, "--resume", "--json", str(tmp_path / "resumed"))
    assert resumed.exit_code == 0
    assert f"{shard} is damaged; hands 100,000 to 150,000 are done again" in resumed.stderr
    assert len(shard.read_bytes()) > 1_000
    assert verdict(tmp_path / "resumed") == verdict(tmp_path / "whole")


@pytest.mark.parametrize("text", ["[]", "", "{", "null", "5", "\\xff"])
def test_what_a_run_is_about_may_be_damaged(tmp_path: Path, text: str) -> None:
    state = tmp_path / "state"
    run("cactus-kev-dict", "--state", str(state), "--sample", "99")
    (state / "about.json").write_bytes(text.encode("latin-1").replace(b"\\xff", b"\xff"))
    refused = run("cactus-kev-dict", "--state", str(state), "--sample", "99", "--resume")
    assert refused.exit_code == 2
    assert "about.json is not what a check has written" in refused.output


def test_two_runs_on_one_folder(place: str, tmp_path: Path) -> None:
    """The second is refused, and the first one comes to its end."""
    state = tmp_path / "state"
    command = [sys.executable, "-c", "from harness.cli import main; main()", "check", place]
    first = subprocess.Popen(
        [*command, *SOME, "--state", str(state)],
        stdout=subprocess.DEVNULL,
        env={**os.environ, "TIMES": "6"},
    )
    while not list(state.glob("*.shard")):
        time.sleep(0.05)
        assert first.poll() is None
    second = run(place, *SOME, "--state", str(state), "--resume")
    assert (second.exit_code, "is being used by another run" in second.output) == (2, True)
    assert first.wait(120) == 0
    assert len(list(state.glob("*.shard"))) == SHARDS
