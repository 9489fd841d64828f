"""``action.yml``: its steps, as a runner of GitHub starts them, in a shell."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from harness.cli import main

ROOT = Path(__file__).parent.parent
ACTION = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
INSTALL, CHECK = ACTION["runs"]["steps"]
INPUT = re.compile(r"\$\{\{ inputs\.(\w+) \}\}")
WRONG = "def evaluate(hand): return sorted('23456789TJQKA'.index(card[0]) for card in hand)[::-1]\n"


def run(folder: Path, **inputs: str) -> tuple[int, str, str]:
    """Run the step that checks; the exit code, the output, and the summary of the job."""
    values = {name: each["default"] for name, each in ACTION["inputs"].items()} | inputs
    variables = {name: INPUT.sub(lambda m: values[m[1]], of) for name, of in CHECK["env"].items()}
    bin_folder = folder / "allhands" / "bin"
    bin_folder.mkdir(parents=True)
    (bin_folder / "allhands").symlink_to(Path(sys.executable).parent / "allhands")
    (folder / "mine.py").write_text(WRONG)
    summary = folder / "summary.md"
    (folder / "step.sh").write_text(CHECK["run"])
    here = {"RUNNER_TEMP": str(folder), "GITHUB_STEP_SUMMARY": str(summary)}
    command = ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", str(folder / "step.sh")]
    done = subprocess.run(command, cwd=folder, env=os.environ | variables | here,
                          capture_output=True, text=True, check=False)  # fmt: skip
    shown = summary.read_text("utf-8") if summary.exists() else ""
    return done.returncode, done.stdout + done.stderr, shown


def test_no_input_is_a_part_of_a_script() -> None:
    """Else a branch or a file name may run as a command."""
    assert all("${{" not in step["run"] for step in (INSTALL, CHECK))
    used = {name for value in CHECK["env"].values() for name in INPUT.findall(value)}
    assert used == {*ACTION["inputs"]}


def test_the_steps_are_of_this_repository() -> None:
    assert '"$GITHUB_ACTION_PATH"' in INSTALL["run"]
    options = {option for parameter in main.commands["check"].params for option in parameter.opts}
    assert {*re.findall(r"(?<=[( ])--[a-z]+(?= \"\$)", CHECK["run"])} <= options


def test_a_wrong_evaluator_fails_with_two_hands_in_the_summary(tmp_path: Path) -> None:
    code, output, summary = run(tmp_path, evaluator="mine.py", arguments="--sample\n 500")
    assert code == 1
    assert output.startswith("mine.py: not equivalent\n")
    head, blank, *lines = summary.splitlines()
    assert (head, blank) == ("### allhands check", "")
    assert all(line.startswith("    ") for line in lines)
    assert [line[4:] for line in lines] == output.splitlines()
    assert re.fullmatch(r"      allhands rank --by mine\.py (\w\w){5} (\w\w){5}", lines[-1])


def test_a_right_evaluator_passes(tmp_path: Path) -> None:
    code, _, summary = run(tmp_path, evaluator="rulebook", rules="short-deck", cards="6",
                           arguments="--sample 50")  # fmt: skip
    assert code == 0
    assert "It is equivalent on this sample: 50 hands" in summary
    assert "6 cards by the rules of short deck" in summary


def test_a_game_without_a_choice_of_cards(tmp_path: Path) -> None:
    ours, arguments = "evaluators.omaha.arrays", "--style numpy --sample 50"
    code, output, _ = run(tmp_path, evaluator=ours, rules="omaha", arguments=arguments)
    assert (code, "It is equivalent on this sample: 50 " in output) == (0, True), output


@pytest.mark.parametrize(
    ("inputs", "why"),
    [
        ({}, "Error: name an evaluator or a command\n"),
        ({"evaluator": "none.u32"}, "Error: none.u32: there is no such file\n"),
        ({"command": "no-such-program $(touch ran)"}, "there is no program 'no-such-program'"),
        ({"evaluator": "$(touch ran); touch ran #"}, "touch ran"),
        ({"evaluator": "mine.py", "cards": "5; touch ran"}, "touch ran"),
        ({"evaluator": "mine.py", "arguments": "--sample $(touch ran)"}, "$(touch"),
    ],
)
def test_inputs_are_refused_and_never_run(inputs: dict[str, str], why: str, tmp_path: Path) -> None:
    code, output, _ = run(tmp_path, **inputs)
    assert (code, why in output) == (2, True), output
    assert not (tmp_path / "ran").exists()
