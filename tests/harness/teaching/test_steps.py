"""Steps show what the code of a lesson really does."""

import ast
import sys
from collections.abc import Sequence
from copy import deepcopy
from inspect import getsourcefile, getsourcelines
from textwrap import dedent
from types import FrameType
from typing import Any

import pytest
from hypothesis import given, settings

from evaluators.cards import Card
from harness.teaching.explanation import STRATEGIES, lesson_of
from harness.teaching.steps import KEY, Trace, trace
from harness.testing.strategies import hands
from tests.harness.teaching.lessons import EXAMPLES

Seen = list[tuple[int, dict[str, Any]]]


def run_of(strategy: str, hand: Sequence[Card]) -> Trace:
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
    tree = ast.parse(dedent("".join(lines)))
    (definition,) = tree.body
    assert isinstance(definition, ast.FunctionDef)
    del definition.body[0]  # the docstring
    ast.increment_lineno(tree, first - 1)
    seen: Seen = []
    names = dict(lesson.evaluate.__globals__)
    names["note"] = lambda line, values: seen.append((line, deepcopy(values)))
    changed = ast.fix_missing_locations(Noting().visit(tree))
    exec(compile(changed, str(getsourcefile(lesson.evaluate)), "exec"), names)
    names["evaluate"]([lesson.encode(card) for card in hand])
    return seen


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("name", EXAMPLES)
def test_the_values_are_those_that_the_code_makes(strategy: str, name: str) -> None:
    """Else a step shows values that its line did not make, or a statement is missing."""
    run = run_of(strategy, EXAMPLES[name])
    steps = [
        (step.statement.first, step.values)
        for step in run.steps
        if (step.holds is None and step.statement.kind != "Return")
        or (step.statement.kind == "For" and step.holds)
    ]  # fmt: skip
    assert steps == noted(strategy, EXAMPLES[name])


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("name", EXAMPLES)
def test_conditions_are_what_they_are(strategy: str, name: str) -> None:
    """Else a step says that a condition holds that does not."""
    run = run_of(strategy, EXAMPLES[name])
    names = lesson_of(strategy).evaluate.__globals__
    for step in run.steps:
        assert (step.statement.condition != "") == (step.statement.kind in ("If", "While"))
        if step.statement.condition:
            assert step.holds == bool(eval(step.statement.condition, names, dict(step.values)))


@pytest.mark.parametrize("strategy", STRATEGIES)
@given(hand=hands())
@settings(max_examples=40)
def test_the_steps_end_in_the_key(strategy: str, hand: list[Card]) -> None:
    """Else what is shown is not the evaluator."""
    lesson = lesson_of(strategy)
    run = run_of(strategy, hand)
    key = lesson.evaluate([lesson.encode(card) for card in hand])
    assert run.key == key
    assert run.steps[-1].made == ((KEY, key),)
    assert type(run.key) is type(key)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_what_changed_and_what_was_made(strategy: str) -> None:
    """Else a change is not shown, or a value is shown that is not there."""
    run = run_of(strategy, EXAMPLES["two pair"])
    before = run.arguments
    for step in run.steps:
        changed = [name for name in step.values if before.get(name, KEY) != step.values[name]]
        assert list(step.changed) == changed
        made = {place.partition("[")[0] for place, _ in step.made} - {KEY}
        assert set(changed) <= made
        for place, value in step.made:
            if place != KEY:
                assert eval(place, {}, dict(step.values)) == value
        before = step.values


def test_a_statement_of_several_lines_is_one_step() -> None:
    """Else comprehensions, or the lines of a statement, are steps of their own."""
    run = run_of("matrix-score", EXAMPLES["full house"])
    (step,) = [step for step in run.steps if "fours" in dict(step.made)]
    assert len(step.statement.lines) == 3
    assert dict(step.made) == {"fours": [], "threes": [10], "twos": [4], "ones": []}


def test_the_parts_that_changed_are_named() -> None:
    """Else a change of one element shows the whole list."""
    run = run_of("matrix-score", EXAMPLES["full house"])
    made = [step.made for step in run.steps if "matrix[" in str(step.made)]
    assert made[0] == (("matrix[0][10]", 1),)
    assert len(made) == 5
    run = run_of("count-buckets", EXAMPLES["full house"])
    made = [step.made for step in run.steps if "buckets[" in str(step.made)]
    assert made == [(("buckets[3]", [10]),), (("buckets[2]", [4]),)]


def loops(rows: list[list[int]]) -> int:
    total = 0
    for row in rows:
        for number in row:
            if number < 0:
                break
            total += number
        total *= 10
    return total


def test_iterations_are_counted() -> None:
    """Else a loop within a loop, or one that is left by `break`, folds into wrong lines."""
    run = trace(loops, [[1, 2], [3, -1], []])
    assert run.key == loops([[1, 2], [3, -1], []])
    first = loops.__code__.co_firstlineno
    outer, inner = ([s for s in run.steps if s.statement.first == first + at] for at in (2, 3))
    assert [step.iteration for step in outer] == [1, 2, 3, 0]
    assert [step.iteration for step in inner] == [1, 2, 0, 1, 2, 0]
    assert [step.holds for step in inner] == [True, True, False, True, True, False]
    times = [step.iteration for step in run.steps if step.statement.first == first + 7]
    assert times == [1, 2, 3]


def test_an_earlier_tracer_is_set_again() -> None:
    """Else explaining a hand ends a debugger, or the measuring of coverage."""

    def tracer(frame: FrameType, event: str, _: Any) -> None:
        return None

    def failing() -> None:
        raise ValueError("no")

    before = sys.gettrace()
    try:
        sys.settrace(tracer)
        run_of("sort-by-count", EXAMPLES["flush"])
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
    run = run_of("cactus-kev", EXAMPLES["one pair"])
    file = getsourcefile(lesson_of("cactus-kev").evaluate)
    with open(str(file), encoding="utf-8") as lines:  # noqa: PTH123
        text = lines.read().splitlines()
    assert all(text[number - 1] == line for number, line in run.source)
    assert not any('"""' in line for _, line in run.source)
    shown = {number for number, _ in run.source}
    for step in run.steps:
        assert {step.statement.first, step.statement.last} <= shown
        assert text[step.statement.first - 1].strip() == step.statement.lines[0].strip()
