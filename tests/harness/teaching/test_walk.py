"""A run as plain values."""

import json
from typing import Any

import pytest

from harness.teaching.explanation import STRATEGIES, explain
from harness.teaching.pictures import text_of
from harness.teaching.walk import WIDTH_OF_VALUES, value_text, walk
from tests.harness.teaching.lessons import EXAMPLES


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_each_step_is_complete(strategy: str) -> None:
    """Else a step shows the values or the picture of another one."""
    explanation = explain(strategy, EXAMPLES["two pair"])
    walked = json.loads(json.dumps([*walk(explanation.steps, explanation.picture)]))
    before: dict[str, Any] = {}
    for number, (shown, step) in enumerate(zip(walked, explanation.steps, strict=True)):
        assert (shown["first"], shown["last"]) == (step.first, step.last)
        assert {name: eval(value) for name, value, _ in shown["values"]} == step.values
        for name, _, new in shown["values"]:
            assert new == (name not in before or before[name] != step.values[name])
        lines = ["".join(text for text, _ in line) for line in shown["picture"]]
        assert lines == [text_of(line) for line in explanation.picture(number)]
        texts = "\n".join(text for _, text, _ in shown["values"])
        assert max(map(len, texts.split("\n"))) <= WIDTH_OF_VALUES
        ends = [] if step.holds in (None, True) else ["no more items"]
        said = [str(step.holds)] if step.condition else ends
        assert shown["made"] == said + [value_text(*item) for item in step.made]
        before = step.values


def test_an_object_is_shown_without_its_address() -> None:
    """Else each run of the same program looks different."""
    assert value_text("x", object()) == "x = <object object>"
