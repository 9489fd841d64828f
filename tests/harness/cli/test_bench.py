"""``allhands bench`` and ``report`` at a terminal."""

import json
import re
import shutil
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count, permutations
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pyperf
import pytest
from click.testing import Result

from evaluators.compiled import store
from harness.adapters.adopt import fitted
from harness.adapters.place import Place
from harness.cli import bench
from harness.hands.scopes import ALL_FIVE
from harness.reporting import charts, everything
from harness.reporting import report as page
from harness.reporting.charts import charts_of
from harness.reporting.timing_tables import FROM_TEXT_NOTE, WIDE_NOTE
from harness.timing import counting, rounds
from harness.timing.benchmark import reads_text
from harness.timing.counting import Count
from harness.timing.jobs import FAILED, Job, Status
from tests.harness.timed import BRIEFLY, in_no_time, suite_of, write_file
from tests.scripts import git, run

pytestmark = pytest.mark.usefixtures("short_preflight")

EXITS = "tests.harness.broken:exits"
WHEEL = "tests.harness.broken:wheel_missing"
TEXTS = "harness.teaching.mistakes:right"
"""A function of texts."""
SAMPLE = 500
ONE_LOOP = [f"--loops-of={workload}=1" for workload in ("random-5", "text-5")]
TIME_BRIEFLY = partial(rounds.time_in_rounds, options=(*BRIEFLY, *ONE_LOOP))


@pytest.fixture(scope="module", autouse=True)
def without_machine_code() -> Iterator[None]:
    """And with few hands that are checked before."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(store, "is_installed", lambda: False)
        patch.setattr(bench, "SAMPLE", SAMPLE)
        yield


@pytest.fixture(scope="module")
def timed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Result]:
    """A folder with timings, and the result of the command that wrote them."""
    folder = tmp_path_factory.mktemp("reports")
    options = "--workload", "random-5", "--processes", "1", "--out", str(folder / "timing")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rounds, "time_in_rounds", TIME_BRIEFLY)
        return folder, run("bench", "count-buckets", EXITS, WHEEL, TEXTS, *options)


@pytest.fixture
def folder(timed: tuple[Path, Result], tmp_path: Path) -> Path:
    return Path(shutil.copytree(timed[0], tmp_path, dirs_exist_ok=True))


def test_bench_shows_a_table_with_the_fastest_first(timed: tuple[Path, Result]) -> None:
    """The label of a wrong one comes from this command; who reads texts is said, and explained."""
    table, notes, not_timed = timed[1].stdout.partition(f"\n{FROM_TEXT_NOTE}\n")
    head, *rows = table.splitlines()
    assert head.split() == ["random-5", "ns/hand", "range", "of", "1"]
    names = [re.split("  +", row)[0] for row in rows]
    assert {*names} == {
        "count-buckets",
        "count-buckets (from text)",
        "count-buckets, numpy",
        f"{TEXTS} (from text)",
        f"{WHEEL} (not equivalent)",
        f"{WHEEL} (from text) (not equivalent)",
    }
    medians = [float(re.split("  +", row)[1].replace(",", "")) for row in rows]
    assert medians == sorted(medians)
    assert notes
    assert not_timed.startswith(f"\nnot timed\n{EXITS}  failed: random-5: ")


def test_bench_says_what_it_does(timed: tuple[Path, Result]) -> None:
    """Where it writes, what it checked, and how far it is; doubts come once."""
    folder, result = timed
    assert result.exit_code == 3
    lines = result.stderr.splitlines()
    assert f"count-buckets: equivalent on {SAMPLE} random hands of 5 cards" in lines
    assert f"{WHEEL}: not equivalent on {SAMPLE} random hands of 5 cards" in lines
    assert f"{EXITS}: error on {SAMPLE} random hands of 5 cards" in lines
    assert f"rounds of timing: 1; pyperf's files go to {folder / 'timing'}" in lines
    assert [line for line in lines if line.startswith("round ")] == ["round 1 of 1"]


def test_earlier_timings_are_shown(folder: Path, timed: tuple[Path, Result]) -> None:
    """Those of the same names as in the run that measured them; verdicts stay beside them."""
    show = "bench", "--show", "--workload", "random-5", "--out", str(folder / "timing")
    again = run(*show, "count-buckets", EXITS, WHEEL, TEXTS)
    assert again.stdout == timed[1].stdout
    everything = run(*show).stdout
    assert "count-buckets (from text)" in everything
    assert f"{WHEEL} (not equivalent)" in everything


def test_a_fresh_clone_shows_the_committed_timings(current_folder: Path) -> None:
    shown = run("bench", "--show", "treys")
    assert shown.exit_code == 0, shown.output
    assert re.match("random-5 .*\ntreys .*\n\nrandom-7 .*\ntreys ", shown.stdout)
    write_file(current_folder / "allhands-results" / "timing", "mine", [1e-6])
    assert "\nmine (not checked)  " in run("bench", "--show").stdout
    assert "no such timing" in run("bench", "--show", "--style", "numpy").output


def test_reports_of_another_project_are_neither_read_nor_written(
    current_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else an installed package takes a user's own folder for the committed run, or changes it."""
    theirs, ours = current_folder / "reports", current_folder / "site-packages"
    for file in ("verdicts.json", "timing/python/treys.json.gz", "timing/status.json", "run.json"):
        (theirs / file).parent.mkdir(parents=True, exist_ok=True)
        (theirs / file).write_text("junk")
    write_file(ours / "reports" / "timing", "treys", [1e-6])
    monkeypatch.setattr("harness.reporting.report.ROOT", ours)
    monkeypatch.setattr(rounds, "_pyperf", in_no_time)
    monkeypatch.setattr(charts, "charts_of", lambda *of_run: [])
    nothing = run("bench", "--show")
    assert nothing.output == "Error: allhands-results/timing: no such timings are there\n"
    timed = run("bench", "rank-sums", "--style", "python", "--processes", "1")
    assert timed.exit_code == 0, timed.output
    assert run("bench", "--show").exit_code == 0
    run("check", "--sample", "100", "rank-sums", "--json", "allhands-results/verdicts.json")
    drawn = run("report", "--redraw")
    assert drawn.exit_code == 0, drawn.output
    assert "allhands-results/index.html" in drawn.output
    assert {path.name for path in current_folder.iterdir()} == {
        *("reports", "site-packages", "allhands-results"),
    }
    files = [path for path in theirs.rglob("*") if path.is_file()]
    assert len(files) == 4
    assert {path.read_text() for path in files} == {"junk"}


def test_a_report_from_files(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else charts, the page or the README are missing; one chart stands for all."""
    monkeypatch.setattr(charts, "charts_of", lambda *of_run: charts_of(*of_run)[:1])
    run("check", "--sample", "100", "count-buckets", "--json", str(folder / "verdicts.json"))
    written = run("report", "--redraw", "--folder", str(folder))
    assert written.exit_code == 0, written.output
    for name in ("time-per-hand-dark.svg", "index.html", "README.md"):
        assert (folder / name).exists()
        assert str(folder / name) in written.stdout


def test_unchecked_evaluators_are_labelled(tmp_path: Path) -> None:
    """Else a wrong or unchecked evaluator looks right; committed verdicts count, too."""
    for name in ("mine.py:score", "cactus-kev", "handrank-as-published", "null"):
        write_file(tmp_path / "timing", name, [1e-6, 2e-6])
    failed = {"python/\x1b[31m": {"status": "failed", "message": "\x1b[31m"}}
    (tmp_path / "timing" / "status.json").write_text(json.dumps(failed))
    shown = run("bench", "--show", "--workload", "random-5", "--out", str(tmp_path / "timing"))
    table, not_timed = shown.stdout.split("\nnot timed\n")
    assert not_timed == "\\x1b[31m  failed: \\x1b[31m\n"
    names = {re.split("  +", row)[0] for row in table.splitlines()[1:]}
    assert names == {
        *("mine.py:score (not checked)", "cactus-kev", "null", "", WIDE_NOTE),
        "handrank-as-published (not equivalent)",
    }


def test_what_cannot_be_timed_is_said_and_nothing_is_written(tmp_path: Path) -> None:
    refused = run("bench", "rank-sums", "--style", "compiled")
    message = "Error: the compiled style needs Numba: pip install numba\n"
    assert (refused.exit_code, refused.output) == (2, message)
    none = run("bench", "handrank-as-published", "--workload=random-7", "--out", str(tmp_path))
    assert "none of these evaluators can be timed" in none.output
    assert not [*tmp_path.iterdir()]


def test_prepare_says_where_machine_code_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("evaluators.preparing.build_table", lambda: None)
    assert "\nno machine code: " in run("prepare").stdout
    monkeypatch.setattr(store, "is_installed", lambda: True)
    monkeypatch.setattr(store, "is_ready", lambda: True)
    monkeypatch.setattr(store, "folder", lambda: tmp_path)
    assert run("prepare").stdout.endswith(f"\nmachine code: {tmp_path}\n")


def test_what_other_runs_left_is_not_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else times of code that has changed since, or of another hour, look newly measured.

    A ratio is shown only for two timings of one run, in which they took turns.
    """
    monkeypatch.setattr(rounds, "_pyperf", in_no_time)
    bench_in = partial(run, "bench", "--style=python", "--processes=1", "--out", str(tmp_path))
    assert "x treys" in bench_in("--workload=random-7", "--workload=encode", "treys").stdout
    shown = run("bench", "--show", "--workload=all", "--out", str(tmp_path)).stdout
    assert [line.split()[0] for line in shown.splitlines() if "ns/hand" in line] == [
        *("random-7", "encode"),
    ]
    alone = bench_in("--workload=random-7", "--workload=encode", "rank-sums")
    assert alone.exit_code == 0, alone.output
    assert len(re.findall("^rank-sums ", alone.stdout, re.MULTILINE)) == 2
    assert "treys" not in alone.stdout
    both = run("bench", "--show", "--workload=random-7", "--out", str(tmp_path)).stdout
    assert {line.split()[0]: line.split()[-1] for line in both.splitlines()} == {
        "random-7": "treys",
        "treys": "1.00",
        "rank-sums": "-",
    }
    monkeypatch.setattr(rounds, "cold_costs", lambda *job: {"memory": 2e6})
    for _ in range(2):  # what is measured again is shown, also if it is the same number
        assert "x treys" in bench_in("--workload=memory", "treys").stdout
    monkeypatch.setattr(rounds, "_pyperf", lambda *_: Status(FAILED, "random-7: no"))
    failed = bench_in("--workload=random-7", "rank-sums")
    assert failed.stdout == "\nnot timed\nrank-sums  failed: random-7: no\n"


NEW, OLD = "rank-sums", "treys"
"""The names in a comparison whose times are invented."""


@pytest.fixture
def compared(current_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """A function that compares two of which the first takes 5 % less time in each round.

    A round may take twice the time of another; the noise of ratios is up to 1 %. All others take
    the same time, but for that noise.
    """
    turns = count()

    def timed(job: Job, part: Path, options: object) -> None:
        turn = next(turns)
        time = {NEW: 0.95, "cactus-kev": 1.0005}.get(job.name, 1) + turn % 5 / 500 * (
            job.name != NEW
        )
        seconds = 1e-6 * (1 + turn // 2 % 2) * time
        pyperf.add_runs(str(part), suite_of([seconds], "flush"))

    monkeypatch.setattr(rounds, "_pyperf", timed)
    return partial(run, "bench", "--style=python", "--workload=flush")


def test_is_mine_faster(compared: Callable[..., Result]) -> None:
    """Else an author reads two medians and two intervals that overlap, and does not know."""
    said = compared(NEW, OLD, "--json", "comparisons.json")
    assert said.exit_code == 0, said.output
    (comparison,) = json.loads(Path("comparisons.json").read_text())["comparisons"]
    low, high = comparison["interval"]
    assert 0.94 < low < comparison["ratio"] < high <= 0.95
    assert (comparison["rounds"], f"{comparison['coverage']:.3f}") == (10, "0.979")
    assert re.fullmatch(
        r"rank-sums is 5\.\d % faster than treys \(5\.\d to 5\.\d %\)", comparison["sentence"]
    )
    assert f"\nflush: {comparison['sentence']}\nin brackets: 97.9 % interval" in said.stdout
    piped = compared("--show", NEW, OLD, "--json=-")
    assert json.loads(piped.stdout)["comparisons"] == [comparison]
    assert comparison["sentence"] in piped.stderr


def test_a_file_is_compared_with_an_earlier_version(
    current_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else an author keeps copies of files; or a process mixes the files of two versions."""
    Path("pack").mkdir()
    for name, loops in (("slow", 3000), ("fast", 1)):  # the second one is not committed
        source = f"def {name}(hand):\n    for _ in range({loops}): pass\n    return max(hand)\n"
        Path("pack/beside.py").write_text(source)
        source = f"from pack.beside import {name}\ndef f(hand: list[int]): return {name}(hand)\n"
        Path("pack/mine.py").write_text(source)
        for command in ["init -q", "add pack", "commit -qm slow"] * (name == "slow"):
            git(current_folder, *command.split())
    monkeypatch.setattr(rounds, "time_in_rounds", TIME_BRIEFLY)
    new, old = "pack/mine.py", "pack/mine.py@HEAD"
    said = run("bench", new, old, "--workload=random-5", "--workload=import", "--processes=6")
    assert said.exit_code == 0, said.output
    factor = re.search(rf"\nrandom-5: {new} is ([\d.]+) times as fast as {old} ", said.stdout)
    assert factor
    assert float(factor[1]) > 10
    assert said.stdout.count(f"\n{old} ") == 2
    assert f"{tempfile.gettempdir()}/allhands-" not in said.output


def test_a_slowdown_fails_if_it_is_shown(compared: Callable[..., Result]) -> None:
    """Else a job of CI is red for noise, or green for a slowdown."""
    slower = "treys is 5.", " % slower than rank-sums"
    for limit, exit_code in (("3%", 1), ("9", 0)):
        said = compared(OLD, NEW, "--fail-slower", limit)
        assert said.exit_code == exit_code
        assert all(part in said.stdout for part in slower)
    assert compared(NEW, OLD, "--fail-slower", "0.1%").exit_code == 0
    alone = compared("--show", NEW, "cactus-kev", "--fail-slower", "3%")
    assert alone.exit_code == 2
    assert alone.output.endswith("Error: rank-sums shares no style and workload with the others\n")


def test_a_count_that_compares_nothing_is_not_green(
    compared: Callable[..., Result], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a job of CI passes for ever."""
    monkeypatch.setattr(bench, "check_first", lambda *_: [])
    monkeypatch.setattr(counting, "which", str)
    of_both = [Count(name, "python", "flush", False, of) for name, of in ((NEW, 104), (OLD, 100))]
    for found, exit_code, says in (
        (of_both, 1, "1.000"),
        (of_both[:1], 2, "Error: rank-sums shares no style and workload with the others\n"),
        ([], 2, "Error: none of these evaluators can be counted on these workloads\n"),
    ):
        monkeypatch.setattr(counting, "counts", lambda *_, found=found: found)
        said = compared(NEW, OLD, "--count", "--fail-slower", "3%")
        assert said.exit_code == exit_code, said.output
        assert says in said.output


def test_rounds_go_on_until_the_interval_is_narrow(
    compared: Callable[..., Result], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a user guesses how many rounds are enough; or waits for an interval that never is."""
    said = compared(NEW, OLD, "--processes=5", "--until=5%")
    assert said.stderr.count(" until 5 % wide\n") == 1
    assert "\nround 6: flush: rank-sums / treys is 0.94" in said.stderr
    monkeypatch.setattr(bench, "MOST_SECONDS", 0)
    ended = compared(NEW, OLD, "--processes=5", "--until=0.001")
    assert "5 rounds show nothing; 6 or more can\n" in ended.stdout
    assert "in brackets" not in ended.stdout


def test_rows_that_cannot_be_told_apart_are_not_ranked(compared: Callable[..., Result]) -> None:
    """Else their order looks like a finding."""
    for names in (*permutations((NEW, "cactus-kev")), *permutations((OLD, "cactus-kev"))):
        first = names[0] if OLD in names else NEW
        assert compared(*names).stdout.splitlines()[1].startswith(f"{first} ")


def test_the_object_of_the_page_gets_encoded_cards() -> None:
    """Else the page sends an author, whose function reads texts, to something that fails."""
    page = (Path(__file__).parents[3] / "docs" / "check-your-own.md").read_text("utf-8")
    (code,) = re.findall(r"(?s)## Encoded cards.*?```python\n(.*?)```", page)
    names: dict[str, Any] = {}
    exec(code, names)
    mine = fitted(names["mine"], "mine.py:mine")
    assert mine is names["mine"]
    assert not reads_text(mine)
    assert "docs/check-your-own.md" in FROM_TEXT_NOTE


def test_a_report_has_ones_own_evaluator(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else an author cannot see it on the page of the others."""
    (tmp_path / "mine.py").write_text("def evaluate(hand): return 0\n")
    mine = f"{tmp_path}/mine.py"
    out = tmp_path / "out"
    checks = Mock(return_value=[everything.Check([mine], ALL_FIVE, "python")])
    check, time_everything = Mock(return_value=[]), Mock(side_effect=[False, True])
    monkeypatch.setattr(everything, "checks", checks)
    monkeypatch.setattr("harness.cli.showing.check_and_show", check)
    monkeypatch.setattr(everything, "time_everything", time_everything)
    monkeypatch.setattr(page, "draw", lambda folder, is_timed=True: [folder / "index.html"])
    done = run("report", mine, "treys", "--folder", str(out))
    assert done.exit_code == 0, done.output
    checks.assert_called_once_with(False, [mine])
    assert check.call_args.args == ([Place.of(mine)], ALL_FIVE)
    time_everything.assert_called_once_with(out, False, [mine])
    assert run("report", "--full", "--folder", str(out)).exit_code == 3
    time_everything.assert_called_with(out, True, [])
