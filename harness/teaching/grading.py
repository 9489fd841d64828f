"""Grade a submission by its verdict, and by a second one that counts failing hands as wrong."""

import ast
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, cast

from harness.adapters.adopt import COMMAND, FILE
from harness.adapters.forgiving import PREFIX
from harness.adapters.keys import Shown
from harness.checking.equivalence import check
from harness.checking.verdict import ERROR, NOT_EQUIVALENT, Verdict
from harness.checking.witness import Side, Witness

if TYPE_CHECKING:
    from evaluators.protocol import Key
    from harness.checking.equivalence import Runner
    from harness.hands.scopes import Scope
    from harness.processes.limits import Limits

OURS = "allhands", "evaluators", "harness"
"""The packages of this project."""
AROUND = {
    *("_getframe", "modules", "settrace", "setprofile", "f_back", "inspect", "gc", "ctypes"),
    *("builtins", "__builtins__", "__self__", "__closure__", "__globals__", "__eq__", "__ne__"),
    *("multiprocessing", "subprocess", "socket"),
}
"""What a file needs that wants to look at its grader, or to lie to it."""


@dataclass(frozen=True)
class Graded:
    """A submission.

    Attributes:
        verdict: the verdict of the check.
        forgiven: if it failed on some hands, a verdict that counts these as wrong.
        imports: its imports of this project, with lines: it may call one of our evaluators.
    """

    verdict: Verdict
    forgiven: Verdict | None = None
    imports: tuple[str, ...] = ()


def graded(
    places: Sequence[str],
    verdicts: Sequence[Verdict],
    scope: "Scope",
    limits: "Limits",
    run: "Runner",
) -> list[Graded]:
    """Grade submissions; those that failed are checked once more."""
    failed = [PREFIX + place for place in raised(places, verdicts)]
    forgiven = {
        verdict.name.removeprefix(PREFIX): as_its_own(verdict)
        for verdict in check(failed, scope, limits=limits, run=run)
        if verdict.status == NOT_EQUIVALENT and verdict.distinct_keys > 1
    }
    return [
        Graded(verdict, forgiven.get(place), imports_of_ours(place))
        for place, verdict in zip(places, verdicts)
    ]


def raised(places: Sequence[str], verdicts: Sequence[Verdict]) -> list[str]:
    """The places of the functions and objects that failed on some hand."""
    return [
        place
        for place, verdict in zip(places, verdicts)
        if verdict.status == ERROR and verdict.style == "python" and not place.startswith(COMMAND)
    ]


def as_its_own(verdict: Verdict) -> Verdict:
    """A verdict on a `Forgiving`, with the keys of the inner evaluator."""

    def inner_side(side: Side) -> Side:
        _, *key = cast("tuple[Key, ...]", side.key)
        return replace(side, key=key[0] if key else Shown("none"))

    def inner(witness: Witness) -> Witness:
        return replace(witness, first=inner_side(witness.first), second=inner_side(witness.second))

    return replace(
        verdict,
        name=verdict.name.removeprefix(PREFIX),
        witness=verdict.witness and inner(verdict.witness),
        failures=[(failure, inner(witness)) for failure, witness in verdict.failures],
    )


def imports_of_ours(place: str) -> tuple[str, ...]:
    """The imports of this project in an evaluator's file, as ``evaluators (line 3)``.

    Only the text is read, so imports of computed names are not seen.
    """
    match = FILE.fullmatch(place)
    if not match:
        return ()
    return _listed(
        (line, name)
        for line, name in _imported(_tree(Path(match[1])))
        if name.partition(".")[0] in OURS
    )


def looks_around(file: Path) -> tuple[str, ...]:
    """What a file uses that could read or change its grader, as ``_getframe (line 3)``.

    Only the text is read, and much is not seen.
    """
    tree = _tree(file)
    named = ((getattr(node, "lineno", 0), _name_of(node)) for node in ast.walk(tree))
    modules = ((line, name.partition(".")[0]) for line, name in _imported(tree))
    return _listed((line, name) for line, name in (*named, *modules) if name in AROUND)


def _name_of(node: ast.AST) -> str:
    match node:
        case ast.Attribute(attr=name) | ast.Name(id=name) | ast.FunctionDef(name=name):
            return name
    return ""


def _listed(found: Iterable[tuple[int, str]]) -> tuple[str, ...]:
    return tuple(f"{name} (line {line})" for line, name in sorted(set(found)))


def _tree(file: Path) -> ast.AST:
    """A file as a tree; an empty one if it cannot be read."""
    try:
        return ast.parse(file.read_bytes())
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return ast.Module([], [])


def _imported(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """The lines and modules of imports, also by ``import_module("x")`` and ``__import__("x")``."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names):
                yield from ((node.lineno, alias.name) for alias in names)
            case ast.ImportFrom(str(module), level=0):
                yield node.lineno, module
            case ast.Call(
                ast.Name("__import__" | "import_module") | ast.Attribute(attr="import_module"),
                [ast.Constant(str(name)), *_],
            ):
                yield node.lineno, name
