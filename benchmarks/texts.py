"""Blocks of the README and the docs, made by commands or from the run: ``make texts``.

A block of a page begins with ``<!--cog print(texts.recorded()) cog-->`` and ends with
``<!--end-->``. `Cog <https://cog.readthedocs.io>`_ replaces what is between. The blocks are made
from the committed run in `reports`, or by commands that take a moment, so that a test can make them
again. Only the checks in `RECORDED` are recorded: they take seconds, and say how many.
"""

import io
import re
import shlex
import subprocess
import sys
from collections.abc import Iterable
from contextlib import chdir, suppress
from pathlib import Path
from statistics import median
from typing import Any
from unittest.mock import patch

from click.testing import CliRunner

from evaluators.cache import write_whole
from evaluators.rules import STANDARD, rules_called
from field.results import RUNS, WRONG, is_sample, packages
from harness.checking.statuses import EQUIVALENT
from harness.cli import main
from harness.hands.arrays import examples
from harness.hands.scopes import All
from harness.reporting import terminal
from harness.reporting.drawing import THEMES, in_theme
from harness.reporting.report import read_run, read_verdicts
from harness.timing.results import BASELINE, read
from harness.timing.workloads import WORKLOADS

ROOT = Path(__file__).parent.parent
REPORTS = ROOT / "reports"
BEGIN = "<!--cog"
MINE = "docs/check-your-own/mine.py"
RECORDED = {
    "docs/check-your-own/verdict": ("check", MINE),
    "docs/games/verdict": ("check", "--rules", "short-deck", "docs/games/six_plus.py"),
}
"""Checks, and where their output is kept: as text, and as a picture in both themes."""


def pages() -> list[str]:
    """The pages that have blocks."""
    others = "README.md", "key/README.md", "tests/transcripts.md"
    texts = [*map(ROOT.joinpath, others), *(ROOT / "docs").rglob("*.md")]
    return sorted(str(page) for page in texts if BEGIN in page.read_text(encoding="utf-8"))


def cog(*options: str) -> int:
    """Run cog on all pages; the exit code is 5 if ``--check`` finds a block that would change."""
    prologue = "from benchmarks import faults, libraries, showdowns, strength, texts, wrong_works"
    usual = ["-P", "-p", prologue, f"--markers={BEGIN} cog--> <!--end-->"]
    command = [sys.executable, "-m", "cogapp", *usual, *options, *pages()]
    return subprocess.run(command, cwd=ROOT, check=False).returncode


def screen(command: str, output: str) -> str:
    """A command and what it prints, as a block of Markdown."""
    lines = (line.rstrip() for line in output.strip("\n").splitlines())
    return "\n".join(["```console", f"$ allhands {command}", *lines, "```"])


def run(command: str, folder: str = "", until: str | None = None) -> str:
    """A command of ours and its output, run in a folder of this project.

    A list that grows with the project is cut before the line that begins with `until`.
    """
    with chdir(ROOT / folder):
        output = CliRunner().invoke(main, shlex.split(command)).output
    if until:
        before, _, _ = output.partition(f"\n{until}")
        output = f"{before}\n  ..."
    return screen(command, output)


def recorded() -> str:
    """The check of `MINE`, as it was recorded."""
    file = ROOT / "docs/check-your-own/verdict.txt"
    return screen(f"check {MINE}", file.read_text(encoding="utf-8"))


def games(*names: str) -> str:
    """Games: their hands of five cards, and their classes of five, six and seven."""
    lines = [
        "| `--rules` | hands of five | classes of five, six, seven cards | |",
        "|---|--:|--:|---|",
    ]
    for rules in map(rules_called, names):
        hands = f"{All(rules=rules).all_hands:,}"
        classes = ", ".join(f"{len(examples(size, rules)):,}" for size in (5, 6, 7))
        lines.append(f"| `{rules.name}` | {hands} | {classes} | {rules.about} |")
    return "\n".join(lines)


def from_report(title: str, folder: str = "../reports/") -> str:
    """A section of the committed report without its title; without a title, the first picture."""
    text = (REPORTS / "README.md").read_text(encoding="utf-8")
    if title:
        section = text.partition(f"\n## {title}\n")[2].partition("\n## ")[0]
    else:
        section = f"{text[text.index('<picture>') :].partition('</picture>')[0]}</picture>"
    section = re.sub(r'(src|srcset)="(?=[\w-]+\.svg)', rf'\1="{folder}', section)
    return re.sub(r"\]\((?=[\w-]+\.csv)", f"]({folder}", section).strip()


def repeated() -> str:
    """The section of the committed report on hands that repeat, from its table on."""
    _, has_table, rows = from_report("What if hands repeat?").partition("| evaluator")
    older = "The committed run is older: in it, each array is of the same 20,000 hands."
    return f"Hands of seven cards in the committed run:\n\n{has_table}{rows}" if rows else older


def equivalent(cards: int, style: str) -> list[dict[str, Any]]:
    """The verdicts of the committed run on evaluators that are equivalent."""
    asked = (EQUIVALENT, cards, style)
    rows = read_verdicts(REPORTS)["evaluators"]
    return [row for row in rows if (row["status"], row["cards"], row["style"]) == asked]


def promised(folder: str = "") -> str:
    """How many published packages are wrong, and how long a check of seven cards takes."""
    field, rows = packages(ROOT / RUNS / "verdicts.json"), equivalent(7, "compiled")
    judged = [each for each in field if each.rules == STANDARD]
    sampled = [
        any(is_sample(verdict) for verdict in each.verdicts.values() if verdict["documented"])
        for each in judged
    ]
    wrong = sum(each.status == WRONG for each in judged)
    seconds = sorted(row["seconds"] for row in rows)
    return (
        f"- **Published packages, checked.** Of {len(judged)} on PyPI and npm with "
        f"the usual rules, {wrong} are wrong:\n  [for which hands, and why]({folder}field.md). "
        f"{len(judged) - sum(sampled)} were checked on every hand,\n  {sum(sampled)} slow ones "
        "wholly or partly on samples.\n"
        f"- **Every hand of seven cards.** {rows[0]['hands']:,} hands, proven for {len(rows)} "
        f"of ours in machine code, in {seconds[0]:.1f} to\n"
        f"  {seconds[-1]:.0f} seconds of processor time each ([how]({folder}proof.md))."
    )


def proven(cards: int, style: str) -> str:
    """The number of evaluators that are equivalent on all hands, and the digest of their order."""
    rows = equivalent(cards, style)
    (scope,), (digest,), (keys,), (showdowns,) = (
        {row[what] for row in rows} for what in ("scope", "digest", "classes", "showdowns")
    )
    seconds = sum(row["seconds"] for row in rows)
    return (
        f"{len(rows)} evaluators on {scope}, in {seconds:.0f} seconds of processor time:\n"
        f"{keys:,} keys each, so {showdowns:,} showdowns in one and the same order.\n"
        f"SHA-256 of that order: `{digest}`."
    )


def run_of() -> str:
    """The commit, the machine and the load of the committed run, in a sentence."""
    timing = read_run(REPORTS)["parts"]["timing"]
    results = read(REPORTS / "timing")
    timings = [each for each in results.timings if each.workload in WORKLOADS]
    wide, usual = sum(each.is_wide for each in timings), median(each.width for each in timings)
    many = f"Of {len(timings)} intervals, {wide} are wider than 10 % of their median;"
    raw = median(each.as_measured.width for each in timings)
    half = f"half of all are wider than {usual * 100:.0f} %"
    half += f" ({raw * 100:.0f} % without the yardstick)" * (raw != usual)
    others = [each for each in timings if each.name != BASELINE]
    ratios = [ratio for each in others if (ratio := results.over_baseline(each))]
    unsure = sum(ratio.width > 0.05 for ratio in ratios)
    return (
        f"Measured at commit {timing['commit'][:12]} on {results.machine}, "
        f"{timing['date']}, with a\nload of at most {results.load:.1f}. {many}\n"
        f"{half}. Of {len(ratios)} ratios to {BASELINE} "
        f"within rounds, {unsure} have an interval wider than 5 %."
    )


def record(arguments: Iterable[str], stem: Path) -> None:
    """Run a command; keep what it prints as text, and as a picture in both themes."""
    console = terminal.console(record=True, file=io.StringIO(), color_system="truecolor")
    console.width = 80
    console.print(f"$ allhands {' '.join(arguments)}", style="bold")
    with patch.object(terminal, "console", lambda **options: console), suppress(SystemExit):
        main([*arguments])
    console.print()  # else the picture ends in the middle of the last line
    for theme in THEMES:
        write_whole(stem.with_name(f"{stem.name}-{theme}.svg"), in_theme(console, theme))
    _, _, output = console.export_text().partition("\n")
    write_whole(stem.with_suffix(".txt"), output[:-1])


if __name__ == "__main__":
    for stem, arguments in RECORDED.items():
        record(arguments, ROOT / stem)
    sys.exit(cog("-r"))
