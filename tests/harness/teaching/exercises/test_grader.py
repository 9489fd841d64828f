"""Exercises, their stubs and solutions, and how a submission is graded."""

import ast
import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from harness.adapters import adopt
from harness.checking.equivalence import check_here
from harness.hands.classes import CATEGORIES
from harness.hands.scopes import Sample
from harness.processes.limits import Limits
from harness.reporting.grades import as_gradescope
from harness.teaching.exercises import grader, naming
from harness.teaching.exercises.grader import Marked, grade, grade_all
from harness.teaching.exercises.handed_in import HandedIn, all_in
from harness.teaching.exercises.ladder import EXERCISES, find
from harness.teaching.exercises.steps import Asked, Checked, Exercise, Swept
from harness.teaching.exercises.submission import Stop, Submission
from harness.teaching.grading import looks_around
from tests.harness.teaching.exercises.submissions import (
    QUICK,
    ROOT,
    asked_steps,
    solution,
    stub,
    take,
    written,
)

each_exercise = pytest.mark.parametrize("exercise", EXERCISES.values(), ids=str)
HAND = re.compile(r"\b[2-9TJQKA][cdhs] [2-9TJQKA][cdhs]\b")


@each_exercise
def test_the_stub_fails_the_first_step(exercise: Exercise) -> None:
    """Else somebody gets points for the file that everybody begins with."""
    passed, said = take(exercise.number, stub(exercise), seed="1")
    assert passed == 0
    assert said
    assert said.points == 0


@each_exercise
@pytest.mark.parametrize(
    "constant", ["0", "1", "''", "'one pair'", "'high card'", "[]", "{}", "()"]
)
def test_a_constant_gets_no_points(exercise: Exercise, constant: str, tmp_path: Path) -> None:
    """Else somebody gets points for a file that does nothing."""
    tree = ast.parse(stub(exercise).read_text())
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            node.body = ast.parse(f"return {constant}").body
    passed, said = take(exercise.number, written(tmp_path, ast.unparse(tree)), seed="1")
    assert passed == 0
    assert said
    assert said.points == 0


@each_exercise
def test_the_solution_passes_the_questions(exercise: Exercise) -> None:
    """And a part of the last steps, which are about every hand."""
    passed, said = take(exercise.number, solution(exercise), seed="1")
    assert said is None
    assert passed == len(asked_steps(exercise))
    for number, step in enumerate(exercise.steps):
        if isinstance(step, Swept):
            submission = Submission(solution(exercise), QUICK)
            submission.step = number
            step.ask(submission, 1_000_000, 1_020_000)
        if isinstance(step, Checked) and step.sample:
            function = getattr(adopt.find(str(solution(exercise))), step.function)
            assert check_here(function, Sample(5, step.sample))


@pytest.mark.thorough
@each_exercise
def test_the_solution_is_done(exercise: Exercise) -> None:
    """With every hand."""
    marked = grade(exercise, solution(exercise), seed="1" if exercise.needs_seed else "")
    assert marked.status == "done"
    assert marked.points == exercise.points


def test_the_numbers_of_exercises_go_up() -> None:
    assert [*EXERCISES] == [f"{number:02}" for number in range(1, len(EXERCISES) + 1)]


@each_exercise
def test_each_exercise_is_found_by_its_number_and_its_folder(exercise: Exercise) -> None:
    assert find(exercise.number) is exercise
    assert find(str(int(exercise.number))) is exercise
    assert find(exercise.folder) is exercise


@each_exercise
def test_the_last_step_is_hidden_or_has_no_hands(exercise: Exercise) -> None:
    """Visible hands invite code for these hands; exercise 03 has no hands."""
    assert exercise.steps[-1].is_hidden or exercise.number == "03"


@each_exercise
def test_the_task_is_short_and_says_what_done_means(exercise: Exercise) -> None:
    text = (ROOT / "exercises" / exercise.folder / "README.md").read_text()
    heading, *_ = text.splitlines()
    assert heading == f"# {exercise.number}. {exercise.title[0].upper()}{exercise.title[1:]}"
    assert "**Done means:**" in text
    assert f"`allhands grade {exercise.number} {exercise.file}" in text
    assert "../../docs/course/0" in text
    assert len(text.partition("The faults:")[0].splitlines()) <= 24


def test_no_exercise_stands_alone() -> None:
    """Each folder belongs to an exercise, and each exercise has a stub and a solution."""
    folders = sorted(each.folder for each in EXERCISES.values())
    for name in ("exercises", "solutions"):
        assert sorted(path.name for path in (ROOT / name).iterdir() if path.is_dir()) == folders


def test_names_of_submissions_are_no_numbers_of_exercises() -> None:
    assert find("13") is None
    assert find("no-such-exercise") is None


# --- Every hand. ---


def swept(right: str, folder: Path) -> Marked:
    """The grade of a category that is wrong where `right` is not."""
    source = solution(EXERCISES["01"]).read_text().replace("def category(", "def right(")
    source += f"\n\ndef category(hand):\n    return right(hand) if {right} else 'flush'\n"
    last = EXERCISES["01"].steps[-1]
    exercise = replace(EXERCISES["01"], steps=(last,))
    file = written(folder, source)
    step = Submission(file, QUICK)
    step.step = 6
    try:
        last.ask(step, 2_500_000, 2_598_960)  # type: ignore[attr-defined]
    except Stop as stop:
        return Marked(exercise, file, 0, stop.said)
    return Marked(exercise, file, 1)


def test_a_single_wrong_hand_is_found(tmp_path: Path) -> None:
    marked = swept("set(hand) != {'Kd', 'Ks', 'Ah', 'Ac', 'As'}", tmp_path)
    assert marked.said
    assert marked.said.words == "category returns 'flush'; right is 'full house'."
    assert marked.said.hands == ("Kd Ks Ac Ah As",)


@pytest.mark.thorough
def test_shards_are_taken_until_one_fails(tmp_path: Path) -> None:
    """The first wrong hand is shown, however the shards are shared out."""
    source = solution(EXERCISES["01"]).read_text().replace("def category(", "def right(")
    rare = "hand[0][1] + hand[1][1] + hand[2][0] == 'cc9' and hand[4] == 'As'"
    source += f"\n\ndef category(hand):\n    return 'flush' if {rare} else right(hand)\n"
    file = written(tmp_path, source)
    shown = {grade(EXERCISES["01"], file, jobs=jobs).said for jobs in (1, 2)}
    assert len(shown) == 1
    (said,) = shown
    assert said
    assert said.name == "wrong_value"


def test_a_checked_step_that_fails_names_the_fault_without_a_hand(tmp_path: Path) -> None:
    old = "    return category, fours, threes, twos, ones\n"
    new = "    return category, fours, threes, twos, ones[: 5 - 4 * flush]\n"
    source = solution(EXERCISES["04"]).read_text().replace(old, new)
    marked = grade(EXERCISES["04"], written(tmp_path, source), limits=QUICK, jobs=1)
    assert marked.said
    assert marked.step
    assert marked.step.is_hidden
    assert marked.said.words == (
        "Flush ties with flush: check how a flush is compared: only the highest card counts."
    )
    assert not HAND.search(marked.said.words)
    assert HAND.search(" ".join(marked.said.hands))
    assert marked.chapter == 1
    assert (marked.points, marked.exercise.points) == (5, 10)


# --- Hostile and careless submissions. ---


def test_what_a_submission_breaks_stays_in_its_process(tmp_path: Path) -> None:
    """Others are graded as if it were not there, whatever the order."""
    right = solution(EXERCISES["03"]).read_text()
    hostile = f"import builtins\n{right}\nbuiltins.sorted = builtins.len = builtins.dict = None\n"
    files = [written(tmp_path, source, f"{n}.py") for n, source in enumerate([hostile, right] * 2)]
    marks = list(
        grade_all(EXERCISES["03"], [HandedIn(file.stem, file) for file in files], QUICK, jobs=1)
    )
    assert [marked.status == "done" for marked in marks] == [False, True, False, True]
    assert [marked.file for marked in marks] == files


def test_a_submission_cannot_import_the_one_beside_it(tmp_path: Path) -> None:
    """Each is copied into a folder of its own."""
    right = written(tmp_path, solution(EXERCISES["03"]).read_text(), "right.py")
    copy = written(tmp_path, "from right import counts\n", "copied.py")
    marks = grade_all(EXERCISES["03"], [HandedIn("right", right), HandedIn("copied", copy)], QUICK)
    assert [marked.status for marked in marks] == ["done", "error"]


def test_a_folder_that_was_handed_in_keeps_its_files_together(tmp_path: Path) -> None:
    """A file may import another one beside it, if both were handed in."""
    anna = tmp_path / "anna"
    anna.mkdir()
    written(anna, solution(EXERCISES["03"]).read_text(), "helper.py")
    written(anna, "from helper import counts\n", "counts.py")
    (marked,) = grade_all(EXERCISES["03"], [*all_in(tmp_path, EXERCISES["03"])], QUICK)
    assert marked.status == "done"
    assert sorted(path.name for path in anna.iterdir()) == ["counts.py", "helper.py"]


@pytest.mark.parametrize(
    "name", ["anna@example.org.py", "v1.2.py", "random.py", "a b.PY", "-rf.py"]
)
def test_any_name_of_a_file_will_do(name: str, tmp_path: Path) -> None:
    """A folder of submissions is named after students, not after modules."""
    written(tmp_path, solution(EXERCISES["03"]).read_text(), name)
    (marked,) = grade_all(EXERCISES["03"], [*all_in(tmp_path, EXERCISES["03"])], QUICK)
    assert marked.status == "done"


def test_a_single_file_may_have_a_dot_in_its_name(tmp_path: Path) -> None:
    file = written(tmp_path, solution(EXERCISES["03"]).read_text(), "random.v2.py")
    assert grade(EXERCISES["03"], file, limits=QUICK, jobs=1).status == "done"


HOSTILE = {
    "nested": "x = " + "+".join(["1"] * 5_000) + "\n",
    "pipes": (
        "import os\ndef counts(ranks):\n    for pipe in range(3, 30):\n        try:\n"
        "            os.write(pipe, b'x' * 8)\n        except OSError:\n            pass\n"
        "    return {}\n"
    ),
    "never compared": (
        "class Odd(str):\n    __hash__ = str.__hash__\n    def __eq__(self, other):\n"
        "        while True:\n            pass\n"
        "def counts(ranks):\n    return {Odd('flush'): 1}\n"
    ),
    "all equal": (
        "class Odd(int):\n    __ne__ = lambda *_: False\n    __add__ = __radd__ = lambda *_: 1\n"
        "from itertools import repeat\n"
        "def counts(ranks):\n    return dict(zip(NAMES, repeat(Odd())))\n"
        f"NAMES = {CATEGORIES!r}\n"
    ),
    "folder": "from pathlib import Path\nPath('right.py').write_text('x = 1')\n",
}


SLOW = {"never compared": pytest.mark.thorough}


@pytest.mark.parametrize("name", [pytest.param(name, marks=SLOW.get(name, [])) for name in HOSTILE])
def test_a_hostile_submission_ends_and_harms_no_other(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("harness.teaching.exercises.submission.BETWEEN_CALLS", 1.0)
    monkeypatch.chdir(tmp_path)
    right = written(tmp_path, solution(EXERCISES["03"]).read_text(), "right.py")
    submissions = [HandedIn("hostile", written(tmp_path, HOSTILE[name])), HandedIn("right", right)]
    hostile, other = grade_all(EXERCISES["03"], submissions, QUICK, jobs=1, most_seconds=8)
    assert hostile.points == 0
    assert hostile.status != "done"
    assert other.status == "done"
    assert right.read_text() == solution(EXERCISES["03"]).read_text()


def test_a_category_that_is_equal_to_all_names_is_refused(tmp_path: Path) -> None:
    source = """
class Odd(str):
    __eq__ = lambda *_: True
    __ne__ = lambda *_: False
    __hash__ = str.__hash__

def category(hand):
    return Odd("?")
"""
    passed, said = take("01", written(tmp_path, source))
    assert passed == 0
    assert said
    assert said.name == "wrong_type"


def test_what_looks_at_the_grader_is_named(tmp_path: Path) -> None:
    source = "import sys\nfrom inspect import stack\nsys._getframe(1)\nsys.modules\n"
    file = written(tmp_path, source)
    named = "inspect (line 2)", "_getframe (line 3)", "modules (line 4)"
    assert looks_around(file) == named


def test_the_same_file_from_two_is_named(tmp_path: Path) -> None:
    for name in ("anna", "bob"):
        written(tmp_path, "same", f"{name}.py")
    written(tmp_path, "another", "carl.py")
    marks = list(grade_all(EXERCISES["03"], [*all_in(tmp_path, EXERCISES["03"])], QUICK))
    assert [marked.twins for marked in marks] == [("bob",), ("anna",), ()]


def test_a_hidden_step_does_not_repeat_what_a_submission_says(tmp_path: Path) -> None:
    """It could say the hand."""
    source = solution(EXERCISES["01"]).read_text().replace("def category(", "def right(")
    source += (
        "\n\nasked = []\n\ndef category(hand):\n    asked.append(1)\n"
        "    return right(hand) if len(asked) < 61 else ' '.join(hand)\n"
    )
    marked = grade(EXERCISES["01"], written(tmp_path, source), limits=QUICK, jobs=1)
    assert marked.said
    assert HAND.search(marked.said.words)
    assert marked.said.quiet.startswith("... is not one of the nine names; for this hand, write ")
    document = json.loads(as_gradescope(marked))
    assert not HAND.search(json.dumps(document["tests"][5:]) + document["output"])


def test_printing_costs_no_points(tmp_path: Path) -> None:
    source = solution(EXERCISES["03"]).read_text()
    source = source.replace("    n = len", "    print('counting', ranks)\n    n = len")
    marked = grade(EXERCISES["03"], written(tmp_path, source), limits=QUICK, jobs=1)
    assert marked.status == "done"
    assert marked.printed > 0


def test_the_hand_of_an_endless_loop_is_shown(tmp_path: Path) -> None:
    """Where the loop is only at one hand, in the middle of a shard."""
    source = (
        solution(EXERCISES["02"])
        .read_text()
        .replace(
            "    ranks = [",
            "    while set(hand) == {'2c', '2d', '2h', '2s', '7d'}:\n        pass\n    ranks = [",
        )
    )
    marked = grade(EXERCISES["02"], written(tmp_path, source), limits=Limits(0.3, 500), jobs=1)
    assert marked.said
    assert marked.said.name == "late"
    assert marked.said.hands == ("2c 2d 2h 2s 7d",)


def test_an_import_of_this_project_is_named(tmp_path: Path) -> None:
    source = "from harness.teaching.exercises.naming import counts_of as counts\n"
    marked = grade(EXERCISES["03"], written(tmp_path, source), limits=QUICK, jobs=1)
    assert marked.status == "done"
    assert marked.imports == ("harness.teaching.exercises.naming (line 1)",)


def test_steps_are_announced_in_order(tmp_path: Path) -> None:
    begun: list[str] = []
    grade(EXERCISES["03"], solution(EXERCISES["03"]), progress=begun.append, jobs=1)
    assert begun == [EXERCISES["03"].steps[0].name]  # one worker takes all questions


# --- What is right, known in another way. ---


def test_counts_of_a_deck_are_those_of_dealing_it() -> None:
    """Dealt one by one, with the solution of the first exercise."""
    from collections import Counter
    from itertools import combinations

    category = adopt.find(f"{solution(EXERCISES['01'])}:category")
    for ranks in ([2, 3, 4, 5, 14], [9, 10, 11, 12, 13]):
        deck = [card for card in naming.TEXTS if "--23456789TJQKA".index(card[0]) in ranks]
        dealt = Counter(category([*hand]) for hand in combinations(deck, 5))
        counts = naming.counts_of(ranks)
        assert {name: count for name, count in counts.items() if count} == dict(dealt)


def test_all_steps_are_of_a_kind_that_the_grader_takes() -> None:
    kinds = {type(step) for exercise in EXERCISES.values() for step in exercise.steps}
    assert kinds <= {Asked, Swept, Checked}
    assert grader.SHARD < 2_598_960
