"""Submissions for tests: written to a file, and graded in this process where that is enough."""

from itertools import takewhile
from pathlib import Path

from harness.processes.limits import Limits
from harness.teaching.exercises.grader import Marked, Task, grade, work
from harness.teaching.exercises.ladder import EXERCISES
from harness.teaching.exercises.steps import Asked, Exercise
from harness.teaching.exercises.submission import Said, Stop, Submission

ROOT = Path(__file__).parents[4]
QUICK = Limits(seconds=0.5, megabytes=1_000)


def solution(exercise: Exercise) -> Path:
    """The file of the solution of an exercise."""
    return ROOT / "solutions" / exercise.folder / exercise.file


def stub(exercise: Exercise) -> Path:
    """The file that students begin with."""
    return ROOT / "exercises" / exercise.folder / exercise.file


def asked_steps(exercise: Exercise) -> tuple[int, ...]:
    """The numbers of the steps, up to the first that needs every hand or a check."""
    first = takewhile(lambda each: isinstance(each[1], Asked), enumerate(exercise.steps))
    return tuple(number for number, _ in first)


def take(number: str, file: Path, seed: str = "") -> tuple[int, Said | None]:
    """How many of these steps a file passes, and what is said about the next one."""
    exercise = EXERCISES[number]
    result = work(Task(number, str(file), seed, asked_steps(exercise), QUICK))
    return result["passed"], Said(**result["said"]) if result["said"] else None


def written(folder: Path, source: str | bytes, name: str = "handed_in.py") -> Path:
    """A file with this content."""
    file = folder / name
    file.write_bytes(source if isinstance(source, bytes) else source.encode())
    return file


def asked(exercise: Exercise, file: Path) -> tuple[int, Said | None]:
    """How many steps a file passes of those that ask questions, and what is said about the next.

    Also of an exercise that was made for a test.
    """
    passed = 0
    try:
        submission = Submission(file, Limits(seconds=2.0, megabytes=1_000))
        for step in exercise.steps:
            if isinstance(step, Asked):
                step.ask(submission)
                passed += 1
    except Stop as stop:
        return passed, stop.said
    return passed, None


def asked_about(exercise: Exercise, source: str, folder: Path) -> tuple[int, Said | None]:
    """The same of a file with this content."""
    return asked(exercise, written(folder, source, exercise.file))


def graded(number: str, source: str, folder: Path) -> Marked:
    """The grade of a file with this content, in a worker."""
    exercise = EXERCISES[number]
    return grade(exercise, written(folder, source, exercise.file), limits=QUICK, jobs=1)


def submitted(source: str, folder: Path, name: str = "handed_in.py") -> Submission:
    """A file with this content, loaded in this process."""
    return Submission(written(folder, source, name), QUICK)
