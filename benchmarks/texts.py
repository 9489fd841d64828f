"""What commands print and runs found out, in the README and the docs: ``make texts``.

A block of a page begins with ``<!--cog print(texts.published()) cog-->`` and ends with
``<!--end-->``. `Cog <https://cog.readthedocs.io>`_ replaces what is between. The blocks are made
from the committed run in `reports`, or by commands that take a moment, so that a test can make them
again. Only the check of `MINE` is recorded: it takes ten seconds, and says how many.
"""

import io
import json
import re
import shlex
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import chdir, suppress
from pathlib import Path
from typing import Any

from click.testing import CliRunner
from cogapp import Cog
from rich.console import Console

from benchmarks import faults, strength
from evaluators.cache import write_whole
from harness.checking.verdict import share_in_words
from harness.cli import main
from harness.reporting import terminal
from harness.reporting.drawing import THEMES, in_theme

__all__ = ["faults", "strength"]  # for the blocks of their pages

ROOT = Path(__file__).parent.parent
REPORTS = ROOT / "reports"
BEGIN = "<!--cog"
MINE = "docs/check-your-own/mine.py"
SCREEN = ROOT / "docs/check-your-own/verdict.txt"
"""What the check of `MINE` printed."""
WRONG = "reversed", "false_ties", "false_wins"
MOST_FAMILIES = 6


def pages() -> list[str]:
    """The pages that have blocks."""
    texts = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    return sorted(str(page) for page in texts if BEGIN in page.read_text(encoding="utf-8"))


def cog(*options: str) -> int:
    """Run cog on all pages: 0, or 5 if ``--check`` finds a block that would change."""
    usual = ["-P", "-p", "from benchmarks import texts", f"--markers={BEGIN} cog--> <!--end-->"]
    exit_code: int = Cog().main(["cog", *usual, *options, *pages()])
    return exit_code


def screen(command: str, output: str) -> str:
    """A command and what it prints, as a block of Markdown."""
    lines = (line.rstrip() for line in output.strip("\n").splitlines())
    return "\n".join(["```console", f"$ allhands {command}", *lines, "```"])


def run(command: str, folder: str = "") -> str:
    """A command of ours and its output, run in a folder of this project."""
    with chdir(ROOT / folder):
        return screen(command, CliRunner().invoke(main, shlex.split(command)).output)


def recorded() -> str:
    """The check of `MINE`, as it was recorded."""
    return screen(f"check {MINE}", SCREEN.read_text(encoding="utf-8"))


def from_report(title: str, folder: str = "../reports/") -> str:
    """A section of the committed report without its title; without a title, how it begins."""
    text = (REPORTS / "README.md").read_text(encoding="utf-8")
    _, *sections = re.split(r"(?m)^##+ ", text)
    of_title = dict(section.split("\n", 1) for section in sections)
    section = of_title[title] if title else text[text.index("<picture>") : text.index("\n## ")]
    section = re.sub(r'(src|srcset)="(?=[\w-]+\.svg)', rf'\1="{folder}', section)
    return re.sub(r"\]\((?=[\w-]+\.csv)", f"]({folder}", section).strip()


def verdicts(name: str) -> list[dict[str, Any]]:
    """The verdicts of a file of the committed run."""
    rows: list[dict[str, Any]] = json.loads((REPORTS / f"{name}.json").read_text())["evaluators"]
    return rows


def proven(name: str, style: str) -> str:
    """A table of evaluators that are equivalent, in one order, and the digest of that order."""
    rows = [
        row
        for row in verdicts(name)
        if row["status"] == "equivalent" and row["style"] == style and row["scope"][:4] == "all "
    ]
    (scope,), (digest,), (keys,), (showdowns,) = (
        {row[what] for row in rows} for what in ("scope", "digest", "classes", "showdowns")
    )
    lines = ["| evaluator | processor time |", "|---|--:|"]
    lines += [f"| {row['name']} | {row['seconds']:.1f} s |" for row in rows]
    lines += ["", f"{len(rows)} evaluators on {scope}: {keys:,} keys each,"]
    lines += [f"so {showdowns:,} showdowns in one and the same order. SHA-256 of that order:"]
    return "\n".join([*lines, f"`{digest}`."])


def published() -> str:
    """What is wrong with each published version, at five and seven cards."""
    rows = [row for row in verdicts("verdicts") if "published" in row["name"]]
    return "\n\n".join(
        "\n".join(about(row))
        for row in rows
        if row["status"] != "equivalent" and row["cards"] in (5, 7)
    )


def about(verdict: Mapping[str, Any]) -> Iterator[str]:
    """The faults of an evaluator, and the two hands that show one most plainly."""
    wrong = {kind.replace("_", " "): verdict[kind] for kind in WRONG}
    counts = ", ".join(f"{number:,} {kind}" for kind, number in wrong.items() if number)
    share = share_in_words(sum(wrong.values()), verdict["showdowns"])
    yield f"**{verdict['name']}**, {verdict['scope']}: {share} of their showdowns ({counts})."
    yield ""
    families = verdict["families"]
    yield from (f"- {family['fault']}" for family in families[:MOST_FAMILIES])
    if more := len(families[MOST_FAMILIES:]):
        yield f"- and {more} more"
    sides = (verdict["witness"][side] for side in ("first", "second"))
    first, second = (f"{side['hand']} ({side['name']}, key `{side['key']}`)" for side in sides)
    yield ""
    yield f"{first} {verdict['witness']['rules_say']} {second};"
    yield f"here it {verdict['witness']['evaluator_says']} it."


def record(arguments: Iterable[str], stem: Path) -> None:
    """Run a command; keep what it prints as text, and as a picture in both themes."""
    console = Console(
        record=True, width=80, file=io.StringIO(), color_system="truecolor",
        markup=False, emoji=False, highlight=False, soft_wrap=True,
    )  # fmt: skip
    usual, terminal.console = terminal.console, lambda stderr=False: console
    try:
        console.print(f"$ allhands {' '.join(arguments)}", style="bold")
        with suppress(SystemExit):
            main([*arguments])
    finally:
        terminal.console = usual
    for theme in THEMES:
        write_whole(stem.with_name(f"{stem.name}-{theme}.svg"), in_theme(console, theme))
    _, _, output = console.export_text().partition("\n")
    write_whole(stem.with_suffix(".txt"), output)


if __name__ == "__main__":
    record(["check", MINE], SCREEN.with_suffix(""))
    sys.exit(cog("-r"))
