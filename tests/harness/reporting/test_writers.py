"""Verdicts taken apart, and written for other programs."""

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
from harness.checking.verdict import ERROR, NOT_EQUIVALENT, Verdict
from harness.checking.witness import BEATS, LOSES, UNSTEADY, Side, Witness
from harness.cli import main
from harness.hands.scopes import Scope
from harness.processes.visible import visible, visible_repr
from harness.reporting.writers import SEEN, as_gradescope, as_junit
from harness.teaching.grading import Graded
from tests.harness.names import HOSTILE

SCHEMA = json.loads((Path(__file__).parents[3] / "docs" / "verdicts.schema.json").read_text())
BROKEN = "tests.harness.broken"
EVIL = Verdict("<&>\x00evil", ERROR, Scope(), message="2c: <oops>\x07 & so on")


@cache
def verdicts() -> dict[str, Verdict]:
    """Some, by name."""
    wrong = (
        *("flush_straight_swapped", "wheel_ace_high", "sorted_only", "suits_break_ties"),
        *("wheel_missing", "last_kicker_dropped"),
    )
    names = ["cactus-kev-dict", *(f"{BROKEN}:{name}" for name in wrong)]
    return {verdict.name: verdict for verdict in check(names, Scope(5, sample=50_000))}


def verdict_on(name: str) -> Verdict:
    return verdicts()[name]


def complaints(name: str) -> dict[str, Finding]:
    return {each.name: each for each in findings(verdict_on(name)) if not each.holds}


def test_of_a_right_one_everything_holds() -> None:
    found = list(findings(verdict_on("cactus-kev-dict")))
    assert tuple(each.name for each in found) == NAMES
    assert all(each.holds for each in found)


def test_categories_that_are_swapped_are_not_in_order_and_all_else_is() -> None:
    found = complaints(f"{BROKEN}:flush_straight_swapped")
    assert set(found) == {"categories are in order"}
    assert "every straight beats every flush" in found["categories are in order"].family


def test_a_category_that_is_wrong_within_itself_is_named() -> None:
    assert "straight is in order" in complaints(f"{BROKEN}:wheel_ace_high")


def test_what_the_order_of_cards_changes() -> None:
    assert "the order of cards does not matter" in complaints(f"{BROKEN}:sorted_only")


def test_suits_that_matter() -> None:
    found = complaints(f"{BROKEN}:suits_break_ties")
    assert "has another key" in found["the names of suits do not matter"].family


def test_what_could_not_be_found_out() -> None:
    found = list(findings(EVIL))
    assert [each.unknown for each in found] == [False] + [True] * (len(NAMES) - 1)


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
    """One that fails, and one that is wrong, with a text wherever one can stand."""
    hand, other = (0, 1, 2, 3, 4), (4, 3, 2, 1, 0)
    witness = Witness(UNSTEADY, Side(hand, text), Side(other, text), BEATS, LOSES)
    return [
        Verdict(text, ERROR, Scope(), message=text, output=text, deaths=[text]),
        Verdict(text, NOT_EQUIVALENT, Scope(), witness=witness),
    ]


@pytest.mark.parametrize("text", HOSTILE)
def test_any_text_can_be_read_back_from_xml(text: str) -> None:
    """Or a name could make the file unreadable for those who count the failures."""
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
    """A lone surrogate is valid in Python's JSON, and in no other reader's."""
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
        ["--jobs", "1", "--cards", "7", "--sample", "100", "matrix-score-as-published"],
        ["--compare", "operator:lt"],
    ],
)
def test_json_is_what_its_schema_says(arguments: list[str]) -> None:
    Draft202012Validator.check_schema(SCHEMA)
    done = CliRunner().invoke(main, ["check", "--json", "-", *arguments])
    Draft202012Validator(SCHEMA).validate(json.loads(done.stdout))
