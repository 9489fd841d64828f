"""Functions of two hands: what they may answer, and which of them are wrong."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from harness import comparing, terminal
from harness.cli import main
from harness.comparing import KINDS, Compared, compare
from harness.limits import Limits
from harness.verdict import EQUIVALENT, ERROR, NOT_EQUIVALENT, TIMEOUT

GOOD = """
from collections import Counter
def key(hand):
    counts = Counter("23456789TJQKA".index(card[0]) for card in hand)
    ranks = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    if ranks == [12, 3, 2, 1, 0]: ranks = [3, 2, 1, 0, -1]
    straight = len(ranks) == 5 and ranks[0] - ranks[4] == 4
    flush = len({card[1] for card in hand}) == 1
    shape = sorted(counts.values(), reverse=True)
    if straight or flush: shape = [5] if straight and flush else [3, 1, 2 + flush]
    return (*shape, 0, *ranks)
"""


def compared(tmp_path: Path, body: str, seconds: float = 2) -> Compared:
    (tmp_path / "mine.py").write_text(f"{GOOD}\ndef compare(one, other):\n    {body}\n")
    (found,) = compare([f"{tmp_path}/mine.py:compare"], Limits(seconds))
    return found


def test_what_is_asked_about(tmp_path: Path) -> None:
    found = compared(tmp_path, "return (key(one) > key(other)) - (key(one) < key(other))")
    assert (found.status, found.message, found.found_out) == (EQUIVALENT, "", "positive")
    assert found.asked == dict(zip(KINDS, (2 * 7_461, 7_462, 100_000)))
    assert not any(found.wrong.values())


def quickly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str) -> Compared:
    """As a worker does it, here, and on few random pairs."""
    monkeypatch.setattr(comparing, "RANDOM_PAIRS", 100)
    file = tmp_path / f"mine{abs(hash(body))}.py"
    file.write_text(f"{GOOD}\ndef compare(one, other):\n    {body}\n")
    return comparing._work((str(file), Limits(2)))


@pytest.mark.parametrize(
    ("body", "positive"),
    [
        ("return 2.5 * ((key(one) < key(other)) - (key(one) > key(other)))", "negative"),
        ("return None if key(one) == key(other) else max(one, other, key=key)", "positive"),
    ],
)
def test_numbers_either_way_and_winners(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str, positive: str
) -> None:
    found = quickly(tmp_path, monkeypatch, body)
    assert (found.status, found.message, found.found_out) == (EQUIVALENT, "", positive)
    assert not any(found.wrong.values())


def test_suits_that_decide_are_found_in_ties(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    body = "return (key(one) + (one[0],) > key(other) + (other[0],)) * 2 - 1"
    found = quickly(tmp_path, monkeypatch, body)
    assert found.status == NOT_EQUIVALENT
    assert found.wrong["ties"] > 0 == found.wrong["neighbours"]
    assert found.witness is not None
    assert found.witness[2] == "ties with"


def test_a_pair_of_neighbours_is_enough(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    body = "a, b = key(one)[:-1], key(other)[:-1]; return (a > b) - (a < b)"
    found = quickly(tmp_path, monkeypatch, body)
    assert found.status == NOT_EQUIVALENT
    assert found.wrong["neighbours"] > 0


@pytest.mark.parametrize(
    ("body", "status", "message"),
    [
        ("return True", ERROR, "As Ks Qs Js Ts and 7c 5d 4d 3d 2d: AnswerError: True is no number"),
        ("return 'one'", ERROR, "'one' is no number, and neither of the hands"),
        ("return 0", ERROR, "does not win against 7c 5d 4d 3d 2d both ways round"),
        ("return 1", ERROR, "does not win against 7c 5d 4d 3d 2d both ways round"),
        ("return float('nan')", ERROR, "nan is no number"),
        ("raise ValueError('no')", ERROR, "ValueError: no"),
        ("while True: pass", TIMEOUT, "no answer within 1 seconds"),
        ("__import__('os')._exit(3)", ERROR, "exit code 3"),
    ],
)
def test_what_goes_wrong(tmp_path: Path, body: str, status: str, message: str) -> None:
    found = compared(tmp_path, body, seconds=1)
    assert found.status == status
    assert message in found.message


@pytest.mark.parametrize(
    ("body", "status", "message"),
    [
        ("return (key(one) > key(other)) - (key(one) < key(other))", EQUIVALENT, ""),
        ("return (key(one)[:-1] > key(other)[:-1]) * 2 - 1", NOT_EQUIVALENT, ""),
        ("return 0", ERROR, "does not win against"),
        ("one.sort(); return 1", ERROR, "a hand was changed; take a copy first"),
        ("raise ValueError('no')", ERROR, "ValueError: no (mine.py:"),
        ("while True: pass", TIMEOUT, "no answer within 2 seconds"),
    ],
)
def test_the_work_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str, status: str, message: str
) -> None:
    found = quickly(tmp_path, monkeypatch, body)
    assert found.status == status
    assert message in re.sub(r"mine\d+", "mine", found.message)


def test_what_the_command_says(tmp_path: Path) -> None:
    """A wrong one, and one that fails; exit codes as for evaluators."""
    good = "(key(one) > key(other)) - (key(one) < key(other))"
    bodies = {"wrong": f"{good} or 1", "fails": "1 / 0"}
    for name, body in bodies.items():
        text = f"{GOOD}\ndef compare(one, other):\n    return {body}\n"
        (tmp_path / f"{name}.py").write_text(text)
    codes = {}
    for name in bodies:
        arguments = ["check", "--compare", str(tmp_path / f"{name}.py"), "--json", "-"]
        done = CliRunner().invoke(main, arguments)
        codes[name] = done.exit_code, done.output
    assert [code for code, _ in codes.values()] == [1, 3]
    right = list(terminal.compared(Compared("right", found_out="positive")))
    assert "  Without a key for each hand, not all pairs can be asked about." in right
    assert "By the rules the first ties with the second; here it beats it." in codes["wrong"][1]
    assert "ZeroDivisionError: division by zero (fails.py:" in codes["fails"][1]
