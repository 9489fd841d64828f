"""Verdicts for other programs: JUnit's XML, and Gradescope's ``results.json``.

Both show the same properties, so that a case that passes in one passes in the other.
"""

import json
from collections.abc import Iterator, Sequence
from typing import Any
from xml.etree import ElementTree as ET

from harness.checking.properties import NAMES, Finding, findings
from harness.checking.statuses import EQUIVALENT, NOT_EQUIVALENT
from harness.processes.visible import visible
from harness.teaching.chapters import chapter_of
from harness.teaching.grading import Graded

SEEN = NAMES[:4]
"""The properties that students see with their hands; of all others, they see the family only."""
IMPORTS = "imports nothing of allhands"
FAMILIES = 5
"""The number of faults that students are told, in words."""


def as_junit(submissions: Sequence[Graded]) -> str:
    """A test suite for each evaluator, and a test case for each property."""
    root = ET.Element("testsuites", name="allhands")
    for submission in submissions:
        verdict = submission.verdict
        name = visible(verdict.name)
        properties = list(_findings(submission))
        suite = ET.SubElement(
            root,
            "testsuite",
            name=name,
            tests=str(len(properties)),
            failures=str(sum(not (finding.holds or finding.unknown) for finding in properties)),
            skipped=str(sum(finding.unknown for finding in properties)),
            time=f"{verdict.seconds:.3f}",
        )
        for finding in properties:
            case = ET.SubElement(suite, "testcase", classname=f"allhands.{name}", name=finding.name)
            if finding.unknown:
                ET.SubElement(case, "skipped", message=finding.complaint)
            elif not finding.holds:
                first, _, _ = finding.complaint.partition("\n")
                failure = ET.SubElement(case, "failure", message=first.rstrip(":"))
                failure.text = finding.complaint
        ET.SubElement(suite, "system-out").text = "\n".join(_feedback(submission))
    ET.indent(root)
    return ET.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def as_gradescope(submissions: Sequence[Graded]) -> str:
    """A point for each property of each evaluator. Hidden properties never show a hand."""
    tests: list[dict[str, Any]] = []
    for submission in submissions:
        for finding in _findings(submission):
            is_visible = finding.name in SEEN
            points = float(finding.name != IMPORTS)
            tests.append(
                {
                    "name": f"{visible(submission.verdict.name)}: {finding.name}",
                    "score": points * finding.holds,
                    "max_score": points,
                    "status": "passed" if finding.holds else "failed",
                    "output": finding.complaint if is_visible else finding.family,
                    "visibility": "visible" if is_visible else "hidden",
                }
            )
    output = "\n".join(line for submission in submissions for line in _feedback(submission))
    return json.dumps({"output": output, "tests": tests}, indent=2) + "\n"


def _findings(submission: Graded) -> Iterator[Finding]:
    """The properties, and, without points, the imports from allhands if there are any."""
    yield from findings(submission.verdict, submission.forgiven)
    if submission.imports:
        names = ", ".join(submission.imports)
        complaint = f"it imports {names}: check whether allhands computes the answer"
        yield Finding(IMPORTS, complaint, complaint)


def _feedback(submission: Graded) -> Iterator[str]:
    """The lines that a student may read: the status, the faults in words, and a hint."""
    verdict = submission.verdict
    yield f"{visible(verdict.name)}: {verdict.status.replace('_', ' ')} on {verdict.scope}"
    if verdict.status not in (EQUIVALENT, NOT_EQUIVALENT):
        if submission.forgiven is None:
            return
        yield "it fails on some hands; these count as wrong, and all others are judged as usual"
        verdict = submission.forgiven
    yield from map(str, verdict.families[:FAMILIES])
    if verdict.hint:
        yield verdict.hint
        yield f"read {chapter_of(verdict.advice.kind)}"
