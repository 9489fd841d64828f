"""Verdicts for other programs: JUnit's XML, and Gradescope's ``results.json``.

Both show the same properties, so that a case that passes in one passes in the other.
"""

import json
from collections.abc import Iterator, Sequence
from typing import Any
from xml.etree import ElementTree as ET

from harness.checking.properties import NAMES, Finding, findings
from harness.checking.verdict import EQUIVALENT, NOT_EQUIVALENT
from harness.processes.visible import visible
from harness.teaching.grading import Graded

SEEN = NAMES[:4]
"""What students see of a graded evaluator, hands and all; of the rest, only the family is named."""
IMPORTS = "imports nothing of allhands"
FAMILIES = 5
"""Faults that students are told of, in words."""


def as_junit(submissions: Sequence[Graded]) -> str:
    """A test suite for each evaluator, and a test case for each property."""
    root = ET.Element("testsuites", name="allhands")
    for submission in submissions:
        verdict = submission.verdict
        name = visible(verdict.name)
        found = list(_findings(submission))
        suite = ET.SubElement(
            root,
            "testsuite",
            name=name,
            tests=str(len(found)),
            failures=str(sum(not each.holds and not each.unknown for each in found)),
            skipped=str(sum(each.unknown for each in found)),
            time=f"{verdict.seconds:.3f}",
        )
        for finding in found:
            case = ET.SubElement(suite, "testcase", classname=f"allhands.{name}", name=finding.name)
            if finding.unknown:
                ET.SubElement(case, "skipped", message=finding.complaint)
            elif not finding.holds:
                first, _, _ = finding.complaint.partition("\n")
                failure = ET.SubElement(case, "failure", message=first.rstrip(":"))
                failure.text = finding.complaint
        ET.SubElement(suite, "system-out").text = "\n".join(_said(submission))
    ET.indent(root)
    return ET.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def as_gradescope(submissions: Sequence[Graded]) -> str:
    """A point for each property of each evaluator. Hidden ones name the family, never a hand."""
    tests: list[dict[str, Any]] = []
    for submission in submissions:
        for finding in _findings(submission):
            is_seen = finding.name in SEEN
            points = float(finding.name != IMPORTS)
            tests.append(
                {
                    "name": f"{visible(submission.verdict.name)}: {finding.name}",
                    "score": points * finding.holds,
                    "max_score": points,
                    "status": "passed" if finding.holds else "failed",
                    "output": finding.complaint if is_seen else finding.family,
                    "visibility": "visible" if is_seen else "hidden",
                }
            )
    said = "\n".join(line for submission in submissions for line in _said(submission))
    return json.dumps({"output": said, "tests": tests}, indent=2) + "\n"


def _findings(submission: Graded) -> Iterator[Finding]:
    """The properties; and, where something of ours is imported, that: no points, but to be seen."""
    yield from findings(submission.verdict, submission.forgiven)
    if submission.imports:
        said = f"it imports {', '.join(submission.imports)}: see whether it is ours that answers"
        yield Finding(IMPORTS, said, said)


def _said(submission: Graded) -> Iterator[str]:
    """What a student may know: how it went, what is wrong in words, and what to look at."""
    verdict = submission.verdict
    yield f"{visible(verdict.name)}: {verdict.status.replace('_', ' ')} on {verdict.scope}"
    if verdict.status not in (EQUIVALENT, NOT_EQUIVALENT):
        if submission.forgiven is None:
            return
        yield "it fails on some hands; these count as wrong, and the others are judged beside them"
        verdict = submission.forgiven
    yield from map(str, verdict.families[:FAMILIES])
    if verdict.hint:
        yield verdict.hint
