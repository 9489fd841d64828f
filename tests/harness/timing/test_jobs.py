"""Jobs: which evaluators are timed, in which styles, on which workloads."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from evaluators import UnknownEvaluatorError
from evaluators.compiled import store
from evaluators.null import COPY, NULL, NULL_ARRAYS
from harness.timing.benchmark import python_style
from harness.timing.jobs import (
    FAILED,
    NOT_INSTALLED,
    TIMED,
    Loaded,
    Status,
    jobs_of,
    load_all,
    workloads_for,
)
from harness.timing.workloads import (
    COLD,
    DEALT,
    HEADLINES,
    SCALES,
    SCALES_OF_ARRAYS,
    WALKED,
    WORKLOADS,
)

TEXTS = "harness.teaching.mistakes:right"
"""A function of texts."""


def test_a_program_is_refused() -> None:
    """Else its start is timed as if it were the cost of its hands."""
    with pytest.raises(
        UnknownEvaluatorError, match=r"^exec:cat: programs are not timed; use hyper"
    ):
        load_all(["exec:cat"], "python")


def test_loading_may_hang_or_fail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Or a loop at import stops the command for ever, or one failure stops the others."""
    monkeypatch.setitem(sys.modules, "treys", None)
    monkeypatch.delitem(sys.modules, "evaluators.peers.treys_adapter", raising=False)
    codes = {
        "hangs": "import time; time.sleep(60)",
        "exits": "raise SystemExit",
        "needs": "import no_such",
        "leaves": "import os; os._exit(7)",
    }
    places = {name: f"{tmp_path}/{name}.py" for name in codes}
    for name, code in codes.items():
        Path(places[name]).write_text(code)
    loaded = load_all(["treys", *places.values(), NULL], "python", seconds=3)
    assert [Status(one.status, one.message) for one in loaded.values()] == [
        Status(NOT_INSTALLED, "pip install treys"),
        Status(FAILED, "its import did not end in time"),
        Status(FAILED, "SystemExit: "),
        Status(NOT_INSTALLED, "No module named 'no_such'"),
        Status(FAILED, "its process ended itself with exit code 7"),
        Status(TIMED),
    ]


def test_workloads_fit_the_evaluator_and_style() -> None:
    of_both, of_arrays = (
        {f"scale-{hands}" for hands in scales} for scales in (SCALES, SCALES_OF_ARRAYS)
    )
    kev, treys = ({*workloads_for(name, "python", Loaded())} for name in ("cactus-kev", "treys"))
    assert (of_arrays & kev, of_arrays & treys) == (of_both, set())
    assert of_arrays <= {*workloads_for("cactus-kev", "numpy", Loaded())}
    assert {"encode", "import", "showdowns"} <= kev
    assert "parse" not in kev
    null = workloads_for(NULL, "python", Loaded(), (*HEADLINES, "parse", *WALKED, *COLD))
    assert null == (*HEADLINES, "parse")
    assert workloads_for("rank-sums", "compiled", Loaded(), ("scale-10", "walk-5")) == ("walk-5",)


def test_named_evaluators_have_the_styles_and_workloads_that_fit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Else what was asked for is missing, or a run without Numba fails."""
    monkeypatch.setattr(store, "is_installed", lambda: False)
    assert list(map(str, jobs_of(["treys"], "all", ["random-5"]))) == ["python/treys"]
    both = jobs_of(["treys", TEXTS], "all", ["random-5", "random-7", "import"])
    workloads = {job.name: job.workloads for job in both}
    assert workloads["treys"] == ("random-5", "random-7", "import", "text-5", "text-7")
    assert workloads[TEXTS] == ("random-5", "random-7", "import")  # it reads texts anyway
    twice = jobs_of(["treys"], "all", ["random-5", "text-5", "random-5"])
    assert twice[0].workloads == ("random-5", "text-5")
    everything = list(map(str, jobs_of([], "all", ["random-5"])))
    assert {f"python/{NULL}", f"numpy/{NULL_ARRAYS}", f"numpy/{COPY}"} < {*everything}
    assert not [job for job in everything if job.startswith("compiled/")]

    monkeypatch.setattr(store, "is_installed", lambda: True)
    monkeypatch.setattr(store, "is_ready", lambda: True)
    jobs = jobs_of(["rank-sums", "treys"], "all", ["random-5", "walk-7", "encode", "memory"])
    assert {str(job): job.workloads for job in jobs} == {
        "python/rank-sums": ("random-5", "encode", "memory"),
        "python/treys": ("random-5", "encode", "memory"),
        "numpy/rank-sums": ("random-5", "memory"),
        "compiled/rank-sums": ("random-5", "walk-7", "memory"),
    }


def test_deals_are_timed_alone_and_by_their_rules(tmp_path: Path) -> None:
    """Failure means that a function of a board and four cards is asked about hands, or refused."""
    mine = f"{tmp_path}/mine.py"
    Path(mine).write_text("def best(board: list[int], hand: list[int]) -> int: return len(hand)\n")
    (job,) = jobs_of([mine], "python", [DEALT])
    assert (job.workloads, job.status.status) == ((DEALT,), TIMED)
    assert python_style(replace(WORKLOADS[DEALT], hands=5), mine)(1) > 0
    assert jobs_of(["treys"], "python", [DEALT]) == []
    with pytest.raises(UnknownEvaluatorError, match="omaha is a workload of deals: time it alone"):
        jobs_of([mine], "python", [DEALT, "random-5"])
