"""Functions of two hands: the answers that they may give, and faults that the check detects."""

import re
import shlex
import sys
from itertools import islice
from pathlib import Path

import pytest
from click.testing import CliRunner

from evaluators.cards import format_hand, parse_hand, rank_of, suit_of
from harness.checking import comparing
from harness.checking.comparing import KINDS, Compared, compare, pairs
from harness.checking.verdict import EQUIVALENT, ERROR, NOT_EQUIVALENT, TIMEOUT
from harness.cli import main
from harness.hands.classes import class_of, examples
from harness.processes.limits import EVALUATING, LOADING, Died, Limits
from harness.reporting import terminal
from tests.harness.broken import number_of

EXTREMES = "As Ks Qs Js Ts and 7s 5h 4d 3c 2s"
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
    (result,) = compare([f"{tmp_path}/mine.py:compare"], Limits(seconds))
    return result


def test_a_right_comparison_and_the_number_of_pairs(tmp_path: Path) -> None:
    result = compared(tmp_path, "return (key(one) > key(other)) - (key(one) < key(other))")
    assert (result.status, result.message, result.found_out) == (EQUIVALENT, "", "positive")
    assert result.asked == dict(zip(KINDS, (2 * 7_461, 7_462, 100_000)))
    assert not any(result.wrong.values())


def compared_here(tmp_path: Path, body: str) -> Compared:
    """The result of a worker's function in this process, with few random pairs."""
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
    result = compared_here(tmp_path, body)
    assert (result.status, result.message, result.found_out) == (EQUIVALENT, "", positive)
    assert not any(result.wrong.values())


def test_ties_show_that_suits_decide(tmp_path: Path) -> None:
    body = "return (key(one) + (one[0],) > key(other) + (other[0],)) * 2 - 1"
    result = compared_here(tmp_path, body)
    assert result.status == NOT_EQUIVALENT
    assert result.wrong["ties"] > 0 == result.wrong["neighbours"]
    assert result.witness is not None
    assert result.witness[2] == "ties with"


def test_neighbours_show_a_missing_kicker(tmp_path: Path) -> None:
    body = "a, b = key(one)[:-1], key(other)[:-1]; return (a > b) - (a < b)"
    result = compared_here(tmp_path, body)
    assert result.status == NOT_EQUIVALENT
    assert result.wrong["neighbours"] > 0


@pytest.mark.parametrize(
    ("body", "status", "message"),
    [
        (
            "return True",
            ERROR,
            f"{EXTREMES}: AnswerError: True is not a number",
        ),
        ("return 'one'", ERROR, "'one' is not a number, and neither of the hands"),
        ("return 0", ERROR, "does not win against 7s 5h 4d 3c 2s in both orders"),
        ("return 1", ERROR, "does not win against 7s 5h 4d 3c 2s in both orders"),
        ("return float('nan')", ERROR, "nan is not a number"),
        ("raise ValueError('no')", ERROR, "ValueError: no"),
        ("while True: pass", TIMEOUT, f"{EXTREMES}: no answer within 1 second"),
        ("__import__('os')._exit(3)", ERROR, f"{EXTREMES}: its process ended itself with"),
    ],
)
def test_failures_in_a_worker(tmp_path: Path, body: str, status: str, message: str) -> None:
    result = compared(tmp_path, body, seconds=1)
    assert result.status == status
    assert message in result.message


@pytest.mark.parametrize(
    ("body", "status", "message"),
    [
        ("return (key(one) > key(other)) - (key(one) < key(other))", EQUIVALENT, ""),
        ("return (key(one)[:-1] > key(other)[:-1]) * 2 - 1", NOT_EQUIVALENT, ""),
        ("return 0", ERROR, "does not win against"),
        ("return -1", ERROR, "does not win against"),
        ("one.sort(); return 1", ERROR, "a hand was changed; take a copy first"),
        ("raise ValueError('no')", ERROR, "ValueError: no (mine.py:"),
    ],
)
def test_results_in_this_process(tmp_path: Path, body: str, status: str, message: str) -> None:
    result = compared_here(tmp_path, body)
    assert result.status == status
    assert message in re.sub(r"mine\d+", "mine", result.message)


@pytest.mark.parametrize("size", [5, 7])
def test_the_pair_of_a_death_is_the_announced_one(size: int) -> None:
    """Failure means that a user looks for the cause in other hands."""
    task = comparing._Task("mine", size, Limits())
    for place, (_, first, second) in enumerate(islice(pairs(size, 0), 3)):
        died = Died(3, place=place, doing=EVALUATING)
        assert comparing._where(task, died) == f"{format_hand(first)} and {format_hand(second)}: "
    best, *_, worst = examples(size).values()
    for place, (first, second) in {-2: (best, worst), -1: (worst, best)}.items():
        died = Died(3, place=place, doing=EVALUATING)
        assert comparing._where(task, died) == f"{format_hand(first)} and {format_hand(second)}: "
    assert comparing._where(task, Died(3, place=0, doing=LOADING)) == ""


def test_a_death_names_its_pair(tmp_path: Path) -> None:
    """After the strongest and the weakest hand, in both orders, come the pairs."""
    (tmp_path / "mine.py").write_text(
        f"import os\ncalls = []\n{GOOD}\ndef compare(one, other):\n    calls.append(1)\n"
        "    if len(calls) == 2 + 6: os._exit(3)\n"
        "    return (key(one) > key(other)) - (key(one) < key(other))\n"
    )
    (result,) = compare([f"{tmp_path}/mine.py:compare"], Limits(2))
    _, first, second = next(islice(pairs(5, 0), 5, None))
    assert result.message.startswith(f"{format_hand(first)} and {format_hand(second)}: its process")


@pytest.mark.usefixtures("few_random_pairs")
def test_what_was_printed_before_a_failure_is_shown(tmp_path: Path) -> None:
    result = compared(tmp_path, "print('before it failed'); raise ValueError('no')")
    assert result.output == "before it failed"
    right = "print('hello'); return (key(one) > key(other)) - (key(one) < key(other))"
    assert compared(tmp_path, right).output == ""


def test_json_has_all_fields(tmp_path: Path) -> None:
    result = compared(tmp_path, "return 0")
    fields = ["name", "cards", "status", "asked", "wrong", "found_out", "message", "output"]
    assert list(result.as_json()) == fields
    result.witness = parse_hand("As Ks Qs Js Ts"), parse_hand("Kd Qs Jc Th 9s"), "beats", "ties"
    assert list(result.as_json()) == [*fields, "witness"]
    assert result.as_json()["witness"]["second"] == "Kd Qs Jc Th 9s"


@pytest.fixture
def few_random_pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comparing, "RANDOM_PAIRS", 1_000)


@pytest.mark.usefixtures("few_random_pairs")
def test_the_output_of_the_command(tmp_path: Path) -> None:
    """Failure means that a fault is not shown, or that the exit code hides it."""
    good = "(key(one) > key(other)) - (key(one) < key(other))"
    bodies = {"wrong": f"{good} or 1", "fails": "1 / 0"}
    for name, body in bodies.items():
        text = f"{GOOD}\ndef compare(one, other):\n    return {body}\n"
        (tmp_path / f"{name}.py").write_text(text)
    results = {}
    for name in bodies:
        arguments = ["check", "--compare", str(tmp_path / f"{name}.py"), "--json", "-"]
        results[name] = CliRunner().invoke(main, arguments)
    assert [result.exit_code for result in results.values()] == [1, 3]
    right = list(terminal.compared(Compared("right", found_out="positive")))
    assert "  Without a key for each hand, not all pairs can be asked about." in right
    wrong = "By the rules the first ties with the second; here it beats it."
    assert wrong in results["wrong"].output
    assert "ZeroDivisionError: division by zero (fails.py:" in results["fails"].output


# --- Six and seven cards, methods, and programs. ---


class Game:
    """An object with comparisons as methods."""

    def winner(self, one: list[str], other: list[str]) -> int:
        return number_of(other) - number_of(one)

    def five_only(self, one: list[str], other: list[str]) -> int:
        return number_of(other[:5]) - number_of(one[:5])


game = Game()


@pytest.mark.parametrize("cards", [6, 7])
def test_a_method_of_an_object_on_more_cards(cards: int) -> None:
    task = comparing._Task(f"{__name__}:game.winner", cards, Limits(20), 1_000)
    result = Compared(**comparing.work(task))
    assert (result.status, result.message, any(result.wrong.values())) == (EQUIVALENT, "", False)
    assert {len(hand) for _, *hands in pairs(cards, 100) for hand in hands} == {cards}
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


@pytest.mark.every(3)
@pytest.mark.parametrize(
    ("answer", "status", "message"),
    [
        ("print((one < other) - (one > other))", EQUIVALENT, ""),
        ("print((one > other) - (one < other))", EQUIVALENT, ""),  # inferred: negative wins
        ("print(1 if one < other else -1)", NOT_EQUIVALENT, ""),
        ("print('left')", ERROR, "As Ks Qs Js Ts and 7s 5h 4d 3c 2s: 'left' is not a number"),
        ("if one == 5000: sys.exit(3)\n    print(other - one)", ERROR, "exit code 3"),
        ("print(0)", ERROR, "does not win against"),
    ],
)
@pytest.mark.usefixtures("few_random_pairs")
def test_programs(tmp_path: Path, answer: str, status: str, message: str) -> None:
    """Failure means that programs that compare two hands on a line get a wrong status."""
    root = str(Path(__file__).parents[3])
    (tmp_path / "two.py").write_text(PROGRAM.format(root=root, answer=answer))
    command = shlex.join([sys.executable, str(tmp_path / "two.py")])
    (result,) = compare([f"exec:{command}"], Limits(20))
    assert (result.status, message in result.message) == (status, True), result.message
    if "5000" in answer:
        assert class_of(parse_hand(result.message.split(" and ")[0])).number == 5_000


@pytest.mark.usefixtures("few_random_pairs")
def test_the_command_takes_programs_and_cards(tmp_path: Path) -> None:
    root = str(Path(__file__).parents[3])
    answer = "print((one < other) - (one > other))"
    (tmp_path / "two.py").write_text(PROGRAM.format(root=root, answer=answer))
    command = shlex.join([sys.executable, str(tmp_path / "two.py")])
    result = CliRunner().invoke(
        main, ["check", "--compare", "--cards", "6", "--exec", command, "--name", "mine"]
    )
    assert result.exit_code == 0, result.output
    assert result.output.startswith("mine  equivalent\n")
    assert re.search(r"neighbours +12,148 asked +0 wrong", result.output)


@pytest.mark.parametrize("cards", [5, 6, 7])
def test_ties_are_the_same_hand_in_other_suits(cards: int) -> None:
    """Failure means that a comparison is asked about a hand with the same card twice."""
    for kind, first, second in pairs(cards, 0):
        if kind == "ties":
            suits = {(suit_of(one), suit_of(other)) for one, other in zip(reversed(first), second)}
            assert [*map(rank_of, reversed(first))] == [*map(rank_of, second)]
            assert (
                len(suits) == len({one for one, _ in suits}) == len({other for _, other in suits})
            )
            assert {*first} != {*second}


@pytest.mark.parametrize(("order", "verb"), [(-1, "loses to"), (0, "ties with"), (1, "beats")])
def test_the_verb_of_a_witness(order: int, verb: str) -> None:
    assert comparing._verb(order) == verb
