"""``allhands grade``, and ``allhands exercise``."""

import signal
import sys
from contextlib import closing
from pathlib import Path

import click

from harness.cli import common


@click.command()
@click.argument("exercise", metavar="[EXERCISE]")
@click.argument("path", metavar="FILE", required=False, type=click.Path())
@click.option("--seed", default="", metavar="TEXT", help="The student's seed, in exercise 09.")
@click.option("--csv", "csv_file", type=common.file, help="Write a row for each submission.")
@click.option("--json", "json_file", type=common.file, help="Write JSON; - is standard output.")
@click.option("--timeout", type=common.seconds, default=2, help="The most for one call. [2]")
def grade(
    exercise: str,
    path: str | None,
    seed: str,
    csv_file: Path | None,
    json_file: Path | None,
    timeout: float,
) -> None:
    """Grade a solution of an exercise, or a folder of them.

    \b
    allhands grade 04 buckets.py
    allhands grade 04 submissions/ --csv marks.csv

    EXERCISE is the number of a folder in exercises: 4, 04 or 04-fill-the-buckets; or a folder of
    your own. Without it, the name of the file says which it is. The grader stops at the first step
    that fails, and says what is wrong, shows a hand, and names the chapter to read. The last step
    of most exercises is every hand.

    If FILE is a folder, each file or folder in it is a submission. If it is interrupted, what is
    graded is written all the same.

    Exit code: 0 all are done, 1 some are not, 2 bad usage or input, 130 interrupted.
    """  # noqa: D301 - click reads the backspace as: leave these lines as they are
    from harness.processes.limits import Limits
    from harness.reporting import grades, terminal
    from harness.teaching.grader.exercise import find
    from harness.teaching.grader.grade import DONE
    from harness.teaching.grader.handed_in import Graded, grade_all, submissions_at
    from harness.teaching.grader.submission import USUAL

    task, target = find(exercise), Path(path or exercise)
    is_class = target.is_dir()
    if task.needs_seed and not is_class and not seed.strip():
        raise common.InputError(f"exercise {task.number} needs --seed TEXT: whose mutant is it?")
    if seed and (is_class or not task.needs_seed):
        why = "of a folder, the names are the seeds" if is_class else "only exercise 09 has seeds"
        raise common.InputError(f"--seed: {why}")
    if csv_file == common.STANDARD_OUTPUT:
        raise common.InputError("--csv needs a file; only --json writes to standard output")
    if csv_file and csv_file == json_file:
        raise common.InputError("--csv and --json name the same file")
    if not path and not target.is_file():
        raise common.InputError(f"exercise {task.number}: of which FILE, such as {task.file}?")

    submissions = submissions_at(target, task, [*filter(None, (csv_file, json_file))])
    graded = grade_all(task, submissions, Limits(timeout, USUAL.megabytes), seed)
    out = terminal.console(stderr=json_file == common.STANDARD_OUTPUT)
    rows: list[Graded] = []
    signal.signal(signal.SIGTERM, _interrupt)
    try:
        with closing(graded), terminal.bar(out, len(submissions), "submissions") as advance:
            for row in graded:
                rows.append(row)
                advance(1, row.name)
    except KeyboardInterrupt:
        click.echo(f"interrupted: {len(rows)} of {len(submissions)} are graded", err=True)
    if not rows:
        sys.exit(common.INTERRUPTED_EXIT)
    out.print(*(grades.table(rows) if is_class else grades.lines(task, rows[0])), sep="\n")
    if csv_file:
        common.write(csv_file, grades.as_csv(rows))
    if json_file:
        common.write_document(json_file, "submissions", [*map(grades.as_json, rows)])
    if len(rows) < len(submissions):
        sys.exit(common.INTERRUPTED_EXIT)
    is_done = all(row.mark.status == DONE for row in rows)
    sys.exit(common.EQUIVALENT_EXIT if is_done else common.NOT_EQUIVALENT_EXIT)


def _interrupt(number: int, _: object) -> None:
    """End as by Ctrl-C. A second signal is ignored: `timeout` sends two."""
    signal.signal(number, signal.SIG_IGN)
    raise KeyboardInterrupt


@click.group()
def exercise() -> None:
    """List the exercises, and write the files of exercise 09."""


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
@click.argument("seed")
def broken(seed: str) -> None:
    """Write an evaluator with one fault, for exercise 09.

    \b
    allhands exercise broken 17 > broken.py

    SEED is a number, or a name. Numbers from 1 on all give different faults, until there are no
    more; two names may give the same.
    """  # noqa: D301 - click reads the backspace as: leave these lines as they are
    from harness.teaching.mutants import broken

    click.echo(broken(seed), nl=False)
