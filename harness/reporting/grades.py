"""Grades: for a terminal, for a table, and for other programs.

A hidden step names the fault and never a hand, except on a terminal: there, a student works.
"""

import csv
import io
import json
from collections.abc import Iterator, Sequence
from textwrap import shorten, wrap
from typing import Any, NamedTuple
from xml.etree import ElementTree as ET

from rich.text import Text

from harness.processes.visible import visible
from harness.reporting.terminal import WIDTH, Line, width_of
from harness.teaching.chapters import CHAPTERS
from harness.teaching.exercises.grader import DONE, Marked
from harness.teaching.exercises.ladder import after
from harness.teaching.exercises.sentences import REMARKS
from harness.teaching.exercises.steps import Step

COLOUR = {DONE: "green"}
COLUMNS = ("name", "marks", "of", "status", "sentence", "chapter", "remarks", "file")
OTHER_COLUMNS, LEAST = 18, 30
"""The width of the columns before the sentence, without the names; and its least width."""
FORMULA = ("=", "+", "-", "@")
"""What a spreadsheet takes for the beginning of a formula."""


class Row(NamedTuple):
    """A submission in a table of many: the name of who handed it in, and its grade."""

    name: str
    marked: Marked


# --- On a terminal. ---


def lines(marked: Marked) -> Iterator[Line]:
    """What a student reads: what is wrong, with a hand and a chapter; then what is right."""
    exercise = marked.exercise
    yield Text(f"{exercise}: {visible(marked.file.name)}", "bold")
    yield ""
    if marked.said:
        yield from (Text(line, "red") for line in wrap(marked.said.words, WIDTH))
        for hand in marked.said.hands:
            yield from wrap(visible(hand), WIDTH, initial_indent="  ", subsequent_indent="    ")
        yield from _chapter(marked)
        yield ""
    for step in exercise.steps[: marked.passed]:
        yield Text.assemble("  ", ("right    ", "green"), step.name)
    if marked.step:
        yield Text.assemble("  ", (f"{marked.status:<9}", "red"), marked.step.name)
        if more := len(exercise.steps) - marked.passed - 1:
            yield Text(f"           {more} more step{'s' * (more > 1)}", "dim")
    yield ""
    yield from student_remarks(marked)
    yield f"{marked.points} of {exercise.points} points"
    if not marked.said and (following := after(exercise)):
        yield f"next: exercise {following}, exercises/{following.folder}/README.md"


def student_remarks(marked: Marked) -> Iterator[str]:
    """What a student should know besides."""
    if marked.printed:
        yield REMARKS["printed"]


def remarks(marked: Marked) -> Iterator[str]:
    """What a teacher should know besides."""
    yield from student_remarks(marked)
    yield from teacher_remarks(marked)


def teacher_remarks(marked: Marked) -> Iterator[str]:
    """What only a teacher should know."""
    for name in ("imports", "looks_around", "twins"):
        if found := getattr(marked, name):
            yield REMARKS[name].format(names=visible(", ".join(found)))


def table(rows: Sequence[Row]) -> Iterator[Line]:
    """Many submissions, a line each: as much of each sentence as fits into a terminal."""
    names = width_of(["name", *(visible(row.name) for row in rows)])
    yield Text(f"{'name':<{names}}  marks  status   sentence", "bold")
    for name, marked in rows:
        words = marked.said.words if marked.said else ""
        words = shorten(words, max(LEAST, WIDTH - names - OTHER_COLUMNS), placeholder=" ...")
        marks = f"{marked.points:>2}/{marked.exercise.points}"
        status = (f"{marked.status:<7}", COLOUR.get(marked.status, "red"))
        yield Text.assemble(
            f"{visible(name):<{names}}  {marks:>5}  ", status, f"  {words}".rstrip()
        )
    done = sum(row.marked.status == DONE for row in rows)
    yield ""
    yield f"{done} of {len(rows)} are done"


# --- For other programs. ---


def as_csv(rows: Sequence[Row]) -> str:
    """A line for each submission; no cell is a formula to a spreadsheet."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for name, marked in rows:
        cells = (
            visible(name),
            marked.points,
            marked.exercise.points,
            marked.status,
            marked.said.words if marked.said else "",
            "" if marked.chapter is None else marked.chapter,
            " ".join(remarks(marked)),
            visible(str(marked.file)),
        )
        writer.writerow([f"'{cell}" if str(cell).startswith(FORMULA) else cell for cell in cells])
    return out.getvalue()


def as_json(name: str, marked: Marked) -> dict[str, Any]:
    """A submission as plain values, the hands of hidden steps included."""
    said, step = marked.said, marked.step
    return {
        "name": name,
        "file": str(marked.file),
        "exercise": str(marked.exercise),
        "status": marked.status,
        "points": marked.points,
        "of": marked.exercise.points,
        "right": [step.name for step in marked.exercise.steps[: marked.passed]],
        "wrong": step and step.name,
        "sentence": said and said.name,
        "words": said and said.words,
        "hands": list(said.hands) if said else [],
        "chapter": None if marked.chapter is None else CHAPTERS[marked.chapter].page,
        "remarks": list(remarks(marked)),
        "seconds": round(marked.seconds, 2),
    }


def as_gradescope(marked: Marked) -> str:
    """Gradescope's ``results.json``: a case for each step; of hidden ones, no hand is shown."""
    cases: list[dict[str, Any]] = []
    for number, step in enumerate(marked.exercise.steps):
        passes = number < marked.passed
        score = step.points if passes else _partial(marked, step)
        cases.append(
            {
                "name": f"{number + 1}. {step.name}",
                "score": score,
                "max_score": step.points,
                "status": "passed" if passes else "failed",
                "output": "" if passes else _feedback(marked, step),
                "visibility": "hidden" if step.is_hidden else "visible",
            }
        )
    if words := "\n".join(teacher_remarks(marked)):
        cases.append({"name": "remarks", "output": words, "visibility": "hidden"})
    words = _words(marked) if marked.said else "All steps are right."
    output = [words, *_chapter(marked), *student_remarks(marked)]
    document = {"output": "\n".join(output), "tests": cases}
    return json.dumps(document, indent=2) + "\n"


def as_junit(rows: Sequence[Row]) -> str:
    """A test suite for each submission, and a test case for each step."""
    root = ET.Element("testsuites", name="allhands")
    for name, marked in rows:
        steps = marked.exercise.steps
        suite = ET.SubElement(
            root,
            "testsuite",
            name=visible(name),
            tests=str(len(steps)),
            failures=str(int(bool(marked.said))),
            skipped=str(len(steps) - marked.passed - 1 if marked.said else 0),
            time=f"{marked.seconds:.3f}",
        )
        for number, step in enumerate(steps):
            case = ET.SubElement(
                suite, "testcase", classname=f"allhands.{visible(name)}", name=step.name
            )
            if number > marked.passed:
                ET.SubElement(case, "skipped", message=NOT_REACHED)
            elif number == marked.passed and marked.said:
                failure = ET.SubElement(case, "failure", message=marked.said.words)
                failure.text = _feedback(marked, step)
    ET.indent(root)
    return ET.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


NOT_REACHED = "not reached: a step before it is wrong"


def _partial(marked: Marked, step: Step) -> int:
    """The points for what is right in a step that fails."""
    return marked.said.points if marked.said and step is marked.step else 0


def _feedback(marked: Marked, step: Step) -> str:
    """What is said about a step that is not passed."""
    if not marked.said or step is not marked.step:
        return NOT_REACHED
    hands = () if step.is_hidden else marked.said.hands
    return "\n".join([_words(marked), *map(visible, hands), *_chapter(marked)])


def _words(marked: Marked) -> str:
    """The sentence; of a hidden step, without what the submission itself returned or raised."""
    if not marked.said or not marked.step:
        return ""
    return marked.said.quiet if marked.step.is_hidden else marked.said.words


def _chapter(marked: Marked) -> Iterator[str]:
    if marked.chapter is not None:
        yield f"read {CHAPTERS[marked.chapter]}"
