"""``allhands check --from FILE``: a list of evaluators, at several sizes, in one matrix."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from harness.checking.roster import read
from harness.cli import main
from harness.processes.limits import Limits

WRONG = """
from tests.harness.broken import wheel_missing
name, sizes, lower_wins = "wrong", range(5, 8), wheel_missing.lower_wins
encode, evaluate = wheel_missing.encode, wheel_missing.evaluate
"""
ROSTER = """
[[evaluator]]
name = "right"
place = "rank-sums"
cards = [5, 7]
sample = { 7 = 3_000 }
about = { version = "1.2", released = 2024-02-29 }

[[evaluator]]
name = "wrong"
place = "wrong.py"

[[evaluator]]
name = "missing"
exec = "./missing packages"
cards = [5, 6]
"""
SAMPLE = "--sample", "20000"


@pytest.fixture
def roster(tmp_path: Path) -> Path:
    (tmp_path / "wrong.py").write_text(WRONG)
    program = tmp_path / "missing"
    program.write_text("#!/bin/sh\necho 'missing: run its installer first' >&2\nexit 127\n")
    program.chmod(0o755)
    (tmp_path / "packages").mkdir()
    file = tmp_path / "roster.toml"
    file.write_text(ROSTER)
    return file


def run(roster: Path, *arguments: str) -> Result:
    return CliRunner().invoke(main, ["check", "--from", str(roster), *arguments])


def rows(document: str) -> dict[tuple[str, int], dict[str, Any]]:
    return {(row["name"], row["cards"]): row for row in json.loads(document)["evaluators"]}


def is_refused(result: Result, message: str) -> bool:
    assert result.exit_code == 2, result.output
    (line,) = result.output.splitlines()
    return message in line


def test_one_matrix_for_all_evaluators_and_sizes(roster: Path, tmp_path: Path) -> None:
    """The places are relative to the roster's folder, the files of results to the user's."""
    result = run(roster, *SAMPLE, "--json", str(tmp_path / "verdicts.json"))
    assert result.exit_code == 3  # one could not be checked
    matrix = result.stdout[result.stdout.index("evaluator ") :].split("\n\n")[0]
    lines = [line.split()[:-1] for line in matrix.splitlines()]  # without seconds
    assert lines == [
        ["evaluator", "five", "cards", "six", "cards", "seven", "cards", "cpu"],
        ["right", "right", "~", "-", "right", "~"],
        ["wrong", "1", "in", "2,911", "wrong", "~", "-", "-"],
        ["missing", "not", "installed", "not", "installed", "-"],
    ]
    assert "1 of 3 are right on these hands, 1 is wrong." in result.stdout
    assert "wrong, five cards\n" in result.stdout
    assert "straight with A-5-4-3-2 counts as high card" in result.stdout
    assert result.stdout.count("missing: run its installer first") == 1
    verdicts = rows((tmp_path / "verdicts.json").read_text())
    assert {key: row["status"] for key, row in verdicts.items()} == {
        ("right", 5): "equivalent",
        ("right", 7): "equivalent",
        ("wrong", 5): "not_equivalent",
        ("missing", 5): "not_installed",
        ("missing", 6): "not_installed",
    }
    assert verdicts["right", 7]["about"] == {"version": "1.2", "released": "2024-02-29"}


def test_the_hands_are_all_hands_up_to_suits_or_the_entrys_sample(roster: Path) -> None:
    """A failure means that a verdict covers fewer hands than the roster says."""
    roster.write_text(ROSTER.replace("cards = [5, 7]", "cards = [5, 6, 7]"))
    right = read(roster)[0]
    scopes = [str(right.scope(size)) for size in right.cards]
    assert scopes == [
        "all 2,598,960 hands of 5 cards",
        "962,988 of the 20,358,520 hands of 6 cards: all, up to suits",
        "3,000 of the 133,784,560 hands of 7 cards, drawn with seed 1",
    ]
    result = run(roster, "right", "--cards", "7", "--json", "-")
    assert result.exit_code == 0
    assert rows(result.stdout)["right", 7]["scope"] == scopes[-1]
    assert "1 of 1 are right" in result.stderr


def test_undocumented_sizes_are_shown_and_not_counted(roster: Path) -> None:
    text = ROSTER.replace('place = "wrong.py"', 'place = "wrong.py"\ncards = [5, 6]')
    roster.write_text(text.replace("cards = [5, 6]", "cards = [5, 6]\ndocumented = [6]", 1))
    result = run(roster, "wrong", "--sample", "2000")
    assert result.exit_code == 1  # at six cards it is wrong, too
    roster.write_text(text.replace("cards = [5, 6]", "cards = [5]\ndocumented = []", 1))
    result = run(roster, "wrong", *SAMPLE)
    assert result.exit_code == 0
    assert "1 in 2,911 wrong ~*" in result.stdout
    assert "* outside of its documentation: not counted" in result.stdout
    assert "0 of 1 are right on these hands, 0 are wrong." in result.stdout


def test_a_run_is_resumed_and_what_has_changed_is_checked_anew(
    roster: Path, tmp_path: Path
) -> None:
    """A failure means that the verdict on an evaluator outlives its code."""
    state = tmp_path / "state"
    arguments = "right", "wrong", *SAMPLE, "--cards", "5", "--state", str(state)
    first = run(roster, *arguments)
    assert first.exit_code == 1
    assert is_refused(run(roster, *arguments), "holds a run; --resume goes on with it")
    shards = {file: file.stat().st_mtime_ns for file in state.rglob("*.shard")}
    (tmp_path / "wrong.py").write_text(WRONG.replace("wheel_missing", "last_kicker_dropped"))
    second = run(roster, *arguments, "--resume")
    assert "holds a run with other code: checked anew" in second.stderr
    assert "1 in 2,911" in first.stdout
    assert "1 in 2,911" not in second.stdout
    assert not list(state.glob(".*"))
    kept = {file for file, time in shards.items() if file.stat().st_mtime_ns == time}
    assert {file.parent.name.split("-")[0] for file in kept} == {"right"}
    assert {file.parent.name.split("-")[0] for file in set(shards) - kept} == {"wrong"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "a roster is a list of [[evaluator]] tables, and nothing else"),
        ("evaluator = 3", "a roster is a list of [[evaluator]] tables"),
        ("[[evaluator]\n", "Expected"),
        ("[[evaluator]]\nname = 'a'", "evaluator 1 (a): it needs a 'name', and either 'exec' or"),
        ("[[evaluator]]\nplace = 'rank-sums'", "evaluator 1: it needs a 'name'"),
        ("[[evaluator]]\nname = 3", "evaluator 1: 'name' is not a text"),
        ("[[evaluator]]\nname = 'a'\nplace = 'rank-sums'\ncard = [5]", "there is no key 'card'"),
        ("[[evaluator]]\nname = 'a'\nplace = 'rank-sums'\ncards = [4]", "4 is not one of 5, 6, 7"),
        ("[[evaluator]]\nname = 'a'\nplace = 'rank-sums'\ntimeout = 0", "not more than 0"),
        ("[[evaluator]]\nname = 'a'\nplace = 'rank-sums'\nsample = {6 = 9}", "'sample' is not"),
        ("[[evaluator]]\nname = 'a'\nplace = 'rank-sums'\ncards = []", "'cards' is empty"),
        ("[[evaluator]]\nname = 'a'\nplace = 'rank-sums'\ncards = [5.0]", "5.0 is not one of"),
        (
            "[[evaluator]]\nname = 'a'\nplace = 'rank-sums'\nsample = {5 = 3_000_000}",
            "'sample' asks for 3,000,000 of 2,598,960 hands of 5",
        ),
        ("[[evaluator]]\nname = 'a'\nplace = 'rank-sum'", "a: no evaluator is called 'rank-sum'"),
        ("[[evaluator]]\nname = 'a'\nplace = 'none.py'", "a: none.py: there is no such file"),
        (
            "[[evaluator]]\nname = 'a'\nplace = 'rank-sums'\n" * 2,
            "two evaluators have the name 'a'",
        ),
    ],
)
def test_a_roster_that_cannot_be_used_is_refused(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "roster.toml"
    file.write_text(text)
    assert is_refused(run(file), message)


def test_a_run_that_ended_before_it_began_does_not_block_the_next(
    roster: Path, tmp_path: Path
) -> None:
    """Or a folder of it, or one that a system puts there, would have to be deleted by hand."""
    state = tmp_path / "state"
    arguments = "right", "--sample", "2000", "--cards", "5", "--state", str(state)
    assert run(roster, *arguments).exit_code == 0
    (folder,) = state.glob("right*")
    for file in folder.iterdir():
        file.unlink()
    (state / ".DS_Store").touch()
    assert run(roster, *arguments, "--resume").exit_code == 0
    assert (folder / "about.json").exists()


def test_limits_of_the_command_line_are_of_evaluators_without_their_own(tmp_path: Path) -> None:
    """Or the options would be taken, and do nothing."""
    file = tmp_path / "roster.toml"
    file.write_text(
        "[[evaluator]]\nname = 'slow'\nexec = \"sh -c 'sleep 5; cat'\"\n"
        "[[evaluator]]\nname = 'own'\nplace = 'rank-sums'\ntimeout = 7\n"
    )
    limits = [entry.limits for entry in read(file, Limits(0.5, 300))]
    assert limits == [Limits(0.5, 300), Limits(7.0, 300)]
    result = run(file, "slow", "--quick", "--timeout", "0.5")
    assert result.exit_code == 3
    assert "slow       out of time" in result.stdout


def test_names_and_files_that_do_not_exist_are_refused(roster: Path, tmp_path: Path) -> None:
    assert is_refused(run(tmp_path / "no.toml"), "no.toml: No such file or directory")
    assert is_refused(run(roster, "wrng"), "has no evaluator 'wrng'; did you mean 'wrong'?")
    assert is_refused(run(roster, "wrong", "--cards", "7"), "takes 7 cards")
    assert is_refused(run(roster, "--exec", "cat"), "--from and --exec do not go together")
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "thesis.tex").write_text("")
    state = "--state", str(tmp_path / "notes"), "--resume"
    assert is_refused(run(roster, *state), "holds something else than runs of a roster")
