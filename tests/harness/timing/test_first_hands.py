"""The output of `first_hands`, run in this process; `test_cold` starts fresh ones."""

import tracemalloc
from collections.abc import Iterator
from mmap import PAGESIZE
from pathlib import Path

import pytest

from harness.timing import first_hands
from harness.timing.workloads import FIRST


@pytest.fixture(autouse=True)
def no_more_tracing() -> Iterator[None]:
    yield
    tracemalloc.stop()


def printed(capsys: pytest.CaptureFixture[str], name: str, style: str) -> dict[str, float]:
    first_hands.main(name, style)
    lines = (line.split(" ") for line in capsys.readouterr().out.splitlines())
    return {cost: float(value) for cost, value in lines}


@pytest.mark.parametrize("style", ["python", "numpy"])
def test_a_line_for_each_cost(capsys: pytest.CaptureFixture[str], style: str) -> None:
    costs = printed(capsys, "sort-by-count", style)
    assert set(costs) == set(FIRST)
    assert all(value > 0 for value in costs.values())


def test_a_library_has_no_tables_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    """Its module could be executed again, but not the modules that this imports."""
    assert set(FIRST) - set(printed(capsys, "treys", "python")) == {"tables", "tables-memory"}


def test_a_file_of_the_reader(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Else `allhands bench mine.py --workload import` fails after all of its work."""
    file = tmp_path / "mine.py"
    file.write_text("def evaluate(hand: list) -> int:\n    return len(hand)\n")
    costs = printed(capsys, str(file), "python")
    assert {"import", "first-5", "first-7", "memory"} <= set(costs)


def test_the_tables_of_machine_code_are_those_that_it_reads(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Or they would be Numba's own objects, without the tables that its module imports."""
    pytest.importorskip("numba")
    from evaluators.compiled.store import is_ready

    if not is_ready():
        pytest.skip("machine code is not compiled")
    assert printed(capsys, "matrix-score", "compiled")["tables-memory"] == PAGESIZE
    assert 500_000 < printed(capsys, "rank-sums", "compiled")["tables-memory"] < 600_000


def test_an_object_in_a_module_is_made_again(capsys: pytest.CaptureFixture[str]) -> None:
    """Or tables that a module makes on import, as Cactus Kev's does, would not be measured."""
    assert printed(capsys, "cactus-kev-dict", "python")["tables-memory"] > 200_000
