"""The sources that a committed run depends on, and which of them have changed since.

``reports/run.json`` keeps patterns of files for each part of the run, and for each folder that has
such files a hash of their code. So a report can say later, without a history, that its numbers are
of older code, and which code that is. A change of comments or docstrings changes no hash.
"""

import ast
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeAlias

from harness.processes.workers import ROOT

Sources: TypeAlias = Mapping[str, Mapping[str, str]]
"""For each pattern of files, a hash for each folder that has such files."""


def hashes(patterns: Iterable[str], root: Path = ROOT) -> dict[str, dict[str, str]]:
    """The hashes of all files that match patterns, the same in every version of Python."""
    found = {}
    for pattern in patterns:
        folders: defaultdict[str, Any] = defaultdict(sha256)
        for file in sorted(root.glob(pattern)):
            path = file.relative_to(root)
            meaning = _hash(file.read_bytes(), file.suffix == ".py")
            folders[path.parent.as_posix()].update(path.name.encode() + meaning)
        found[pattern] = {folder: digest.hexdigest()[:16] for folder, digest in folders.items()}
    return found


def changed(before: Sources, now: Sources) -> list[str]:
    """The folders whose files have changed, are new or are gone."""
    folders = {
        folder
        for pattern in {*before, *now}
        for folder, _ in before.get(pattern, {}).items() ^ now.get(pattern, {}).items()
    }
    return sorted(folders)


def commit_of(part: Mapping[str, Any]) -> str:
    """The commit that a part of the run was measured at, and what has changed since.

    >>> commit_of({"commit": "84d7e97a0c3eafe2", "sources": {"allhands/*.py": {"allhands": "1"}}})
    'commit 84d7e97a0c3e (the code in allhands has changed since)'
    """
    return said(part["commit"], changed(part["sources"], hashes(part["sources"])))


def said(commit: str, folders: Sequence[str]) -> str:
    """A commit, and the first folders that have changed since.

    >>> said("2a5f18f79412", ["evaluators", "field", "field/a", "field/b", "field/c", "harness"])
    'commit 2a5f18f79412 (the code in evaluators, field, field/a and 3 more has changed since)'
    """
    first = (
        folders if len(folders) < 5 else [*folders[:2], f"{folders[2]} and {len(folders) - 3} more"]
    )
    since = f" (the code in {', '.join(first)} has changed since)" if folders else ""
    return f"commit {commit[:12]}{since}"


@cache
def _hash(content: bytes, is_code: bool) -> bytes:
    """A hash of the content of a file, or of what its code means."""
    return sha256(repr(_meaning(ast.parse(content))).encode() if is_code else content).digest()


def _meaning(node: Any) -> Any:
    """A syntax tree without docstrings, as nested lists, without what is empty."""
    if isinstance(node, list):
        return [_meaning(each) for each in node]
    if not isinstance(node, ast.AST):
        return node
    fields = dict(ast.iter_fields(node))
    if isinstance(fields.get("body"), list):
        fields["body"] = [each for each in fields["body"] if not _is_text(each)]
    if not isinstance(node, ast.Constant):
        fields = {name: value for name, value in fields.items() if value not in (None, [], 0)}
    return [type(node).__name__, *((name, _meaning(value)) for name, value in fields.items())]


def _is_text(node: ast.AST) -> bool:
    """Test whether a statement is a string alone: a docstring."""
    return isinstance(node, ast.Expr) and isinstance(getattr(node.value, "value", None), str)
