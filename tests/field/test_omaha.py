"""Omaha: exactly two of a player's own cards play, and what a sample of showdowns says."""

import sys
from pathlib import Path

import pytest

from field.entries import FIELD
from field.omaha import FAULTS, NO_FAULT, Showdowns, winners
from harness.timing.workloads import random_hands

BY_THE_RULEBOOK = """
from itertools import combinations, product
from answering import decide
from evaluators import rulebook
from evaluators.cards import parse_card

def best(own, board):
    fives = product(combinations(own, 2), combinations(board, 3))
    return max(rulebook.evaluate([*map(rulebook.encode, map(parse_card, a + b))]) for a, b in fives)

def winner(board, *players):
    first, second = (best(own, board) for own in players)
    return (first > second) - (first < second)

decide(winner)
"""
FIRST_ALWAYS = "from answering import decide; decide(lambda board, first, second: 0.5)"
FAILS = "raise SystemExit('it failed')"


def held(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, adapter: str) -> dict[str, object]:
    (tmp_path / "adapter.py").write_text(adapter)
    monkeypatch.setenv("PYTHONPATH", f"{FIELD}:{FIELD.parent}")
    return Showdowns(300).held("double", [sys.executable, str(tmp_path / "adapter.py"), "omaha"])


def test_the_rulebook_says_the_same_of_each_showdown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A failure means that the arrays that packages are compared with are wrong."""
    row = held(tmp_path, monkeypatch, BY_THE_RULEBOOK)
    assert (row["status"], row["message"]) == (NO_FAULT, "")
    assert row["scope"] == "300 showdowns of Omaha, drawn with seed 13"


def test_wrong_showdowns_are_counted_and_one_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = held(tmp_path, monkeypatch, FIRST_ALWAYS)
    assert row["status"] == FAULTS
    rules = winners(random_hands(13)(300)).tolist()
    assert (row["reversed"], row["false_ties"]) == (rules.count(-1), 0)
    assert row["false_wins"] == rules.count(0) > 0
    hands = "3d 7h Ad 6d and 3h Ac 5c 5h on Kc 7c Ts 5s 2d"
    said = f"{hands}: the second wins by the rules, and the first wins"
    assert row["message"] == f"{said} here"


@pytest.mark.parametrize(
    ("adapter", "status", "message"),
    [
        (FAILS, "error", "it failed"),
        ("raise SystemExit(127)", "not_installed", "exit status 127"),
        ("print(1)", "error", "1 of 300 showdowns were answered"),
        ("print('first')", "error", "Expecting value"),
    ],
)
def test_a_package_that_fails_is_a_row_that_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, adapter: str, status: str, message: str
) -> None:
    row = held(tmp_path, monkeypatch, adapter)
    assert row["status"] == status
    assert message in str(row["message"])
