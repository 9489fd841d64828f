"""``allhands grade``, and ``allhands exercise``."""

import sys
from contextlib import closing, nullcontext
from functools import partial
from os import cpu_count
from pathlib import Path
from typing import TYPE_CHECKING

import click

from harness.cli.common import (
    EQUIVALENT_EXIT,
    INTERRUPTED_EXIT,
    NOT_EQUIVALENT_EXIT,
    InputError,
    as_document,
    writable,
    write,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    from rich.console import Console

    from harness.teaching.grader.exercise import Exercise
    from harness.teaching.grader.grade import Mark
    from harness.teaching.grader.handed_in import Graded, HandedIn


@click.command()
@click.argument("exercise", metavar="[EXERCISE]")
@click.argument("path", metavar="FILE", required=False)
@click.option("--seed", metavar="TEXT", help="What the student's own mutant was made from.")
@click.option("--csv", "csv_file", metavar="FILE", help="Write a row for each submission.")
@click.option("--json", "json_file", metavar="FILE", help="Write JSON; - is standard output.")
@click.option("--gradescope", metavar="FILE", help="Write Gradescope's results.json.")
@click.option(
    "--timeout",
    type=click.FloatRange(min=0, min_open=True),
    default=2,
    metavar="SECONDS",
    help="Stop a call that takes longer. [2]",
)
@click.option(
    "--memory",
    type=click.IntRange(min=100),
    default=1_000,
    metavar="MB",
    help="Stop a submission that takes more memory. [1000]",
)
@click.option(
    "--limit",
    type=click.FloatRange(min=1),
    default=300,
    metavar="SECONDS",
    help="Stop a submission that takes longer in all. [300]",
)
@click.option(
    "--seeds",
    "seeds_file",
    metavar="FILE",
    help="A CSV without a heading, of names and seeds, for a folder of exercise 09.",
)
@click.option("--jobs", type=click.IntRange(min=1), help="Number of processes. [one per core]")
def grade(
    exercise: str,
    path: str | None,
    seed: str | None,
    csv_file: str | None,
    json_file: str | None,
    gradescope: str | None,
    timeout: float,
    memory: int,
    limit: float,
    seeds_file: str | None,
    jobs: int | None,
) -> None:
    """Grade a solution of an exercise, or a folder of them.

    EXERCISE is the number of a folder in exercises: 4, 04 or 04-fill-the-buckets; or a folder of
    your own. Without it, the name of the file says which it is: allhands grade buckets.py. The
    grader stops at the first step that fails, and says what is wrong, shows a hand, and names the
    chapter to read. The last step is every hand.

    FILE is a solution, such as buckets.py. If it is a folder, each file or folder in it is a
    submission: allhands grade 04 submissions/ --csv marks.csv

    If it is interrupted, what is graded is written all the same.

    Exit code: 0 all are done, 1 some are not, 2 bad usage or input, 130 interrupted.
    """
    from harness.processes.limits import Limits
    from harness.reporting import grades, terminal
    from harness.teaching.grader.grade import DONE
    from harness.teaching.grader.grade import grade as grade_file
    from harness.teaching.grader.handed_in import HandedIn, all_in, grade_all, the_file

    task, target = _exercise(exercise), Path(path or exercise)
    is_class = target.is_dir() and not gradescope
    _check_seeds(task, is_class, seed, seeds_file)
    if not target.exists():
        raise InputError(f"{target}: there is no such file or folder")
    if target.is_file() and target.suffix != ".py":
        raise InputError(f"{target}: it is not a file of Python, which ends in .py")
    outputs = [
        (writable(csv_file, "--csv"), grades.as_csv),
        (writable(gradescope, "--gradescope"), lambda rows: grades.as_gradescope(rows[0])),
        (writable(json_file), _as_json),
    ]
    if is_class:
        submissions = list(all_in(target, task))
    elif target.is_dir():
        submissions = [the_file(target, task)]
    else:
        submissions = [HandedIn(target.stem, target)]
    if not submissions:
        raise InputError(f"{target}: there is nothing in it to grade")

    seeds = _seeds(seeds_file) if seeds_file else {}
    grade_one = partial(grade_file, limits=Limits(timeout, memory), most_seconds=limit)
    jobs = jobs or cpu_count() or 1
    out = terminal.console(stderr=json_file == "-")
    rows: list[Graded] = []
    try:
        if is_class:
            graded = grade_all(task, submissions, grade_one, jobs, seeds)
            bar = terminal.Bar(out, len(submissions), "submissions")
            with closing(graded), bar.shown():
                for row in graded:
                    rows.append(row)
                    bar.advance(1, row.name)
        else:
            with _status(out, target):
                rows.append(_alone(task, submissions[0], partial(grade_one, jobs=jobs), seed or ""))
    except KeyboardInterrupt:
        out.print(f"interrupted: {len(rows)} of {len(submissions)} are graded")
    if not rows:
        sys.exit(INTERRUPTED_EXIT)
    for line in grades.table(rows) if is_class else grades.lines(task, rows[0]):
        out.print(line)
    for file, as_text in outputs:
        if file:
            write(file, as_text(rows))
    if json_file == "-":
        click.echo(_as_json(rows), nl=False)
    if len(rows) < len(submissions):
        sys.exit(INTERRUPTED_EXIT)
    is_done = all(row.mark.status == DONE for row in rows)
    sys.exit(EQUIVALENT_EXIT if is_done else NOT_EQUIVALENT_EXIT)


def _exercise(name: str) -> "Exercise":
    from harness.teaching.grader.exercise import find

    try:
        return find(name)
    except LookupError as error:
        raise InputError(str(error)) from None


def _check_seeds(task: "Exercise", is_class: bool, seed: str | None, seeds: str | None) -> None:
    """Refuse seeds where there is no use for them, and their absence where there is."""
    if task.needs_seed and not is_class and not (seed or "").strip():
        raise InputError(f"exercise {task.number} needs --seed TEXT: whose mutant is it?")
    if seed is not None and (is_class or not task.needs_seed):
        why = "of a folder, the names are the seeds" if is_class else "only exercise 09 has seeds"
        raise InputError(f"--seed: {why}")
    if seeds and not (is_class and task.needs_seed):
        raise InputError("--seeds goes with a folder of exercise 09")


def _seeds(file: str) -> dict[str, str]:
    """The seed of each name."""
    import csv

    try:
        rows = list(csv.reader(Path(file).read_text("utf-8-sig").splitlines()))
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"--seeds {file}: {error}") from None
    for number, row in enumerate(rows, start=1):
        if len(row) != 2 or not row[1].strip():
            raise InputError(f"--seeds {file}: line {number} is not a name and a seed")
    return {name.strip(): seed.strip() for name, seed in rows}


def _alone(
    task: "Exercise", submission: "HandedIn", grade_one: "Callable[..., Mark]", seed: str
) -> "Graded":
    """Grade one submission where it is, beside the files that it may import."""
    from harness.teaching.grader.handed_in import Graded, no_mark
    from harness.teaching.grader.remarks import remarks_on

    name, file = submission.name, submission.file
    if file is None:
        return Graded(name, file, no_mark(task, submission.fault))
    return Graded(name, file, grade_one(task, file, seed=seed), remarks_on({name: file})[name])


def _as_json(rows: "list[Graded]") -> str:
    from harness.reporting import grades

    return as_document("submissions", [*map(grades.as_json, rows)]) + "\n"


def _status(out: "Console", file: Path) -> "AbstractContextManager[object]":
    """A line that says what is done, on a terminal only."""
    from harness.processes.visible import visible
    from harness.reporting import terminal

    console = out if out.is_terminal else terminal.console(stderr=True)
    if not console.is_terminal:
        return nullcontext()
    return console.status(f"grading {visible(file.name)}: the last step asks about every hand")


@click.group()
def exercise() -> None:
    """List the exercises, and make what students and servers need."""


@exercise.command("list")
def list_() -> None:
    """List the exercises, with their folders and points."""
    from harness.teaching.grader.exercise import exercises
    from harness.teaching.grader.grade import steps_of

    ours = [*exercises()]
    for each, steps in zip(ours, steps_of(*ours)):
        points = sum(step.points for step in steps)
        click.echo(f"{each!s:<36}  {points:>2} points  exercises/{each.folder.name}")


@exercise.command()
@click.option("--seed", required=True, metavar="TEXT", help="Whose it is: a number, or a name.")
@click.option("--out", metavar="FILE", help="Write it to FILE, which must not exist yet.")
def broken(seed: str, out: str | None) -> None:
    """Write an evaluator with one fault, for exercise 09; another seed gives another one.

    Numbers from 1 on all give different ones, until there are no more.
    """
    from harness.teaching.mutants import broken

    try:
        source = broken(seed)
    except ValueError as error:
        raise InputError(f"--seed: {error}") from None
    target = writable(out, "--out")
    if target is None:
        click.echo(source, nl=False)
        return
    if target.exists():
        raise InputError(f"--out {out}: it exists, and may be somebody's work")
    write(target, source)


@exercise.command()
@click.argument("number", metavar="EXERCISE")
@click.argument("out", metavar="FILE")
def autograder(number: str, out: str) -> None:
    """Write an autograder for Gradescope: a zip file to upload, which needs no network."""
    from evaluators.cache import write_whole
    from harness.teaching.grader.autograder import autograder

    target = writable(out, "FILE")
    if target is None:
        raise InputError("FILE is a zip file, such as autograder.zip")
    content = autograder(_exercise(number))
    try:
        write_whole(target, content)
    except OSError as error:
        raise InputError(f"{out}: {error.strerror}") from None
    click.echo(f"wrote {out}: {len(content) / 1e6:.1f} MB")
