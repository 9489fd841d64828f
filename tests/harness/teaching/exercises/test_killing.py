"""Exercise 08: what it accepts, what it refuses, and what it says."""

from pathlib import Path

import pytest

from evaluators.cards import parse_hand
from harness.checking.equivalence import check_here
from harness.hands.classes import class_of, classes
from harness.hands.scopes import ALL_FIVE, Sample
from harness.teaching.exercises.grader import DONE, grade
from harness.teaching.exercises.killing import (
    BUGS,
    KILL_THE_MUTANTS,
    MOST_QUESTIONS,
    RIGHT,
    Subject,
    failure,
    wrong_pair,
)
from harness.teaching.exercises.sentences import SENTENCES
from harness.teaching.exercises.two_hands import as_texts
from tests.harness.teaching.exercises.submissions import graded, submitted

ROOT = Path(__file__).parents[4]
SOLVED = (ROOT / "solutions/08-kill-the-mutants/cases.py").read_text("utf-8")
ROYAL = ["As", "Ks", "Qs", "Js", "Ts"]

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
}


@pytest.mark.parametrize("name", SAID)
def test_every_sentence_is_said(name: str, tmp_path: Path) -> None:
    """Else a student gets another sentence, or points for something wrong."""
    number, source = SAID[name]
    marked = graded(number, source, tmp_path)
    assert marked.said is not None
    assert marked.said.name == name, marked.said.words
    assert marked.status == SENTENCES[name].status


def test_the_solution_catches_all() -> None:
    """Else there is a bug that nobody can catch."""
    file = ROOT / "solutions" / KILL_THE_MUTANTS.folder / KILL_THE_MUTANTS.file
    marked = grade(KILL_THE_MUTANTS, file, jobs=1)
    assert (marked.status, marked.points) == (DONE, KILL_THE_MUTANTS.points)
    assert marked.seconds < 30


@pytest.mark.thorough
@pytest.mark.parametrize("subject", RIGHT, ids=lambda subject: subject.words)
def test_right_evaluators_are_right(subject: Subject) -> None:
    """Else a right test costs points."""
    verdict = check_here(subject.function, Sample(5, 300))
    assert verdict, verdict
    assert verdict.found_out == "higher"


@pytest.mark.thorough
@pytest.mark.parametrize("subject", RIGHT, ids=lambda subject: subject.words)
def test_right_evaluators_are_right_about_all_hands(subject: Subject) -> None:
    assert check_here(subject.function, ALL_FIVE)


def test_keys_are_of_different_kinds() -> None:
    """Else a test that asks for a kind of key raises no alarm."""
    key_of = {subject.words: subject.function(ROYAL) for subject in RIGHT}
    assert {type(key) for key in key_of.values()} == {tuple, int, float, str}
    assert key_of["negative numbers"] < 0
    with pytest.raises(TypeError):
        hash(key_of["tuples with a list in them"])


@pytest.mark.thorough
@pytest.mark.parametrize("name", BUGS)
def test_a_bug_has_a_key_for_every_hand(name: str) -> None:
    """Else an error of a bug is taken for an error of the test that asks."""
    keys = [BUGS[name].function(as_texts(each.example[::-1])) for each in classes()]
    assert sorted(keys)


def test_no_bug_only_exchanges_higher_and_lower_keys() -> None:
    """Else it is caught by every test, and says nothing about them."""
    for bug in BUGS.values():
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


@pytest.mark.every(3)
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
    for _ in range(2):
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
