"""Grade a submission: take the steps of its exercise in order, and stop at the first that fails.

A submission runs in workers of its own, so that it cannot change how another one is graded.
"""

import re
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from functools import lru_cache, partial
from itertools import takewhile
from math import comb
from os import cpu_count
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event
from time import monotonic
from types import MappingProxyType
from typing import Any

from evaluators.cards import format_hand
from harness.checking.equivalence import check, on_this_machine
from harness.checking.statuses import EQUIVALENT, NOT_EQUIVALENT, RENAMED, UNSTEADY
from harness.checking.statuses import TIMEOUT as LATE
from harness.checking.verdict import Verdict
from harness.checking.witness import Witness, best_first
from harness.hands.scopes import usual
from harness.processes import workers
from harness.processes.limits import LOADING, Died, Limits, in_words, limit_memory
from harness.processes.visible import visible
from harness.teaching.chapters import CHAPTER_OF
from harness.teaching.exercises.handed_in import HandedIn
from harness.teaching.exercises.ladder import EXERCISES
from harness.teaching.exercises.sentences import ABOUT_THE_FILE, TIMEOUT, WRONG
from harness.teaching.exercises.steps import Asked, Checked, Exercise, Step, Swept
from harness.teaching.exercises.submission import (
    PLACE_BITS,
    Said,
    Stop,
    Submission,
    announced_hand,
    short,
)
from harness.teaching.grading import imports_of_ours, looks_around

SHARD = 50_000
"""Hands of a shard of a step that asks about every hand."""
USUAL = Limits(seconds=2.0, megabytes=1_000)
HAND = re.compile(r"(?:[2-9TJQKA][cdhs] ){4}[2-9TJQKA][cdhs](?: and (?:[2-9TJQKA][cdhs] ?){5})?: ")

MOST_SECONDS = 300.0
"""The time limit of a submission, all steps together."""
HASH_SEEDS = "0", "1"
"""Texts have another hash in each, so a set of texts has another order."""
DONE = "done"
"""The status of a submission that passes all steps."""


@dataclass(frozen=True)
class Marked:
    """A graded submission.

    Attributes:
        exercise: the exercise.
        file: the file.
        passed: how many steps it passes.
        said: what is said about the step that fails, if any.
        seconds: how long it took.
        printed: how many lines it printed.
        imports: its imports of this project, with lines; only teachers see them.
        looks_around: what it uses that could read or change the grader, with lines.
        twins: the names of those who handed in the same file.
    """

    exercise: Exercise
    file: Path
    passed: int
    said: Said | None = None
    seconds: float = 0.0
    printed: int = 0
    imports: tuple[str, ...] = ()
    looks_around: tuple[str, ...] = ()
    twins: tuple[str, ...] = ()

    @property
    def status(self) -> str:
        """Done, wrong, error or timeout."""
        return self.said.status if self.said else DONE

    @property
    def step(self) -> Step | None:
        """The step that fails, if any."""
        return self.exercise.steps[self.passed] if self.said else None

    @property
    def points(self) -> int:
        """The points of the steps that it passes, and of what is right in the one that fails."""
        passed = sum(step.points for step in self.exercise.steps[: self.passed])
        return passed + (self.said.points if self.said else 0)

    @property
    def chapter(self) -> int | None:
        """The number of the chapter to read; None if none helps."""
        if not self.said or not self.step or self.said.name in ABOUT_THE_FILE:
            return None
        return self.step.chapter if self.said.chapter is None else self.said.chapter


@dataclass(frozen=True)
class Task:
    """Some steps of an exercise, for a worker; of a `Swept` step, a range of hands."""

    exercise: str
    file: str
    seed: str
    steps: tuple[int, ...]
    limits: Limits
    start: int = 0
    stop: int = 0


def work(task: Task) -> dict[str, Any]:
    """Take the steps of a task, in a worker."""
    passed, said, printed = 0, None, 0
    try:
        submission = _submission(task.file, task.seed, task.limits)
        before = submission.output.lines
        for number in task.steps:
            submission.step = number
            workers.announce(number << PLACE_BITS, workers.START)
            match EXERCISES[task.exercise].steps[number]:
                case Asked(ask=ask):
                    ask(submission)
                case Swept(ask=sweep):
                    sweep(submission, task.start, task.stop)
            passed += 1
        printed = submission.output.lines - before
    except Stop as stop:
        said = asdict(stop.said)
    except workers.raised_by_others() as error:  # of an answer that cannot even be compared
        said = asdict(Stop("strange", error=type(error).__name__).said)
    return {"passed": passed, "said": said, "printed": printed}


@lru_cache(maxsize=1)
def _submission(file: str, seed: str, limits: Limits) -> Submission:
    if workers.is_runner():
        limit_memory(limits.megabytes)
    return Submission(Path(file), limits, seed)


Progress = Callable[[str], None]


@dataclass
class _Grading:
    """The grading of one submission, as far as it is."""

    exercise: Exercise
    file: Path
    seed: str
    limits: Limits
    jobs: int
    run_tasks: Callable[..., Iterator[tuple[Any, Any, str]]]
    passed: int = 0
    printed: int = 0
    said: Said | None = None
    progress: Progress = field(default=lambda step: None)

    def run(self) -> None:
        """Take all steps, until one fails."""
        while self.passed < len(self.exercise.steps) and not self.said:
            step = self.exercise.steps[self.passed]
            self.progress(step.name)
            match step:
                case Checked():
                    self.check(step)
                case Swept():
                    self.sweep()
                case _:
                    self.ask()

    def ask(self) -> None:
        """Take the next steps that ask questions, in two processes: a set has an order in each."""
        steps = self.exercise.steps[self.passed :]
        asked = len(list(takewhile(lambda step: isinstance(step, Asked), steps)))
        task = self.task(*range(self.passed, self.passed + asked))
        passed, said = self.answers(task, HASH_SEEDS[0])
        if not self.exercise.is_measured and (not said or said.status == WRONG):
            for seed in HASH_SEEDS[1:]:
                again = self.answers(task, seed)
                if again != (passed, said):
                    passed, said = min(passed, again[0]), Stop("by_chance").said
        self.passed += passed
        self.said = said

    def task(self, *steps: int) -> Task:
        """A task for a worker."""
        return Task(self.exercise.number, str(self.file), self.seed, steps, self.limits)

    def answers(self, task: Task, hash_seed: str) -> tuple[int, Said | None]:
        """How many steps of a task are passed, and what is said about the next one."""
        environment = {"PYTHONHASHSEED": hash_seed}
        ((_, result, _),) = self.run_tasks(work, [task], 1, environment=environment)
        if isinstance(result, Died):
            place = result.at >> PLACE_BITS if result.doing != LOADING else task.steps[0]
            return place - task.steps[0], _death(result, self.limits)
        self.printed += result["printed"]
        return result["passed"], Said(**result["said"]) if result["said"] else None

    def sweep(self) -> None:
        """Take a step that asks about every hand, in shards."""
        whole = self.task(self.passed)
        total = comb(52, 5)
        told: dict[int, Said] = {}

        def tasks() -> Iterator[Task]:
            """The shards, as long as none fails."""
            for start in range(0, total, SHARD):
                if not told:
                    yield replace(whole, start=start, stop=min(start + SHARD, total))

        for task, result, _ in self.run_tasks(work, tasks(), self.jobs):
            if isinstance(result, Died):
                told[task.start] = _death(result, self.limits)
            elif result["said"]:
                told[task.start] = Said(**result["said"])
        self.said = told[min(told)] if told else None
        self.passed += not told

    def check(self, step: Checked) -> None:
        """Take a step that checks the order of hands."""
        place = f"{self.file}:{step.function}"
        run = partial(on_this_machine, jobs=self.jobs, run=self.run_tasks)
        (verdict,) = check([place], usual(5, step.sample), limits=self.limits, run=run)
        self.said = said_of(verdict)
        self.passed += not self.said


def grade(
    exercise: Exercise,
    file: Path,
    seed: str = "",
    limits: Limits = USUAL,
    jobs: int | None = None,
    progress: Progress = lambda step: None,
    most_seconds: float = MOST_SECONDS,
    folder: Path | None = None,
    is_stopped: Callable[[], bool] = lambda: False,
) -> Marked:
    """Grade a file.

    Args:
        exercise: the exercise.
        file: the file.
        seed: what its broken evaluator was made from, if the exercise needs it.
        limits: the time limit of a call, and the memory limit.
        jobs: the number of processes; one for each core if it is not given.
        progress: called with the name of each step that is begun.
        most_seconds: the time limit of all steps together.
        folder: the folder in which it runs; the current one if it is not given.
        is_stopped: whether to stop, whatever comes out.
    """
    began = monotonic()

    def is_late() -> bool:
        return monotonic() - began > most_seconds

    run_tasks = partial(
        workers.run,
        megabytes=limits.megabytes,
        environment={"PYTHONHASHSEED": HASH_SEEDS[0]},
        folder=folder,
        is_over=lambda: is_late() or is_stopped(),
    )
    grading = _Grading(
        exercise, file, seed, limits, jobs or cpu_count() or 1, run_tasks, progress=progress
    )
    grading.run()
    said = grading.said
    if said and said.status == TIMEOUT and is_late():
        said = Stop("too_long", seconds=in_words(most_seconds)).said
    return Marked(
        exercise,
        file,
        grading.passed,
        said,
        monotonic() - began,
        grading.printed,
        imports_of_ours(file),
        looks_around(file),
    )


def grade_all(
    exercise: Exercise,
    submissions: Sequence[HandedIn],
    limits: Limits = USUAL,
    jobs: int | None = None,
    most_seconds: float = MOST_SECONDS,
    seeds: Mapping[str, str] = MappingProxyType({}),
) -> Generator[Marked]:
    """Grade submissions, several at once, each in one process and one folder of its own; in order.

    Args:
        exercise: the exercise.
        submissions: what was handed in.
        limits: the time limit of a call, and the memory limit.
        jobs: how many at once; as many as there are cores if it is not given.
        most_seconds: the time limit of a submission.
        seeds: the seed of each name, if the exercise needs seeds; else the name is the seed.
    """
    stopped = Event()
    twins = _twins(submissions)

    def grade_alone(submission: HandedIn) -> Marked:
        nothing = Marked(exercise, Path(exercise.file), 0, submission.said)
        if submission.file is None or stopped.is_set():
            return nothing
        seed = seeds.get(submission.name, submission.name) if exercise.needs_seed else ""
        with TemporaryDirectory() as folder:
            try:
                alone = submission.copy_to(Path(folder) / "submission", exercise.file)
            except OSError as error:
                said = Stop("unreadable", error=error.strerror or "it is not a file").said
                return replace(nothing, file=submission.file, said=said)
            marked = grade(
                exercise,
                alone,
                seed,
                limits,
                jobs=1,
                most_seconds=most_seconds,
                folder=alone.parent,
                is_stopped=stopped.is_set,
            )
        return replace(marked, file=submission.file, twins=twins.get(submission.name, ()))

    with ThreadPoolExecutor(jobs or cpu_count() or 1) as pool:
        try:
            yield from pool.map(grade_alone, submissions)
        finally:
            stopped.set()


def _twins(submissions: Sequence[HandedIn]) -> dict[str, tuple[str, ...]]:
    """For each name, the names of those who handed in the same file."""
    names_of: dict[bytes, list[str]] = {}
    for submission in submissions:
        with suppress(OSError):
            if submission.file and submission.file.is_file():
                names_of.setdefault(submission.file.read_bytes(), []).append(submission.name)
    return {
        name: tuple(other for other in names if other != name)
        for names in names_of.values()
        for name in names
    }


def _death(died: Died, limits: Limits) -> Said:
    """What is said about a submission that ended its process, or had to be killed."""
    if died.doing == LOADING and died.late is not None:
        return Stop("loading_late").said
    hand = announced_hand(died.at)
    case = [hand] if hand else []
    if died.late is not None:
        return Stop("late", *case, seconds=in_words(died.late)).said
    if died.memory is not None:
        return Stop("memory", *case, function="The file", megabytes=limits.megabytes).said
    return Stop("died", *case, how=str(died)).said


def said_of(verdict: Verdict) -> Said | None:
    """What is said about a verdict; None if it is equivalent."""
    if verdict.status == EQUIVALENT:
        return None
    chapter = CHAPTER_OF.get(verdict.advice.kind)
    witness = verdict.witness
    if verdict.status != NOT_EQUIVALENT:
        hand = HAND.match(verdict.message)
        message = visible(verdict.message.removeprefix(hand[0]) if hand else verdict.message)
        case = [hand[0].removesuffix(": ")] if hand else []
        name = "no_verdict_in_time" if verdict.status == LATE else "no_verdict"
        return Stop(name, *case, message=message).said
    if witness and witness.kind in (UNSTEADY, RENAMED):
        hands = [shown_side(side.hand, side.key) for side in (witness.first, witness.second)]
        return Stop("two_keys", *hands, hint=verdict.hint, chapter=chapter).said
    witness = _witness_of_the_first_family(verdict)
    hands = []
    if witness:
        sides = ((best_first(side.hand), side) for side in (witness.first, witness.second))
        hands = [f"{text}  {side.hand_class}  key {short(side.key)}" for text, side in sides]
        hands.append(
            f"The first {witness.rules_say} the second; here it {witness.evaluator_says} it."
        )
    family = verdict.families[0].summary if verdict.families else "some hands are out of order"
    family = ": ".join(filter(None, [family[0].upper() + family[1:], verdict.hint]))
    return Stop("fault", *hands, family=family, chapter=chapter).said


def _witness_of_the_first_family(verdict: Verdict) -> Witness | None:
    """Two hands that show the fault that is named, if there are such."""
    witnesses = [*filter(None, [verdict.witness]), *(witness for _, witness in verdict.failures)]
    classes = verdict.families[0].classes if verdict.families else ()
    for witness in witnesses:
        if {witness.first.hand_class.number, witness.second.hand_class.number} & {*classes}:
            return witness
    return verdict.witness


def shown_side(hand: Sequence[int], key: object) -> str:
    """A hand in its own order, and its key."""
    return f"{format_hand(hand)}  key {short(key)}"
