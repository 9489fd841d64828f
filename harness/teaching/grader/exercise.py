"""The exercises: folders, each with a task, a file to begin with, and the tests of its steps."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from runpy import run_path
from typing import Any

from evaluators.errors import UserError
from harness.processes.workers import ROOT

FOLDERS = ROOT / "exercises", Path(__file__).parent / "exercises"
"""The folders of the exercises: in a checkout, and in the installed package."""


class ExerciseError(UserError, LookupError):
    """There is no such exercise, or a folder is not an exercise."""


@dataclass
class Step:
    """A step: a test, which may have several cases.

    Attributes:
        name: its task, as in "it finds the wheel".
        number: its place among the steps, from 0.
        chapter: the number of the chapter to read if it fails.
        points: the points for it.
        slow: whether it asks about every hand; such a step runs once, after all others.
        seconds: the time limit of a call in it; None for the usual one.
        cases: the number of its cases that have not passed yet.
    """

    name: str
    number: int
    chapter: int
    points: int = 1
    slow: bool = False
    seconds: float | None = None
    cases: int = 0


@dataclass(frozen=True)
class Exercise:
    """An exercise: the tests of its steps, such as ``04-fill-the-buckets/test_buckets.py``."""

    tests: Path

    @classmethod
    def of(cls, folder: Path) -> "Exercise":
        """The exercise in a folder, which has one file of tests.

        Raises:
            ExerciseError: it has no file of tests, or several.
        """
        tests = [*folder.resolve().glob("test_*.py")]
        if len(tests) != 1:
            words = f"{folder}: an exercise has one file test_*.py, this has {len(tests)}"
            raise ExerciseError(words)
        return cls(tests[0])

    def __str__(self) -> str:
        return self.folder.name.replace("-", " ")

    @property
    def folder(self) -> Path:
        """Its folder."""
        return self.tests.parent

    @property
    def number(self) -> str:
        """Two digits, with which the name of its folder begins."""
        return self.folder.name.partition("-")[0]

    @property
    def file(self) -> str:
        """The name of the file that is handed in."""
        return self.tests.name.removeprefix("test_")

    @property
    def needs_seed(self) -> bool:
        """True if every student has another task."""
        return "theirs.seed" in self.tests.read_text(encoding="utf-8")


def exercises() -> Iterator[Exercise]:
    """All exercises, in order."""
    folder = next(filter(Path.is_dir, FOLDERS))
    yield from map(Exercise, sorted(folder.glob("[0-9]*/test_*.py")))


def find(name: str) -> Exercise:
    """The exercise of a number, a folder, or the file that is handed in.

    Raises:
        ExerciseError: there is no such exercise.

    >>> str(find("4")), str(find("buckets.py")), find("04-fill-the-buckets").file
    ('04 fill the buckets', '04 fill the buckets', 'buckets.py')
    """
    for exercise in exercises():
        if name in (exercise.number, exercise.number.lstrip("0"), exercise.folder.name):
            return exercise
        if Path(name).name == exercise.file:
            return exercise
    if Path(name).is_dir():
        return Exercise.of(Path(name))
    if name.endswith(".py"):
        raise ExerciseError(f"{name}: of which exercise? As in: allhands grade 04 {name}")
    numbers = [exercise.number for exercise in exercises()]
    raise ExerciseError(f"no exercise {name}; choose {numbers[0]} to {numbers[-1]}")


def name_of(test: Any) -> str:
    """The name of a step: the first line of its test's docstring."""
    name: str = test.__doc__.strip().splitlines()[0].removesuffix(".")
    return name[0].lower() + name[1:]


def after(exercise: Exercise) -> Exercise | None:
    """The exercise after another one, if there is one."""
    return next((each for each in exercises() if each.number > exercise.number), None)


def steps_of(tests: Path) -> list[Any]:
    """The tests of an exercise that are steps, in order."""
    return [test for test in run_path(str(tests)).values() if hasattr(test, "step")]
