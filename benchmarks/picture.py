"""Draw a command's output: ``python -m benchmarks.picture docs/x check mine.py``.

This runs ``allhands check mine.py``, prints its output, and draws the output into two files,
``docs/x-light.svg`` and ``docs/x-dark.svg``, with rich's export. The pictures use the reader's
fonts and fetch nothing.
"""

import io
import re
import sys
from contextlib import suppress
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import TerminalTheme

from harness.cli import main
from harness.processes.files import write_whole
from harness.reporting import terminal

WIDTH = 80
FONT = "ui-monospace, Menlo, Consolas, monospace"

NORMAL = [(0, 0, 0), (197, 15, 31), (17, 122, 55), (154, 103, 0), (5, 80, 174), (130, 80, 223),
          (27, 124, 131), (110, 119, 129)]  # fmt: skip
BRIGHT = [(110, 118, 129), (255, 123, 114), (63, 185, 80), (210, 153, 34), (88, 166, 255),
          (188, 140, 255), (57, 197, 207), (177, 186, 196)]  # fmt: skip
THEMES = {
    "light": TerminalTheme((246, 248, 250), (27, 31, 36), NORMAL, NORMAL),
    "dark": TerminalTheme((22, 27, 34), (230, 237, 243), BRIGHT, BRIGHT),
}


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
    for theme, colours in THEMES.items():
        svg = console.export_svg(title="", theme=colours, unique_id="allhands", clear=False)
        svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)
        svg = svg.replace("font-family: Fira Code, monospace", f"font-family: {FONT}")
        lines = (line.rstrip() for line in svg.splitlines())
        write_whole(stem.with_name(f"{stem.name}-{theme}.svg"), "\n".join(lines) + "\n")


if __name__ == "__main__":
    stem, *arguments = sys.argv[1:]
    console = recorded(arguments)
    draw(console, Path(stem))
    _, _, output = console.export_text().partition("\n")
    sys.stdout.write(output)
