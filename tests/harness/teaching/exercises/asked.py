"""Take the steps of an exercise that ask questions, in this process."""

from pathlib import Path

from harness.processes.limits import Limits
from harness.teaching.exercises.steps import Asked, Exercise
from harness.teaching.exercises.submission import Said, Stop, Submission

ROOT = Path(__file__).parents[4]


def stub_of(exercise: Exercise) -> Path:
    """The file that a student begins with."""
    return ROOT / "exercises" / exercise.folder / exercise.file


def solution_of(exercise: Exercise) -> Path:
    """The file with our solution."""
    return ROOT / "solutions" / exercise.folder / exercise.file


def asked(exercise: Exercise, file: Path) -> tuple[int, Said | None]:
    """How many steps a file passes of those that ask questions, and what is said about the next."""
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
