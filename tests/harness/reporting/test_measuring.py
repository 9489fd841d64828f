"""Checks before timing, and timings at a terminal."""

from pathlib import Path

import pytest

from harness.reporting import measuring
from harness.timing import rounds
from harness.timing.jobs import NOT_INSTALLED, Job, Status


def test_what_fails_at_a_size_is_not_timed_there(capsys: pytest.CaptureFixture[str]) -> None:
    """Else a function of five cards fails on seven, and its times of five are lost with it."""
    ended = {("mine.py", 7): "error", ("broken.py", 5): "error", ("broken.py", 7): "error"}
    ended["treys", 7], ended["slow.py", 7] = "equivalent", "timeout"
    rows = [{"name": name, "style": "python", "cards": cards, "status": status}
            for (name, cards), status in ended.items()]  # fmt: skip
    both = "random-5", "random-7", "import"
    jobs = [Job(name, "python", both) for name in ("mine.py", "broken.py", "treys", "slow.py")]
    left = [job.workloads for job in measuring.without_errors(jobs, rows)]
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
    assert [measuring.time_all([], named, tmp_path, 1) for named in (False, True)] == [False, True]


def test_an_interrupted_run_says_that_nothing_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(rounds, "time_in_rounds", interrupt)
    with pytest.raises(KeyboardInterrupt):
        measuring.time_all([], True, tmp_path, 1)
    assert capsys.readouterr().err.endswith("nothing of this run was written; start it again\n")
