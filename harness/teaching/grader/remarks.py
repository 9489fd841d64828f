"""Read the text of submissions, for the teacher: does one compute the answer, or copy another?

A remark costs no points. Only the text is read, and who wants to hide something can.
"""

import ast
import io
import keyword
import tokenize
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from harness.processes.visible import visible

OURS = "allhands", "evaluators", "harness"
"""The packages of this project."""
AROUND = {
    *("_getframe", "modules", "settrace", "setprofile", "f_back", "inspect", "gc", "ctypes"),
    *("builtins", "__builtins__", "__self__", "__closure__", "__globals__", "__eq__", "__ne__"),
    *("multiprocessing", "subprocess", "socket", "pytest", "_pytest", "eval", "exec"),
    *("__import__", "import_module"),
}
"""What a file needs that wants to look at its grader, or to lie to it."""
LAYOUT = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT}
MOST_BYTES = 1_000_000
"""A larger file is not read."""


def remarks_on(files: Mapping[str, Path]) -> dict[str, list[str]]:
    """What a teacher should know about each of some files, by the name of who handed it in."""
    texts = {name: _text(file) for name, file in files.items()}
    names_of: dict[tuple[str, ...], list[str]] = {}
    for name, text in texts.items():
        if text:
            names_of.setdefault(_shape(text), []).append(name)
    remarks = {name: [*_remarks(text)] for name, text in texts.items()}
    for names in names_of.values():
        for name in names:
            if others := ", ".join(other for other in names if other != name):
                copied = f"Apart from names and comments, it is the file of {visible(others)}."
                remarks[name].append(copied)
    return remarks


def _remarks(text: str) -> Iterator[str]:
    tree: ast.AST = ast.Module([], [])
    with suppress(SyntaxError, ValueError, RecursionError, MemoryError):
        tree = ast.parse(text)
    imported = [*_imported(tree)]
    if ours := _listed((line, name) for line, name in imported if _package(name) in OURS):
        yield f"It imports {ours}: look whether allhands computes the answer."
    named = [(getattr(node, "lineno", 0), _name_of(node)) for node in ast.walk(tree)]
    named += [(line, _package(name)) for line, name in imported]
    if around := _listed((line, name) for line, name in named if name in AROUND):
        yield f"It uses {around}: look whether it reads or changes the grader."


def _text(file: Path) -> str:
    """The text of a file; an empty one if it cannot be read. A pipe would never end."""
    with suppress(OSError, UnicodeDecodeError):
        if file.is_file() and file.stat().st_size < MOST_BYTES:
            return file.read_text("utf-8-sig")
    return ""


def _shape(text: str) -> tuple[str, ...]:
    """The words of a program without comments and layout; its own names are numbers.

    >>> _shape("x = 1  # one") == _shape("y = 1") != _shape("y = 2")
    True
    """
    shape: list[str] = []
    numbers: dict[str, str] = {}
    with suppress(SyntaxError, tokenize.TokenError):
        for kind, word, *_ in tokenize.generate_tokens(io.StringIO(text).readline):
            is_name = kind == tokenize.NAME and not keyword.iskeyword(word)
            if kind not in LAYOUT:
                shape.append(numbers.setdefault(word, str(len(numbers))) if is_name else word)
    return tuple(shape)


def _name_of(node: ast.AST) -> str:
    match node:
        case ast.Attribute(attr=name) | ast.Name(id=name) | ast.FunctionDef(name=name):
            return name
    return ""


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


def _package(module: str) -> str:
    return module.partition(".")[0]


def _listed(found: Iterable[tuple[int, str]]) -> str:
    return visible(", ".join(f"{name} (line {line})" for line, name in sorted({*found})))
