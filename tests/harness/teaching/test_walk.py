"""The page that steps through the lessons."""

import json
import re
from functools import cache
from html import unescape
from itertools import pairwise
from typing import Any

import pytest
from harness.reporting.explain_page import page, walk

from harness.teaching.explanation import STRATEGIES, explain
from harness.teaching.pictures import text_of
from harness.teaching.walk import value_text
from tests.harness.teaching.lessons import EXAMPLES

FIRST, SECOND = EXAMPLES["two pair"], EXAMPLES["wheel"]


@cache
def page_of(hands: int) -> str:
    """The page of the first example, or of both."""
    return page([FIRST, SECOND][:hands], STRATEGIES)


def tags_of(text: str) -> list[tuple[str, dict[str, str]]]:
    """The start tags, with their attributes."""
    tags = re.findall(r"<(\w+)([^>]*)>", text)
    return [(tag, dict(re.findall(r'([\w-]+)="([^"]*)"', rest))) for tag, rest in tags]


def texts_of(text: str, tag: str) -> list[str]:
    """The text in each element of a kind."""
    contents = re.findall(rf"(?s)<{tag}\b[^>]*>(.*?)</{tag}>", text)
    return [unescape(re.sub("<[^>]*>", "", content)) for content in contents]


def steps_of(text: str) -> dict[str, Any]:
    (data,) = re.findall(r'(?s)<script type="application/json" id="walks">(.*?)</script>', text)
    return dict(json.loads(data))


def test_nothing_is_requested() -> None:
    """Else the page asks another host, or needs a file beside it."""
    text = page_of(2)
    assert "://" not in text
    for _, attributes in tags_of(text):
        assert not {"src", "srcset", "href", "action", "background"} & attributes.keys()
    assert not re.search(r"@import|@font-face|url\(|fetch\(|XMLHttpRequest|import\(", text)
    assert "default-src 'none'" in text


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_each_step_is_complete(strategy: str) -> None:
    """Else a step shows the values or the picture of another one."""
    explanation = explain(strategy, FIRST)
    own = steps_of(page_of(1))[f"{strategy}-1"]
    assert own == steps_of(page_of(2))[f"{strategy}-1"] == json.loads(json.dumps(walk(explanation)))
    before: dict[str, Any] = {}
    for number, (shown, step) in enumerate(zip(own["steps"], explanation.steps, strict=True)):
        assert (shown["first"], shown["last"]) == (step.first, step.last)
        assert {name: eval(value) for name, value, _ in shown["values"]} == step.values
        for name, _, new in shown["values"]:
            assert new == (name not in before or before[name] != step.values[name])
        lines = ["".join(text for text, _ in line) for line in shown["picture"]]
        assert lines == [text_of(line) for line in explanation.picture(number)]
        assert {value_text(*item) for item in step.made} <= {*shown["made"]}
        before = step.values


def test_without_scripts_all_final_pictures_are_there() -> None:
    """Else a reader without JavaScript, or of a printed page, sees the first step or nothing."""
    pictures = [
        "\n".join(text_of(line) for line in explain(strategy, hand).picture())
        for strategy in STRATEGIES
        for hand in (FIRST, SECOND)
    ]
    assert [drawn.rstrip("\n") for drawn in texts_of(page_of(2), "pre")] == pictures


def test_readers_who_hear_the_page_find_their_way() -> None:
    """Else headings skip a level, steps are not announced, or controls have no names."""
    text = page_of(2)
    tags = tags_of(text)
    levels = [int(tag[1]) for tag, _ in tags if re.fullmatch(r"h[1-6]", tag)]
    assert (levels[0], levels.count(1)) == (1, 1)
    assert all(level - earlier <= 1 for earlier, level in pairwise(levels))
    outputs = [attributes for tag, attributes in tags if tag == "output"]
    sliders = [attributes for tag, attributes in tags if tag == "input"]
    assert len(outputs) == len(sliders) == len(steps_of(text))
    assert all(attributes["aria-live"] == "polite" for attributes in outputs)
    walks = [str(attributes["data-walk"]) for _, attributes in tags if "data-walk" in attributes]
    for attributes, name in zip(sliders, walks):
        assert attributes["aria-label"]
        assert attributes["max"] == str(len(steps_of(text)[name]["steps"]) - 1)


def test_two_hands_show_what_decides() -> None:
    tables = texts_of(page_of(2), "table")
    assert tables[0].count("the category: 2 against 4") == 2
    assert tables[0].count("the second hand wins") == 4
    deciding = [table for table in tables if "element by element" in table]
    assert [table.count("decides") for table in deciding] == [1] * 4
    assert "By the rules the second hand wins" in page_of(2)
