"""Costs before the first hand: each value is measured in a fresh process."""

from pathlib import Path

import pytest

from evaluators.compiled import store
from harness.timing.cold import CostError, cold_costs
from harness.timing.results import STYLES
from harness.timing.workloads import COLD

MINE = """
from functools import cache
from time import sleep
import theirs
print("a message")
name, sizes, lower_wins = "mine", range(5, 8), False
@cache
def table(size): sleep(0.05 * (size == 5)); return b"x" * (10**7 * (size == 7))
def encode(card): return card
def evaluate(hand): return table(len(hand))
"""


@pytest.mark.parametrize("style", STYLES)
def test_every_cost_is_measured(style: str) -> None:
    if style == "compiled" and not store.is_ready():
        pytest.skip("machine code is not compiled")
    costs = cold_costs("rank-sums", style, 60)
    assert {*costs} == {*COLD}
    assert all(value > 0 for value in costs.values())


def test_processes_are_fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else its imports, and the tables that it makes for its first hand, cost nothing."""
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    (tmp_path / "theirs.py").write_text("import time; time.sleep(0.2)")
    (tmp_path / "mine.py").write_text(MINE)
    for place in ("mine", f"{tmp_path}/mine.py"):
        costs = cold_costs(place, "python", 60)
        assert costs["import"] >= 0.2
        assert 60 > costs["first-5"] >= 0.05
        assert 10**7 <= costs["memory"] < 3 * 10**7  # a table for seven cards


def test_failures_say_why() -> None:
    with pytest.raises(CostError, match="no answer within 1 seconds"):
        cold_costs("tests.harness.broken:hangs", "python", 1)
