"""Folders of exercises, and the grading of submissions in a process of their own."""

from pathlib import Path
from textwrap import dedent

import pytest

from harness.processes.limits import Limits
from harness.teaching.grader.exercise import Exercise, exercises
from harness.teaching.grader.grade import Mark, grade

QUICK = Limits(seconds=0.5, megabytes=1_000)
ONE = "def double(number):\n    "

STEPS = '''
import pytest

@pytest.mark.step(chapter=1)
@pytest.mark.parametrize("number", [1, 2])
def test_small(theirs, number):
    """It doubles a small number."""
    answer = theirs.call("double", number=number)
    assert answer == 2 * number, f"double returns {theirs.show(answer)}.\\n{number}"

@pytest.mark.step(points=2, chapter=2, hidden=True, slow=True)
def test_large(theirs):
    """It doubles a large number."""
    answer = theirs.call("double", number=10**6)
    assert answer == 2 * 10**6, f"double returns {theirs.show(answer)}.\\n{10**6}"
'''
"""A thirteenth exercise."""


def graded(source: str, folder: Path) -> Mark:
    """The mark of a file with this content, in that exercise."""
    (folder / "exercise").mkdir()
    (folder / "exercise" / "test_double.py").write_text(STEPS)
    (folder / "handed_in.py").write_text(dedent(source))
    return grade(Exercise.of(folder / "exercise"), folder / "handed_in.py", QUICK, jobs=1)


def test_a_right_submission_is_done(tmp_path: Path) -> None:
    mark = graded(ONE + "return 2 * number\n", tmp_path)
    assert (mark.status, mark.points, mark.of, mark.sentence) == ("done", 3, 3, "")


def test_grading_stops_at_the_first_step_that_fails(tmp_path: Path) -> None:
    """And says a sentence, shows a case, and names a chapter."""
    mark = graded(ONE + "return min(2 * number, 100)\n", tmp_path)
    assert (mark.status, mark.points, mark.passed) == ("wrong", 1, 1)
    assert mark.sentence == "double returns 100."
    assert mark.lines == ["1000000"]
    assert mark.chapter == 2


def test_a_hidden_step_does_not_repeat_what_a_submission_returns(tmp_path: Path) -> None:
    """It could be the hand."""
    mark = graded(ONE + "return min(2 * number, 100)\n", tmp_path)
    assert mark.steps[mark.passed].hidden
    assert mark.quiet == "double returns ...."


SAID = {
    "": "The file is empty",
    "x = (": "Line 1 is not Python",
    "x = 1 / 0": "Loading the file ends in line 1 with ZeroDivisionError",
    "import no_such": "Line 1 imports no_such",
    "while True: pass": "Loading the file takes too long",
    "len = 1": "There is no function double: write def double(number): in the file.",
    "def duble(number): pass": "There is no function double, but there is duble",
    "double = 2": "double is not a function but 2",
    "def double(): pass": "double takes other arguments: write def double(number):",
    ONE + "pass": "double returns None: every way through it",
    ONE + "print(2)": "double returns None, and prints '2'",
    ONE + "return [].sort()": "double returns what sort() returns",
    ONE + "return number.bit_length": "double returns bit_length, which is not called",
    ONE + "return int('K')": "Line 2 takes K for a number",
    ONE + "return {}[number]": "Line 2 looks up 1 in a dictionary",
    ONE + "return input()": "Line 2 calls input()",
    ONE + "quit()": "Line 2 ends the whole program",
    ONE + "return double(number)": "Line 2 calls its own function again",
    ONE + "return [0] * 10**10": "double needs more than 1000 MB",
    ONE + "return '' + number": "double ends in line 2 with TypeError",
    ONE + "while True: pass": "There is no answer within 0.5 seconds",
    "kept = []\n" + ONE + "kept.append(0); return 2 * number * len(kept)": "In a new program",
    ONE + "return 2 * number + hash('b') % 2": "It answers differently each time",
    "import builtins; builtins.len = None": "The file gives len of Python another value",
}
"""What is said about a submission."""
HOSTILE = {
    "import os\n" + ONE + "os._exit(0)": "The program ended without an answer",
    ONE + "while True:\n        try:\n            while True: pass\n        except: pass": (
        "There is no answer within 0.5 seconds"
    ),
    "import pytest\n" + ONE + "pytest.skip()": "double ends in line 3",
    "import pytest\n" + ONE + "pytest.exit()": "double ends in line 3",
    ONE + "raise KeyboardInterrupt": "double ends in line 2",
    "class Same(int):\n    __eq__ = None\n" + ONE + "return Same()": "An answer cannot be read",
}
"""What is said about a submission that wants no mark, or another's."""


@pytest.mark.parametrize(("source", "sentence"), [*SAID.items(), *HOSTILE.items()])
def test_sentence_is_said(source: str, sentence: str, tmp_path: Path) -> None:
    mark = graded(source, tmp_path)
    assert mark.sentence.startswith(sentence)
    assert mark.sentence[-1] in ".?:"
    assert mark.points == 0
    assert mark.status != "done"


@pytest.mark.parametrize("exercise", [*exercises()], ids=str)
def test_the_stub_passes_nothing(exercise: Exercise) -> None:
    """Else somebody gets points for the file that everybody begins with."""
    mark = grade(exercise, exercise.folder / exercise.file, jobs=1, seed="1")
    assert (mark.passed, mark.points) == (0, 0)


def test_files_beside_a_submission_do_not_change_the_grader(tmp_path: Path) -> None:
    """A student's folder may hold anything; only what the submission imports is loaded."""
    for name in ("conftest", "pytest", "numpy", "random", "sitecustomize", "harness", "test_mine"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit")
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = --collect-only")
    mark = graded("import random\nfrom two import two\n" + ONE + "return two * number", tmp_path)
    assert mark.sentence.startswith("Line 2 imports two")
    (tmp_path / "two.py").write_text("two = 2\n")
    assert (
        grade(Exercise.of(tmp_path / "exercise"), tmp_path / "handed_in.py", QUICK, jobs=1).status
        == "done"
    )


def test_a_submission_that_takes_too_long_in_all_is_stopped(tmp_path: Path) -> None:
    graded("", tmp_path)
    file = tmp_path / "handed_in.py"
    file.write_text("import time\n" + ONE + "time.sleep(0.4)\n    return 2 * number\n")
    mark = grade(Exercise.of(tmp_path / "exercise"), file, QUICK, jobs=1, most_seconds=1)
    assert mark.status == "timeout"
    assert mark.sentence.startswith("Grading takes longer than 1 second in all")


def test_a_link_and_a_pipe_are_not_read(tmp_path: Path) -> None:
    """A pipe never ends."""
    import os

    graded("", tmp_path)
    os.mkfifo(tmp_path / "pipe.py")
    mark = grade(Exercise.of(tmp_path / "exercise"), tmp_path / "pipe.py", QUICK, jobs=1)
    assert mark.sentence.startswith("The file cannot be read")
