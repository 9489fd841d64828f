"""Verdicts for other programs: JUnit's XML, and Gradescope's ``results.json``."""

import json
from collections.abc import Sequence
from xml.etree import ElementTree as ET

from harness.properties import NAMES, findings
from harness.verdict import Verdict
from harness.visible import visible

SEEN = NAMES[:4]
"""What students see of a graded evaluator, hands and all; of the rest, only the family is named."""


def as_junit(verdicts: Sequence[Verdict]) -> str:
    """A test suite for each evaluator, and a test case for each property."""
    root = ET.Element("testsuites", name="allhands")
    for verdict in verdicts:
        name = visible(verdict.name)
        found = list(findings(verdict))
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
    ET.indent(root)
    return ET.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def as_gradescope(verdicts: Sequence[Verdict]) -> str:
    """A point for each property of each evaluator. Hidden ones name the family, never a hand."""
    tests = []
    for verdict in verdicts:
        for finding in findings(verdict):
            is_seen = finding.name in SEEN
            said = finding.complaint if is_seen else finding.family
            tests.append(
                {
                    "name": f"{visible(verdict.name)}: {finding.name}",
                    "score": float(finding.holds),
                    "max_score": 1.0,
                    "status": "passed" if finding.holds else "failed",
                    "output": said,
                    "visibility": "visible" if is_seen else "hidden",
                }
            )
    return json.dumps({"tests": tests}, indent=2) + "\n"
