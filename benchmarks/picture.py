"""Draw a command's output: ``python -m benchmarks.picture docs/x check mine.py``.

This runs ``allhands check mine.py``, prints its output, and draws the output into two files,
``docs/x-light.svg`` and ``docs/x-dark.svg``, with rich's export. The pictures use the reader's
fonts and fetch nothing.
"""

import io
import sys
from contextlib import suppress
from pathlib import Path

from rich.console import Console

from evaluators.cache import write_whole
from harness.cli import main
from harness.reporting import terminal
from harness.reporting.drawing import THEMES, in_theme

WIDTH = 80


def recorded(arguments: list[str]) -> Console:
    """A console with the output of a command."""
    console = Console(
        record=True, width=WIDTH, file=io.StringIO(), color_system="truecolor",
        markup=False, emoji=False, highlight=False, soft_wrap=True,
    )  # fmt: skip
    usual, terminal.console = terminal.console, lambda stderr=False: console
    try:
        console.print(f"$ allhands {' '.join(arguments)}", style="bold")
        with suppress(SystemExit):
            main(arguments)
    finally:
        terminal.console = usual
    return console


def draw(console: Console, stem: Path) -> None:
    """Draw a console in both themes."""
    for theme in THEMES:
        write_whole(stem.with_name(f"{stem.name}-{theme}.svg"), in_theme(console, theme))


if __name__ == "__main__":
    stem, *arguments = sys.argv[1:]
    console = recorded(arguments)
    draw(console, Path(stem))
    _, _, output = console.export_text().partition("\n")
    sys.stdout.write(output)
