"""The README's numbers are those of the committed run."""

import json
import shutil
import subprocess
from math import comb
from pathlib import Path

import pytest
from click.testing import CliRunner

from benchmarks.readme import SHOWN, charts, fill, find
from evaluators import BUILT_IN, PUBLISHED, VECTORIZED
from harness import report
from harness.charts import charts_of
from harness.cli import main
from harness.cli.common import LOCAL
from harness.report import labels, read_verdicts
from harness.results import read
from harness.timing_terminal import timing_table
from harness.workloads import WORKLOADS
from tests.harness.timed import numbers_in

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMITTED = ROOT / "reports"
VERDICTS = json.loads((COMMITTED / "verdicts.json").read_text())["evaluators"]


def test_the_timings_are_those_of_the_committed_files() -> None:
    results = read(COMMITTED / "timing")
    timings = results.of("random-5")
    marks = labels(read_verdicts(COMMITTED), timings)
    lines = timing_table("random-5", timings, results.find("treys", "random-5"), marks)
    assert find(README, "bench")["output"] == "\n".join(map(str, lines)) + "\n"


def test_the_charts_are_those_of_the_committed_files() -> None:
    """Every number that is said of them, too."""
    shown = find(README, "charts")["output"].strip()
    assert shown == charts(COMMITTED)
    for name in SHOWN:
        assert f"reports/{name}-light.svg" in shown


def test_the_report_is_that_of_the_committed_files(tmp_path: Path) -> None:
    """Text and the charts' numbers are what the committed files make, byte for byte."""
    made = tmp_path / "reports"
    shutil.copytree(COMMITTED, made, ignore=shutil.ignore_patterns("local", "README.md"))
    results = read(made / "timing")
    drawn = charts_of(results, labels(read_verdicts(made), results.timings), "treys")
    report.write(made, results, drawn, "treys")
    assert (made / "README.md").read_text() == (COMMITTED / "README.md").read_text()
    for chart in drawn:
        assert numbers_in(COMMITTED, chart) == chart.as_csv()


def test_what_is_run_here_changes_nothing_that_git_tracks() -> None:
    """The folder of `make report`, `make bench` and the like is ignored."""
    ignored = ["git", "check-ignore", "--no-index", "reports/local/verdicts.json"]
    if (ROOT / ".git").exists():
        assert subprocess.run(ignored, cwd=ROOT, capture_output=True, check=False).returncode == 0
    assert Path("reports/local") == LOCAL


def test_one_call_stays_under_a_tenth_of_a_second() -> None:
    """Or an evaluator could not be timed on a few of them. Scale is what it is."""
    results = read(COMMITTED / "timing")
    calls = [
        (timing.median * WORKLOADS[timing.workload].how_many(timing.style), timing.label)
        for timing in results.timings
        if timing.workload in WORKLOADS and not WORKLOADS[timing.workload].hands
    ]
    longest, who = max(calls)
    assert longest < 100e6, who


@pytest.mark.parametrize("verdict", VERDICTS, ids=lambda verdict: str(verdict["name"]))
def test_the_verdicts_are_those_of_the_committed_run(verdict: dict[str, object]) -> None:
    published = verdict["name"] in PUBLISHED
    shown = (5, 7) if published else (5,) if verdict["name"] in BUILT_IN else ()
    is_in_readme = verdict["cards"] in shown
    if not is_in_readme or verdict["style"] != "python":
        assert published or verdict["status"] == "equivalent"
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
    plain = "a\n<!-- x -->\nold\n<!-- /x -->\n"
    assert fill(plain, "x", "new") == plain.replace("old", "new")
    with pytest.raises(LookupError, match="no block called 'y'"):
        fill(text, "y", "")
