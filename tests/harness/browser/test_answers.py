"""Questions of the page, answered by the Python that runs the tests."""

import sys
import tempfile
from pathlib import Path
from types import SimpleNamespace

import pytest

from evaluators.cards import parse_hand
from harness.browser.answers import MOST_PRINTED, Answers
from harness.browser.site import programs
from harness.browser.stand_ins import Marks
from harness.teaching import proof
from harness.teaching.deciding import decide
from harness.teaching.explanation import STRATEGIES, explain
from harness.teaching.grader import host
from harness.teaching.grader.exercise import find
from harness.teaching.grader.grade import grade
from harness.teaching.mutants import broken
from harness.teaching.walk import walk
from tests.harness.browser.test_verdicts import one_of_each_class

HANDS = "Kd Ks 7c 7h 5s", "KhKc7d7s4s"
SOLUTIONS = Path(__file__).parents[3] / "solutions"
PROGRAMS = {program["id"]: program for program in programs()}


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Answers:
    """The answers."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setitem(sys.modules, "pytest", SimpleNamespace(mark=Marks))
    return Answers(lambda *about: None)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_a_lesson_is_shown_as_explain_shows_it(page: Answers, strategy: str) -> None:
    program = PROGRAMS[f"{strategy}-lesson"]
    shown = page.answer(
        "show", file=program["file"], text=program["text"], hands=HANDS, strategy=strategy
    )
    first, second = map(parse_hand, HANDS)
    explained = explain(strategy, first)
    hand = shown["hands"][0]
    assert hand["steps"] == [*walk(explained.steps, explained.picture)]
    assert (hand["hand"], hand["name"]) == ("Kd Ks 7c 7h 5s", "kings and sevens, 5")
    assert hand["of"] == len(explained.steps)
    decision = decide(strategy, first, second)
    assert (shown["decision"]["winner"], shown["decision"]["words"]) == (
        *(decision.winner, decision.words),
    )
    assert shown["outcome"].startswith("the first hand wins")


OWN = """
def evaluate(hand):
  global latest
  counts = 0
  for card in hand:
    first, *rest = card
    if first == "7":
      counts = "23456789TJQKA".index(first)
      break
  latest = hand
  return (*[0] * 8, counts, [len(hand)])
"""


def test_steps_of_an_own_function(page: Answers) -> None:
    """A break, a star, a global and an edited lesson's own names do no harm; the lower key wins."""
    hands = ["7c Ks Kd 7h 5s", "KhKc8d8s4s"]
    shown = page.answer("show", file="m.py", text=OWN, hands=hands, strategy="sort-by-count")
    statements = [step["statement"] for step in shown["hands"][0]["steps"]]
    assert statements[-3:] == ["break", "latest = hand", "return (*[0] * 8, counts, [len(hand)])"]
    assert shown["hands"][0]["steps"][3]["made"] == ["first = '7'", "rest = ['c']"]
    assert shown["hands"][0]["key"] == "(0, 0, 0, 0, 0, 0, 0, 0, 5, [5])"
    assert shown["hands"][0]["steps"][-1]["picture"] == []
    assert shown["decision"]["words"] == "element 9: 5 against 0"
    assert shown["decision"]["winner"] == "the second hand wins"


def test_code_that_is_not_finished_ranks_two_hands(page: Answers) -> None:
    """And the lower key wins, for most hands say so."""
    text = """
from collections import Counter
def evaluate(hand):
    times = sorted(Counter(card[0] for card in hand).values())
    if times == [1, 1, 3]:
        return None
    if times == [1, 1, 1, 1, 1]:
        raise NotImplementedError
    return -times[-1], -times[-2], sorted(-"23456789TJQKA".index(card[0]) for card in hand)
"""
    shown = page.answer("show", file="mine.py", text=text, hands=HANDS, strategy="")
    assert shown["decision"]["winner"] == "the first hand wins"
    stub = "def evaluate(hand):\n    return None\n"
    shown = page.answer("show", file="mine.py", text=stub, hands=HANDS, strategy="")
    assert "decision" not in shown  # no key ties with none
    of_no_score = PROGRAMS["matrix-score-lesson"]["text"].replace("return score", "return 0")
    shown = page.answer("show", file="m.py", text=of_no_score, hands=HANDS[:1],
                        strategy="matrix-score")  # fmt: skip
    assert "key" in str(shown["hands"][0]["steps"][-1]["picture"])


@pytest.mark.parametrize(
    ("text", "problem", "line"),
    [
        ("def f(hand):\n    return (1", "SyntaxError: '(' was never closed (mine.py, line 2)", 2),
        ("x = 1", "it has none of its own: write def evaluate(hand):", None),
        ("def f(a, b): return 1", "or check it with --compare if it compares two hands", None),
        (
            "import nothing_like_it\ndef f(hand): return 1",
            "ModuleNotFoundError: No module named 'nothing_like_it' (mine.py:1)",
            1,
        ),
        ("def f(hand): return hand[7]", "IndexError: list index out of range (mine.py:1)", 1),
        ("f = lambda hand: 1", "that is written with def can be shown step by step", None),
        (
            "class F:\n  def __init__(self, hand): ...\n  def __lt__(a, b): return False",
            "that is written with def can be shown step by step",
            None,
        ),
    ],
)
def test_a_problem_is_one_line(page: Answers, text: str, problem: str, line: int | None) -> None:
    answer = page.answer("show", file="mine.py", text=text, hands=[HANDS[0]])
    assert answer["problem"].endswith(problem)
    assert "\n" not in answer["problem"]
    assert answer["line"] == line


UNUSUAL = """
from contextlib import suppress
from functools import cache
class Pair:
    def __init__(self, hand): self.high = max(hand)
    def __lt__(self, other): return False
def plain(function): return function
@cache
@plain
def evaluate(hand):
    try:
        with suppress(ValueError):
            return int("\u2028")
        return Pair(hand)
    finally:
        hand = ()
"""


def test_a_decorated_function_that_returns_within_blocks(page: Answers) -> None:
    """Its key stands at the last return; keys without == tie."""
    answer = page.answer("show", file="m.py", text=UNUSUAL, hands=HANDS)
    steps = answer["hands"][0]["steps"]
    (returned,) = [step["statement"] for step in steps if "key = " in str(step["made"])]
    assert (returned, answer["decision"]["winner"]) == ("return Pair(hand)", "the hands tie")


def test_recursion_is_part_of_the_statement_that_calls(page: Answers) -> None:
    """Else the key of the whole stands at the return of each call; so with blocks without loops."""
    text = """
def f(hand):
    with open("/dev/null"):
        each = (card for card in hand)
    def last(cards): return cards[-1]
    return 1 + f(hand[1:]) if hand else 0
"""
    shown = page.answer("show", file="m.py", text=text, hands=[HANDS[0]])
    made = [step["made"] for step in shown["hands"][0]["steps"]]
    statements = [step["statement"] for step in shown["hands"][0]["steps"]]
    assert "def last(cards): return cards[-1]" in statements
    assert made[1] == []
    assert made[2][0].startswith("each = <generator object")
    assert made[3:] == [[], [], ["key = 5"]]


def test_keys_are_shown_as_python_writes_them(
    page: Answers, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else 2**60 + 1 is rounded, and infinity ends the answer, on the way to the page."""
    monkeypatch.setattr(proof, "every_hand", one_of_each_class)
    text = "def f(hand): return float('inf') if 'c' in str(hand) else 2**60 + 1"
    answer = page.answer("check", file="m.py", text=text)
    keys = {answer["witness"][side]["key"] for side in ("first", "second")}
    assert keys == {"inf", str(2**60 + 1)}
    assert answer["share"] == "1 in 166,466 of all showdowns decided wrongly"
    assert answer["read"]["title"] == "Why tests miss bugs"


def test_bad_hands_are_named(page: Answers) -> None:
    for hand in ("Kd Ks", "Kd Ks 7c 7h 5s 2c"):
        answer = page.answer("show", file="mine.py", text=OWN, hands=[hand])
        assert answer["problem"] == f"{len(hand.split())} cards, but 5 are needed: {hand!r}"


def test_what_is_printed_is_kept_up_to_a_limit(page: Answers) -> None:
    text = "print('x' * 5_000)\ndef f(hand):\n    print('asked')\n    return 1"
    answer = page.answer("show", file="m.py", text=text, hands=[HANDS[0]])
    assert answer["printed"] == "x" * MOST_PRINTED
    text = text.replace("print('x' * 5_000)", "import sys").replace("print(", "sys.stderr.write(")
    assert page.answer("show", file="m.py", text=text, hands=[HANDS[0]])["printed"] == "asked"


@pytest.mark.every(4)
@pytest.mark.parametrize("number", ["02", "03", "05", "08", "11"])
def test_a_stub_gets_the_mark_of_the_grader(page: Answers, number: str) -> None:
    exercise = find(number)
    file = exercise.folder / exercise.file
    mark, answer = grade(exercise, file), page.answer("grade", number=number, text=file.read_text())
    assert (answer["passed"], answer["sentence"], answer["lines"], answer["points"]) == (
        *(mark.passed, mark.sentence, mark.lines, mark.partial),
    )
    assert answer["steps"] == [(step.name, step.points) for step in mark.steps]
    assert answer["read"]["number"] == mark.chapter
    assert page.reporter.doing == f"step {mark.passed + 1} of {len(mark.steps)}"
    assert page.reporter.seconds == (75 if number == "03" else 10)


def test_exercise_09_has_a_file_for_each_student(page: Answers) -> None:
    assert page.answer("stub", seed="7")["text"] == broken("7")
    assert "empty" in page.answer("stub", seed=" ")["problem"]


def test_the_line_of_a_fault_is_known(page: Answers) -> None:
    """The page marks it, also where the check or a step of an exercise stops."""
    text = "\n\ndef f(hand):\n    return 1 // (hand[0] != 'Kd')"
    for file in ("m.py", "m.py:f"):
        assert page.answer("check", file=file, text=text)["line"] == 4
    assert page.answer("grade", number="01", text="def category(hand):\n    return (1")["line"] == 2
    assert page.answer("grade", number="01", text="\nraise SystemExit")["line"] == 2


def test_a_program_that_remembers_earlier_calls_is_told_so(page: Answers) -> None:
    text = "seen = []\ndef category(hand):\n    seen.append(hand)\n    return NAMES[len(seen) > 1]"
    text += "\nNAMES = 'one pair', 'high card'"
    assert "earlier calls" in page.answer("grade", number="01", text=text)["sentence"]


def test_an_exercise_is_checked_here(page: Answers, monkeypatch: pytest.MonkeyPatch) -> None:
    """A browser has no processes, so the check of the terminal must not be asked."""
    asked = one_of_each_class()
    monkeypatch.setattr(proof, "every_hand", lambda: asked)
    monkeypatch.setattr(host, "on_this_machine", pytest.fail)
    exercise = find("04")
    text = (SOLUTIONS / exercise.folder.name / exercise.file).read_text()
    answer = page.answer("grade", number="04", text=text)
    assert (answer["passed"], answer["points"]) == (len(answer["steps"]), 0), answer["sentence"]
    assert not [*asked]
