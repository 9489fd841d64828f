"""Functions of two hands: what they may answer, and which of them are wrong."""

import re
import shlex
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from evaluators.cards import parse_hand
from harness.checking import comparing
from harness.checking.comparing import KINDS, Compared, compare, pairs
from harness.checking.verdict import EQUIVALENT, ERROR, NOT_EQUIVALENT, TIMEOUT
from harness.cli import main
from harness.hands.classes import class_of
from harness.processes.limits import Limits
from harness.reporting import terminal
from tests.harness.broken import number_of

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


def quickly(tmp_path: Path, body: str) -> Compared:
    """As a worker does it, here, and on few random pairs."""
    file = tmp_path / f"mine{abs(hash(body))}.py"
    file.write_text(f"{GOOD}\ndef compare(one, other):\n    {body}\n")
    return Compared(**comparing.work(comparing._Task(str(file), 5, Limits(2), 100)))


@pytest.mark.parametrize(
    ("body", "positive"),
    [
        ("return 2.5 * ((key(one) < key(other)) - (key(one) > key(other)))", "negative"),
        ("return None if key(one) == key(other) else max(one, other, key=key)", "positive"),
    ],
)
def test_numbers_either_way_and_winners(tmp_path: Path, body: str, positive: str) -> None:
    found = quickly(tmp_path, body)
    assert (found.status, found.message, found.found_out) == (EQUIVALENT, "", positive)
    assert not any(found.wrong.values())


def test_suits_that_decide_are_found_in_ties(tmp_path: Path) -> None:
    body = "return (key(one) + (one[0],) > key(other) + (other[0],)) * 2 - 1"
    found = quickly(tmp_path, body)
    assert found.status == NOT_EQUIVALENT
    assert found.wrong["ties"] > 0 == found.wrong["neighbours"]
    assert found.witness is not None
    assert found.witness[2] == "ties with"


def test_a_pair_of_neighbours_is_enough(tmp_path: Path) -> None:
    body = "a, b = key(one)[:-1], key(other)[:-1]; return (a > b) - (a < b)"
    found = quickly(tmp_path, body)
    assert found.status == NOT_EQUIVALENT
    assert found.wrong["neighbours"] > 0


@pytest.mark.parametrize(
    ("body", "status", "message"),
    [
        (
            "return True",
            ERROR,
            "As Ks Qs Js Ts and 7s 5h 4d 3c 2s: AnswerError: True is not a number",
        ),
        ("return 'one'", ERROR, "'one' is not a number, and neither of the hands"),
        ("return 0", ERROR, "does not win against 7s 5h 4d 3c 2s in both orders"),
        ("return 1", ERROR, "does not win against 7s 5h 4d 3c 2s in both orders"),
        ("return float('nan')", ERROR, "nan is not a number"),
        ("raise ValueError('no')", ERROR, "ValueError: no"),
        ("while True: pass", TIMEOUT, "no answer within 1 second"),
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
    ],
)
def test_the_work_itself(tmp_path: Path, body: str, status: str, message: str) -> None:
    found = quickly(tmp_path, body)
    assert found.status == status
    assert message in re.sub(r"mine\d+", "mine", found.message)


@pytest.fixture
def few_random_pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comparing, "RANDOM_PAIRS", 1_000)


@pytest.mark.usefixtures("few_random_pairs")
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


# --- Six and seven cards, methods, and programs. ---


class Game:
    """Somebody's object with a comparison as a method."""

    def winner(self, one: list[str], other: list[str]) -> int:
        return number_of(other) - number_of(one)

    def five_only(self, one: list[str], other: list[str]) -> int:
        return number_of(other[:5]) - number_of(one[:5])


game = Game()


@pytest.mark.parametrize("cards", [6, 7])
def test_a_method_of_an_object_on_more_cards(cards: int) -> None:
    task = comparing._Task(f"{__name__}:game.winner", cards, Limits(20), 1_000)
    found = Compared(**comparing.work(task))
    assert (found.status, found.message, any(found.wrong.values())) == (EQUIVALENT, "", False)
    assert {len(hand) for _, *two in pairs(cards, 100) for hand in two} == {cards}
    wrong = comparing._Task(f"{__name__}:game.five_only", cards, Limits(20), 1_000)
    assert Compared(**comparing.work(wrong)).status == NOT_EQUIVALENT


PROGRAM = """
import sys
sys.path.append({root!r})
from tests.harness.broken import number_of
for line in sys.stdin:
    cards = line.split()
    one, other = cards[: len(cards) // 2], cards[len(cards) // 2 :]
    one, other = number_of(one), number_of(other)
    {answer}
"""


@pytest.mark.parametrize(
    ("answer", "status", "message"),
    [
        ("print((one < other) - (one > other))", EQUIVALENT, ""),
        ("print((one > other) - (one < other))", EQUIVALENT, ""),  # found out: negative wins
        ("print(1 if one < other else -1)", NOT_EQUIVALENT, ""),
        ("print('left')", ERROR, "As Ks Qs Js Ts and 7s 5h 4d 3c 2s: 'left' is not a number"),
        ("if one == 5000: sys.exit(3)\n    print(other - one)", ERROR, "exit code 3"),
        ("print(0)", ERROR, "does not win against"),
    ],
)
@pytest.mark.usefixtures("few_random_pairs")
def test_programs(tmp_path: Path, answer: str, status: str, message: str) -> None:
    """Two hands on a line; a number for an answer."""
    root = str(Path(__file__).parents[3])
    (tmp_path / "two.py").write_text(PROGRAM.format(root=root, answer=answer))
    command = shlex.join([sys.executable, str(tmp_path / "two.py")])
    (found,) = compare([f"exec:{command}"], Limits(20))
    assert (found.status, message in found.message) == (status, True), found.message
    if "5000" in answer:
        assert class_of(parse_hand(found.message.split(" and ")[0])).number == 5_000


@pytest.mark.usefixtures("few_random_pairs")
def test_the_command_takes_programs_and_cards(tmp_path: Path) -> None:
    root = str(Path(__file__).parents[3])
    answer = "print((one < other) - (one > other))"
    (tmp_path / "two.py").write_text(PROGRAM.format(root=root, answer=answer))
    command = shlex.join([sys.executable, str(tmp_path / "two.py")])
    done = CliRunner().invoke(
        main, ["check", "--compare", "--cards", "6", "--exec", command, "--name", "mine"]
    )
    assert done.exit_code == 0, done.output
    assert done.output.startswith("mine  equivalent\n")
    assert re.search(r"neighbours +12,148 asked +0 wrong", done.output)
