"""The README's numbers are those of the committed run."""

import json
import shutil
import subprocess
from math import comb
from pathlib import Path

import pytest
from click.testing import CliRunner

from benchmarks.readme import fill, find
from evaluators import VECTORIZED
from harness.cli import main
from harness.terminal import timing_table
from harness.timing import read

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
VERDICTS = json.loads((ROOT / "reports" / "verdicts.json").read_text())["evaluators"]


@pytest.fixture
def committed(tmp_path: Path) -> Path:
    """The reports as committed: those in the tree may be newer, by ``make report``."""
    packed = tmp_path / "reports.zip"
    command = ["git", "archive", f"--output={packed}", "HEAD", "reports"]
    if subprocess.run(command, cwd=ROOT, capture_output=True, check=False).returncode:
        return ROOT / "reports"
    shutil.unpack_archive(packed, tmp_path)
    return tmp_path / "reports"


def test_the_timings_are_those_of_the_committed_files(committed: Path) -> None:
    """Or, before a commit, those that are about to be."""
    tables = []
    for folder in (committed, ROOT / "reports"):
        table = "\n".join(timing_table(read(folder / "timing"), "treys"))
        tables.append(table.removeprefix("[bold]") + "\n")
    assert find(README, "bench")["output"] in tables


@pytest.mark.parametrize("verdict", VERDICTS, ids=lambda verdict: str(verdict["name"]))
def test_the_verdicts_are_those_of_the_committed_run(verdict: dict[str, object]) -> None:
    published = str(verdict["name"]).endswith("as-published")
    if verdict["name"] == "treys":
        return
    rows = find(README, "published" if published else "check")["output"].splitlines()
    row = [line.split() for line in rows if line.startswith(f"{verdict['name']}  ")]
    found = row[0 if verdict["cards"] == 5 else 1]
    wrong = sum(int(str(verdict[kind])) for kind in ("reversed", "false_ties", "false_wins"))
    share = f"1 in {int(str(verdict['showdowns'])) / wrong:,.0f}" if wrong else "none"
    status = "equivalent" if verdict["status"] == "equivalent" else "not equivalent"
    assert " ".join(found[1:-1]) == f"{status} {verdict['classes']:,} {share}"
    assert share in README


def test_the_sevens_are_those_of_the_committed_run() -> None:
    """Every array evaluator on every hand of seven cards, nothing sampled, one digest."""
    document = json.loads((ROOT / "reports" / "seven-cards.json").read_text())
    verdicts = document["evaluators"]
    shown = find(README, "sevens")["output"]
    rows = {line.split()[0]: line.split()[1:4] for line in shown.splitlines() if line}
    for verdict in verdicts:
        assert (verdict["style"], verdict["hands"]) == ("numpy", comb(52, 7))
        assert rows[verdict["name"]] == ["equivalent", f"{verdict['classes']:,}", "none"]
    assert [verdict["name"] for verdict in verdicts] == list(VECTORIZED)
    (digest,) = {verdict["digest"] for verdict in verdicts}
    assert digest in shown


def test_the_odds_are_what_the_command_says() -> None:
    said = CliRunner().invoke(main, ["odds", "As", "Kd", "--board", "Qs Jd 2c"]).stdout
    assert said.strip() in README


def test_the_digest_is_the_one_that_all_have() -> None:
    fives = [v for v in VERDICTS if v["status"] == "equivalent" and v["cards"] == 5]
    (digest,) = {verdict["digest"] for verdict in fives}
    assert digest in find(README, "check")["output"]


def test_the_ranked_hand_is_what_the_command_says() -> None:
    said = CliRunner().invoke(main, ["rank", "Kd Qs Jc Th 9s"]).stdout.splitlines()
    _, _, shown = README.partition("$ allhands rank Kd Qs Jc Th 9s\n")
    assert set(shown.partition("```")[0].splitlines()) <= set(said)


def test_filling_a_block_leaves_the_rest_alone() -> None:
    text = "a\n<!-- x -->\n```console\n$ ls\nold\n```\n<!-- /x -->\nb\n"
    assert fill(text, "x", "new\nlines \n") == text.replace("old", "new\nlines")
    with pytest.raises(LookupError, match="no block called 'y'"):
        fill(text, "y", "")
