"""Run a function, and record what each of its statements does.

The function itself runs, under `sys.settrace`: a step shows the variables as the code left them.

>>> from evaluators import load
>>> from evaluators.cards import parse_hand
>>> lesson = load("sort-by-count-lesson")
>>> hand = [lesson.encode(card) for card in parse_hand("Kd Ks 7c 7h 5s")]
>>> for step in trace(lesson.evaluate, hand)[1:4]:
...     print(step.lines[0], "|", step.made)
ranks = [rank for rank, suit in hand] | (('ranks', [13, 13, 7, 7, 5]),)
suits = [suit for rank, suit in hand] | (('suits', [1, 3, 0, 2, 3]),)
groups = sorted(set(ranks), reverse=True) | (('groups', [13, 7, 5]),)
"""

import ast
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass, replace
from inspect import getsourcelines, ismethod, unwrap
from itertools import pairwise
from textwrap import dedent
from types import FrameType
from typing import Any, TypeAlias

from evaluators.cards import Card
from evaluators.errors import UserError
from harness.adapters.calling import Function

KEY = "key"
"""The name, among what a step made, of the value that the function returned."""
Statement: TypeAlias = ast.stmt | ast.ExceptHandler


@dataclass(frozen=True)
class Step:
    """A statement that was executed; of an `if`, `for` or `while`, its head alone.

    Attributes:
        first, last: its first and last line in the file.
        lines: its source, without the indentation of the function's body.
        condition: the source of the condition of an `if` or `while`, or nothing.
        holds: the value of the condition; of a `for`, whether there is another item. A head with
            its body on the same line has no condition: whether the body ran is not known.
        loop: the first and last line of the innermost loop that it belongs to.
        iteration: how often the loop's body was begun; 0 for the head that ends its loop.
        values: all local variables after it, copied.
        made: what it assigned or changed, as ``matrix[3][10]``, with the value; of a `return`, the
            key; of the call, the arguments.
    """

    first: int
    last: int
    lines: tuple[str, ...]
    condition: str
    holds: bool | None
    loop: tuple[int, int] | None
    iteration: int
    values: dict[str, Any]
    made: tuple[tuple[str, Any], ...]


def source_of(function: Callable[..., Any]) -> tuple[tuple[int, str], ...]:
    """The lines of a function without its docstring, and their numbers in the file."""
    definition, lines = _parsed(function)
    hidden = _lines(definition.body[0])
    return tuple((number, line) for number, line in lines.items() if number not in hidden)


def trace(function: Callable[..., Any], *arguments: Any) -> tuple[Step, ...]:
    """Call a function that is written in Python; the call is the first of its steps.

    Functions that it calls, comprehensions and itself among them, are part of the statement that
    calls them. A tracer that was set before, such as a debugger's, is set again
    afterwards.

    Raises:
        OSError: the source of the function cannot be read.
        Exception: whatever the function raises.
    """
    definition, source = _parsed(function)
    indent = definition.body[0].col_offset
    # A statement comes before those in its body, which replace it at their lines.
    statements = [definition, *_statements(definition)]
    at = {line: node for node in statements for line in _lines(node)}
    one_line = {
        head.body[0].lineno: node
        for node in statements[1:]
        for head in (node, *getattr(node, "cases", ()))
        if isinstance(head, ast.If | ast.While | ast.For | ast.match_case | ast.ExceptHandler)
        and source[head.body[0].lineno][indent : head.body[0].col_offset].strip()
    }
    at |= one_line
    loops = {
        line: (node.lineno, node.end_lineno or 0)
        for node in statements
        if isinstance(node, ast.For | ast.While)
        for line in _lines(node)
    }
    visits: list[tuple[Statement | None, dict[str, Any]]] = []
    frames: dict[int, FrameType] = {}

    def visit(frame: FrameType, event: str, _: Any) -> Any:
        if frame.f_code is not function.__code__ or frame is not frames.setdefault(0, frame):
            return None  # another function, or this one called by itself
        node = at[frame.f_lineno] if event != "return" else None
        if not visits or visits[-1][0] is not node:
            visits.append((node, {name: _copied(value) for name, value in frame.f_locals.items()}))
        return visit

    earlier = sys.gettrace()
    sys.settrace(visit)
    try:
        key = function(*arguments)
    finally:
        sys.settrace(earlier)

    returns = [n for n, (node, _) in enumerate(visits) if isinstance(node, ast.Return)]
    steps = []
    iterations: Counter[tuple[int, int] | None] = Counter()
    for n, ((node, _), (following, values)) in enumerate(pairwise(visits)):
        assert node is not None
        last, holds, loop = node.end_lineno or 0, None, loops.get(node.lineno)
        condition, is_one_line = "", node in one_line.values()
        if body := getattr(node, "body", []):
            last = body[0].lineno if is_one_line else max(body[0].lineno - 1, node.lineno)
        if isinstance(node, ast.If | ast.While | ast.For) and not is_one_line:
            holds = following is not None and last < following.lineno <= body[-1].end_lineno
            condition = "" if isinstance(node, ast.For) else ast.unparse(node.test)
        made = () if holds is False or is_one_line else tuple(_made(node, values, definition))
        if n in returns[-1:]:  # of an earlier one, the expression raised, or `finally` overrules it
            made = ((KEY, key),)
        if is_one_line and following is None:  # it returned
            made = ((KEY, key),)
        if loop and node.lineno == loop[0]:
            iterations[loop] = iterations[loop] + 1 if holds else 0
        step = Step(
            first=node.lineno,
            last=last,
            lines=tuple(source[line][indent:] for line in range(node.lineno, last + 1)),
            condition=condition,
            holds=holds,
            loop=loop,
            iteration=iterations[loop],
            values=values,
            made=made,
        )
        steps.append(step)
    call, *others = steps
    lines = (f"{function.__name__}({', '.join(call.values)})",)
    return replace(call, lines=lines), *others


def key_of(steps: Sequence[Step]) -> Any:
    """The value that one of some steps returned; None if the function goes on."""
    return next((dict(step.made)[KEY] for step in steps if KEY in dict(step.made)), None)


def _parsed(function: Callable[..., Any]) -> tuple[ast.FunctionDef, dict[int, str]]:
    """The function and its lines, with the numbers that they have in the file."""
    lines, first = getsourcelines(function)
    lines = dedent("".join(lines)).rstrip("\n").split("\n")  # of a method
    (definition,) = ast.parse("\n" * (first - 1) + "\n".join(lines)).body
    assert isinstance(definition, ast.FunctionDef)
    return definition, {number: line.rstrip() for number, line in enumerate(lines, first)}


def _statements(node: ast.AST) -> Iterator[Statement]:
    """The statements in a node, without those in functions that it defines."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.stmt | ast.ExceptHandler):
            yield child
        if not isinstance(child, ast.FunctionDef):
            yield from _statements(child)


def _copied(value: Any) -> Any:
    """A copy, or the value itself if it cannot be copied, such as a generator."""
    with suppress(Exception):
        return deepcopy(value)
    return value


def _lines(node: Statement) -> range:
    """The lines of a statement, the decorators of a function among them."""
    first = min([node.lineno, *(each.lineno for each in getattr(node, "decorator_list", ()))])
    return range(first, (node.end_lineno or 0) + 1)


def _made(
    node: Statement, values: dict[str, Any], definition: ast.FunctionDef
) -> Iterator[tuple[str, Any]]:
    """The places that a statement assigns to, or the object whose method it calls."""
    targets: list[ast.expr] = []
    match node:
        case ast.FunctionDef() if node is definition:
            yield from values.items()
        case ast.Assign():
            targets = node.targets
        case ast.AugAssign() | ast.AnnAssign() | ast.For():
            targets = [node.target]
        case ast.Expr(ast.Call(ast.Attribute(changed))):
            targets = [changed]
    for target in targets:
        for part in getattr(target, "elts", [target]):
            with suppress(Exception):  # it is of the module, or can no longer be read
                yield _place(part.value if isinstance(part, ast.Starred) else part, values)


def _place(target: ast.expr, values: dict[str, Any]) -> tuple[str, Any]:
    """A place as text, with the values of its indexes, and the value there.

    >>> target = ast.parse("matrix[suit + 1][2]", mode="eval").body
    >>> _place(target, {"matrix": [[], [3, 4, 5]], "suit": 0})
    ('matrix[1][2]', 5)

    If an index cannot be read again, such as a slice or ``ranks.pop()``, the whole list is shown.

    >>> _place(ast.parse("counts[ranks.pop()]", mode="eval").body, {"counts": [0, 1], "ranks": [0]})
    ('counts', [0, 1])
    """
    if not isinstance(target, ast.Subscript):
        return ast.unparse(target), _read(target, values)
    text, value = _place(target.value, values)
    with suppress(Exception):
        index = _read(target.slice, values)
        return f"{text}[{index!r}]", value[index]
    return text, value


def _read(node: ast.expr, values: dict[str, Any]) -> Any:
    """The value of an expression; its calls are made again, with copies.

    Raises:
        ValueError: that changes something, so it is another value by now.
    """
    has_calls = any(isinstance(part, ast.Call) for part in ast.walk(node))
    copies = deepcopy(values) if has_calls else dict(values)
    value = eval(ast.unparse(node), {}, copies)
    if copies != values:
        raise ValueError
    return value


def trace_of(evaluator: Any, hand: Sequence[Card]) -> tuple[Step, ...]:
    """The steps of an evaluator, or of a function.

    Raises:
        UserError: its code is not that of a `def`, such as a class or a lambda.
    """
    encoded = [evaluator.encode(card) for card in hand]
    function, arguments = evaluator.evaluate, (encoded,)
    if isinstance(evaluator, Function):
        function, arguments = evaluator.function, evaluator.arguments(encoded)
    if not ismethod(function):  # a method without its decorators would not be bound
        function = unwrap(function)
    code = getattr(function, "__code__", None)
    if not code or code.co_name == "<lambda>" or hasattr(function, "__wrapped__"):
        raise UserError("only a function that is written with def can be shown step by step")
    return trace(function, *arguments)
