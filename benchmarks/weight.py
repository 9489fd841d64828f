"""Lines of code and the budget of each room: ``make lint`` prints them.

The budgets are the table ``[tool.weight]`` in `pyproject.toml`. A line of code is neither blank nor
part of a comment or a docstring. A room fails at 5 % over its budget: one that grows so much holds
a concept too many, or needs a larger budget, and a reason for it.
"""

import ast
import re
import sys
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from tokenize import COMMENT, DEDENT, ENDMARKER, INDENT, NEWLINE, NL, generate_tokens
from tomllib import loads

ROOT = Path(__file__).parent.parent
NOT_CODE = {COMMENT, DEDENT, ENDMARKER, INDENT, NEWLINE, NL}
NOT_OURS = re.compile(r"(^|/)(\.|node_modules/)|^field/packages/")
"""Folders that tools make, such as environments; and packages of the field, rows of its table."""


def code_lines(source: str) -> int:
    """The number of lines that are neither blank nor part of a comment or docstring."""
    lines: set[int] = set()
    for token in generate_tokens(StringIO(source).readline):
        if token.type not in NOT_CODE:
            lines |= {*range(token.start[0], token.end[0] + 1)}
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Expr(ast.Constant(str())):
                lines -= {*range(node.lineno, (node.end_lineno or node.lineno) + 1)}
    return len(lines)


def budgets(root: Path) -> dict[str, int]:
    """The folders of each room, and its budget."""
    project = loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    weight: dict[str, int] = project["tool"]["weight"]
    return weight


def rooms(root: Path) -> Iterator[tuple[str, int, int]]:
    """For each room: its folders, its budget, and the lines of code that it has."""
    for folders, budget in budgets(root).items():
        files = (file for folder in folders.split() for file in (root / folder).rglob("*.py"))
        ours = (file for file in files if not NOT_OURS.search(str(file.relative_to(root))))
        yield folders, budget, sum(code_lines(file.read_text(encoding="utf-8")) for file in ours)


def is_too_large(lines: int, budget: int) -> bool:
    """True if a room is more than 5 % over its budget."""
    return lines > 1.05 * budget


if __name__ == "__main__":
    fails = False
    print(f"{'lines of code':30} budget    now")  # noqa: T201
    for folders, budget, lines in rooms(ROOT):
        mark = "  too large" * is_too_large(lines, budget)
        print(f"{folders:30} {budget:6,} {lines:6,}{mark}")  # noqa: T201
        fails |= bool(mark)
    sys.exit(fails)
