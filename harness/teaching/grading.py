"""Read the text of a submission: whether it imports our code, or looks around in its grader."""

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

OURS = "allhands", "evaluators", "harness"
"""The packages of this project."""
AROUND = {
    *("_getframe", "modules", "settrace", "setprofile", "f_back", "inspect", "gc", "ctypes"),
    *("builtins", "__builtins__", "__self__", "__closure__", "__globals__", "__eq__", "__ne__"),
    *("multiprocessing", "subprocess", "socket"),
}
"""What a file needs that wants to look at its grader, or to lie to it."""


def imports_of_ours(file: Path) -> tuple[str, ...]:
    """The imports of this project in a file, as ``evaluators (line 3)``.

    Only the text is read, so imports of computed names are not seen.
    """
    imported = _imported(_tree(file))
    return _listed((line, name) for line, name in imported if name.partition(".")[0] in OURS)


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
