"""Costs before the first hand: each value is measured in a fresh process."""

from collections.abc import Callable
from pathlib import Path

import pytest

from harness.timing.cold import CostError, cold_costs
from harness.timing.results import STYLES
from harness.timing.workloads import COLD, FIRST


def costs_of(name: str, style: str = "python") -> dict[str, float]:
    return {cost.name: cost.value for cost in cold_costs(name, style, 60)}


@pytest.mark.parametrize("style", STYLES)
def test_every_cost_is_measured(style: str) -> None:
    """Of machine code also the start with an empty cache."""
    if style == "compiled":
        pytest.importorskip("numba")
    costs = {cost.name: cost for cost in cold_costs("counting-hash", style, 60)}
    assert set(costs) == set(COLD if style == "compiled" else FIRST)
    assert {name for name, cost in costs.items() if cost.unit == "byte"} == {
        "memory",
        "peak-memory",
        "tables-memory",
    }
    assert costs["memory"].value < costs["peak-memory"].value


EVALUATOR = """
name, sizes, lower_wins = "mine", range(5, 8), False
def encode(card): return card
def evaluate(hand): return sum(hand)
"""


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], None]:
    """A function that writes a module for fresh processes to import."""
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))

    def write(name: str, text: str) -> None:
        (tmp_path / f"{name}.py").write_text(text)

    return write


def test_processes_are_fresh(write: Callable[[str, str], None]) -> None:
    """Tables for seven cards are made on the first such hand: in a warm process, only once."""
    write("mine", EVALUATOR.replace("return sum", "table(len(hand)); return sum") + """
from functools import cache
from time import sleep
@cache
def table(size): sleep(0.05 * (size == 7))
""")  # fmt: skip
    assert all(costs_of("mine")["first-7"] >= 0.05 for _ in range(2))


def test_what_an_evaluator_imports_is_not_its_own_tables(
    write: Callable[[str, str], None],
) -> None:
    write("theirs", "import time; time.sleep(0.5)")
    write("mine", "import theirs, time; time.sleep(0.01)" + EVALUATOR)
    costs = costs_of("mine")
    assert costs["import"] >= 0.51
    assert 0.01 <= costs["tables"] < 0.5


def test_an_evaluator_of_five_cards_has_no_first_seven() -> None:
    assert "first-7" not in costs_of("handrank-as-published")


def test_no_cost_is_zero() -> None:
    """pyperf would refuse it, so an evaluator that needs no new page of memory counts as one."""
    for _ in range(3):
        assert all(value > 0 for value in costs_of("rulebook").values())


def test_our_own_tables_are_measured_separately() -> None:
    """A sort has none, Cactus Kev has thousands of entries; a library's are not measured."""
    kev, sort, treys = map(costs_of, ("cactus-kev-dict", "sort-by-count", "treys"))
    assert kev["tables-memory"] > 200_000 > 20_000 > sort["tables-memory"] > 0
    assert "tables" not in treys


def test_failures_say_why() -> None:
    with pytest.raises(CostError, match="no answer within 1 seconds"):
        cold_costs("tests.harness.broken:hangs", "python", 1)
    with pytest.raises(CostError, match="enough"):
        cold_costs("tests.harness.broken:exits", "python", 60)
