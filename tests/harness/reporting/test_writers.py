"""The properties of verdicts, and their output for other programs."""

import json
import re
from functools import cache
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator

from harness.checking.equivalence import check
from harness.checking.properties import NAMES, Finding, findings
from harness.checking.statuses import ERROR, NOT_EQUIVALENT
from harness.checking.verdict import Verdict
from harness.checking.statuses import UNSTEADY
from harness.checking.witness import BEATS, LOSES, Side, Witness
from harness.cli import main
from harness.hands.scopes import All, Sample
from harness.processes.visible import visible, visible_repr
from harness.reporting.writers import SEEN, as_gradescope, as_junit
from harness.teaching.grading import Graded
from tests.harness.names import HOSTILE

SCHEMA = json.loads((Path(__file__).parents[3] / "docs" / "verdicts.schema.json").read_text())
BROKEN = "tests.harness.broken"
EVIL = Verdict("<&>\x00evil", ERROR, All(), message="2c: <oops>\x07 & so on")


@cache
def verdicts() -> dict[str, Verdict]:
    """Verdicts of one equivalent and six wrong evaluators, by name."""
    wrong = (
        *("flush_straight_swapped", "wheel_ace_high", "sorted_only", "suits_break_ties"),
        *("wheel_missing", "last_kicker_dropped"),
    )
    names = ["cactus-kev-dict", *(f"{BROKEN}:{name}" for name in wrong)]
    return {verdict.name: verdict for verdict in check(names, Sample(5, 50_000))}


def verdict_on(name: str) -> Verdict:
    return verdicts()[name]


def complaints(name: str) -> dict[str, Finding]:
    return {finding.name: finding for finding in findings(verdict_on(name)) if not finding.holds}


def test_all_properties_of_an_equivalent_evaluator_hold() -> None:
    properties = list(findings(verdict_on("cactus-kev-dict")))
    assert tuple(finding.name for finding in properties) == NAMES
    assert all(finding.holds for finding in properties)


def test_swapped_categories_break_one_property_only() -> None:
    broken = complaints(f"{BROKEN}:flush_straight_swapped")
    assert set(broken) == {"categories are in order"}
    assert "every straight beats every flush" in broken["categories are in order"].family


def test_a_wrong_order_within_a_category_is_named() -> None:
    assert "straight is in order" in complaints(f"{BROKEN}:wheel_ace_high")


def test_an_evaluator_of_sorted_cards_depends_on_their_order() -> None:
    assert "the order of cards does not matter" in complaints(f"{BROKEN}:sorted_only")


def test_an_evaluator_that_ranks_suits_depends_on_their_names() -> None:
    broken = complaints(f"{BROKEN}:suits_break_ties")
    assert "has another key" in broken["the names of suits do not matter"].family


def test_after_an_error_most_properties_are_unknown() -> None:
    unknown = [finding.unknown for finding in findings(EVIL)]
    assert unknown == [False] + [True] * (len(NAMES) - 1)


def test_junit() -> None:
    root = ET.fromstring(as_junit([Graded(verdict_on("cactus-kev-dict")), Graded(EVIL)]))
    right, evil = root.findall("testsuite")
    assert (right.get("tests"), right.get("failures")) == (str(len(NAMES)), "0")
    assert (evil.get("failures"), evil.get("skipped")) == ("1", str(len(NAMES) - 1))
    failure = evil.find("testcase/failure")
    assert failure is not None
    assert failure.get("message") == r"2c: <oops>\x07 & so on"
    assert evil.get("name") == r"<&>\x00evil"


def test_junit_shows_the_hands() -> None:
    root = ET.fromstring(as_junit([Graded(verdict_on(f"{BROKEN}:wheel_missing"))]))
    texts = [failure.text or "" for failure in root.iter("failure")]
    assert any("By the rules the first beats the second" in text for text in texts)


@pytest.mark.parametrize("name", ["wheel_missing", "last_kicker_dropped", "suits_break_ties"])
def test_hidden_results_name_the_family_and_never_a_hand(name: str) -> None:
    tests = json.loads(as_gradescope([Graded(verdict_on(f"{BROKEN}:{name}"))]))["tests"]
    assert len(tests) == len(NAMES)
    hidden = [test for test in tests if test["visibility"] == "hidden"]
    assert len(hidden) == len(NAMES) - len(SEEN)
    assert any(test["score"] == 0 for test in tests)
    for test in hidden:
        assert not re.search(r"([2-9TJQKA][cdhs]\W+){2}", test["output"])


def hostile_verdicts(text: str) -> list[Verdict]:
    """A verdict of an error and one of a wrong evaluator, with this text in every text field."""
    hand = (0, 1, 2, 3, 4)
    witness = Witness(UNSTEADY, Side(hand, text), Side(hand[::-1], text), BEATS, LOSES)
    return [
        Verdict(text, ERROR, All(), message=text, output=text, deaths=[text]),
        Verdict(text, NOT_EQUIVALENT, All(), witness=witness),
    ]


@pytest.mark.parametrize("text", HOSTILE)
def test_any_text_can_be_read_back_from_xml(text: str) -> None:
    """Or a name could make the file unreadable for a program that counts the failures."""
    root = ET.fromstring(as_junit([*map(Graded, hostile_verdicts(text))]).encode())
    assert {suite.get("name") for suite in root} == {visible(text)}
    assert {case.get("classname") for case in root.iter("testcase")} == {
        f"allhands.{visible(text)}"
    }
    failed, wrong = root.iter("failure")
    assert failed.text == visible(text)
    assert f"key {visible_repr(text)}\n" in str(wrong.text)
    assert {node.tag for node in root.iter()} == {
        *("testsuites", "testsuite", "testcase", "failure", "skipped", "system-out")
    }


@pytest.mark.parametrize("text", HOSTILE)
def test_any_text_can_be_read_back_from_json(text: str) -> None:
    """Python's JSON accepts a lone surrogate, but other readers refuse the file."""
    tests = json.loads(as_gradescope([*map(Graded, hostile_verdicts(text))]).encode())["tests"]
    assert {test["name"].removesuffix(f": {name}") for test, name in zip(tests, NAMES * 2)} == {
        visible(text)
    }
    assert tests[0]["output"] == visible(text)
    assert f"key {visible_repr(text)}\n" in tests[len(NAMES) + 1]["output"]
    json.dumps(tests, ensure_ascii=False).encode()


def test_points_are_counted() -> None:
    tests = json.loads(as_gradescope([Graded(verdict_on("cactus-kev-dict"))]))["tests"]
    assert sum(test["score"] for test in tests) == sum(test["max_score"] for test in tests) == 13


@pytest.mark.parametrize(
    "arguments",
    [
        [
            *("--jobs", "1", "--sample", "20000"),
            "cactus-kev-dict",
            f"{BROKEN}:wheel_missing",
            f"{BROKEN}:suits_break_ties",
        ],
        [
            *("--jobs", "1", "--sample", "20000"),
            *(f"{BROKEN}:{name}" for name in ("sorted_only", "none", "lists", "exits")),
        ],
        ["--jobs", "1", "--sample", "20000", "--style", "numpy", "rank-sums"],
        pytest.param(
            ["--jobs", "1", "--cards", "7", "--sample", "100", "matrix-score-as-published"],
            marks=pytest.mark.thorough,
        ),
        ["--compare", "operator:lt"],
    ],
)
def test_json_matches_its_schema(arguments: list[str]) -> None:
    Draft202012Validator.check_schema(SCHEMA)
    result = CliRunner().invoke(main, ["check", "--json", "-", *arguments])
    Draft202012Validator(SCHEMA).validate(json.loads(result.stdout))
