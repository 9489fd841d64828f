"""Each room has a budget of lines of Python, docstrings included; teaching with its exercises.

A room that grows over its budget holds a concept too many; a new capability may raise it by what it
needs, in the commit that says why.
"""

from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
BUDGETS = {
    "harness/hands": 897,
    "harness/processes": 525,
    "harness/adapters": 1_686,
    "harness/checking": 2_865,
    "harness/timing": 1_249,
    "harness/teaching": 4_921,
    "harness/table": 376,
    "harness/testing": 330,
    "harness/browser": 840,
    "harness/reporting": 2_286,
    "harness/cli": 1_700,
    "harness": 17_780,
    "benchmarks": 1_057,
    "field": 976,
    "tests": 12_687,
}


@pytest.mark.parametrize("room", BUDGETS)
def test_a_room_keeps_its_budget(room: str) -> None:
    files = sorted((ROOT / room).rglob("*.py"))
    if room in ("harness", "harness/teaching"):
        files += ROOT.glob("exercises/*/test_*.py")
    own = [file for file in files if not {"packages", ".state"} & {*file.parts}]
    lines = {str(file): file.read_text(encoding="utf-8").count("\n") for file in own}
    assert sum(lines.values()) <= BUDGETS[room], lines


def test_every_room_has_a_budget() -> None:
    rooms = {
        f"harness/{folder.name}" for folder in ROOT.glob("harness/*") if any(folder.glob("*.py"))
    }
    assert rooms == {room for room in BUDGETS if "/" in room}


def test_the_committed_run_is_small() -> None:
    """Else each new run makes a clone larger by megabytes."""
    files = [file for file in (ROOT / "reports").rglob("*") if file.is_file()]
    committed = [file for file in files if "local" not in file.parts and file.name != "index.html"]
    assert sum(file.stat().st_size for file in committed) <= 2_000_000
