"""What a submission is graded by: its verdict, and that on the hands on which it does not fail."""

import ast
from collections.abc import Iterator, Sequence
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

OURS = "evaluators", "harness"


@dataclass(frozen=True)
class Graded:
    """A submission.

    Attributes:
        verdict: of the check.
        forgiven: where it failed on some hands, the verdict with these taken as wrong.
        imports: what it imports of ours, with the lines: it may be ours that answers.
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
    """Submissions with all that they are graded by; those that failed are checked once more."""
    failed = [PREFIX + place for place in raised(places, verdicts)]
    forgiven = {}
    for verdict in check(failed, scope, limits=limits, run=run):
        if verdict.status == NOT_EQUIVALENT and verdict.distinct_keys > 1:
            forgiven[verdict.name.removeprefix(PREFIX)] = as_its_own(verdict)
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
    """A verdict on a `Forgiving`, with the keys of the evaluator within."""

    def side(of: Side) -> Side:
        _, *key = cast("tuple[Key, ...]", of.key)
        return replace(of, key=key[0] if key else Shown("none"))

    def witness(of: Witness) -> Witness:
        return replace(of, first=side(of.first), second=side(of.second))

    return replace(
        verdict,
        name=verdict.name.removeprefix(PREFIX),
        witness=verdict.witness and witness(verdict.witness),
        failures=[(failure, witness(shown)) for failure, shown in verdict.failures],
    )


def imports_of_ours(place: str) -> tuple[str, ...]:
    """What the file of an evaluator imports of this project, as ``evaluators (line 3)``.

    Only its text is read: what is imported by a name that is put together is not seen.
    """
    match = FILE.fullmatch(place)
    if not match:
        return ()
    try:
        tree = ast.parse(Path(match[1]).read_bytes())
    except (OSError, SyntaxError, ValueError):
        return ()
    found = {
        f"{name} (line {line})": line
        for name, line in _imported(tree)
        if name.partition(".")[0] in OURS
    }
    return tuple(sorted(found, key=lambda told: (found[told], told)))


def _imported(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """The modules that code imports, also by ``import_module("x")`` and ``__import__("x")``."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names):
                yield from ((alias.name, node.lineno) for alias in names)
            case ast.ImportFrom(str(module), level=0):
                yield module, node.lineno
            case ast.Call(
                ast.Name("__import__" | "import_module") | ast.Attribute(attr="import_module"),
                [ast.Constant(str(name)), *_],
            ):
                yield name, node.lineno
