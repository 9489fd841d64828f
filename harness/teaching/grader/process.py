"""Grade a submission: run pytest on the folder of its exercise, in a process of its own.

The process has a time limit for each call, one for everything, and a memory limit. All of it ends
with the process, so no submission changes how another one is graded.
"""

from collections.abc import Iterator
from contextlib import redirect_stdout
from dataclasses import dataclass, field, replace
from itertools import takewhile
from os import devnull
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

from harness.processes import workers
from harness.processes.limits import LOADING, Died, Limits, in_words, limit_memory
from harness.processes.visible import visible
from harness.teaching.chapters import CHAPTERS
from harness.teaching.grader.submission import LATE, LOADING_LATE, MEMORY, USUAL

if TYPE_CHECKING:
    from harness.teaching.grader.plugin import Steps

EXERCISES = Path(__file__).parents[3] / "exercises"
MOST_SECONDS = 300.0
HASH_SEEDS = "1", "0"
"""Texts have another hash in each, so a set of texts has another order."""
MOST_PROCESSES = 8
"""A check of all hands may start some, each with the memory of a submission."""
QUIETLY = (
    *("--import-mode=importlib", "--assert=plain", "--capture=no", "--noconftest"),
    *("-c", devnull, "-W", "ignore"),
    *("-p", "no:cacheprovider", "-p", "no:terminal", "-p", "no:faulthandler"),
)
TOO_LONG = (
    "Grading takes longer than {} in all: the last step asks about 2,598,960 hands, so a call may "
    "take microseconds, and not milliseconds."
)
UNFINISHED = "The tests did not come to their end: does the file change pytest, or end it?"
BY_CHANCE = (
    "It answers differently each time it is started: a set has no order, so sort it, or use a list."
)


class StepMark(NamedTuple):
    """A step, without its tests."""

    name: str
    points: int
    hidden: bool
    chapter: int


@dataclass(frozen=True)
class Mark:
    """A graded submission.

    Attributes:
        steps: all steps of the exercise.
        passed: how many of them it passes; it is stopped at the first that fails.
        partial: the points for what is right in that one.
        status: ``done``, ``wrong``, ``error`` or ``timeout``.
        sentence: what is wrong, safe to show.
        lines: hands or calls that show it.
        quiet: the sentence without what the submission returned or raised, which may be a hand.
        chapter: the number of the chapter to read; None if none helps.
        printed: how many lines the submission printed.
        seconds: how long it took.
    """

    steps: list[StepMark]
    passed: int
    partial: int = 0
    status: str = "done"
    sentence: str = ""
    lines: list[str] = field(default_factory=list)
    quiet: str = ""
    chapter: int | None = None
    printed: int = 0
    seconds: float = 0.0

    @property
    def points(self) -> int:
        """The points of the steps that it passes, and of what is right in the one that fails."""
        return self.partial + sum(step.points for step in self.steps[: self.passed])

    @property
    def of(self) -> int:
        """All points."""
        return sum(step.points for step in self.steps)

    def __str__(self) -> str:
        """What a student reads."""
        return "\n".join(self._texts())

    def _texts(self) -> Iterator[str]:
        if self.sentence:
            yield self.sentence
            yield from (f"  {visible(line)}" for line in self.lines)
            if self.chapter is not None:
                yield f"read {CHAPTERS[self.chapter]}"
            yield ""
        yield from (f"  right    {step.name}" for step in self.steps[: self.passed])
        if self.sentence:
            yield f"  {self.status:<8} {self.steps[self.passed].name}"
        yield f"\n{self.points} of {self.of} points"


@dataclass(frozen=True)
class Task:
    """The steps of a folder, for a worker."""

    folder: str
    file: str
    limits: Limits
    jobs: int | None
    without_slow: bool
    seed: str = ""
    only_collect: bool = False


def folder_of(exercise: str) -> Path:
    """The folder of an exercise: a path, its name, or its number.

    Raises:
        LookupError: there is none, or more than one.
    """
    if any(Path(exercise).glob("test_*.py")):
        return Path(exercise)
    found = [*EXERCISES.glob(f"{exercise:0>2}"), *EXERCISES.glob(f"{exercise:0>2}-*")]
    if len(found) != 1:
        raise LookupError(f"exercise {exercise}: there is none")
    return found[0]


def grade(
    folder: Path,
    file: Path,
    limits: Limits = USUAL,
    jobs: int | None = None,
    most_seconds: float = MOST_SECONDS,
    seed: str = "",
) -> Mark:
    """Grade a file.

    It is asked in two processes, in which sets have another order; about every hand in one of them.

    Args:
        folder: the folder of the exercise.
        file: the file.
        limits: the time limit of a call, and the memory limit.
        jobs: how many processes a check of all hands may use; one for each core by default.
        most_seconds: the time limit of everything.
        seed: the student's own number or name, where the exercise needs it.
    """
    began = monotonic()
    first = Task(
        str(folder.resolve()), str(file.resolve()), limits, jobs, without_slow=True, seed=seed
    )
    end = began + most_seconds
    mark = _run(first, HASH_SEEDS[0], end, most_seconds)
    if mark.status in ("done", "wrong"):
        again = _run(replace(first, without_slow=False), HASH_SEEDS[1], end, most_seconds)
        if _is_same(mark, again):
            mark = again
        else:
            least = min(mark, again, key=lambda each: each.passed)
            mark = replace(least, status="wrong", sentence=BY_CHANCE, quiet=BY_CHANCE, lines=[])
    return replace(mark, seconds=monotonic() - began)


def _is_same(first: Mark, again: Mark) -> bool:
    """Whether a submission did the same twice; the first time, slow steps were left out."""
    if first.status == "done":
        return again.passed >= first.passed
    return (first.passed, first.sentence, first.lines) == (
        again.passed,
        again.sentence,
        again.lines,
    )


def _run(task: Task, hash_seed: str, end: float, most_seconds: float) -> Mark:
    """The result of a task in a worker."""
    environment = {"PYTHONHASHSEED": hash_seed, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    ((_, result, _),) = workers.run(
        work,
        [task],
        1,
        megabytes=MOST_PROCESSES * task.limits.megabytes,
        environment=environment,
        folder=Path(task.file).parent,
        is_over=lambda: monotonic() > end,
    )
    if not isinstance(result, Died):
        steps = [StepMark(*step) for step in result.pop("steps")]
        return Mark(steps, **result)
    everything = work(replace(task, only_collect=True))
    steps = [StepMark(*step) for step in everything["steps"]]
    sentence, status = _death(result, task.limits, most_seconds)
    chapter = None if result.doing == LOADING else steps[result.at].chapter
    return Mark(steps, result.at, status=status, sentence=sentence, quiet=sentence, chapter=chapter)


def _death(died: Died, limits: Limits, most_seconds: float) -> tuple[str, str]:
    """What is said about a submission that ended its process, or had to be killed."""
    if died.late == 0:
        return TOO_LONG.format(in_words(most_seconds)), "timeout"
    if died.late is not None and died.doing == LOADING:
        return LOADING_LATE, "timeout"
    if died.late is not None:
        return LATE.format(in_words(limits.seconds)), "timeout"
    if died.memory is not None:
        return MEMORY.format("The file", limits.megabytes), "error"
    return f"The program ended without an answer: {died}.", "error"


# --- In the worker. ---


def work(task: Task) -> dict[str, Any]:
    """Run the steps of a task with pytest, and return the parts of a `Mark`."""
    import pytest  # slow imports, which the caller does not need

    from harness.teaching.grader import plugin

    if workers.is_runner():
        limit_memory(task.limits.megabytes)
    run = plugin.Steps(Path(task.file), task.limits, task.jobs, task.without_slow, task.seed)
    (tests,) = Path(task.folder).glob("test_*.py")
    arguments = [str(tests), f"--rootdir={task.folder}", "-p", plugin.__name__, *QUIETLY]
    if task.only_collect:
        arguments.append("--collect-only")
    with open(devnull, "w") as nowhere, redirect_stdout(nowhere):  # noqa: PTH123
        pytest.main(arguments, plugins=[run])
    return _parts(run, tests)


def _parts(run: "Steps", tests: Path) -> dict[str, Any]:
    """The parts of a `Mark`, as plain values."""
    submission = run.submissions.get(tests)
    steps = [*run.steps.values()]
    taken = [step for step in steps if not (run.without_slow and step.slow)]
    passed = len(list(takewhile(lambda step: not step.cases, taken)))
    parts = {
        "steps": [(step.name, step.points, step.hidden, step.chapter) for step in steps],
        "passed": passed,
        "printed": submission.output.lines if submission else 0,
    }
    if tests not in run.faults:
        is_done = passed == len(taken)
        return parts | ({} if is_done else {"status": "error", "sentence": UNFINISHED})
    step, fault = run.faults[tests]
    chapter = step.chapter if fault.chapter is None else fault.chapter
    return parts | {
        "passed": step.number,
        "partial": fault.points,
        "status": fault.status,
        "sentence": visible(fault.sentence),
        "lines": [*map(visible, fault.lines)],
        "quiet": visible(fault.quiet),
        "chapter": None if fault.about_the_file else chapter,
    }
