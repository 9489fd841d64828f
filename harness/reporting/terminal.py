"""Verdicts on a terminal of 80 columns, and in a pipe.

A line is a string, rich's `Text` if a part of it has a style, or a `Table`. No line contains rich's
markup, and all text from outside goes through `visible`, so that it can neither colour nor break a
line.
"""

import errno
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from itertools import zip_longest
from textwrap import wrap
from time import monotonic
from typing import Any, Literal, TypeAlias

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from harness.checking.statuses import EQUIVALENT, ERROR, NOT_EQUIVALENT, NOT_INSTALLED, TIMEOUT
from harness.checking.verdict import Verdict
from harness.hands.classes import CATEGORIES
from harness.processes.visible import visible
from harness.teaching.chapters import chapter_of
from harness.teaching.witnesses import width_of, witness_lines

Line: TypeAlias = str | Text | Table
QUIET = 30  # seconds without a line where there is no bar

STATUS = {
    EQUIVALENT: ("equivalent", "green"),
    NOT_EQUIVALENT: ("not equivalent", "red"),
    ERROR: ("error", "red"),
    TIMEOUT: ("out of time", "red"),
    NOT_INSTALLED: ("not installed", "yellow"),
}
CHECK = ("evaluator", "verdict", "keys", "wrong", "cpu s")
MOST_GROUPS, IN_JSON = 6, "--json has them all"
WIDTH = 75
"""Columns for words that are indented by two or four."""
PIPE = 10_000
"""Columns in a pipe: nothing is broken or cut."""
A_SAMPLE = "Nothing is known about other hands: this is a sample."


class _Console(Console):
    """A console that leaves the exit code after a broken pipe to the command."""

    def on_broken_pipe(self) -> None:
        """Raise the error of a write to a pipe without a reader."""
        raise BrokenPipeError(errno.EPIPE, os.strerror(errno.EPIPE))


def console(**options: Any) -> Console:
    """A console that prints text as it is: no markup, no emoji codes, no colours, no breaks."""
    out = _Console(markup=False, emoji=False, highlight=False, soft_wrap=True, **options)
    if not out.is_terminal:
        out.width = PIPE
    return out


def table(
    heads: Sequence[str],
    rows: Iterable[Sequence[str | Text]],
    words: int = 1,
    widths: Iterable[int] = (),
) -> Table:
    """A table without lines, whose first columns are words and the others numbers.

    Args:
        heads: the heads of the columns.
        rows: its rows; the text is shown as it is.
        words: how many columns are words.
        widths: the width of each column, for a table that is printed row by row.
    """
    made = Table(box=None, pad_edge=False, header_style="bold")
    for place, (head, width) in enumerate(zip_longest(heads, widths)):
        side: Literal["left", "right"] = "left" if place < words else "right"
        made.add_column(Text(head), justify=side, overflow="fold", width=width)
    for row in rows:
        made.add_row(*(Text(cell) if isinstance(cell, str) else cell for cell in row))
    return made


@contextmanager
def bar(out: Console, total: int, unit: str) -> Iterator[Callable[..., None]]:
    """A progress bar on standard output or error, on the first that is a terminal, if any.

    In its context, a function advances it by a number of steps, and shows the label of what runs.
    With `has_steps=False`, it shows at once that this goes on: a label, and a bar that pulses.
    Where neither is a terminal, a line on standard error says every half minute how far it is.
    """
    terminal = out if out.is_terminal else console(stderr=True)
    text = TextColumn("{task.description}", markup=False)
    columns = text, BarColumn(), TimeRemainingColumn()
    is_shown = terminal.is_terminal
    progress = Progress(*columns, console=terminal, transient=True, disable=not is_shown)
    task = progress.add_task("", total=total)
    pulse = progress.add_task("", total=None, visible=False)
    said = monotonic()

    def advance(steps: int, label: str, has_steps: bool = True) -> None:
        progress.update(task, advance=steps, visible=has_steps)
        nonlocal said
        done = f"{visible(label)}  {progress.tasks[0].completed:,.0f} of {total:,} {unit}"
        if not is_shown and monotonic() > said + QUIET:
            said = monotonic()
            terminal.print(done, markup=False)
        progress.update(task, description=done)
        progress.update(pulse, description=visible(label), visible=not has_steps)
        if not has_steps:  # the thread that draws is not waited for
            progress.refresh()

    advance(0, "")
    with progress:
        yield advance


def check_head(names: Sequence[str]) -> Table:
    """The heading of a table of verdicts; the rows come one by one, and have to be aligned."""
    numbers = (14, 9, 18, 7)  # 1 in 1,656,348,819
    room = max(20, console().width - sum(numbers) - 2 * len(numbers))
    width = min(room, width_of([CHECK[0], *map(visible, names)]))
    return table(CHECK, [], 2, (width, *numbers))


def check_row(verdict: Verdict, names: Sequence[str]) -> Table:
    """The row of a verdict, which is printed once it is known."""
    is_judged = verdict.status == EQUIVALENT or _orders_wrongly(verdict)
    row = check_head(names)
    row.show_header = False
    row.add_row(
        Text(visible(verdict.name)),
        Text(*STATUS[verdict.status]),
        f"{verdict.distinct_keys:,}" if verdict.distinct_keys else "-",
        verdict.share if is_judged else "-",
        f"{verdict.seconds + verdict.counting:.1f}" if verdict.seconds else "-",
    )
    return row


def _orders_wrongly(verdict: Verdict) -> bool:
    """Test whether some showdowns are decided wrongly, as far as is known.

    A fault of a single hand, such as two keys for it, makes no showdown wrong.
    """
    return verdict.status == NOT_EQUIVALENT and bool(verdict.wrong or verdict.undecided)


def details(verdict: Verdict, most: int = MOST_GROUPS, rest: str = IN_JSON) -> Iterator[Line]:
    """Two hands that an evaluator gets wrong and all its faults, or the error that ended its check.

    Args:
        verdict: the verdict.
        most: how many kinds are shown.
        rest: where all kinds are, if there are more.
    """
    kind = verdict.advice.kind
    chapter = chapter_of(kind) if kind else ""
    status = STATUS[verdict.status]
    yield from _written("details", verdict, _orders_wrongly(verdict), *status, chapter, most, rest)


def preflight(verdict: Verdict) -> Iterator[Line]:
    """The result of a preflight without faults: it evaluates a few hands before all others."""
    if verdict.status == EQUIVALENT and verdict.style == "python":
        yield from _written("preflight", verdict)


def summary(verdicts: Sequence[Verdict]) -> Iterator[Line]:
    """The verdicts together: how many evaluators are equivalent, and on which hands.

    >>> from harness.hands.scopes import All, Sample
    >>> for line in summary([Verdict(name, EQUIVALENT, All(), 45, digest="5a1e") for name in "ab"]):
    ...     print(line)
    2 of 2 are equivalent: 45 hands, so 990 showdowns,
    in one and the same order.
    Digest of the order of these 45 hands (SHA-256):
    5a1e
    >>> print(*summary([Verdict("c", ERROR, Sample(5, 100))]))
    Nothing was checked to the end.
    """
    yield from _written("summary", verdicts)


def _written(part: str, *values: object) -> Iterator[Text]:
    """The lines of a part of the template `verdict.txt`."""
    text = str(getattr(_template().module, part)(*values)).rstrip("\n")
    if text:
        yield from Text.from_markup(text, emoji=False).split("\n")


@cache
def _template() -> Any:
    # Not for every command: a server that grades does without jinja2.
    from markupsafe import Markup

    from harness.reporting.pages import environment

    templates = environment(
        lambda text: Markup(escape(visible(text))),
        n="{:,}".format,
        wrapped=lambda text: wrap(
            visible(text), WIDTH, break_long_words=False, break_on_hyphens=False
        ),
        lines=lambda text: visible(text, lines=True).split("\n"),
        hands=lambda witness: [part for line in witness_lines(witness) for part in wrap(line, 78)],
        category=CATEGORIES.__getitem__,
    )
    return templates.get_template("verdict.txt")
