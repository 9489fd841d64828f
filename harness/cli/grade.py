"""``allhands grade``, and ``allhands exercise``."""

import sys
from contextlib import closing, contextmanager
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
from harness.processes.visible import visible

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Sequence

    from rich.console import Console

    from harness.processes.limits import Limits
    from harness.reporting.grades import Row
    from harness.teaching.exercises.grader import Marked
    from harness.teaching.exercises.handed_in import HandedIn
    from harness.teaching.exercises.steps import Exercise


@click.command()
@click.argument("exercise", metavar="EXERCISE")
@click.argument("path", metavar="FILE")
@click.option("--seed", metavar="TEXT", help="What the student's own mutant was made from.")
@click.option("--csv", "csv_file", metavar="FILE", help="Write a row for each submission.")
@click.option("--json", "json_file", metavar="FILE", help="Write JSON; - is standard output.")
@click.option("--junit", metavar="FILE", help="Write JUnit's XML: a case for each step.")
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
    path: str,
    seed: str | None,
    csv_file: str | None,
    json_file: str | None,
    junit: str | None,
    gradescope: str | None,
    timeout: float,
    memory: int,
    limit: float,
    seeds_file: str | None,
    jobs: int | None,
) -> None:
    """Grade a solution of an exercise, or a folder of them.

    EXERCISE is the number of a folder in exercises: 4, 04 or 04-fill-the-buckets. The grader stops
    at the first step that fails, and says what is wrong, shows a hand, and names the chapter to
    read. The last step is every hand.

    FILE is a solution, such as buckets.py. If it is a folder, each file or folder in it is a
    submission: allhands grade 04 submissions/ --csv marks.csv

    If it is interrupted, what is graded is written all the same.

    Exit code: 0 all are done, 1 some are not, 2 bad usage or input, 130 interrupted.
    """
    from harness.processes.limits import Limits
    from harness.reporting import grades, terminal
    from harness.teaching.exercises.grader import grade_all
    from harness.teaching.exercises.handed_in import HandedIn, all_in, not_graded, the_file

    task = _exercise(exercise)
    target = Path(path)
    is_class = target.is_dir() and not gradescope
    if task.needs_seed and not (seed or "").strip() and not is_class:
        raise InputError(f"exercise {task.number} needs --seed TEXT: whose mutant is it?")
    if seed is not None and (is_class or not task.needs_seed):
        why = "of a folder, the names are the seeds" if is_class else "only exercise 09 has seeds"
        raise InputError(f"--seed: {why}")
    if not target.exists():
        raise InputError(f"{path}: there is no such file or folder")
    if target.is_file() and target.suffix != ".py":
        raise InputError(f"{path}: it is not a file of Python, which ends in .py")
    files = [
        (option, writable(name, option), text)
        for option, name, text in (
            ("--csv", csv_file, grades.as_csv),
            ("--junit", junit, grades.as_junit),
            ("--gradescope", gradescope, lambda rows: grades.as_gradescope(rows[0].marked)),
        )
    ]
    json_target = writable(json_file)
    quiet = json_file == "-"
    limits = Limits(timeout, memory)
    if is_class:
        submissions = list(all_in(target, task))
    elif target.is_dir():
        submissions = [the_file(target, task)]
    else:
        submissions = [HandedIn(target.stem, target)]
    if not submissions:
        raise InputError(f"{path}: there is nothing in it to grade")

    seeds = _seeds(seeds_file) if seeds_file else {}
    if seeds_file and not (is_class and task.needs_seed):
        raise InputError("--seeds goes with a folder of exercise 09")
    if is_class and (others := not_graded(target)):
        click.echo(
            f"not graded, since they do not end in .py: {visible(', '.join(others))}", err=True
        )

    out = terminal.console(stderr=quiet)
    rows: list[Row] = []
    try:
        if is_class:
            graded = grade_all(task, submissions, limits, jobs, limit, seeds)
            _grade_class(submissions, graded, rows, out)
        else:
            rows.append(_grade_one(task, submissions[0], seed or "", limits, jobs, limit, out))
    except KeyboardInterrupt:
        out.print(f"interrupted: {len(rows)} of {len(submissions)} are graded")
    if not rows:
        sys.exit(INTERRUPTED_EXIT)
    for line in grades.table(rows) if is_class else grades.lines(rows[0].marked):
        out.print(line)
    for _, file, as_text in files:
        if file:
            write(file, as_text(rows))
    if json_file:
        document = as_document("submissions", [grades.as_json(*row) for row in rows])
        if json_target:
            write(json_target, document + "\n")
        else:
            click.echo(document)
    if len(rows) < len(submissions):
        sys.exit(INTERRUPTED_EXIT)
    is_done = all(row.marked.said is None for row in rows)
    sys.exit(EQUIVALENT_EXIT if is_done else NOT_EQUIVALENT_EXIT)


def _exercise(name: str) -> "Exercise":
    from harness.teaching.exercises.ladder import EXERCISES, find

    exercise = find(name)
    if exercise is None:
        first, *_, last = EXERCISES
        raise InputError(f"exercise {name}: there is none; they are {first} to {last}")
    return exercise


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


def _grade_one(
    exercise: "Exercise",
    submission: "HandedIn",
    seed: str,
    limits: "Limits",
    jobs: int | None,
    limit: float,
    out: "Console",
) -> "Row":
    """Grade a submission on all cores, and show which step is running."""
    from harness.reporting.grades import Row
    from harness.teaching.exercises.grader import Marked, grade

    if submission.file is None:
        return Row(submission.name, Marked(exercise, Path(exercise.file), 0, submission.said))
    with _status(out) as show:
        marked = grade(exercise, submission.file, seed, limits, jobs, show, limit)
    return Row(submission.name, marked)


@contextmanager
def _status(out: "Console") -> "Iterator[Callable[[str], None]]":
    """A line that shows the running step, on a terminal only."""
    from harness.reporting import terminal

    console = out if out.is_terminal else terminal.console(stderr=True)
    if not console.is_terminal:
        yield lambda step: None
        return
    with console.status("") as status:
        yield lambda step: status.update(step)


def _grade_class(
    submissions: "Sequence[HandedIn]",
    graded: "Generator[Marked]",
    rows: "list[Row]",
    out: "Console",
) -> None:
    """Add a row for each submission as soon as it is graded."""
    from harness.reporting import terminal
    from harness.reporting.grades import Row

    bar = terminal.Bar(out, len(submissions), "submissions")
    with closing(graded), bar.shown():
        for each, marked in zip(submissions, graded):
            rows.append(Row(each.name, marked))
            bar.advance(1, each.name)


@click.group()
def exercise() -> None:
    """List the exercises, and make what students and servers need."""


@exercise.command("list")
def list_() -> None:
    """List the exercises, with their folders and points."""
    from harness.teaching.exercises.ladder import EXERCISES

    for each in EXERCISES.values():
        click.echo(f"{each!s:<36}  {each.points:>2} points  exercises/{each.folder}")


@exercise.command()
@click.option("--seed", required=True, metavar="TEXT", help="Whose it is: a number, or a name.")
@click.option("--out", metavar="FILE", help="Write it to FILE, which must not exist yet.")
def broken(seed: str, out: str | None) -> None:
    """Write an evaluator with one fault, for exercise 09; another seed gives another one.

    Numbers from 1 on all give different ones, until there are no more.
    """
    from harness.teaching.exercises.broken import broken

    try:
        source = broken(seed).source
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
    from harness.teaching.exercises.autograder import autograder

    target = writable(out, "FILE")
    if target is None:
        raise InputError("FILE is a zip file, such as autograder.zip")
    content = autograder(_exercise(number))
    try:
        write_whole(target, content)
    except OSError as error:
        raise InputError(f"{out}: {error.strerror}") from None
    click.echo(f"wrote {out}: {len(content) / 1e6:.1f} MB")
