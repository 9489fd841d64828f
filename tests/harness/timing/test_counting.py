"""Instructions for a hand, counted by Valgrind."""

import re
import sys
from pathlib import Path
from shutil import which

import pytest

from harness.adapters.place import Place
from harness.cli import bench
from harness.timing.counting import TOOL, counts
from harness.timing.jobs import Job
from tests.scripts import run

pytestmark = pytest.mark.usefixtures("short_preflight")

FAKE = """#!{0}
import sys
*_, place, style, workload, calls = sys.argv
a_call = 1_000_000 if place.startswith("evaluators.null") else 6_000_000
a_call += 300_000 * (place == "slow.py") + 100_000 * (workload == "text-5")
print(f"==1== I   refs:      {{7_000_000 + int(calls) * a_call:,}}", file=sys.stderr)
"""


@pytest.fixture
def valgrind(current_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that only says how many instructions there were: so many for each call."""
    Path(TOOL).write_text(FAKE.format(sys.executable))
    Path(TOOL).chmod(0o755)
    monkeypatch.setenv("PATH", str(current_folder))
    monkeypatch.setattr(bench, "SAMPLE", 500)
    for name in ("fast.py", "slow.py", "mine.py"):
        Path(name).write_text("def evaluate(hand: tuple[int, ...]) -> int: return 0\n")
    Path("dies.py").write_text("raise SystemExit('it dies')\n")


@pytest.mark.usefixtures("valgrind")
def test_what_starts_a_process_and_the_loop_are_not_counted() -> None:
    """Of 6 million for 5,000 hands, one is of the loop; the 7 million are of the start."""
    jobs = [
        Job("fast.py", "python", ("random-5",)),
        Job("slow.py", "python", ("random-5", "first-5")),
    ]
    assert [(each.name, each.instructions) for each in counts(jobs)] == [
        ("fast.py", 1_000),
        ("slow.py", 1_060),
    ]
    (of_array,) = counts([Job("rank-sums", "numpy", ("random-7",))])
    assert of_array.instructions == 250  # 20,000 hands a call


@pytest.mark.usefixtures("valgrind")
def test_rows_from_text_say_so() -> None:
    """Else a function that reads texts is compared with one that does not."""
    jobs = [Job("mine.py", "python", ("random-5",)), Job("treys", "python", ("random-5", "text-5"))]
    assert [tuple(each) for each in counts(jobs)] == [
        ("mine.py", "python", "random-5", True, 1_000),
        ("treys", "python", "random-5", False, 1_000),
        ("treys", "python", "random-5", True, 1_020),
    ]


@pytest.mark.usefixtures("valgrind")
def test_a_process_that_fails_is_named_and_loses_no_other_count() -> None:
    failures: list[str] = []
    jobs = [Job(name, "python", ("random-5",)) for name in ("dies.py", "fast.py")]
    assert [each.name for each in counts(jobs, failed=failures.append)] == ["fast.py"]
    assert failures == ["dies.py: no instructions were counted: it dies"]


def test_without_valgrind_a_line_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    done = run("bench", "treys", "--count")
    assert (done.exit_code, done.output.count("\n")) == (2, 1)
    assert "valgrind, which counts instructions, is not installed" in done.output


@pytest.mark.usefixtures("valgrind")
@pytest.mark.parametrize(("share", "code"), [("5%", 1), ("7%", 0)])
def test_more_instructions_fail_where_a_user_asks_for_it(share: str, code: int) -> None:
    options = "--count", "--workload", "random-5", "--fail-slower", share
    done = run("bench", "slow.py", "fast.py", *options)
    assert done.exit_code == code
    assert re.search(
        r"slow\.py \(not equivalent\) +1,060\.0 +1\.000\nfast\.py .*1,000\.0 +0\.943\n", done.output
    )
    nothing = run("bench", "evaluators.null", "fast.py", *options)
    assert nothing.exit_code == 0
    assert re.search(r"null .* 0\.0 +-\nfast\.py .*1,000\.0 +-\n", nothing.output)


@pytest.mark.thorough
@pytest.mark.skipif(not which(TOOL), reason="there is no valgrind")
def test_a_count_is_the_same_in_each_run() -> None:
    """Failure means that something is counted that noise touches."""
    first, second = (
        [*counts([Job("again", "python", ("random-7",), place=Place.of(name))])]
        for name in ("evaluators.rank_sums.scalar", "rank-sums")
    )
    assert first[0].instructions == pytest.approx(second[0].instructions, rel=3e-3)
    assert first[0].instructions > 100
