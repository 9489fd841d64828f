"""The checks and the timings of a report."""

from pathlib import Path

import pytest

from evaluators.compiled import store
from harness.hands.scopes import ALL_FIVE, All
from harness.reporting import everything as plan
from harness.timing.jobs import Job


def test_a_full_report_times_categories_of_what_its_charts_show(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """All of them would take an hour more, and no reader compares them."""
    everything = ("random-5", "flush", "text-5", "scale-10000000", "scale-1000", "first-5")
    jobs = [Job(name, "python", everything) for name in ("treys", "clubs")]
    monkeypatch.setattr(plan, "jobs_of", lambda *everything: jobs)
    charted, other = plan.jobs(full=True)
    assert charted.workloads == ("random-5", "flush", "scale-1000", "first-5")
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


def test_a_full_report_leaves_no_hand_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else what it says of seven cards is of a sample, without a word of that."""
    monkeypatch.setattr(store, "is_installed", lambda: True)
    of_sevens = [check for check in plan.checks(True) if check.scope == All(7)]
    assert [check.style for check in of_sevens] == ["python", "numpy", "compiled"]
    slow = [check.scope for check in plan.checks(True) if plan.SLOW[-1] in check.names]
    assert slow[0] == ALL_FIVE
