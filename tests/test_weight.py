"""Each room of the harness has a budget of lines, docstrings included; teaching with its exercises.

A room that grows over its budget holds a concept too many; a new capability may raise it by what it
needs, in the commit that says why.
"""

from pathlib import Path

import pytest

HARNESS = Path(__file__).parent.parent / "harness"
BUDGETS = {
    "hands": 770,
    "processes": 480,
    "adapters": 1_570,
    "checking": 2_530,
    "timing": 1_150,
    "teaching": 5_370,
    "table": 370,
    "testing": 330,
    "reporting": 3_340,
    "cli": 1_600,
}


@pytest.mark.parametrize("room", BUDGETS)
def test_a_room_keeps_its_budget(room: str) -> None:
    files = sorted((HARNESS / room).rglob("*.py"))
    if room == "teaching":
        files += HARNESS.parent.glob("exercises/*/test_*.py")
    lines = {file.name: file.read_text(encoding="utf-8").count("\n") for file in files}
    assert sum(lines.values()) <= BUDGETS[room], lines


def test_every_room_has_a_budget() -> None:
    rooms = {folder.name for folder in HARNESS.iterdir() if any(folder.glob("*.py"))}
    assert rooms == set(BUDGETS)
