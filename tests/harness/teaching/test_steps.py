"""Steps show what the code of a lesson really does."""

import ast
import sys
from collections.abc import Sequence
from copy import deepcopy
from inspect import getsourcefile, getsourcelines
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from hypothesis import given, settings

from evaluators.cards import Card
from harness.teaching.explanation import STRATEGIES, lesson_of
from harness.teaching.steps import KEY, Step, source_of, trace
from harness.testing.strategies import hands
from tests.harness.teaching.lessons import EXAMPLES

Seen = list[tuple[int, dict[str, Any]]]


def steps_of(strategy: str, hand: Sequence[Card]) -> tuple[Step, ...]:
    lesson = lesson_of(strategy)
    return trace(lesson.evaluate, [lesson.encode(card) for card in hand])


class Noting(ast.NodeTransformer):
    """Writes a call of `note` behind each assignment, and at the start of each loop's body."""

    @staticmethod
    def noting(line: int) -> ast.stmt:
        return ast.parse(f"note({line}, dict(locals()))").body[0]

    def visit(self, node: ast.AST) -> Any:
        self.generic_visit(node)
        if isinstance(node, ast.For):
            node.body.insert(0, self.noting(node.lineno))
        if isinstance(node, ast.Assign | ast.AugAssign | ast.AnnAssign | ast.Expr):
            return [node, self.noting(node.lineno)]
        return node


def noted(strategy: str, hand: Sequence[Card]) -> Seen:
    """The values after each line, as the lesson itself notes them: no tracer is involved."""
    lesson = lesson_of(strategy)
    lines, first = getsourcelines(lesson.evaluate)
    tree = ast.parse("\n" * (first - 1) + "".join(lines))
    (definition,) = tree.body
    assert isinstance(definition, ast.FunctionDef)
    del definition.body[0]  # the docstring
    seen: Seen = []
    names = dict(lesson.evaluate.__globals__)
    names["note"] = lambda line, values: seen.append((line, deepcopy(values)))
    changed = ast.fix_missing_locations(Noting().visit(tree))
    exec(compile(changed, str(getsourcefile(lesson.evaluate)), "exec"), names)
    names["evaluate"]([lesson.encode(card) for card in hand])
    return seen


def test_the_values_are_those_that_the_code_makes() -> None:
    """Else a step shows values that its line did not make, or a statement is missing."""
    for strategy in STRATEGIES:
        for name in EXAMPLES:
            call, *steps = steps_of(strategy, EXAMPLES[name])
            made = [
                (step.first, step.values)
                for step in steps
                if KEY not in dict(step.made) and (step.holds is None or step.made)
            ]
            assert made == noted(strategy, EXAMPLES[name])
            assert call.lines == ("evaluate(hand)",)
            assert call.made == (("hand", [*map(lesson_of(strategy).encode, EXAMPLES[name])]),)


@pytest.mark.parametrize("strategy", STRATEGIES)
@given(hand=hands())
@settings(max_examples=15)
def test_conditions_places_and_the_key(strategy: str, hand: list[Card]) -> None:
    """Else a step says that a condition holds that does not, or a change is not shown."""
    lesson, (_, *steps) = lesson_of(strategy), steps_of(strategy, hand)
    before: dict[str, Any] = {}
    for step in steps:
        if step.condition:
            names = lesson.evaluate.__globals__
            assert step.holds == bool(eval(step.condition, names, dict(step.values)))
        made = dict(step.made)
        changed = {name for name, value in step.values.items() if before.get(name) != value}
        assert changed <= {place.partition("[")[0] for place in made} | {"hand"}
        assert all(eval(place, {}, step.values | made) == made[place] for place in made)
        before = step.values
    key = lesson.evaluate([lesson.encode(card) for card in hand])
    assert steps[-1].made == ((KEY, key),)


def test_the_parts_that_changed_are_named() -> None:
    """Else a change of one element shows the whole list, or a line is a step of its own."""
    steps = steps_of("matrix-score", EXAMPLES["full house"])
    made = [step.made for step in steps if "matrix[" in str(step.made)]
    assert made[0] == (("matrix[0][10]", 1),)
    assert len(made) == 5
    (step,) = [step for step in steps if "fours" in dict(step.made)]
    assert len(step.lines) == 3
    assert dict(step.made) == {"fours": [], "threes": [10], "twos": [4], "ones": []}
    steps = steps_of("count-buckets", EXAMPLES["full house"])
    made = [step.made for step in steps if "buckets[" in str(step.made)]
    assert made == [(("buckets[3]", [10]),), (("buckets[2]", [4]),)]


def test_iterations_are_counted() -> None:
    """Else a loop folds into wrong lines."""
    steps = steps_of("cactus-kev", EXAMPLES["one pair"])
    heads = [step for step in steps if step.condition == "low < high"]
    assert [step.iteration for step in heads] == [*range(1, len(heads)), 0]
    assert [step.iteration for step in steps if "prime" in dict(step.made)] == [1, 2, 3, 4, 5]
    assert all(step.iteration == 0 for step in steps if step.loop is None)


def failing() -> None:
    """Fail."""
    raise ValueError("no")


def test_an_earlier_tracer_is_set_again() -> None:
    """Else explaining a hand ends a debugger, or the measuring of coverage."""

    def tracer(frame: FrameType, event: str, _: Any) -> None:
        return None

    before = sys.gettrace()
    try:
        sys.settrace(tracer)
        steps_of("sort-by-count", EXAMPLES["flush"])
        after = sys.gettrace()
        with pytest.raises(ValueError, match="no"):
            trace(failing)
        after_error = sys.gettrace()
    finally:
        sys.settrace(before)
    assert after is tracer
    assert after_error is tracer


def test_the_source_is_that_of_the_file() -> None:
    """Else line numbers lead to other lines."""
    evaluate = lesson_of("cactus-kev").evaluate
    text = Path(str(getsourcefile(evaluate))).read_text(encoding="utf-8").splitlines()
    source = source_of(evaluate)
    assert all(text[number - 1] == line for number, line in source)
    assert not any('"""' in line for _, line in source)
    for step in steps_of("cactus-kev", EXAMPLES["one pair"])[1:]:
        assert {step.first, step.last} <= {number for number, _ in source}
        assert text[step.first - 1].strip() == step.lines[0].strip()
