"""Verdicts on a terminal of 80 columns, and in a pipe.

A line is a string, rich's `Text` if a part of it has a style, or a `Table`. No line contains rich's
markup, and all text from outside goes through `visible`, so that it can neither colour nor break a
line.
"""

import errno
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from textwrap import wrap
from typing import Literal, TypeAlias

from rich.console import Console
from rich.padding import Padding
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from harness.adapters.comparing import COMPARISON
from harness.checking.statuses import (
    EQUIVALENT,
    ERROR,
    FALSE_TIE,
    FALSE_WIN,
    NOT_EQUIVALENT,
    NOT_INSTALLED,
    RENAMED,
    REVERSED,
    TIMEOUT,
    UNSTEADY,
)
from harness.checking.verdict import Verdict
from harness.hands.classes import CATEGORIES
from harness.processes.visible import visible
from harness.reporting.witnesses import witness_lines
from harness.teaching.chapters import chapter_of

Line: TypeAlias = str | Text | Table | Padding

STATUS = {
    EQUIVALENT: ("equivalent", "green"),
    NOT_EQUIVALENT: ("not equivalent", "red"),
    ERROR: ("error", "red"),
    TIMEOUT: ("out of time", "red"),
    NOT_INSTALLED: ("not installed", "yellow"),
}
CHECK = ("evaluator", "verdict", "keys", "wrong", "cpu s")
MOST_GROUPS = 6
WIDTH = 77
"""Columns for words that are indented by two."""
PIPE = 10_000
"""Columns where no terminal is: nothing is broken or cut."""
A_SAMPLE = "Nothing is known about other hands: this is a sample."
_SUFFIX = {REVERSED: "", FALSE_TIE: ", tied", FALSE_WIN: ", not tied"}


class _Console(Console):
    """A console that leaves the exit code after a broken pipe to the command."""

    def on_broken_pipe(self) -> None:
        """Raise the error of a write to a pipe without a reader."""
        raise BrokenPipeError(errno.EPIPE, os.strerror(errno.EPIPE))


def console(stderr: bool = False) -> Console:
    """A console that prints text as it is: no markup, no emoji codes, no colours, no breaks."""
    out = _Console(stderr=stderr, markup=False, emoji=False, highlight=False, soft_wrap=True)
    if not out.is_terminal:
        out.width = PIPE
    return out


def table(
    heads: Sequence[str],
    rows: Iterable[Sequence[str | Text]],
    words: int = 1,
    widths: Sequence[int | None] = (),
    has_heads: bool = True,
) -> Table:
    """A table without lines, whose first columns are words and the others numbers.

    Args:
        heads: the heads of the columns.
        rows: its rows; the text is shown as it is.
        words: how many columns are words.
        widths: the width of each column, for a table that is printed row by row.
        has_heads: whether the heads are shown.
    """
    made = Table(box=None, pad_edge=False, header_style="bold", show_header=has_heads)
    for place, head in enumerate(heads):
        side: Literal["left", "right"] = "left" if place < words else "right"
        width = widths[place] if widths else None
        made.add_column(Text(head), justify=side, overflow="fold", width=width)
    for row in rows:
        made.add_row(*(Text(cell) if isinstance(cell, str) else cell for cell in row))
    return made


class Bar:
    """A progress bar on standard output or error, on the first that is a terminal, if any."""

    def __init__(self, out: Console, total: int, unit: str) -> None:
        terminal = out if out.is_terminal else console(stderr=True)
        self._progress = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            MofNCompleteColumn(separator=" of "),
            TextColumn(unit, markup=False),
            TimeRemainingColumn(),
            console=terminal,
            transient=True,
            disable=not terminal.is_terminal,
        )
        self._task = self._progress.add_task("", total=total)

    def advance(self, steps: int, label: str) -> None:
        """Advance by `steps`, and show the label of what is running."""
        self._progress.update(self._task, advance=steps, description=visible(label))

    @contextmanager
    def shown(self) -> Iterator[None]:
        """Show the bar within this context."""
        with self._progress:
            yield


def check_head(names: Sequence[str]) -> Line:
    """The heading of a table of verdicts."""
    return table(CHECK, [], 2, _check_widths(names))


def check_row(verdict: Verdict, names: Sequence[str]) -> Line:
    """The row of a verdict, which is printed once it is known."""
    is_judged = verdict.status == EQUIVALENT or _orders_wrongly(verdict)
    row = (
        visible(verdict.name),
        Text(*STATUS[verdict.status]),
        f"{verdict.distinct_keys:,}" if verdict.distinct_keys else "-",
        verdict.share if is_judged else "-",
        f"{verdict.seconds:.1f}" if verdict.seconds else "-",
    )
    return table(CHECK, [row], 2, _check_widths(names), has_heads=False)


def _check_widths(names: Sequence[str]) -> Sequence[int]:
    """The widths of the columns of verdicts: rows come one by one, and have to be aligned."""
    numbers = (14, 9, 12, 7)
    room = console().width - sum(numbers) - 2 * len(numbers)
    return (min(max(room, 20), width_of([CHECK[0], *map(visible, names)])), *numbers)


def _orders_wrongly(verdict: Verdict) -> bool:
    """Whether some showdowns are decided wrongly, even if the number is unknown.

    A fault of a single hand, such as two keys for it, makes no showdown wrong.
    """
    return verdict.status == NOT_EQUIVALENT and verdict.wrong != 0


def width_of(texts: Sequence[str]) -> int:
    """The width of a column of texts."""
    return max(map(len, texts), default=0)


def details(verdict: Verdict) -> Iterator[Line]:
    """The faults of an evaluator, or the error that ended its check."""
    yield Text(visible(verdict.name), "bold")
    if _orders_wrongly(verdict):
        yield f"  {verdict.scope}:"
    if verdict.message:
        yield f"  {visible(verdict.message)}"
    yield from _last_output(verdict.output)
    if _orders_wrongly(verdict):
        yield from _shares(verdict)
    elif verdict.families:
        yield f"  {verdict.scope}: none shows a fault;"
        yield "  one hand of each class, evaluated before, shows this:"
    if verdict.families:
        yield ""
        yield f"  {verdict.families[0]}"
    yield from (f"  {line}" for line in wrap(verdict.hint, WIDTH))
    if verdict.advice.kind:
        yield _dim(f"read {chapter_of(verdict.advice.kind)}")
    if others := verdict.families[1:MOST_GROUPS]:
        yield ""
        yield from (f"  {family}" for family in others)
        yield from _more_kinds(len(verdict.families))
    if verdict.witness:
        yield ""
        yield from (f"  {line}" for line in witness_lines(verdict.witness))
    if verdict.failures and verdict.wrong != 0:
        yield ""
        rows = []
        for failure, _ in verdict.failures[:MOST_GROUPS]:
            showdowns = "unknown" if verdict.wrong is None else f"{failure.showdowns:,}"
            hands = (
                f"{failure.stronger_hands:,} {CATEGORIES[failure.stronger]} / "
                f"{failure.weaker_hands:,} {CATEGORIES[failure.weaker]}{_SUFFIX[failure.kind]}"
            )
            rows.append((showdowns, hands))
        between = table(("showdowns", "wrong between hands"), rows, 0, (17, None))
        between.columns[1].justify = "left"
        yield Padding(between, (0, 0, 0, 2), expand=False)
        yield from _more_kinds(len(verdict.failures), indent=19)


def _more_kinds(kinds: int, indent: int = 0) -> Iterator[Line]:
    if (more := kinds - MOST_GROUPS) > 0:
        text = "1 more kind" if more == 1 else f"{more} more kinds"
        yield f"  {'':>{indent}}and {text}; --json has them all"


def _shares(verdict: Verdict) -> Iterator[Line]:
    misplaced = sum(family.hands for family in verdict.families)
    if verdict.wrong is None:
        yield f"  {misplaced:,} hands are out of place; the share of wrong showdowns is unknown"
        return
    share = verdict.wrong_in_words
    if verdict.scope.is_up_to_suits and verdict.witness and verdict.witness.kind == RENAMED:
        share = f"about {share}"  # the hands with other names of suits were not evaluated
    sentence = f"{misplaced:,} hands are out of place, {share}:"
    yield from (f"  {line}" for line in wrap(sentence, WIDTH))
    yield (
        f"  {verdict.reversed:,} reversed, {verdict.false_ties:,} false ties, "
        f"{verdict.false_wins:,} false wins"
    )


def _last_output(output: str) -> Iterator[Line]:
    if output:
        yield "  Its last output:"
        yield from (_dim(f"| {line}") for line in visible(output, lines=True).split("\n"))


def _dim(text: str) -> Line:
    return Text.assemble("  ", (text, "dim"))


def preflight(verdict: Verdict) -> Iterator[Line]:
    """The result of the preflight, which evaluates a few hands before all others."""
    if verdict.status not in (EQUIVALENT, NOT_EQUIVALENT) or verdict.style != "python":
        return
    label = f"{'preflight':<15}"
    if not verdict.witness:
        hands = f"{verdict.hands:,} hands"
        yield f"{label}{hands}: key independent of order and suits; input unchanged"
    elif verdict.witness.kind == RENAMED:
        yield Text.assemble(label, ("suits change the key", "red"))
    else:
        yield Text.assemble(label, ("the same cards have two keys", "red"))
    label = f"{'one per class':<15}"
    if verdict.families:
        fault, *others = verdict.families
        faults = "fault" if len(others) == 1 else "faults"
        more = f", and {len(others)} more {faults}" if others else ""
        yield Text.assemble(label, (fault.summary, "red"), more)
    elif verdict.witness and verdict.witness.kind == UNSTEADY:
        yield f"{label}not compared, as long as the same cards have two keys"
    elif verdict.distinct_keys:
        yield f"{label}{verdict.distinct_keys:,} hands are in order"


def summary(verdicts: Sequence[Verdict]) -> Iterator[Line]:
    """The verdicts together: how many evaluators are equivalent, and on which hands."""
    right = [verdict for verdict in verdicts if verdict.status == EQUIVALENT]
    digests = {verdict.digest for verdict in right}
    for verdict in verdicts:
        if verdict.found_out:
            who = "" if len(verdicts) == 1 else f"{visible(verdict.name)}: "
            yield f"{who}inferred: {_direction(verdict)} (royal flush against the weakest hand)"
    for verdict in verdicts:
        yield from map(visible, verdict.remarks)
    if right:
        scope = right[0].scope
        order = "one and the same order" if len(right) > 1 else "the order of the rules"
        verb = "is" if len(right) == 1 else "are"
        who = "It is" if len(verdicts) == 1 else f"{len(right)} of {len(verdicts)} {verb}"
        where = " on this sample" if scope.is_sample else ""
        yield (
            f"{who} equivalent{where}: {right[0].hands:,} hands, "
            f"so {right[0].showdowns:,} showdowns,\nin {order}. Digest of that order (SHA-256):"
        )
        yield from sorted(str(digest) for digest in digests)
        if right[0].style == COMPARISON:
            yield (
                "Every hand was compared with one of its class, and the classes with each other:\n"
                "that decides about all pairs as far as the comparison is transitive."
            )
        if scope.is_up_to_suits:
            yield (
                "That the key does not depend on suits was tested on a flush of each class and\n"
                "500 more hands, in all 24 ways to rename suits; it is not proven: --all does that."
            )
    elif any(verdict.status == NOT_EQUIVALENT for verdict in verdicts):
        yield "No evaluator is equivalent." if len(verdicts) > 1 else "It is not equivalent."
    unknown = [v for v in verdicts if v.status not in (EQUIVALENT, NOT_EQUIVALENT)]
    if len(unknown) < len(verdicts) and verdicts[0].scope.is_sample:
        yield A_SAMPLE
    if len(unknown) == len(verdicts):
        yield "Nothing was checked to the end."
    elif unknown:
        yield f"{len(unknown)} of {len(verdicts)} could not be checked to the end."


def _direction(verdict: Verdict) -> str:
    """Which keys, or which answers of a comparison, mean that a hand wins."""
    if verdict.style == COMPARISON:
        answers = "positive" if verdict.found_out == "higher" else "negative"
        return f"{answers} answers mean that the first hand wins"
    return f"{verdict.found_out} keys win"
