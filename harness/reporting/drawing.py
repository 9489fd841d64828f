"""Draw the output of a console as SVG, with the reader's fonts and nothing that is fetched."""

import re

from rich.console import Console
from rich.terminal_theme import TerminalTheme

FONT = "ui-monospace, Menlo, Consolas, monospace"

NORMAL = [(0, 0, 0), (197, 15, 31), (17, 122, 55), (154, 103, 0), (5, 80, 174), (130, 80, 223),
          (27, 124, 131), (110, 119, 129)]  # fmt: skip
BRIGHT = [(110, 118, 129), (255, 123, 114), (63, 185, 80), (210, 153, 34), (88, 166, 255),
          (188, 140, 255), (57, 197, 207), (177, 186, 196)]  # fmt: skip
THEMES = {
    "light": TerminalTheme((246, 248, 250), (27, 31, 36), NORMAL, NORMAL),
    "dark": TerminalTheme((22, 27, 34), (230, 237, 243), BRIGHT, BRIGHT),
}


def in_theme(console: Console, theme: str) -> str:
    """The output of a recording console in one theme, as rich draws it."""
    svg = console.export_svg(title="", theme=THEMES[theme], unique_id="allhands", clear=False)
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)
    svg = svg.replace("font-family: Fira Code, monospace", f"font-family: {FONT}")
    return "\n".join(line.rstrip() for line in svg.splitlines()) + "\n"
