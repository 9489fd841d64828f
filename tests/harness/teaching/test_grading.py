"""Points of submissions: earned by a result, lost once per fault, the same in every format."""

import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from harness.checking.equivalence import check, on_this_machine
from harness.checking.properties import NAMES, NO_CATEGORIES, findings
from harness.hands.scopes import Scope
from harness.processes.limits import USUAL
from harness.reporting.writers import IMPORTS, as_gradescope, as_junit
from harness.teaching.grading import Graded, graded, imports_of_ours

SAMPLE = Scope(5, sample=20_000)
RIGHT = Path(__file__).parents[3] / "docs" / "check-your-own" / "mine.py"
"""An evaluator that forgets the wheel, and is right otherwise."""

SUBMISSIONS = {
    "wheel_missing": "from mine import evaluate\n",
    "raises_on_four_of_a_kind": """
from mine import evaluate as right
def evaluate(hand):
    key = right(hand)
    return key if key[0] != 7 else 1 / 0
""",
    "none_for_royal_flushes": """
from mine import evaluate as right
def evaluate(hand):
    key = right(hand)
    return key if key != (8, [12, 11, 10, 9, 8]) else None
""",
    "the_same_for_all": "def evaluate(hand): return 0\n",
    "sum_of_ranks": "def evaluate(hand): return sum('23456789TJQKA'.find(a[0]) for a in hand)\n",
    "raises_always": "def evaluate(hand): return 1 / 0\n",
    "another_each_time": "import random\ndef evaluate(hand): return random.random()\n",
    "ours": "from evaluators import load\nown = load('cactus-kev-dict')\n"
            "def evaluate(hand: list[int]): return own.evaluate(list(map(own.encode, hand)))\n",
}  # fmt: skip


@pytest.fixture(scope="module")
def submissions(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Graded]:
    """The submissions, graded on a sample and on one hand of each class."""
    folder = tmp_path_factory.mktemp("submissions")
    (folder / "mine.py").write_text(RIGHT.read_text())
    places = []
    for name, text in SUBMISSIONS.items():
        (folder / f"{name}.py").write_text(text)
        places.append(str(folder / f"{name}.py"))
    verdicts = {verdict.name: verdict for verdict in check(places, SAMPLE)}
    results = graded(places, [verdicts[place] for place in places], SAMPLE, USUAL, on_this_machine)
    return dict(zip(SUBMISSIONS, results))


def passed(submission: Graded) -> set[str]:
    results = findings(submission.verdict, submission.forgiven)
    return {finding.name for finding in results if finding.holds}


def cases_of(submission: Graded) -> list[dict[str, Any]]:
    cases: list[dict[str, Any]] = json.loads(as_gradescope([submission]))["tests"]
    return cases


def test_useless_submissions_get_no_point(submissions: dict[str, Graded]) -> None:
    """Else one key for all hands gets points, since no order of cards and no suits change it."""
    for name in ("the_same_for_all", "raises_always", "another_each_time"):
        assert passed(submissions[name]) == set(), name
    results = findings(submissions["the_same_for_all"].verdict)
    complaints = [finding.complaint for finding in results]
    assert complaints[:3] == [f"not found out: {NO_CATEGORIES}"] * 3


def test_points_are_for_telling_categories_apart(submissions: dict[str, Graded]) -> None:
    """Else the sum of ranks gets points, although each category has low and high sums."""
    assert passed(submissions["sum_of_ranks"]) == set()
    assert set(NAMES[:3]) < passed(submissions["wheel_missing"])


def test_one_bad_hand_does_not_cost_all(submissions: dict[str, Graded]) -> None:
    """Else one bad category costs all points, or a failure on the strongest hand does.

    Straights are wrong in all of these, because the wheel is.
    """
    wrong = {NAMES[0], "categories are in order", "straight is in order"}
    for name, lost in (("raises_on_four_of_a_kind", "four of a kind"),
                       ("none_for_royal_flushes", "straight flush")):  # fmt: skip
        submission = submissions[name]
        missed = set(NAMES) - passed(submission)
        assert missed <= wrong | {f"{lost} is in order", "straight flush is in order"}
        assert NAMES[0] in missed
        assert len(passed(submission)) >= 8


def test_a_hand_without_a_key_is_shown_without_one(submissions: dict[str, Graded]) -> None:
    """Else a student sees the key that replaces the failure."""
    forgiven = submissions["raises_on_four_of_a_kind"].forgiven
    assert forgiven is not None
    keys = {repr(side.key) for _, witness in forgiven.failures
            for side in (witness.first, witness.second)}  # fmt: skip
    assert "none" in keys
    assert all(re.fullmatch(r"none|\(\d, \[.*\]\)", key) for key in keys)
    assert forgiven.name == submissions["raises_on_four_of_a_kind"].verdict.name


def test_a_message_comes_once(submissions: dict[str, Graded]) -> None:
    outputs = [test["output"] for test in cases_of(submissions["raises_always"])]
    assert sum("ZeroDivisionError" in output for output in outputs) == 1
    assert set(outputs[1:]) == {"not found out: the check did not come to its end"}


@pytest.mark.parametrize("name", SUBMISSIONS)
def test_junit_and_gradescope_agree(submissions: dict[str, Graded], name: str) -> None:
    """Else the formats have different cases, or different ones pass."""
    cases = ET.fromstring(as_junit([submissions[name]])).iter("testcase")
    in_junit = {case.get("name"): not len(case) for case in cases}
    tests = cases_of(submissions[name])
    in_gradescope = {test["name"].rpartition(": ")[2]: test["status"] == "passed" for test in tests}
    assert in_junit == in_gradescope
    assert sum(test["max_score"] for test in tests) == len(NAMES)
    assert sum(test["score"] for test in tests) == sum(
        passes for name, passes in in_junit.items() if name != IMPORTS
    )


def test_students_see_hints_in_words(submissions: dict[str, Graded]) -> None:
    """Else they see no hint, or the hands of hidden tests."""
    document = json.loads(as_gradescope([submissions["wheel_missing"]]))
    assert "check the test for a straight: it misses hands that are one" in document["output"]
    assert "straight with A-5-4-3-2 counts as high card" in document["output"]
    failed = json.loads(as_gradescope([submissions["raises_on_four_of_a_kind"]]))["tests"]
    hidden = [test["output"] for test in failed if test["visibility"] == "hidden"]
    assert any("every four of a kind" in output for output in hidden)
    for output in [document["output"], *hidden]:
        assert not re.search(r"([2-9TJQKA][cdhs]\W+){2}", output)


def test_imports_of_this_project_are_named(submissions: dict[str, Graded]) -> None:
    """Else a teacher does not see that a submission calls our evaluators."""
    assert submissions["ours"].imports == ("evaluators (line 1)",)
    *_, last = cases_of(submissions["ours"])
    assert last["name"].endswith(IMPORTS)
    assert (last["visibility"], last["max_score"]) == ("hidden", 0)
    assert "evaluators (line 1)" in last["output"]
    assert submissions["wheel_missing"].imports == ()


@pytest.mark.parametrize(
    ("text", "imports"),
    [
        ("import harness.check, os", ("harness.check (line 1)",)),
        ("def f():\n    from evaluators.cards import rank_of", ("evaluators.cards (line 2)",)),
        ("import importlib\nimportlib.import_module('harness')", ("harness (line 2)",)),
        ("__import__('evaluators')", ("evaluators (line 1)",)),
        ("from allhands import rank_many", ("allhands (line 1)",)),
        ("import evaluators_of_mine, os.harness\nfrom . import harness", ()),
        ("x = 'import harness'", ()),
        ("def", ()),
    ],
)
def test_imports_are_read_from_the_text(
    tmp_path: Path, text: str, imports: tuple[str, ...]
) -> None:
    file = tmp_path / "mine.py"
    file.write_text(text)
    assert imports_of_ours(f"{file}:evaluate") == imports
    assert imports_of_ours("cactus-kev") == imports_of_ours(str(tmp_path / "none.py")) == ()
