"""Folders of exercises, and the grading of submissions in a process of their own."""

import os
import re
import subprocess
import sys
from pathlib import Path
from runpy import run_path
from types import SimpleNamespace
from typing import Any

import pytest

from harness.processes import workers
from harness.processes.limits import Limits
from harness.teaching.grader.exercise import Exercise, ExerciseError, find
from harness.teaching.grader.grade import Mark, StoppedError, Task, _mark, grade, work
from harness.teaching.grader.host import Host

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

@pytest.mark.step(points=2, chapter=2, slow=True)
def test_large(theirs):
    """It doubles a large number."""
    answer = theirs.call("double", number=10**6)
    assert answer == 2 * 10**6, f"double returns {theirs.show(answer)}.\\n{10**6}"
'''
"""A thirteenth exercise."""


def thirteenth(folder: Path) -> Exercise:
    """That exercise, in a folder."""
    (folder / "exercise").mkdir(exist_ok=True)
    (folder / "exercise" / "test_double.py").write_text(STEPS)
    return Exercise.of(folder / "exercise")


def graded(source: str, folder: Path, limits: Limits = QUICK, **options: Any) -> Mark:
    """The mark of a file with this content, in that exercise."""
    file = folder / "handed_in.py"
    file.write_text(source)
    return grade(thirteenth(folder), file, limits, jobs=1, **options)


def test_pytest_in_the_folder_says_the_same_to_a_student(tmp_path: Path) -> None:
    folder = thirteenth(tmp_path).folder
    (folder / "double.py").write_text(ONE + "return min(2 * number, 100)\n")
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider"]
    printed = subprocess.run(command, cwd=folder, capture_output=True, text=True).stdout
    _, _, said = printed.partition("= step 2: it doubles a large number =")
    assert said.splitlines()[1:5] == [
        "double returns 100.",
        "  1000000",
        "read chapter 2 of the course: docs/course/02-count-the-hands.md",
        "1 of 3 points",
    ]


PLUGIN = "sys.modules['harness.teaching.grader.plugin']"
SAID = {
    "": "The file is empty",
    "x = (": "Line 1 is not Python",
    "x = 1\nreturn x": "Line 2 is not Python ('return' outside function)",
    "x = 1 / 0": "Loading the file ends in line 1 with ZeroDivisionError",
    "import no_such": "Line 1 imports no_such",
    "import time; time.sleep(600)": "Loading the file takes too long",
    "len = 1": "There is no function double: write def double(number): in the file.",
    "def duble(number): pass": "There is no function double, but there is duble",
    "double = 2": "double is not a function but 2",
    "def double(): pass": "double takes other arguments: write def double(number):",
    ONE + "pass": "double returns None: every way through it",
    ONE + "print(2)": "double returns None, and prints '2'",
    ONE + "return [].sort()": "double returns what sort() returns",
    ONE + "return number.bit_length": "double returns bit_length, which is not called",
    ONE + "return int('K')": "Line 2 takes K for a number",
    ONE + "return {}[number]": "Line 2 looks up 1 in a dictionary or set",
    "class Odd:\n    def __eq__(self, _): quit()\n" + ONE + "raise KeyError(Odd())": (
        "Line 4 looks up <handed_in.Odd object> in"
    ),
    ONE + "return set().pop()": "double ends in line 2 with KeyError",
    ONE + "pass\ndouble = {}.__getitem__": "double ends with KeyError",
    ONE + "return input()": "Line 2 calls input()",
    ONE + "quit()": "Line 2 ends the whole program",
    ONE + "return double(number)": "Line 2 calls its own function again",
    ONE + "return [0] * 10**10": "double needs more than 1000 MB",
    ONE + "return '' + number": "double ends in line 2 with TypeError",
    ONE + "while True: pass": "There is no answer within 0.5 seconds",
    "kept = []\n" + ONE + "kept.append(0); return 2 * number * len(kept)": "In a new program",
    "import builtins; builtins.len = None": "The file gives len of Python another value",
    # A submission that wants no mark, or another's.
    "import os\n" + ONE + "os._exit(0)": "The program ended without an answer",
    ONE + "while True:\n        try:\n            while True: pass\n        except: pass": (
        "There is no answer within 0.5 seconds"
    ),
    "import pytest\n" + ONE + "pytest.skip()": "double ends in line 3",
    "import pytest\n" + ONE + "pytest.exit()": "double ends in line 3",
    ONE + "raise KeyboardInterrupt": "double ends in line 2",
    "class Same(int):\n    __eq__ = lambda *_: True\n" + ONE + "return Same()": "double returns 0.",
    "class Same:\n    __eq__ = lambda *_: True\n" + ONE + "return Same()": (
        "double returns <handed_in.Same object>: Same is not taken; return a number, a text, or"
    ),
    ONE + "return [{number}]": "double returns [{1}]: set is not taken; return a number, a text,",
    "import enum\n" + ONE + "return enum.Enum('Suit', 'CLUBS').CLUBS": (
        "double returns <Suit.CLUBS: 1>: Suit is not taken; add .value to it"
    ),
    "import numpy\n" + ONE + "return numpy.array([number])": (
        "double returns array([1]): ndarray is not taken; add .tolist() to it"
    ),
    "def Double(number): pass": "There is no function double, but there is Double",
    "exec(compile('x = 1\\n1 / 0', __file__ + '.x', 'exec'))": (
        "Loading the file ends in line 2 of handed_in.py.x with ZeroDivisionError"
    ),
    "duble = 1": "There is no function double: write",
    "double = int": "double is not a function but <class 'int'>",
    ONE + "if number == 1: print(2); return 2": "double returns None: every way through it",
    "import _pytest.runner\n_pytest.runner.runtestprotocol = lambda *_, **__: None\n"
    "def double(number): return 2 * number": "The tests did not come to their end",
    **{
        f"import sys\n{PLUGIN}.Steps.mark = lambda self, tests: {mark}": "The tests did not come to"
        for mark in (
            *("{}", "5", "{'steps': [], 'passed': 9}"),
            "{'steps': [*map(vars, self.steps[tests].values())], 'passed': 'x'}",
        )
    },
}
"""The beginning of the sentence about each submission."""


def test_slow_steps_come_last(tmp_path: Path) -> None:
    """Else a fault in one that has others behind it is taken for chance."""
    last = "@pytest.mark.step(chapter=1)" + STEPS.partition("@pytest.mark.step(chapter=1)")[2]
    last = last.partition("@pytest.mark.step(points=2")[0].replace("test_small", "test_last")
    file = thirteenth(tmp_path).tests
    file.write_text(STEPS + last)
    (tmp_path / "handed_in.py").write_text(ONE + "return 2 * number if number < 9 else 1")
    mark = grade(Exercise.of(file.parent), tmp_path / "handed_in.py", QUICK, jobs=1)
    assert (mark.sentence, mark.passed) == ("double returns 1.", 2)


@pytest.mark.every(3)
@pytest.mark.parametrize("first", range(3))
def test_sentences(first: int, tmp_path: Path) -> None:
    """A third of the submissions is graded by one worker, which is replaced if it dies."""
    exercise = thirteenth(tmp_path)
    tasks, sources = [], {}
    for n, source in enumerate([*SAID][first::3]):
        (tmp_path / str(n)).mkdir()
        file = tmp_path / str(n) / "handed_in.py"
        file.write_text(source)
        sources[str(file)] = source
        tasks.append(Task(str(exercise.tests), str(file), QUICK, 1, without_slow=True))
    for task, result, _ in workers.run(work, tasks, 1):
        mark, sentence = _mark(task, result), SAID[sources[task.file]]
        assert mark.sentence.startswith(sentence), (mark.sentence, sentence)
        assert mark.sentence[-1] in ".?:"
        assert (mark.points, mark.status != "done") == (0, True)
        assert mark.chapter == (1 if ONE in sources[task.file] else None), sentence


def test_answers_that_differ_from_process_to_process_are_not_right(tmp_path: Path) -> None:
    """But one that is late in the second process has given no other answer."""
    mark = graded(ONE + "return 2 * number + hash('b') % 2", tmp_path)
    assert mark.sentence.startswith("It answers differently each time")
    assert (mark.points, mark.status) == (0, "wrong")
    late = "import os, time\n" + ONE + "time.sleep(9 * (os.environ['PYTHONHASHSEED'] == '0'))"
    mark = graded(f"{late}\n    return 2 * number\n", tmp_path)
    assert mark.sentence.startswith("There is no answer within 0.5 seconds")
    assert (mark.points, mark.status) == (0, "timeout")


def test_files_beside_a_submission_do_not_change_the_grader(tmp_path: Path) -> None:
    """A student's folder may hold anything; only what the submission imports is loaded."""
    for name in ("conftest", "pytest", "numpy", "random", "sitecustomize", "harness", "test_mine"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit")
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = --collect-only")
    source = "import random\nfrom two import two\n" + ONE + "return two * number"
    assert graded(source, tmp_path).sentence.startswith("Line 2 imports two")
    (tmp_path / "two.py").write_text("two = 2\n")
    mark = graded(source, tmp_path)
    assert (mark.status, mark.points, mark.of, mark.sentence) == ("done", 3, 3, "")


def test_a_file_beside_a_submission_does_not_stand_for_a_module_of_python(tmp_path: Path) -> None:
    """Exercise 10 asks in a new Python, which finds the files beside the submission last."""
    (tmp_path / "json.py").write_text("raise SystemExit")
    (tmp_path / "helps.py").write_text("key = len")
    (tmp_path / "fooled.py").write_text("import helps\ndef evaluate(hand): return helps.key(hand)")
    alone = run_path(str(find("10").tests))["alone"]
    theirs = SimpleNamespace(file=tmp_path / "fooled.py", limits=QUICK, host=Host(), step=0)
    assert alone(theirs, [["2c"], ["2c", "3c"]], [(0, 1)]) == [-1]


def test_a_submission_that_takes_too_long_in_all_is_stopped(tmp_path: Path) -> None:
    slow = "import time\n" + ONE + "time.sleep(0.4)\n    return 2 * number\n"
    mark = graded(slow, tmp_path, most_seconds=0.5)
    assert mark.status == "timeout"
    assert mark.sentence.startswith("Grading takes longer than 0.5 seconds in all")
    mark = graded(ONE + "while True: pass", tmp_path)
    assert mark.sentence.startswith("There is no answer within 0.5 seconds")


def test_output_and_files_without_end_are_told(tmp_path: Path) -> None:
    """Else the disk is full, or a student is told about time, which is not the cause."""
    forever = "while True:\n        "
    prints, writes = "print('x' * 10**6)", "open('x', 'w').write('x' * 10**6)"
    said = []
    for line, megabytes in ((prints, 1_000), (writes, 200)):
        mark = graded(ONE + forever + line, tmp_path, Limits(60, megabytes))
        said.append((mark.status, mark.sentence))
    assert said[0] == ("error", "double has printed 500 MB by now: take print out of it.")
    assert said[1][0] == "error"
    assert re.search(r"killed, for it had written [\d,]+ MB, to files", said[1][1])


def test_a_large_file_is_refused_by_its_size(tmp_path: Path) -> None:
    """It was said to be nested too deeply, for it takes more memory than there is."""
    with (tmp_path / "handed_in.py").open("wb") as sparse:
        sparse.truncate(3_000_000_000)
    mark = grade(thirteenth(tmp_path), tmp_path / "handed_in.py", QUICK)
    assert mark.sentence.startswith("3,000.0 MB are handed in, and 1 MB is the most")


def test_a_pipe_is_not_read(tmp_path: Path) -> None:
    """It never ends."""
    os.mkfifo(tmp_path / "pipe.py")
    mark = grade(thirteenth(tmp_path), tmp_path / "pipe.py", QUICK, jobs=1)
    assert mark.sentence.startswith("The file cannot be read")


def test_an_exercise_whose_tests_cannot_be_imported_is_not_done(tmp_path: Path) -> None:
    """With no step, nothing fails; the mark was "done", with 0 of 0 points."""
    exercise = thirteenth(tmp_path)
    exercise.tests.write_text("import no_such_module\n")
    with pytest.raises(ExerciseError, match=r"test_double\.py: pytest finds no steps"):
        grade(exercise, exercise.tests, QUICK, jobs=1)


def test_grading_that_is_stopped_has_no_mark(tmp_path: Path) -> None:
    """Else a process is started after Ctrl-C, for the steps of a mark that nobody reads."""
    with pytest.raises(StoppedError):
        graded(ONE + "while True: pass\n", tmp_path, Limits(1_000), is_stopped=lambda: True)
