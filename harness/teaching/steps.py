"""Run a function, and record what each of its statements does.

The function itself runs, under `sys.settrace`: what a step shows is what the code made, and nothing
is computed a second time.

>>> from evaluators import load
>>> from evaluators.cards import parse_hand
>>> lesson = load("sort-by-count-lesson")
>>> hand = [lesson.encode(card) for card in parse_hand("Kd Ks 7c 7h 5s")]
>>> run = trace(lesson.evaluate, hand)
>>> for step in run.steps[:3]:
...     print(step.statement.lines[0], "|", step.made)
ranks = [rank for rank, suit in hand] | (('ranks', [13, 13, 7, 7, 5]),)
suits = [suit for rank, suit in hand] | (('suits', [1, 3, 0, 2, 3]),)
groups = sorted(set(ranks), reverse=True) | (('groups', [13, 7, 5]),)
>>> run.key == lesson.evaluate(hand)
True
"""

import ast
import sys
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from inspect import getsourcelines
from textwrap import dedent
from types import CodeType, FrameType
from typing import Any

KEY = "key"
"""The name, among what a step made, of the value that the function returned."""


@dataclass(frozen=True)
class Statement:
    """A statement; of an `if`, `for` or `while`, the head alone.

    Attributes:
        kind: the name of its node: ``Assign``, ``If``, ``Return``.
        first, last: its lines in the file.
        lines: its source, without the indentation of the function's body.
        body: the lines of the statements below its head; empty if there are none.
        condition: the source of the condition of an `if` or `while`.
        loop: the first and last line of the innermost loop that it belongs to.
        targets: the expressions that it assigns to, or whose method it calls.
    """

    kind: str
    first: int
    last: int
    lines: tuple[str, ...]
    body: range
    condition: str = ""
    loop: tuple[int, int] | None = None
    targets: tuple[ast.expr, ...] = field(default=(), repr=False)

    @property
    def is_loop(self) -> bool:
        """Whether it is the head of a loop."""
        return self.kind in ("For", "While")


@dataclass(frozen=True)
class Step:
    """A statement that was executed.

    Attributes:
        statement: the statement.
        values: all local variables after it, copied.
        changed: the variables that are new or have another value.
        made: what it assigned or changed, as written, ``matrix[3][10]``, with the value; of a
            `return`, the key.
        holds: the value of the condition of an `if` or `while`; of a `for`, whether there is
            another item.
        iteration: of a statement in a loop, how often the loop's body was begun; 0 outside of
            loops, and for the head that ends its loop.
    """

    statement: Statement
    values: dict[str, Any]
    changed: tuple[str, ...]
    made: tuple[tuple[str, Any], ...]
    holds: bool | None = None
    iteration: int = 0


@dataclass(frozen=True)
class Trace:
    """A call of a function.

    Attributes:
        source: the lines of the function without its docstring, and their numbers in the file.
        head: the numbers of the first and last line of its ``def``.
        arguments: the local variables at the beginning.
        steps: the statements in the order in which they were executed.
        key: what the function returned.
    """

    source: tuple[tuple[int, str], ...]
    head: tuple[int, int]
    arguments: dict[str, Any]
    steps: tuple[Step, ...]
    key: Any


def trace(function: Callable[..., Any], *arguments: Any) -> Trace:
    """Call a function that is written in Python, and record its steps.

    Functions that it calls, comprehensions among them, are part of the statement that calls them.
    A tracer that was set before, such as a debugger's, is set again afterwards.

    Raises:
        OSError: the source of the function cannot be read.
        Exception: whatever the function raises.
    """
    source = _Source(function)
    recorder = _Recorder(function.__code__, source)
    earlier = sys.gettrace()
    sys.settrace(recorder.call)
    try:
        key = function(*arguments)
    finally:
        sys.settrace(earlier)
    return Trace(source.lines, source.head, recorder.arguments, tuple(recorder.steps), key)


class _Source:
    """The lines and statements of a function."""

    def __init__(self, function: Callable[..., Any]) -> None:
        lines, first = getsourcelines(function)
        text = dedent("".join(lines))
        tree = ast.parse(text)
        ast.increment_lineno(tree, first - 1)
        (definition,) = tree.body
        assert isinstance(definition, ast.FunctionDef), function
        body = definition.body
        has_docstring = ast.get_docstring(definition) is not None
        documented = range(body[0].lineno, (body[0].end_lineno or 0) + 1) if has_docstring else ()
        self._all = dict(enumerate(text.splitlines(), start=first))
        self._indent = body[0].col_offset
        self.lines = tuple(
            (number, line) for number, line in self._all.items() if number not in documented
        )
        self.head = first, body[0].lineno - 1
        self.at = {
            line: statement
            for statement in self._statements(body[has_docstring:])
            for line in range(statement.first, statement.last + 1)
        }

    def _statements(
        self, nodes: list[ast.stmt], loop: tuple[int, int] | None = None
    ) -> Iterator[Statement]:
        for node in nodes:
            own_loop = loop
            if isinstance(node, ast.For | ast.While):
                own_loop = node.lineno, node.end_lineno or node.lineno
            yield self._statement(node, own_loop)
            yield from self._statements(getattr(node, "body", []), own_loop)
            yield from self._statements(getattr(node, "orelse", []), loop)

    def _statement(self, node: ast.stmt, loop: tuple[int, int] | None) -> Statement:
        condition, body, end = "", range(0), node.end_lineno
        targets: list[ast.expr] = []
        match node:
            case ast.If(test=test) | ast.While(test=test):
                condition, end = ast.unparse(test), test.end_lineno
                targets = [
                    each.target for each in ast.walk(test) if isinstance(each, ast.NamedExpr)
                ]
            case ast.For(target=target, iter=items):
                targets, end = [target], items.end_lineno
            case ast.Assign(targets=assigned):
                targets = assigned
            case ast.AugAssign(target=target) | ast.AnnAssign(target=target, value=ast.expr()):
                targets = [target]
            case ast.Expr(ast.Call(ast.Attribute(changed))):
                targets = [changed]
        if isinstance(node, ast.If | ast.While | ast.For):
            body = range(node.body[0].lineno, (node.body[-1].end_lineno or 0) + 1)
        last = end or node.lineno
        lines = (self._all[number][self._indent :] for number in range(node.lineno, last + 1))
        return Statement(
            type(node).__name__, node.lineno, last, tuple(lines), body, condition, loop,
            tuple(name for target in targets for name in _flat(target)),
        )  # fmt: skip


def _flat(target: ast.expr) -> Iterator[ast.expr]:
    """The names and places of a target: those of ``a, b`` are ``a`` and ``b``."""
    if isinstance(target, ast.Tuple | ast.List):
        for item in target.elts:
            yield from _flat(item)
    else:
        yield target.value if isinstance(target, ast.Starred) else target


class _Recorder:
    """The functions for `sys.settrace`; they record one call of one function."""

    def __init__(self, code: CodeType, source: _Source) -> None:
        self.arguments: dict[str, Any] = {}
        self.steps: list[Step] = []
        self._code = code
        self._source = source
        self._values: dict[str, Any] = {}
        self._begun = False
        self._current: Statement | None = None
        self._iterations: dict[tuple[int, int], int] = {}

    def call(self, frame: FrameType, event: str, _: Any) -> Any:
        """Trace the first call of the function, and nothing else."""
        if event != "call" or frame.f_code is not self._code or self._begun:
            return None
        self._begun = True
        self.arguments = self._values = deepcopy(dict(frame.f_locals))
        return self._line

    def _line(self, frame: FrameType, event: str, result: Any) -> Any:
        """End a step where another statement begins, or where the function returns."""
        if event == "return":
            self._end(frame.f_locals, None, result)
        elif event == "line":
            statement = self._source.at.get(frame.f_lineno, self._current)
            if statement is not self._current:
                self._end(frame.f_locals, statement)
                self._current = statement
        return self._line

    def _end(
        self, variables: Mapping[str, Any], following: Statement | None, result: Any = None
    ) -> None:
        statement = self._current
        if statement is None:
            return
        before, after = self._values, deepcopy(dict(variables))
        changed = tuple(
            name
            for name, value in after.items()
            if name not in before or (type(value), value) != (type(before[name]), before[name])
        )
        holds = None
        if statement.body:
            holds = following is not None and following.first in statement.body
        if statement.kind == "Return":
            made: tuple[tuple[str, Any], ...] = ((KEY, deepcopy(result)),)
        elif statement.kind == "For" and not holds:
            made = ()
        else:
            made = tuple(_made(statement, changed, before, after))
        iteration = self._iteration(statement, bool(holds))
        self.steps.append(Step(statement, after, changed, made, holds, iteration))
        self._values = after

    def _iteration(self, statement: Statement, holds: bool) -> int:
        """The number of the iteration in which a statement stands."""
        if statement.loop is None:
            return 0
        if statement.is_loop:
            previous = self.steps[-1].statement.first if self.steps else 0
            first, last = statement.loop
            if not first <= previous <= last:
                self._iterations[statement.loop] = 0
            if not holds:
                return 0
            self._iterations[statement.loop] += 1
        return self._iterations[statement.loop]


def _made(
    statement: Statement, changed: tuple[str, ...], before: dict[str, Any], after: dict[str, Any]
) -> Iterator[tuple[str, Any]]:
    """What a statement assigned, then what it changed otherwise, by a method for example."""
    assigned: set[str] = set()
    for target in statement.targets:
        if place := _place(target, after):
            name, text, value = place
            assigned.add(name)
            yield text, value
    for name in changed:
        if name not in assigned:
            path, value = _difference(before.get(name), after[name])
            yield name + path, value


def _place(target: ast.expr, values: Mapping[str, Any]) -> tuple[str, str, Any] | None:
    """The variable, the place in it as text, and the value there; indexes are names or numbers.

    >>> _place(ast.parse("matrix[suit][2]", mode="eval").body, {"matrix": [[3, 4, 5]], "suit": 0})
    ('matrix', 'matrix[0][2]', 5)
    """
    match target:
        case ast.Name(name) if name in values:
            return name, name, values[name]
        case ast.Subscript(inner, ast.Name() | ast.Constant() as index):
            key = values.get(index.id) if isinstance(index, ast.Name) else index.value
            if place := _place(inner, values):
                name, text, value = place
                return name, f"{text}[{key!r}]", value[key]
    return None


def _difference(before: Any, after: Any) -> tuple[str, Any]:
    """The place of the only difference between two lists or dicts, and the value there.

    >>> _difference({2: [], 1: [9]}, {2: [], 1: [9, 8]}), _difference([1, 2], [2, 1])
    (('[1]', [9, 8]), ('', [2, 1]))
    """
    places: list[Any] = []
    match before, after:
        case dict(), dict() if before.keys() == after.keys():
            places = [key for key in after if before[key] != after[key]]
        case list(), list() if len(before) == len(after):
            places = [index for index, item in enumerate(after) if before[index] != item]
    if len(places) != 1:
        return "", after
    path, value = _difference(before[places[0]], after[places[0]])
    return f"[{places[0]!r}]{path}", value
