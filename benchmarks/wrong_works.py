"""Measure the strength of the grader with wrong works: ``make exercises-strength``.

Each wrong work is the solution of an exercise with one change, of ``wrong_works.diff``, that breaks
a promise of its task. The grader either finds it wrong, or gives it full marks.
"""

import csv
import sys
from collections.abc import Iterable
from io import StringIO
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from evaluators.cache import write_whole
from harness.processes.workers import ROOT
from harness.teaching.grader.exercise import Exercise, exercises, find
from harness.teaching.grader.handed_in import HandedIn, grade_all
from harness.teaching.grader.submission import USUAL
from harness.teaching.mistakes import edited, entries

WORKS = Path(__file__).with_suffix(".diff")
RESULTS = WORKS.with_suffix(".csv")
"""A row for each wrong work: its exercise, what is wrong, and the step that finds it, if any."""
SEED = "1"
"""That of the solution of exercise 09."""

Row = tuple[str, str, str]


def wrong_works(exercise: Exercise) -> dict[str, str]:
    """What is wrong with each wrong work of an exercise, and its file.

    >>> len(wrong_works(find("01"))) >= 8
    True
    """
    solution = (ROOT / "solutions" / exercise.folder.name / exercise.file).read_text("utf-8")
    _, _, section = WORKS.read_text("utf-8").partition(f"\n# {exercise.number}\n")
    entries_of = entries(section.partition("\n# ")[0])
    return {work.cause: edited(solution, work.diff) for _, work in entries_of}


def grade(exercise: Exercise) -> Iterable[Row]:
    """Grade the wrong works of an exercise."""
    with TemporaryDirectory() as folder:
        works = []
        for number, (cause, source) in enumerate(wrong_works(exercise).items()):
            file = Path(folder, str(number), exercise.file)
            file.parent.mkdir()
            file.write_text(source, "utf-8")
            works.append(HandedIn(cause, file, is_alone=True))
        for graded in grade_all(exercise, works, USUAL, SEED):
            step, sentence = graded.mark.step, graded.mark.sentence
            click.echo(f"{exercise.number}  {step.name if step else 'FULL MARKS'}: {graded.name}")
            click.echo(f"    {sentence}\n" * bool(step), nl=False)
            yield exercise.number, graded.name, step.name if step else ""


def results() -> list[Row]:
    """The committed results."""
    rows = csv.reader(StringIO(RESULTS.read_text("utf-8")))
    return [(number, cause, step) for number, cause, step in rows]


def summary() -> str:
    """For each exercise, how many wrong works have full marks, as Markdown."""
    lines = ["| exercise | wrong works | with full marks |", "|---|--:|--:|"]
    for number, of_exercise in groupby(results(), key=itemgetter(0)):
        steps = [step for _, _, step in of_exercise]
        lines.append(f"| {find(number)} | {len(steps)} | {steps.count('')} |")
    return "\n".join(lines)


def main(numbers: Iterable[str]) -> None:
    """Grade the wrong works of some exercises, or of all; half an hour."""
    survivors = 0
    for exercise in [*map(find, numbers)] or [*exercises()]:
        rows = [*grade(exercise)]
        survivors += sum(not step for _, _, step in rows)
        rows += [row for row in results() if row[0] != exercise.number]
        rows.sort(key=itemgetter(0))
        text = StringIO()
        csv.writer(text, lineterminator="\n").writerows(rows)
        write_whole(RESULTS, text.getvalue())
    click.echo(f"{survivors} wrong works have full marks")


if __name__ == "__main__":
    main(sys.argv[1:])
