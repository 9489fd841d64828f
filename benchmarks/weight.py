"""Lines of code and the budget of each room: ``make lint`` prints them.

The budgets are the table ``[tool.weight]`` in `pyproject.toml`. A line of code is neither blank nor
part of a comment or a docstring. A room fails at 5 % over its budget: one that grows so much holds
a concept too many, or needs a larger budget, and a reason for it.
"""

import ast
import re
import sys
import tokenize
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from tomllib import loads
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
SLACK = 1.05
NOT_CODE = {
    *(tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE),
    *(tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER),
}
NOT_OURS = re.compile(r"(^|/)(\.|node_modules/)")
"""Folders that tools make: environments and the like."""


class Room(NamedTuple):
    """The folders of a room, its budget, and the lines of code that it has."""

    folders: str
    budget: int
    lines: int

    @property
    def is_too_large(self) -> bool:
        """Whether it is more than 5 % over its budget."""
        return self.lines > SLACK * self.budget

    def __str__(self) -> str:
        """A row of the table."""
        mark = "  too large" if self.is_too_large else ""
        return f"{self.folders:30} {self.budget:>6,} {self.lines:>6,}{mark}"


def code_lines(source: str) -> int:
    """The number of lines that are neither blank nor part of a comment or docstring."""
    lines: set[int] = set()
    for token in tokenize.generate_tokens(StringIO(source).readline):
        if token.type not in NOT_CODE:
            lines |= {*range(token.start[0], token.end[0] + 1)}
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Expr(ast.Constant(str())):
                lines -= {*range(node.lineno, (node.end_lineno or node.lineno) + 1)}
    return len(lines)


def rooms(root: Path) -> Iterator[Room]:
    """The rooms that have a budget."""
    budgets = loads((root / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["weight"]
    for folders, budget in budgets.items():
        files = (file for folder in folders.split() for file in (root / folder).rglob("*.py"))
        ours = (file for file in files if not NOT_OURS.search(str(file.relative_to(root))))
        lines = sum(code_lines(file.read_text(encoding="utf-8")) for file in ours)
        yield Room(folders, budget, lines)


if __name__ == "__main__":
    table = [*rooms(ROOT)]
    print(f"{'lines of code':30} {'budget':>6} {'now':>6}", *table, sep="\n")  # noqa: T201
    sys.exit(any(room.is_too_large for room in table))
