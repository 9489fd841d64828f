"""``allhands bench`` and ``report`` at a terminal."""

import json
import re
import shutil
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from evaluators.compiled import store
from evaluators.null import COPY, NULL, NULL_ARRAYS
from harness.adapters.adopt import fitted
from harness.cli import bench, main, report
from harness.cli.bench import FROM_TEXT_NOTE, jobs_of
from harness.hands.scopes import ALL_FIVE, Scope
from harness.reporting import charts
from harness.reporting.charts import charts_of
from harness.timing import rounds
from harness.timing.benchmark import reads_text
from harness.timing.rounds import Job, Status
from tests.harness.timed import BRIEFLY, in_no_time, write_file

pytestmark = pytest.mark.usefixtures("short_preflight")

EXITS = "tests.harness.broken:exits"
WHEEL = "tests.harness.broken:wheel_missing"
TEXTS = "harness.teaching.mistakes:right"
"""A function of texts."""
SAMPLE = 500
ONE_LOOP = [f"--loops-of={workload}=1" for workload in ("random-5", "text-5")]


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


@pytest.fixture(scope="module", autouse=True)
def without_machine_code() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(store, "is_installed", lambda: False)
        yield


@pytest.fixture(scope="module")
def timed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Result]:
    """A folder with timings, and the result of the command that wrote them."""
    folder = tmp_path_factory.mktemp("reports")
    options = "--workload", "random-5", "--processes", "1", "--out", str(folder / "timing")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bench, "SAMPLE", SAMPLE)
        patch.setattr(rounds, "run", partial(rounds.run, options=(*BRIEFLY, *ONE_LOOP)))
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


def test_a_fresh_clone_shows_the_committed_timings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench, "LOCAL", tmp_path)
    shown = run("bench", "--show", "treys")
    assert shown.exit_code == 0, shown.output
    assert re.match("random-5 .*\ntreys .*\n\nrandom-7 .*\ntreys ", shown.stdout)
    write_file(tmp_path / "timing", "mine", [1e-6])
    assert "\nmine (not checked)  " in run("bench", "--show").stdout
    assert "no such timing" in run("bench", "--show", "--style", "numpy").output


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
        *("mine.py:score (not checked)", "cactus-kev", "null", "", bench.WIDE_NOTE),
        "handrank-as-published (not equivalent)",
    }


def test_who_is_timed_on_what(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else what was asked for is missing, or a run without Numba fails."""
    assert list(map(str, jobs_of(["treys"], "all", ["random-5"]))) == ["python/treys"]
    both = jobs_of(["treys", TEXTS], "all", ["random-5", "random-7", "import"])
    workloads = {job.name: job.workloads for job in both}
    assert workloads["treys"] == ("random-5", "random-7", "import", "text-5", "text-7")
    twice = jobs_of(["treys", WHEEL], "all", ["random-5", "text-5", "random-5"])
    assert twice[0].workloads == ("random-5", "text-5")
    everything = list(map(str, jobs_of([], "all", ["random-5"])))
    assert {f"python/{NULL}", f"numpy/{NULL_ARRAYS}", f"numpy/{COPY}"} < {*everything}
    assert not [job for job in everything if job.startswith("compiled/")]
    refused = run("bench", "rank-sums", "--style", "compiled")
    message = "Error: the compiled style needs Numba: pip install numba\n"
    assert (refused.exit_code, refused.output) == (2, message)
    none = run("bench", "handrank-as-published", "--workload=random-7", "--out", str(tmp_path))
    assert "none of these evaluators can be timed" in none.output
    assert not [*tmp_path.iterdir()]
    monkeypatch.setattr("evaluators.preparing.build_table", lambda: None)
    assert "\nno machine code: " in run("prepare").stdout

    monkeypatch.setattr(store, "is_installed", lambda: True)
    monkeypatch.setattr(store, "is_ready", lambda: True)
    monkeypatch.setattr("evaluators.preparing.compile_all", None)
    monkeypatch.setattr(store, "folder", lambda: tmp_path)
    assert run("prepare").stdout.endswith(f"\nmachine code: {tmp_path}\n")
    jobs = jobs_of(["rank-sums", "treys"], "all", ["random-5", "walk-7", "encode", "memory"])
    assert {str(job): job.workloads for job in jobs} == {
        "python/rank-sums": ("random-5", "encode", "memory"),
        "python/treys": ("random-5", "encode", "memory"),
        "numpy/rank-sums": ("random-5", "memory"),
        "compiled/rank-sums": ("random-5", "walk-7", "memory"),
    }
    monkeypatch.setattr(rounds, "run", lambda *_, **__: {"x": Status(rounds.NOT_INSTALLED)})
    assert [bench.time_all([], named, tmp_path, 1) for named in (False, True)] == [False, True]


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
    monkeypatch.setattr(rounds, "_pyperf", lambda *_: Status(rounds.FAILED, "random-7: no"))
    failed = bench_in("--workload=random-7", "rank-sums")
    assert failed.stdout == "\nnot timed\nrank-sums  failed: random-7: no\n"


def test_what_fails_at_a_size_is_not_timed_there(capsys: pytest.CaptureFixture[str]) -> None:
    """Else a function of five cards fails on seven, and its times of five are lost with it."""
    ended = {("mine.py", 7): "error", ("broken.py", 5): "error", ("broken.py", 7): "error"}
    ended["treys", 7], ended["slow.py", 7] = "equivalent", "timeout"
    rows = [{"name": name, "style": "python", "cards": cards, "status": status}
            for (name, cards), status in ended.items()]  # fmt: skip
    both = "random-5", "random-7", "import"
    jobs = [Job(name, "python", both) for name in ("mine.py", "broken.py", "treys", "slow.py")]
    left = [job.workloads for job in bench.without_errors(jobs, rows)]
    assert left == [("random-5", "import"), both, both, ("random-5", "import")]
    assert capsys.readouterr().err.splitlines() == [
        f"{name}: not timed on random-7, for the check failed there"
        for name in ("mine.py", "slow.py")
    ]


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


def test_a_full_report_times_categories_of_what_its_charts_show(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """All of them would take an hour more, and no reader compares them."""
    everything = ("random-5", "flush", "text-5", "scale-10000000", "scale-1000", "first-5")
    jobs = [Job(name, "python", everything) for name in ("treys", "clubs")]
    monkeypatch.setattr(report, "jobs_of", lambda *everything: jobs)
    charted, other = report._jobs(full=True, mine=())
    assert charted.workloads == ("random-5", "flush", "scale-1000", "first-5")
    assert other.workloads == ("random-5", "first-5")


def test_a_report_has_ones_own_evaluator(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else an author cannot see it on the page of the others; its verdict comes first.

    All hands of seven cards, and ten processes of timing, are for the full report, which takes more
    than an hour.
    """
    (tmp_path / "mine.py").write_text("def evaluate(hand): return 0\n")
    mine = f"{tmp_path}/mine.py"
    checked: list[tuple[list[str], Scope]] = []
    timed: list[Job] = []
    how: list[tuple[object, ...]] = []

    def check(names: list[str], scope: Scope, is_quiet: bool, *_: object) -> list[object]:
        assert not is_quiet  # standard output is for the verdicts
        checked.append((names, scope))
        return []

    monkeypatch.setattr(report, "check_and_show", check)

    def time_all(jobs: list[Job], is_named: bool, folder: Path, *options: object) -> bool:
        timed.extend(jobs)
        how.append((is_named, *options))
        return not jobs

    monkeypatch.setattr(report, "time_all", time_all)
    monkeypatch.setattr(report, "_write", lambda folder, is_timed=True: [folder / "index.html"])
    done = run("report", mine, "treys", "--folder", str(tmp_path / "out"))
    assert done.exit_code == 0, done.output
    assert checked[0] == ([mine], ALL_FIVE)
    assert [scope.size for names, scope in checked if mine in names] == [5, 6, 7]
    assert max(len(scope) for _, scope in checked) == len(ALL_FIVE)
    assert mine in [job.name for job in timed]
    monkeypatch.setattr(report, "_jobs", lambda full, mine: [])
    assert run("report", "--full", "--folder", str(tmp_path / "out")).exit_code == 3
    assert how == [(False, 3, True), (False, 10, True)]
