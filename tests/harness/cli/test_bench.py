"""``allhands bench`` and ``report`` at a terminal."""

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from evaluators import ARRAYS, BUILT_IN
from evaluators.compiled import store
from evaluators.null import COPY, NULL, NULL_ARRAYS
from harness.cli import main
from harness.cli.bench import _anchors, jobs_of
from harness.timing import rounds as timing
from harness.timing.results import Results, Timing
from tests.harness.timed import document_in, from_elsewhere, write_file


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


COMMITTED = Path(__file__).parents[3] / "reports"
BRIEFLY = ("--workload", "random-5", "--fast")


@pytest.fixture(scope="module", autouse=True)
def two_rounds_are_enough() -> Iterator[None]:
    """Time in two rounds of one value, two styles: these tests do not compare numbers."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(store, "is_installed", lambda: False)
        patch.setitem(timing.SPEEDS, "--fast", timing.Plan(2, 2, ("--values=1",)))
        yield


@pytest.fixture(scope="module")
def timed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Result]:
    """A folder with timings, and the result of the command that wrote them."""
    folder = tmp_path_factory.mktemp("reports")
    names = ("cactus-kev-dict", "tests.harness.broken:exits", "count-buckets")
    return folder, run("bench", *names, *BRIEFLY, "--out", str(folder / "timing"))


@pytest.fixture
def folder(timed: tuple[Path, Result], tmp_path: Path) -> Path:
    return Path(shutil.copytree(timed[0], tmp_path, dirs_exist_ok=True))


def test_bench_shows_a_table_with_the_fastest_first(timed: tuple[Path, Result]) -> None:
    """Else the rows are out of order; the three differ by factors of five and more."""
    table, _, not_timed = timed[1].stdout.partition("\n\n")
    head, *rows = table.splitlines()
    assert head.split() == ["random-5", "ns/hand", "range", "of", "2"]
    assert [re.split("  +", row)[0] for row in rows] == [
        "count-buckets, numpy",
        "cactus-kev-dict",
        "count-buckets",
    ]
    assert not_timed.startswith("not timed\ntests.harness.broken:exits  failed: random-5: ")


def test_bench_continues_after_a_failure(timed: tuple[Path, Result]) -> None:
    assert timed[1].exit_code == 3
    lines = [line for line in timed[1].stderr.splitlines() if line.startswith("timing, ")]
    assert lines[1].startswith("timing, round 1 of 2, 2 of 4: tests.harness.broken:exits")
    assert lines[-1].startswith("timing, round 2 of 2, 4 of 4: numpy/count-buckets")


def test_earlier_timings_are_shown(folder: Path, timed: tuple[Path, Result]) -> None:
    show = "bench", "--show", "--workload", "random-5", "--out", str(folder / "timing")
    assert run(*show).stdout == timed[1].stdout
    ratios = run(*show, "--baseline", "cactus-kev-dict").stdout
    assert re.search(r"^cactus-kev-dict .* 1\.00$", ratios, re.MULTILINE)
    nobody = run(*show, "--baseline", "nobody")
    assert nobody.output == "Error: --baseline nobody: there is no timing of it\n"


def test_a_report_from_files(folder: Path) -> None:
    """Else charts, the page or the README are missing, or verdicts do not label timings.

    The committed run is not compared with itself.
    """
    run("check", "--sample", "100", "cactus-kev-dict", "--json", str(folder / "verdicts.json"))
    labelled = run("bench", "--show", "--out", str(folder / "timing")).stdout
    assert "(not checked)" not in labelled
    written = run("report", "--redraw", "--folder", str(folder))
    assert written.exit_code == 0
    for name in ("time-per-hand-dark.svg", "index.html", "README.md"):
        assert (folder / name).exists()
        assert str(folder / name) in written.stdout
    assert "Beside the committed run" not in (COMMITTED / "README.md").read_text()


def test_five_built_in_evaluators_are_timed_as_anchors() -> None:
    """Else anchors have another style, or the earlier run does not have them."""
    timings = [Timing(name, "random-5", (1.0,) * 5) for name in BUILT_IN if name != "rulebook"]
    timings += [Timing(name, "random-5", (1.0,) * 5, "numpy") for name in ARRAYS]
    earlier = Results(tuple(timings))
    anchors = _anchors(["cactus-kev"], earlier, "all")
    assert len(anchors) == 5
    assert set(anchors) < {*BUILT_IN} - {"cactus-kev", "rulebook"}
    jobs = jobs_of(["cactus-kev"], "all", ["random-5"], anchors)
    assert list(map(str, jobs)) == [
        *("python/cactus-kev", "numpy/cactus-kev"),
        *(f"python/{name}" for name in anchors),
    ]
    arrays = _anchors(["cactus-kev"], earlier, "numpy")
    assert len(arrays) == 5
    assert set(arrays) < {*ARRAYS} - {"cactus-kev"}
    assert {job.style for job in jobs_of(["cactus-kev"], "numpy", ["random-5"], arrays)} == {
        "numpy"
    }


def test_a_missing_baseline_is_refused_before_the_work(tmp_path: Path) -> None:
    refused = run("bench", NULL, "--baseline", "nobody", "--out", str(tmp_path / "out"))
    assert refused.output == "Error: --baseline nobody: there is no timing of it\n"
    assert refused.exit_code == 2
    assert not (tmp_path / "out").exists()


def test_unchecked_evaluators_are_labelled(tmp_path: Path) -> None:
    """Else a wrong or unchecked evaluator looks right; committed verdicts count, too."""
    for name in ("mine.py:score", "cactus-kev", "handrank-as-published", "null"):
        write_file(tmp_path / "timing", name, [1e-6])
    shown = run("bench", "--show", "--workload", "random-5", "--out", str(tmp_path / "timing"))
    names = {re.split("  +", row)[0] for row in shown.stdout.splitlines()[1:]}
    assert names == {
        *("mine.py:score (not checked)", "cactus-kev", "null"),
        "handrank-as-published (not equivalent)",
    }


def test_only_the_named_evaluators_are_timed() -> None:
    assert list(map(str, jobs_of(["treys"], "all", ["random-5"]))) == ["python/treys"]
    everything = list(map(str, jobs_of([], "all", ["random-5"])))
    assert {f"python/{NULL}", f"numpy/{NULL_ARRAYS}", "numpy/rank-sums"} < {*everything}
    assert f"numpy/{COPY}" in everything
    assert not [job for job in everything if job.startswith("compiled/")]


def test_machine_code_is_timed_if_numba_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else what was asked for is missing, or a run without Numba fails."""
    monkeypatch.setattr(store, "is_installed", lambda: True)
    monkeypatch.setattr(store, "is_ready", lambda: True)
    jobs = jobs_of(["rank-sums", "treys"], "all", ["random-5", "walk-7", "encode", "cold-start"])
    assert {str(job): job.workloads for job in jobs} == {
        "python/rank-sums": ("random-5", "encode"),
        "python/treys": ("random-5", "encode"),
        "numpy/rank-sums": ("random-5",),
        "compiled/rank-sums": ("random-5", "walk-7", "cold-start"),
    }
    monkeypatch.setattr(store, "is_installed", lambda: False)
    refused = run("bench", "rank-sums", "--style", "compiled")
    assert refused.output == (
        "Error: the compiled style needs Numba: pip install 'allhands[compiled]'\n"
    )
    assert refused.exit_code == 2


def test_all_workloads_are_named() -> None:
    output = run("bench", "--workloads").stdout
    for name in ("random-7", "showdowns", "straight-flush", "scale-10000000", "peak-memory"):
        assert name in output


FIVE = {"cactus-kev": 5e-7, "cactus-kev-dict": 3e-7, "null": 2e-8, "rulebook": 4e-6, "treys": 1e-6}


def write_run(out: Path, **seconds: float) -> None:
    """Write files of five evaluators, in five processes that differ by a thousandth."""
    for name, second in (FIVE | seconds).items():
        write_file(out, name, [second * (1 + n / 1_000) for n in range(5)])


def test_a_run_is_compared_with_another(tmp_path: Path) -> None:
    now, faster = tmp_path / "now", tmp_path / "faster"
    write_run(now)
    write_run(faster, treys=FIVE["treys"] / 2)
    show = "bench", "--show", "--workload", "random-5", "--out", str(now)
    same = run(*show, "--against", str(now))
    assert same.exit_code == 0
    assert "5 of 5 are the same, within the noise" in same.stdout
    slower = run(*show, "--against", str(faster))
    assert slower.exit_code == 1
    assert re.search(r"slower +treys +random-5 +2\.00", slower.stdout)
    assert "4 of 5 are the same" in slower.stdout
    for file in (faster / "python").iterdir():
        from_elsewhere(file)
    elsewhere = run(*show, "--against", str(faster))
    assert elsewhere.exit_code == 3
    assert "cannot tell: that run is from another machine: Z80" in elsewhere.stdout


def test_results_of_another_machine_are_kept(tmp_path: Path) -> None:
    """Else timings of two machines are mixed, or lost without --fresh."""
    file = write_file(tmp_path, "null", [1e-8])
    from_elsewhere(file)
    before = file.read_bytes()
    refused = run("bench", NULL, *BRIEFLY, "--out", str(tmp_path))
    assert refused.exit_code == 2
    assert "measured on another machine: Z80" in refused.stderr
    assert "--fresh replaces all that is there" in refused.stderr
    assert file.read_bytes() == before
    assert run("bench", NULL, *BRIEFLY, "--fresh", "--out", str(tmp_path)).exit_code == 0
    assert "Z80" not in json.dumps(document_in(file))
