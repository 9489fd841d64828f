"""What is measured cold: each value in a process of its own."""

import pytest

from harness.costs import CostError, cold_costs
from harness.workloads import COLD


@pytest.mark.parametrize("style", ["python", "numpy"])
def test_every_cost_is_measured(style: str) -> None:
    costs = {cost.name: cost for cost in cold_costs("cactus-kev", style, 60)}
    assert set(costs) == set(COLD)
    assert {name for name, cost in costs.items() if cost.unit == "byte"} == {
        "memory",
        "peak-memory",
        "tables-memory",
    }
    assert costs["memory"].value < costs["peak-memory"].value


def test_processes_are_fresh() -> None:
    """Tables for seven cards are made on the first such hand: in a warm process, only once."""
    for _ in range(2):
        costs = {cost.name: cost.value for cost in cold_costs("cactus-kev-sum", "python", 60)}
        assert costs["first-7"] > 0.01


def test_an_evaluator_of_five_cards_has_no_first_seven() -> None:
    costs = cold_costs("handrank-as-published", "python", 60)
    assert "first-7" not in {cost.name for cost in costs}


def test_no_cost_is_nothing() -> None:
    """pyperf takes no zero: what needs no new page of memory has taken less than one."""
    for _ in range(3):
        assert all(cost.value > 0 for cost in cold_costs("rulebook", "python", 60))


def test_tables_are_told_apart_where_they_are_ours() -> None:
    """A sort has none, Cactus Kev thousands of entries; what a library has cannot be told."""
    kev, sort, treys = (
        {cost.name: cost.value for cost in cold_costs(name, "python", 60)}
        for name in ("cactus-kev-dict", "sort-by-count", "treys")
    )
    assert kev["tables-memory"] > 200_000 > 20_000 > sort["tables-memory"] > 0
    assert kev["tables"] > sort["tables"]
    assert "tables" not in treys


def test_failures_say_why() -> None:
    with pytest.raises(CostError, match="no answer within 1 seconds"):
        cold_costs("tests.harness.broken:hangs", "python", 1)
    with pytest.raises(CostError, match="enough"):
        cold_costs("tests.harness.broken:exits", "python", 60)
