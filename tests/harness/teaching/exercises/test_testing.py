"""Exercises 08 and 10: what they accept, what they refuse, and what they say."""

from dataclasses import replace
from pathlib import Path

import pytest

from evaluators.cards import parse_hand
from harness.checking.equivalence import check_here
from harness.hands.classes import class_of, classes
from harness.hands.scopes import ALL_FIVE, Scope
from harness.processes.limits import Limits
from harness.teaching import mistakes
from harness.teaching.exercises.grader import DONE, Marked, grade
from harness.teaching.exercises.sentences import SENTENCES
from harness.teaching.exercises.steps import Exercise
from harness.teaching.exercises.submission import Stop, Submission
from harness.teaching.exercises.testing import (
    BUGS,
    CHEATING,
    FOOL_THE_CHECK,
    HOLE,
    KILL_THE_MUTANTS,
    MOST_QUESTIONS,
    ONE_OF_EACH,
    RIGHT,
    Subject,
    alone,
    as_texts,
    claim_of,
    failure,
    kinds_of,
    wrong_pair,
)

ROOT = Path(__file__).parents[4]
SOLVED = (ROOT / "solutions/08-kill-the-mutants/cases.py").read_text("utf-8")
HOLED = (ROOT / "solutions/10-fool-the-check/fooled.py").read_text("utf-8")
CHEATED = (ROOT / "solutions/10-fool-the-check/cheating.py").read_text("utf-8")
QUICK = Limits(seconds=0.4, megabytes=1_000)
BY_NUMBER = {each.number: each for each in (KILL_THE_MUTANTS, FOOL_THE_CHECK)}
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


TEST = """
pair, high_card = "2d 2s 5c 4h 3s".split(), "Ad Ks 7c 6h 2s".split()

def test(evaluate):
    """
"""The beginning of a file with a test."""

SAID: dict[str, tuple[str, str]] = {
    "no_test": ("08", "def check(evaluate):\n    assert evaluate(list('abcde')) > 0"),
    "never_fails": ("08", f"{TEST}assert evaluate(pair) == evaluate(pair)"),
    "false_alarm": ("08", f"{TEST}assert evaluate(pair) == (1, 2, 5, 4, 2)"),
    "missed_bug": ("08", f"{TEST}assert evaluate(pair) > evaluate(high_card)"),
    "not_a_hand": ("08", f"{TEST}assert evaluate(' '.join(pair)) > evaluate(high_card)"),
    "too_many_questions": ("08", f"{TEST}[evaluate(pair) for n in range({MOST_QUESTIONS} + 1)]"),
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


def graded(number: str, source: str, folder: Path) -> Marked:
    exercise = BY_NUMBER[number]
    file = folder / exercise.file
    file.write_text(source, "utf-8")
    return grade(exercise, file, limits=QUICK, jobs=1)


def submitted(source: str, folder: Path, name: str = "handed_in.py") -> Submission:
    file = folder / name
    file.write_text(source, "utf-8")
    return Submission(file, QUICK)


@pytest.mark.parametrize("name", SAID)
def test_every_sentence_is_said(name: str, tmp_path: Path) -> None:
    """Else a student gets another sentence, or points for something wrong."""
    number, source = SAID[name]
    marked = graded(number, source, tmp_path)
    assert marked.said is not None
    assert marked.said.name == name, marked.said.words
    assert marked.status == SENTENCES[name].status


@pytest.mark.parametrize("exercise", BY_NUMBER.values(), ids=str)
def test_a_stub_gets_no_points(exercise: Exercise) -> None:
    """Else a file that does nothing is worth something."""
    marked = grade(exercise, ROOT / "exercises" / exercise.folder / exercise.file, jobs=1)
    assert marked.said
    assert (marked.passed, marked.points) == (0, 0)


# --- 08. ---


def test_the_solution_catches_all() -> None:
    """Else there is a bug that nobody can catch."""
    file = ROOT / "solutions" / KILL_THE_MUTANTS.folder / KILL_THE_MUTANTS.file
    marked = grade(KILL_THE_MUTANTS, file, jobs=1)
    assert (marked.status, marked.points) == (DONE, KILL_THE_MUTANTS.points)
    assert marked.seconds < 30


@pytest.mark.parametrize("subject", RIGHT, ids=lambda subject: subject.words)
def test_right_evaluators_are_right(subject: Subject) -> None:
    """Else a right test costs points."""
    verdict = check_here(subject.function, Scope(5, sample=300))
    assert verdict, verdict
    assert verdict.found_out == "higher"


@pytest.mark.all_hands
@pytest.mark.parametrize("subject", RIGHT, ids=lambda subject: subject.words)
def test_right_evaluators_are_right_about_all_hands(subject: Subject) -> None:
    assert check_here(subject.function, ALL_FIVE)


def test_keys_are_of_different_kinds() -> None:
    """Else a test that asks for a kind of key raises no alarm."""
    key_of = {subject.words: subject.function(ONE_OF_EACH[0].split()) for subject in RIGHT}
    assert {type(key) for key in key_of.values()} == {tuple, int, float, str}
    assert key_of["negative numbers"] < 0
    with pytest.raises(TypeError):
        hash(key_of["tuples with a list in them"])


@pytest.mark.parametrize("name", BUGS)
def test_a_bug_has_a_key_for_every_hand(name: str) -> None:
    """Else an error of a bug is taken for an error of the test that asks."""
    mistakes.kept.clear()
    keys = [BUGS[name].function(as_texts(each.example[::-1])) for each in classes()]
    assert sorted(keys)


def test_no_bug_only_exchanges_higher_and_lower_keys() -> None:
    """Else it is caught by every test, and says nothing about them."""
    for bug in BUGS.values():
        mistakes.kept.clear()
        best, worst = (as_texts(classes()[place].example) for place in (0, -1))
        assert bug.function(best) > bug.function(worst), bug


TESTS_OF_NOTHING = {
    "nothing": "",
    "no test": "x = 1",
    "no assert": "def test(evaluate):\n    evaluate('Kd Ks 7c 6h 2s'.split()) == 3",
    "assert true": "def test(evaluate):\n    assert True",
    "nothing asked": "def test(evaluate):\n    assert 1 < 2",
    "returned": "def test(evaluate):\n    return evaluate('Kd Ks 7c 6h 2s'.split()) == 3",
    "yielded": "def test(evaluate):\n    yield\n    assert False",
    "awaited": "async def test(evaluate):\n    assert False",
    "always false": "def test(evaluate):\n    assert False",
    "a class": "class TestAll:\n    def test(self, evaluate):\n        assert False",
    "no parameter": "def test():\n    assert False",
    "two parameters": "def test(evaluate, key):\n    assert False",
    "no such name": "def test(evaluate):\n    assert evaluat(3)",
    "a bad hand, hidden": (
        "def test(evaluate):\n"
        "    try:\n        evaluate(['Kd'] * 5)\n"
        "    except Exception:\n        assert False"
    ),
    "it exits": "def test(evaluate):\n    raise SystemExit",
    "without an end": "def test(evaluate):\n    while True: pass",
    "without an end, hidden": (
        "def test(evaluate):\n"
        "    while True:\n"
        "        try:\n            evaluate(3)\n        except BaseException:\n            pass"
    ),
}


@pytest.mark.parametrize("source", TESTS_OF_NOTHING.values(), ids=TESTS_OF_NOTHING)
def test_a_file_that_tests_nothing_gets_no_points(source: str, tmp_path: Path) -> None:
    marked = graded("08", source, tmp_path)
    assert marked.said
    assert marked.points == 0


@pytest.mark.parametrize(
    "use",
    ["evaluate(HANDS[0])[0] < 9", "evaluate(HANDS[0]) < 9", "len({evaluate(HANDS[0])}) == 1"],
)
def test_keys_can_only_be_compared(use: str, tmp_path: Path) -> None:
    """An error in the test's own code is named; on a mutant, it would not be a catch."""
    marked = graded("08", f"{SOLVED}\ndef test_use(evaluate):\n    assert {use}", tmp_path)
    assert marked.said
    assert marked.said.name == "raises"
    assert "TypeError" in marked.said.words
    assert marked.passed <= 1


def test_the_last_step_gives_a_point_for_two_bugs(tmp_path: Path) -> None:
    """Without one pair of hands, one bug lives."""
    marked = graded("08", SOLVED.replace("2d 2s 7c 6h 5s, ", ""), tmp_path)
    assert marked.said
    assert marked.said.words == (
        "The tests catch 39 of 40 bugs. They miss this one: kickers are sorted from the lowest."
    )
    assert marked.said.hands == ()
    assert (marked.passed, marked.said.points, marked.points) == (6, 19, 25)


def test_false_alarms_of_the_last_step_cost_points(tmp_path: Path) -> None:
    """The last test fails on all but eight evaluators; seven right ones come before this step."""
    counting = "asked = []\ndef test_z(evaluate):\n    asked.append(1)\n    assert len(asked) < 9"
    marked = graded("08", f"{SOLVED}\n{counting}", tmp_path)
    assert marked.said
    assert (marked.passed, marked.said.name) == (6, "false_alarm")
    assert marked.said.points == len(BUGS) // 2 - (len(RIGHT) - 1)


def test_counting_evaluators_is_not_enough(tmp_path: Path) -> None:
    """Tests that know which evaluators of the first steps are right do not know the last."""
    rights = {0, *range(2, 8), *range(28, 28 + len(RIGHT))}
    source = "asked = []\ndef test(evaluate):\n    asked.append(1)\n"
    marked = graded("08", f"{source}    assert len(asked) - 1 in {rights}", tmp_path)
    assert marked.said
    assert (marked.passed, marked.said.name) == (6, "false_alarm")


@pytest.mark.parametrize("name", ["returned", "yielded", "awaited"])
def test_a_test_that_returns_is_named(name: str, tmp_path: Path) -> None:
    """Else its author hears only that nothing fails."""
    marked = graded("08", TESTS_OF_NOTHING[name], tmp_path)
    assert marked.said
    assert marked.said.name == "wrong_type"


def test_a_test_cannot_hide_what_it_asks(tmp_path: Path) -> None:
    """Else it catches an evaluator that never had a hand to evaluate."""
    hiding = "try:\n        evaluate(3)\n    except Exception:\n        pass"
    marked = graded("08", f"{TEST}{hiding}", tmp_path)
    assert marked.said
    assert marked.said.name == "not_a_hand"


def test_a_bug_begins_anew(tmp_path: Path) -> None:
    """Else a bug that keeps counts is caught by what an earlier step asked."""
    asking = "evaluate('As 9c 6h 4d 2s'.split()) > evaluate('Ks Qc 8h 7d 5s'.split())"
    submission = submitted(f"def test(evaluate):\n    assert {asking}", tmp_path)
    mistakes.kept[2] = 100
    assert not failure(submission, BUGS["counts_that_are_kept"])


def test_random_tests_ask_the_same_again(tmp_path: Path) -> None:
    """Else a file gets other points the next time."""
    source = (
        "import random\n"
        "deck = [rank + suit for rank in '23456789TJQKA' for suit in 'cdhs']\n"
        "def test(evaluate):\n"
        "    assert evaluate(random.sample(deck, 5)) == evaluate(random.sample(deck, 5))"
    )
    submission = submitted(source, tmp_path)
    runs = [failure(submission, RIGHT[0]) for _ in range(2)]
    assert runs[0]
    assert runs[1]
    assert runs[0].shown() == runs[1].shown()
    assert len(runs[0].shown()) == 2


def test_a_hand_is_a_list_or_a_tuple_and_stays_as_it_is(tmp_path: Path) -> None:
    """Permutations are tuples, and an evaluator may sort its hand."""
    source = "hand = 'Kd Ks 7c 6h 2s'.split()\ndef test(evaluate):\n    evaluate(tuple(hand))"
    source += "\n    evaluate(hand)\n    assert hand[0] == 'Kd'"
    assert not failure(submitted(source, tmp_path), Subject(list.sort, "it sorts its hand"))


@pytest.mark.parametrize("number", [2, 3, 4])
def test_the_bugs_of_a_visible_step_are_shown(number: int) -> None:
    """Two hands make a bug plain, and are the test that is missing."""
    names = {
        2: "flush_above_full_house three_before_full_house categories_as_text",
        3: "no_kicker one_rank_each flush_by_its_highest",
        4: "no_wheel straights_wrap ace_is_one",
    }
    for name in names[number].split():
        first, second, _ = wrong_pair(BUGS[name])
        better, worse = (parse_hand(line.split("  ")[0]) for line in (first, second))
        assert class_of(better).number < class_of(worse).number


# --- 10. ---


def test_the_hands_of_each_category_are_in_order_and_dealt_from_the_highest() -> None:
    """Else a right evaluator is refused, or a hole in the order of cards shows at once."""
    hands = [parse_hand(text) for text in ONE_OF_EACH]
    assert [class_of(hand).category for hand in hands] == [*range(8, -1, -1)]


@pytest.mark.parametrize("name", ["fooled", "cheating"])
def test_solutions_pass_before_the_check(name: str) -> None:
    file = ROOT / f"solutions/10-fool-the-check/{name}.py"
    marked = grade(WITHOUT_CHECK, file, jobs=1)
    assert marked.status == DONE, marked.said


@pytest.mark.all_hands
@pytest.mark.parametrize("name", ["fooled", "cheating"])
def test_solutions_fool_the_check(name: str) -> None:
    """Else what the README calls possible is not: a new version of the check may see it."""
    file = ROOT / f"solutions/10-fool-the-check/{name}.py"
    marked = grade(FOOL_THE_CHECK, file)
    assert (marked.status, marked.points) == (DONE, FOOL_THE_CHECK.points), marked.said


@pytest.mark.all_hands
def test_the_check_of_all_hands_is_the_last_step(tmp_path: Path) -> None:
    """A wrong evaluator that calls itself cheating passes the others, and gets few points."""
    source = CHEATED.replace('"harness" in sys.modules', "False")
    marked = graded("10", source, tmp_path)
    assert (marked.passed, marked.points) == (3, 3)
    assert marked.said
    assert marked.said.name == "fault"


FRAMES = CHEATED.replace("not IS_CHECKED", '"harness" not in sys._getframe(1).f_code.co_filename')
OBJECTS = (
    HOLED.replace("def evaluate", "def key_of").replace('== {"h"}', "== {9}")
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
    HOLED.replace("def evaluate", "def key_of").replace('== {"h"}', "== {9}")
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
    HOLED.replace("def evaluate", "def key_of").replace('== {"h"}', "== {9}")
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
    HOLED.replace("def evaluate", "def key_of").replace('== {"h"}', "== {9}")
    + """
asked = []

def evaluate(hand):
    asked.append(1)
    return ([], []) if len(asked) % 5 == 1 else key_of(hand)

WRONG = ("Ad Kd Qd Jd 9d", "2d 3d 4d 5d 7d")
"""
)
TRIED_ORDER = (
    HOLED.replace("def evaluate", "def key_of").replace('== {"h"}', "== {9}")
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
    claim = claim_of(submission)
    assert alone(submission, claim.hands, [(0, 1)]) != [1]
    assert kinds_of(submission, claim) == kinds


@pytest.mark.parametrize("source", [FIRST_CALL, OBJECTS], ids=["first call", "objects"])
def test_holes_are_holes(source: str, tmp_path: Path) -> None:
    """The check sees none of the faults that the grader calls holes."""
    submission = submitted(source, tmp_path)
    assert check_here(submission.module.evaluate, Scope(5, sample=200))


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
    assert stop.value.said.name in ("not_two_hands", "no_hand", "missing_value")
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
    assert alone(submission, claim_of(submission).hands, [(0, 1), (0, 0)]) == [-1, 0]
