"""The checks and the timings of a report, at a terminal."""

from pathlib import Path
from unittest.mock import Mock

import pytest

from evaluators.compiled import store
from harness.hands.scopes import ALL_FIVE, All
from harness.reporting import everything as plan
from harness.timing import rounds
from harness.timing.jobs import NOT_INSTALLED, Job, Loaded, Status


def test_a_full_report_times_categories_of_what_its_charts_show(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """All of them would take an hour more, and no reader compares them."""
    everything = (
        *("random-5", "repeated-7", "in-order-7", "flush"),
        *("text-5", "scale-10000000", "scale-1000", "first-5"),
    )
    jobs = [Job(name, "python", everything) for name in ("treys", "clubs")]
    monkeypatch.setattr(plan, "jobs_of", lambda *everything: jobs)
    charted, other = plan.jobs(full=True)
    assert charted.workloads == ("random-5", "repeated-7", "flush", "scale-1000", "first-5")
    assert other.workloads == ("random-5", "first-5")


def test_ones_own_evaluator_is_checked_first_and_timed(tmp_path: Path) -> None:
    """Else an author waits for the verdicts on all others, or misses one.

    All hands of seven cards are for the full report, which takes more than an hour.
    """
    mine = f"{tmp_path}/mine.py"
    Path(mine).write_text("def evaluate(hand): return 0\n")
    checks = plan.checks(False, [mine])
    assert checks[0] == ([mine], ALL_FIVE, "python")
    assert [check.scope.size for check in checks if mine in check.names] == [5, 6, 7]
    assert max(len(check.scope) for check in checks) == len(ALL_FIVE)
    assert mine in [job.name for job in plan.jobs(False, [mine])]


def test_ones_own_arrays_and_libraries_are_in_the_report_in_their_style(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Failure means that `report` refuses them, or asks a walk about a sample."""
    arrays, library, walk = f"{tmp_path}/mine.py", "./libmine.so", "./libmine.so:rank_all"
    Path(arrays).write_text("def evaluate(hands: 'NDArray[np.int64]'): return hands[:, 0]\n")
    monkeypatch.setattr(plan, "load_all", lambda names, style: dict.fromkeys(names, Loaded()))
    checks = plan.checks(False, [library, arrays, walk])
    assert checks[0] == ([arrays], ALL_FIVE, "numpy")
    of_library = [check for check in checks if library in check.names]
    assert [check.style for check in of_library] == ["compiled"] * 3
    assert [walk in check.names for check in of_library] == [True, False, False]
    asked = Mock(return_value=[])
    monkeypatch.setattr(plan, "jobs_of", asked)
    for has_numba, beside in ((True, ["rank-sums"]), (False, [])):
        monkeypatch.setattr(store, "is_installed", lambda has_numba=has_numba: has_numba)
        plan.jobs(False, [library, arrays])
        assert [call.args[:2] for call in asked.mock_calls[-2:]] == [
            ((library, *beside), "compiled"),
            ((arrays, "rank-sums"), "numpy"),
        ]


def test_a_full_report_leaves_no_hand_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else what it says of seven cards is of a sample, without a word of that."""
    monkeypatch.setattr(store, "is_installed", lambda: True)
    of_sevens = [check for check in plan.checks(True) if check.scope == All(7)]
    assert [check.style for check in of_sevens] == ["python", "numpy", "compiled"]
    slow = [check.scope for check in plan.checks(True) if plan.SLOW[-1] in check.names]
    assert slow[0] == ALL_FIVE


def test_what_fails_at_a_size_is_not_timed_there(capsys: pytest.CaptureFixture[str]) -> None:
    """Else a function of five cards fails on seven, and its times of five are lost with it."""
    ended = {("mine.py", 7): "error", ("broken.py", 5): "error", ("broken.py", 7): "error"}
    ended["treys", 7], ended["slow.py", 7] = "equivalent", "timeout"
    rows = [{"name": name, "style": "python", "cards": cards, "status": status}
            for (name, cards), status in ended.items()]  # fmt: skip
    both = "random-5", "random-7", "import"
    jobs = [Job(name, "python", both) for name in ("mine.py", "broken.py", "treys", "slow.py")]
    left = [job.workloads for job in plan.without_errors(jobs, rows)]
    assert left == [("random-5", "import"), both, both, ("random-5", "import")]
    assert capsys.readouterr().err.splitlines() == [
        f"{name}: not timed on random-7, where the check failed" for name in ("mine.py", "slow.py")
    ]


def test_what_is_not_installed_fails_only_if_it_was_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a run of everything fails wherever one library is missing."""
    missing = {"x": Status(NOT_INSTALLED)}
    monkeypatch.setattr(rounds, "time_in_rounds", lambda *_, **__: missing)
    assert [plan.time_all([], named, tmp_path, 1) for named in (False, True)] == [False, True]


def test_an_interrupted_run_says_that_nothing_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(rounds, "time_in_rounds", Mock(side_effect=KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        plan.time_all([], True, tmp_path, 1)
    assert capsys.readouterr().err.endswith("no timing of this run was written; start it again\n")
