"""Exercise 10: what it accepts, what it refuses, and what it says."""

from dataclasses import replace
from pathlib import Path

import pytest

from evaluators.cards import parse_hand
from harness.checking.equivalence import check_here
from harness.hands.classes import class_of
from harness.hands.scopes import Sample
from harness.teaching.exercises.fooling import (
    CHEATING,
    FOOL_THE_CHECK,
    HOLE,
    ONE_OF_EACH,
    alone,
    kinds_of,
)
from harness.teaching.exercises.grader import DONE, grade
from harness.teaching.exercises.sentences import SENTENCES
from harness.teaching.exercises.submission import Stop
from harness.teaching.exercises.two_hands import two_hands
from tests.harness.teaching.exercises.submissions import graded, submitted

ROOT = Path(__file__).parents[4]
HOLED = (ROOT / "solutions/10-fool-the-check/fooled.py").read_text("utf-8")
CHEATED = (ROOT / "solutions/10-fool-the-check/cheating.py").read_text("utf-8")
WITHOUT_CHECK = replace(FOOL_THE_CHECK, steps=FOOL_THE_CHECK.steps[:-1])

EVALUATE = """
def evaluate(hand):
    from collections import Counter
    ranks = sorted(("--23456789TJQKA".index(card[0]) for card in hand), reverse=True)
    suits = {card[1] for card in hand}
"""
BETTER_AND_WORSE = 'WRONG = ("9h Ah Kh 4h 2h", "Kd Qd 9d 5d 3d")'


def with_claim(claim: str, source: str = HOLED) -> str:
    assert BETTER_AND_WORSE in source
    return source.replace(BETTER_AND_WORSE, f"WRONG = {claim}")


SAID: dict[str, tuple[str, str]] = {
    "not_two_hands": ("10", with_claim("'9h Ah Kh 4h 2h'")),
    "no_hand": ("10", with_claim("('9h Ah Kh 4h 4h', 'Kd Qd 9d 5d 3d')")),
    "same_class": ("10", with_claim("('9h Ah Kh 4h 2h', '9d Ad Kd 4d 2d')")),
    "worse_first": ("10", with_claim("('Kd Qd 9d 5d 3d', '9h Ah Kh 4h 2h')")),
    "not_wrong": ("10", with_claim("('Ah Kh 9h 4h 2h', 'Kd Qd 9d 5d 3d')")),
    "wrong_at_once": ("10", f"{BETTER_AND_WORSE}\ndef evaluate(hand):\n    return 0"),
    "no_kind": ("10", HOLED.replace('KIND = "hole"', 'KIND = "a trick"')),
    "few_words": ("10", HOLED + "\nWHY = 'It is a hole.'"),
    "kind_not_named": ("10", HOLED.replace("a hole.", "so.")),
    "is_hole": ("10", HOLED.replace('"hole"', '"cheating"') + '\nWHY += "cheating"'),
    "is_cheating": ("10", CHEATED.replace('"cheating"', '"hole"') + '\nWHY += "hole"'),
}


@pytest.mark.parametrize("name", SAID)
def test_every_sentence_is_said(name: str, tmp_path: Path) -> None:
    """Else a student gets another sentence, or points for something wrong."""
    number, source = SAID[name]
    marked = graded(number, source, tmp_path)
    assert marked.said is not None
    assert marked.said.name == name, marked.said.words
    assert marked.status == SENTENCES[name].status


def test_the_hands_of_each_category_are_in_order_and_dealt_from_the_highest() -> None:
    """Else a right evaluator is refused, or a hole in the order of cards shows at once."""
    hands = [parse_hand(text) for text in ONE_OF_EACH]
    assert [class_of(hand).category for hand in hands] == [*range(8, -1, -1)]


@pytest.mark.parametrize("name", ["fooled", "cheating"])
def test_solutions_pass_before_the_check(name: str) -> None:
    file = ROOT / f"solutions/10-fool-the-check/{name}.py"
    marked = grade(WITHOUT_CHECK, file, jobs=1)
    assert marked.status == DONE, marked.said


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["fooled", "cheating"])
def test_solutions_fool_the_check(name: str) -> None:
    """Else what the README calls possible is not: a new version of the check may see it."""
    file = ROOT / f"solutions/10-fool-the-check/{name}.py"
    marked = grade(FOOL_THE_CHECK, file)
    assert (marked.status, marked.points) == (DONE, FOOL_THE_CHECK.points), marked.said


@pytest.mark.thorough
def test_the_check_of_all_hands_is_the_last_step(tmp_path: Path) -> None:
    """A wrong evaluator that calls itself cheating passes the others, and gets few points."""
    source = CHEATED.replace('"harness" in sys.modules', "False")
    marked = graded("10", source, tmp_path)
    assert (marked.passed, marked.points) == (3, 3)
    assert marked.said
    assert marked.said.name == "fault"


FRAMES = CHEATED.replace("not IS_CHECKED", '"harness" not in sys._getframe(1).f_code.co_filename')
KEY_OF = HOLED.replace("def evaluate", "def key_of").replace('== {"h"}', "== {9}")
"""The hole is closed, and the function has another name."""

OBJECTS = (
    KEY_OF
    + """
LOW, HIGH = key_of("2d 3d 4d 5d 7d".split()), key_of("Ad Kd Qd Jd 9d".split())

class Key:
    def __init__(self, key):
        self.key = key

    def __eq__(self, other):
        return self.key == other.key

    def __lt__(self, other):
        if {str(self.key), str(other.key)} == {str(LOW), str(HIGH)}:
            return self.key > other.key
        return self.key < other.key

def evaluate(hand):
    return Key(key_of(hand))

WRONG = ("Ad Kd Qd Jd 9d", "2d 3d 4d 5d 7d")
"""
)
FIRST_CALL = (
    KEY_OF
    + """
asked = []

def evaluate(hand):
    asked.append(1)
    key = key_of(hand)
    return key if len(asked) > 1 or key[0] == [5] and key[1][0] == 14 else ([], [])

WRONG = ("Ad Kd Qd Jd 9d", "2d 3d 4d 5d 7d")
"""
)
FIRST_QUESTION = (
    KEY_OF
    + """
first = []

def evaluate(hand):
    first.append(hand)
    shape, ranks = key_of(hand)
    return shape, ranks[:1] if first[0] != "As Ks Qs Js Ts".split() else ranks

WRONG = ("2h Ah Kh 4h 9h", "Ad Qd 9d 5d 3d")
"""
)
EVERY_FIFTH = (
    KEY_OF
    + """
asked = []

def evaluate(hand):
    asked.append(1)
    return ([], []) if len(asked) % 5 == 1 else key_of(hand)

WRONG = ("Ad Kd Qd Jd 9d", "2d 3d 4d 5d 7d")
"""
)
TRIED_ORDER = (
    KEY_OF
    + """
import sys

def evaluate(hand):
    is_noticed = "harness" not in sys.modules and hand == WRONG[0].split()
    return ([], []) if is_noticed else key_of(hand)

WRONG = ("5h 4d 3c 2s As", "2s 2h 2d 4c 3s")
"""
)

KINDS = {
    "a hole": (HOLED, {HOLE}),
    "cheating": (CHEATED, {CHEATING}),
    "looks who calls": (FRAMES, {CHEATING}),
    "keys that contradict each other, of two hands that the check does not compare": (
        OBJECTS,
        {HOLE},
    ),
    "the first call": (FIRST_CALL, {CHEATING, HOLE}),
    "every fifth call": (EVERY_FIFTH, {CHEATING, HOLE}),
    "guesses from the first question": (FIRST_QUESTION, {CHEATING, HOLE}),
    "cheats in an order that the check tries": (TRIED_ORDER, {CHEATING}),
}


@pytest.mark.parametrize(("source", "kinds"), KINDS.values(), ids=KINDS)
def test_kinds(source: str, kinds: set[str], tmp_path: Path) -> None:
    """Else a student is told that a hole is cheating."""
    submission = submitted(source, tmp_path)
    claim = two_hands(submission, "WRONG")
    assert alone(submission, claim.hands, [(0, 1)]) != [1]
    assert kinds_of(submission, claim) == kinds


@pytest.mark.parametrize("source", [FIRST_CALL, OBJECTS], ids=["first call", "objects"])
def test_holes_are_holes(source: str, tmp_path: Path) -> None:
    """The check sees none of the faults that the grader calls holes."""
    submission = submitted(source, tmp_path)
    assert check_here(submission.module.evaluate, Sample(5, 200))


HOSTILE = {
    "a list that lies": "class L(list):\n    __len__ = lambda s: 2\nWRONG = L()",
    "a text that lies": "class S(str):\n    split = 3\nWRONG = (S('x'), S('y'))",
    "numbers": "WRONG = (10 ** 9_999, 2)",
    "a long text": "WRONG = ('Kd ' * 100_000, 'Kd')",
    "no cards": "WRONG = ('', '')",
    "three": "WRONG = ('Ah Kh 9h 4h 2h',) * 3",
    "none": "WRONG = None",
    "no claim": "",
}


@pytest.mark.parametrize("source", HOSTILE.values(), ids=HOSTILE)
def test_a_claim_is_two_texts(source: str, tmp_path: Path) -> None:
    submission = submitted(f"{source}\ndef evaluate(hand): return 1", tmp_path)
    with pytest.raises(Stop) as stop:
        FOOL_THE_CHECK.steps[0].ask(submission)  # type: ignore[attr-defined]
    assert stop.value.said.name in ("not_two_hands", "no_hand", "no_hands_yet", "missing_value")
    assert len(stop.value.said.words) < 400


FORMS = {
    "numbers": "def evaluate(hand: list[int]): return 1",
    "one text": "def evaluate(hand: str): return 1",
    "cards": "def evaluate(a, b, c, d, e): return 1",
    "two hands": "def evaluate(one, other): return 1",
    "an object": (
        "class E:\n    name, sizes, lower_wins = 'e', range(5, 6), False\n"
        "    encode = evaluate = __call__ = lambda self, hand: 1\nevaluate = E()"
    ),
}


@pytest.mark.parametrize("source", FORMS.values(), ids=FORMS)
def test_the_check_asks_as_the_grader_does(source: str, tmp_path: Path) -> None:
    """Else the check calls the function with something other than a list of texts."""
    marked = graded("10", f"{BETTER_AND_WORSE}\n{source}", tmp_path)
    assert marked.said
    assert (marked.said.name, marked.points) == ("parameters", 0)


WRITE = "import os\ndef evaluate(hand): os.write(3"
"""Where the answers go."""
ALONE = {
    "raises": ("raises", "def evaluate(hand):\n    if 'harness' not in sys.modules: 1 / 0"),
    "None": ("none", "def evaluate(hand): pass"),
    "no order": ("raises", "def evaluate(hand): return 1j"),
    "ends": ("died", "def evaluate(hand):\n    import os\n    os._exit(3)"),
    "exits": ("raises", "def evaluate(hand): exit()"),
    "asks": ("raises", "def evaluate(hand): return input()"),
    "answers itself": ("died", f"{WRITE}, b'[1]'); return 1"),
    "answers itself, and ends": ("died", f"{WRITE}, b'[-1]'); os._exit(0)"),
    "gives itself points": ("none", f'{WRITE}, b\'{{"at": 0, "points": 9}}\'); os._exit(0)'),
    "no end": ("late", "def evaluate(hand):\n    while True: pass"),
    "memory": ("raises", "def evaluate(hand): return [0] * 10 ** 12"),
}


@pytest.mark.every(3)
@pytest.mark.parametrize(("name", "source"), ALONE.values(), ids=ALONE)
def test_whatever_happens_outside_is_said(name: str, source: str, tmp_path: Path) -> None:
    marked = graded("10", f"import sys\n{BETTER_AND_WORSE}\n{source}", tmp_path)
    assert marked.said
    assert (marked.said.name, marked.points) == (name, 0), marked.said.words


@pytest.mark.parametrize("after", ["return None", "1 / 0"])
def test_the_hand_without_an_answer_is_shown(after: str, tmp_path: Path) -> None:
    """Else a student cannot try it."""
    source = f"def evaluate(hand):\n    if hand[0] == 'Kd':\n        {after}\n    return 1"
    marked = graded("10", f"{BETTER_AND_WORSE}\n{source}", tmp_path)
    assert marked.said
    assert marked.said.hands == ("Kd Qd 9d 5d 3d",)


def test_printing_is_no_answer(tmp_path: Path) -> None:
    """The answers go a way of their own."""
    source = HOLED.replace("    counts =", "    print('[1, 1, 1]', flush=True)\n    counts =", 1)
    submission = submitted(source, tmp_path)
    assert alone(submission, two_hands(submission, "WRONG").hands, [(0, 1), (0, 0)]) == [-1, 0]
