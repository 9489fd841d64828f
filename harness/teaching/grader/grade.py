"""Grade a submission: run pytest on the folder of its exercise, in a process of its own.

The process has a time limit for each call, one for everything, and a memory limit. All of it ends
with the process, so no submission changes how another one is graded.
"""

from collections.abc import Callable
from contextlib import redirect_stdout, suppress
from dataclasses import dataclass, field, replace
from functools import cache
from os import devnull
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

from harness.checking.statuses import ERROR, TIMEOUT
from harness.processes import workers
from harness.processes.limits import EVALUATING, LOADING, Died, Limits, in_words, limit_memory
from harness.processes.workers import Announce
from harness.teaching.chapters import CHAPTERS
from harness.teaching.grader.exercise import Exercise, ExerciseError, Step
from harness.teaching.grader.host import Host
from harness.teaching.grader.submission import (
    KILLED,
    LATE,
    LOADING_LATE,
    MEMORY,
    UNFINISHED,
    USUAL,
    WRONG,
)

if TYPE_CHECKING:
    from harness.teaching.grader.plugin import Steps

MOST_SECONDS = 300.0
"""The time limit of a submission, all steps together."""
DONE = "done"
HASH_SEEDS = "1", "0"
"""Texts have another hash in each, so a set of texts has another order."""
MOST_PROCESSES = 8
"""A check of all hands may start some, each with the memory of a submission."""
NO_OPTIONS = {"PYTEST_ADDOPTS": ""}
"""Options from the environment may be of plug-ins that are left out here."""
QUIETLY = (
    *("--import-mode=importlib", "--assert=plain", "--capture=no", "--noconftest"),
    *("-c", devnull, "-W", "ignore"),
    *("-p", "no:cacheprovider", "-p", "no:terminal", "-p", "no:faulthandler"),
)
TOO_LONG = "Grading takes longer than {} in all{}."
MANY_HANDS = (
    ": this step asks about many hands, so a call may take microseconds, and not milliseconds"
)
BY_CHANCE = (
    "It answers differently each time it is started: a set has no order, so sort it, or use a list."
)


class StoppedError(Exception):
    """Grading was stopped from outside: it ends without a mark."""


@dataclass(frozen=True)
class Mark:
    """A graded submission.

    Attributes:
        steps: all steps of the exercise.
        passed: how many of them it passes; it is stopped at the first that fails.
        partial: the points for the right part of that one.
        status: ``done``, ``wrong``, ``error`` or ``timeout``.
        sentence: the fault, safe to show.
        lines: hands or calls that show the fault.
        chapter: the number of the chapter to read; None if none helps.
        printed: how many lines the submission printed.
        seconds: how long it took.
    """

    steps: list[Step]
    passed: int
    partial: int = 0
    status: str = DONE
    sentence: str = ""
    lines: list[str] = field(default_factory=list)
    chapter: int | None = None
    printed: int = 0
    seconds: float = 0.0

    @property
    def step(self) -> Step | None:
        """The step that fails, if any."""
        return None if self.status == DONE else self.steps[self.passed]

    @property
    def points(self) -> int:
        """The points of the steps that it passes, and of the right part of the one that fails."""
        return self.partial + sum(step.points for step in self.steps[: self.passed])

    @property
    def of(self) -> int:
        """All points."""
        return sum(step.points for step in self.steps)


@dataclass(frozen=True)
class Task:
    """The steps of an exercise, for a worker."""

    tests: str
    file: str
    limits: Limits
    jobs: int | None
    without_slow: bool
    seed: str = ""


def grade(
    exercise: Exercise,
    file: Path,
    limits: Limits = USUAL,
    jobs: int | None = None,
    most_seconds: float = MOST_SECONDS,
    seed: str = "",
    is_stopped: Callable[[], bool] = lambda: False,
) -> Mark:
    """Grade a file.

    It runs in two processes with different orders of sets; slow steps run in one of them.

    Args:
        exercise: the exercise.
        file: the file.
        limits: the time limit of a call, and the memory limit.
        jobs: how many processes a check of all hands may use; one for each core by default.
        most_seconds: the time limit of all steps together.
        seed: the student's own number or name, where the exercise needs it.
        is_stopped: returns True to stop without a mark; called several times a second.

    Raises:
        StoppedError: it was stopped.
        ExerciseError: the exercise has no steps, or its tests cannot be imported.
    """
    began = monotonic()

    def is_late() -> bool:
        return is_stopped() or monotonic() - began > most_seconds

    def run(task: Task, hash_seed: str) -> Mark:
        ((_, result, _),) = workers.run(
            work,
            [task],
            1,
            megabytes_of=lambda _: MOST_PROCESSES * limits.megabytes,
            most_written=limits.megabytes,  # a check of all hands writes 30 by itself
            environment=NO_OPTIONS
            | {"PYTHONHASHSEED": hash_seed, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
            folder=file.resolve().parent,
            is_over=is_late,
        )
        if is_stopped():
            raise StoppedError
        return _mark(task, result)

    tests, name = str(exercise.tests), str(file.resolve())
    first = Task(tests, name, limits, jobs, without_slow=True, seed=seed)
    mark = run(first, HASH_SEEDS[0])
    if not mark.steps:  # else it would be done, with 0 of 0 points
        raise ExerciseError(f"{exercise.tests}: pytest finds no steps; run it there to see why")
    if mark.status in (DONE, WRONG):
        again = run(replace(first, without_slow=False), HASH_SEEDS[1])
        if again.passed >= mark.passed and (mark.status == DONE or _says(again) == _says(mark)):
            mark = again
        elif again.status == TIMEOUT:  # that says nothing about its answers
            mark = again if mark.status == DONE else mark
        else:
            least = min(mark, again, key=lambda each: each.passed)
            mark = replace(least, status=WRONG, sentence=BY_CHANCE, lines=[])
    if mark.status == TIMEOUT and is_late():
        why = MANY_HANDS * mark.steps[mark.passed].slow
        mark = replace(mark, sentence=TOO_LONG.format(in_words(most_seconds), why), lines=[])
    return replace(mark, seconds=monotonic() - began)


def _says(mark: Mark) -> tuple[int, str, list[str]]:
    """The parts of a mark that have to be the same when a submission is asked again."""
    return mark.passed, mark.sentence, mark.lines


def _mark(task: Task, result: Any) -> Mark:
    """The mark that a result of `work` stands for, or the death of its worker."""
    is_dead = isinstance(result, Died)
    if not is_dead and (mark := _as_returned(result)):
        return mark
    (steps,) = steps_of(Exercise(Path(task.tests)))
    if not (is_dead and steps):
        return Mark(steps, 0, status=ERROR, sentence=UNFINISHED)
    sentence, status = _death(result, task.limits)
    at = min(max(result.at, 0), len(steps) - 1)
    chapter = None if result.doing == LOADING else steps[at].chapter
    return Mark(steps, at, status=status, sentence=sentence, chapter=chapter)


def _as_returned(result: Any) -> Mark | None:
    """The mark that a process returned; None if the submission made something else of it.

    What is used of a mark later is used here once: it fails if a part has another type.
    """
    with suppress(TypeError, LookupError):
        mark = Mark(**result | {"steps": [Step(**step) for step in result["steps"]]})
        texts = mark.status, mark.sentence, *mark.lines, *(step.name for step in mark.steps)
        used = "".join(texts), range(mark.of + mark.points), CHAPTERS[mark.chapter or 0], mark.step
        return mark if mark.steps and used else None
    return None


def _death(died: Died, limits: Limits) -> tuple[str, str]:
    """The sentence and status of a submission that ended its process, or had to be killed."""
    if died.late is not None:
        limit = died.late / KILLED if died.doing == EVALUATING else died.late
        late = LATE.format(seconds=in_words(limit))
        return LOADING_LATE if died.doing == LOADING else late, TIMEOUT
    if died.memory is not None:
        return MEMORY.format(name="The file", megabytes=limits.megabytes), ERROR
    return f"The program ended without an answer: {died}.", ERROR


@cache
def steps_of(*exercises: Exercise) -> list[list[Step]]:
    """The steps of some exercises, whose tests are collected and not run."""
    tests = [str(exercise.tests) for exercise in exercises]
    ((_, result, printed),) = workers.run(collect, [tests], 1, environment=NO_OPTIONS)
    if isinstance(result, Died):
        raise RuntimeError(f"the steps cannot be collected: {printed or result}")
    return [[Step(**step) for step in steps] for steps in result]


# --- In the worker. ---


def work(task: Task, announce: Announce) -> dict[str, Any]:
    """Take the steps of a task, and return the parts of a `Mark` as plain values."""
    limit_memory(task.limits.megabytes)
    how = vars(task) | {"file": Path(task.file), "host": Host(announce)}
    tests = how.pop("tests")
    return _pytest([tests], **how).mark(Path(tests))


def collect(tests: list[str], announce: Announce) -> list[list[dict[str, Any]]]:
    """The steps in files of tests, as plain values."""
    steps = _pytest(tests, "--collect-only").steps
    return [[*map(vars, steps[Path(file)].values())] for file in tests]


def _pytest(tests: list[str], *options: str, **how: Any) -> "Steps":
    """Run pytest on files of tests."""
    import pytest  # a slow import, which the caller does not need

    from harness.teaching.grader import plugin

    run, folder = plugin.Steps(**how), Path(tests[0]).parent
    here = f"--rootdir={folder}", f"--confcutdir={folder}"  # pytest lists no folder above
    arguments = [*tests, *here, "-p", plugin.__name__, *QUIETLY, *options]
    with open(devnull, "w") as nowhere, redirect_stdout(nowhere):  # noqa: PTH123
        pytest.main(arguments, plugins=[run])
    return run
