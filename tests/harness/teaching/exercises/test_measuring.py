"""Exercise 12 takes evaluators that are right and fast, and no others."""

import ast
import builtins
import time
from pathlib import Path
from statistics import median

import pytest

from evaluators.cards import format_hand
from harness.hands.classes import classes
from harness.processes.limits import Limits
from harness.teaching import mistakes
from harness.teaching.exercises import measuring, slow
from harness.teaching.exercises.grader import USUAL, grade
from harness.teaching.exercises.measuring import GIVEN, ROUNDS, hands_of, random_hands
from harness.teaching.exercises.measuring import TWICE_AS_FAST as EXERCISE
from harness.teaching.exercises.submission import Stop, Submission
from tests.harness.teaching.exercises.submissions import asked, asked_about, solution, stub

STUB = stub(EXERCISE).read_text(encoding="utf-8")
SOLUTION = solution(EXERCISE).read_text(encoding="utf-8")
ASKED = 4
"""The steps before one hand of each class and every hand."""


def slower(when: str) -> str:
    """The solution, but for some hands, whose key it computes several times more."""
    return f"""{SOLUTION}
fast = evaluate
def evaluate(hand):
    key = fast(hand)
    if {when}:
        key_of(hand)
        key_of(hand)
    return key
"""


SAID: dict[str, tuple[str, str]] = {
    "too_slow": ("12", slower("hand[0][0] in '2345'")),
    "slow_category": ("12", slower("key[0] == 6")),
}
"""For each sentence of the exercise, a file about which it is said."""


@pytest.mark.parametrize(("name", "passed"), [("too_slow", 2), ("slow_category", 3)])
def test_each_sentence_is_said(name: str, passed: int, tmp_path: Path) -> None:
    before, said = asked_about(EXERCISE, SAID[name][1], tmp_path)
    assert said
    assert (before, said.name) == (passed, name)
    if name == "slow_category":
        assert "For a full house, evaluate is 0." in said.words


def test_the_solution_passes_what_is_asked() -> None:
    assert asked(EXERCISE, solution(EXERCISE)) == (ASKED, None)


@pytest.mark.thorough
def test_the_solution_passes() -> None:
    assert grade(EXERCISE, solution(EXERCISE)).points == EXERCISE.points


def test_the_stub_passes_nothing() -> None:
    """It is right, and as slow as itself."""
    passed, said = asked(EXERCISE, stub(EXERCISE))
    assert said
    assert (passed, said.name) == (0, "too_slow")


def test_the_questions_take_less_than_two_seconds() -> None:
    """All but the last two steps, however fast the evaluator is; here with much to spare."""
    began = time.perf_counter()
    asked(EXERCISE, solution(EXERCISE))
    assert time.perf_counter() - began < 10


# --- The given evaluator. ---


def code_of(source: str) -> list[str]:
    """The statements of a file without its docstring and annotations."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            node.returns = None
        if isinstance(node, ast.arg):
            node.annotation = None
    return [ast.unparse(statement) for statement in tree.body[1:]]


def test_the_copy_of_the_grader_is_the_stub() -> None:
    """Else times are measured against another evaluator than the student was given."""
    assert code_of(Path(slow.__file__).read_text(encoding="utf-8")) == code_of(STUB)


def test_the_given_evaluator_is_right() -> None:
    for each in classes():
        hand = format_hand(each.example).split()
        assert GIVEN(hand) == slow.evaluate(hand) == mistakes.right(hand)


def test_the_given_evaluator_has_functions_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else a submission is fast because it makes the given one slow."""
    hand = ["Kd", "Ks", "7c", "6h", "2s"]
    with monkeypatch.context() as patch:
        for name in ("sorted", "max", "set", "len", "tuple"):
            patch.delattr(builtins, name)
        key = GIVEN(hand)
    assert key == (1, 13, 7, 6, 2)


# --- The hands. ---


def test_no_hand_comes_twice() -> None:
    """Else a submission that remembers its answers is measured as fast."""
    rounds = [*random_hands(100)]
    assert [len(hands) for hands in rounds] == [100] * ROUNDS
    assert len({frozenset(hand) for hands in rounds for hand in hands}) == 100 * ROUNDS
    assert len({tuple(sorted(hand)) == tuple(hand) for hands in rounds for hand in hands}) == 2
    again = [*random_hands(100)]
    assert rounds != again


@pytest.mark.parametrize("category", range(9))
def test_hands_of_a_category(category: int) -> None:
    hands = [hand for hands in hands_of(category, 10) for hand in hands]
    assert {mistakes.right(hand)[0] for hand in hands} == {category}
    assert {len(set(hand)) for hand in hands} == {5}
    assert len({card[1] for hand in hands for card in hand}) == 4


def test_hands_of_the_steps_are_in_order() -> None:
    """The strongest first."""
    keys = [mistakes.right(text.split()) for text in measuring.ONE_OF_EACH]
    assert [key[0] for key in keys] == [8, 7, 6, 5, 4, 3, 2, 1, 0]
    keys = [mistakes.right(text.split()) for text in measuring.CLOSE]
    assert keys == sorted({*keys}, reverse=True)


# --- Hostile files. ---

KIND_CLOCK = """
import time
clock, computed, own = time.process_time, evaluate, 0.0
time.process_time = lambda: clock() - own
def evaluate(hand):
    global own
    began = clock()
    try:
        return computed(hand)
    finally:
        own += clock() - began
"""
SLOW_BUILTINS = """
import builtins
own = sorted
def slowly(*arguments, **names):
    own(range(10_000), key=lambda number: -number)
    return own(*arguments, **names)
builtins.sorted = slowly
sorted = own
"""
CACHE = """
known, computed = {}, evaluate
def evaluate(hand):
    cards = frozenset(hand)
    if cards not in known:
        known[cards] = computed(hand)
    return known[cards]
"""
OLD = f"{SOLUTION}\nold = evaluate\n"
HOSTILE = {
    "a clock that leaves out its own time": (STUB + KIND_CLOCK, 0, "too_slow"),
    "slow built-in functions": (STUB + SLOW_BUILTINS, 0, "too_slow"),
    "a cache": (STUB + CACHE, 0, "too_slow"),
    "a constant": ("def evaluate(hand): return 0", 0, "wrong_order"),
    "no function": ("x = 1", 0, "missing"),
    "None": ("def evaluate(hand): pass", 0, "none"),
    "None for some": (
        OLD + "def evaluate(hand):\n if hand[0] != '2c': return old(hand)",
        0,
        "none",
    ),
    "an error for some": (
        OLD + "def evaluate(hand): return old(hand) if hand[0] != '2c' else 1 // 0",
        0,
        "raises",
    ),
    "an exit for some": (
        SOLUTION
        + "\nold = evaluate\ndef evaluate(hand): return hand[0] == '2c' and exit() or old(hand)",
        0,
        "exits",
    ),
    "hands that are sorted": (
        OLD + "def evaluate(hand): hand.sort(); return old(hand)",
        0,
        "changed",
    ),
    "hands that are emptied when they are measured": (
        OLD + "def evaluate(hand):\n key = old(hand)\n"
        " if key[0] == 0 and hand[0][0] == 'A': hand.clear()\n return key",
        0,
        "changed",
    ),
    "one list for all keys": (
        SOLUTION
        + "\nold, keys = evaluate, []\ndef evaluate(hand): keys[:] = old(hand); return keys",
        0,
        "wrong_order",
    ),
    "keys of two types": (
        SOLUTION
        + "\nold = evaluate\ndef evaluate(hand): return old(hand) if hand[0][0] > '8' else 'x'",
        0,
        "wrong_type",
    ),
    "keys that are computed later": (
        SOLUTION + "\nclass Key:\n def __init__(self, hand): self.hand = hand\n"
        " def __lt__(self, other): return key_of(self.hand) < key_of(other.hand)\n"
        "evaluate = lambda hand: Key(hand)",
        0,
        "wrong_type",
    ),
    "sets": ("def evaluate(hand): return set(hand)", 0, "wrong_type"),
    "nan": ("def evaluate(hand): return float('nan')", 0, "wrong_type"),
    "huge keys": (
        OLD + "def evaluate(hand): return old(hand), 'x' * 10_000",
        ASKED,
        None,
    ),
    "much output": (
        OLD + "def evaluate(hand): print('x' * 1000); return old(hand)",
        ASKED,
        None,
    ),
    "suits count": (
        OLD + "def evaluate(hand): return old(hand), max(hand)",
        0,
        "wrong_order",
    ),
    "kickers do not": (
        OLD + "def evaluate(hand): return old(hand)[:2]",
        0,
        "wrong_order",
    ),
    "the wheel is high": (
        OLD + "def evaluate(hand):\n key = old(hand)\n"
        " return (key[0], 14) if key[1:] == (5, 4, 3, 2, 1) else key",
        None,
        "wrong_order",
    ),
}


@pytest.mark.every(3)
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "process_time", time.process_time)
    monkeypatch.setattr(builtins, "sorted", sorted)
    source, passed, sentence = HOSTILE[name]
    before, said = asked_about(EXERCISE, source, tmp_path)
    assert (said.name if said else None) == sentence
    assert passed in (None, before)
    assert not said or len(said.words) < 500


@pytest.mark.parametrize("part", ["hand[0][0]", "max(hand)[1]"])
def test_known_hands_come_in_another_order_and_other_suits(part: str, tmp_path: Path) -> None:
    """Random hands rarely tie, so these find a key that depends on the order or the suits."""
    file = tmp_path / EXERCISE.file
    file.write_text(OLD + f"def evaluate(hand): return old(hand), {part}", encoding="utf-8")
    submission = Submission(file, Limits(seconds=2.0))
    for texts in (measuring.ONE_OF_EACH, measuring.CLOSE):
        with pytest.raises(Stop, match="ties with"):
            measuring.expect_order(submission, texts)


def test_the_page_says_how_it_is_measured() -> None:
    page = stub(EXERCISE).with_name("README.md").read_text(encoding="utf-8")
    assert f"{ROUNDS} rounds, {measuring.HANDS} new random hands in each" in page
    assert f"within {USUAL.loading:.0f}\n  seconds and {USUAL.megabytes:,} MB" in page
    assert measuring.TWICE == 2


def test_much_slower_is_said_soon(tmp_path: Path) -> None:
    """Not after all rounds."""
    file = tmp_path / EXERCISE.file
    file.write_text(
        OLD + "def evaluate(hand):\n for _ in range(6): key_of(hand)\n return old(hand)",
        encoding="utf-8",
    )
    _, said = asked(EXERCISE, file)
    assert said
    assert f"median of {measuring.ENOUGH_ROUNDS} rounds" in said.words


@pytest.mark.thorough
def test_an_endless_loop_is_stopped(tmp_path: Path) -> None:
    file = tmp_path / EXERCISE.file
    file.write_text(
        OLD + "def evaluate(hand):\n while hand[0] == '2c': pass\n return old(hand)",
        encoding="utf-8",
    )
    marked = grade(EXERCISE, file, jobs=1)
    assert marked.said
    assert (marked.passed, marked.said.name) == (0, "late")


def test_the_number_that_counts_is_the_median() -> None:
    speed = measuring.Speed((1.0, 2.0, 9.0, 3.0, 2.5, 2.5, 0.1))
    assert speed.median == median(speed.ratios) == 2.5
    assert speed.parts == {"ratio": "2.50", "low": "0.10", "high": "9.00", "rounds": 7}
