"""A check in a notebook: a line of progress that is updated, and the verdict as HTML."""

import io
import re
import sys
from collections.abc import Callable
from time import monotonic

from rich.text import Text

from evaluators.cards import format_hand
from harness.adapters import BEST_FIVE, COMPARISON, NAMING
from harness.checking.verdict import Verdict
from harness.faults.witness import best_first
from harness.processes.visible import visible
from harness.reporting import terminal
from harness.reporting.drawing import THEMES

STEP = 0.2
"""The least time between two updates, in seconds."""


def progress(total: int) -> Callable[[int], None]:
    """A function that takes each number of hands just done; it is silent outside a notebook.

    Args:
        total: the number of all hands.
    """
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    if shell is None or not hasattr(shell, "kernel"):  # IPython on a terminal has none
        return lambda hands: None
    from IPython.display import Pretty, display

    shell.display_formatter.formatters["text/html"].for_type(Verdict, as_html)
    began, done, updated = monotonic(), 0, 0.0
    handle = display(Pretty(f"0 of {total:,} hands"), display_id=True)

    def advance(hands: int) -> None:
        nonlocal done, updated
        done += hands
        now = monotonic()
        if not done or (done < total and now - updated < STEP):  # a preflight counts none
            return
        updated = now
        left = (now - began) / max(done, 1) * (total - done)
        line = f"{done:,} of {total:,} hands, {left:.0f} s left"
        handle.update(Pretty(line if done < total else f"{total:,} hands, {now - began:.0f} s"))

    return advance


SUITS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
RED = "#e5484d"


def as_html(verdict: Verdict) -> str:
    """A verdict as HTML: the text of a terminal, with cards as they are printed."""
    status, colour = terminal.STATUS[verdict.status]
    if verdict and verdict.scope.is_sample:  # green would promise too much
        status, colour = "no fault found", "dim"
    # In a notebook, rich would show each line as an output of its own, whatever its file is.
    console = terminal.console(
        record=True, file=io.StringIO(), color_system="truecolor", force_jupyter=False
    )
    where = f" on {verdict.scope}" if verdict else ""
    console.print(Text.assemble(f"{visible(verdict.name)}: ", (status, f"bold {colour}"), where))
    lines = [*terminal.details(verdict, rest="its families and failures have them all")][1:]
    if verdict:  # for some, the status alone would promise too much
        has_more = verdict.remarks or verdict.style in (BEST_FIVE, COMPARISON, NAMING)
        lines = [*terminal.summary([verdict])] if has_more else []
    if verdict.scope.is_sample and terminal.A_SAMPLE not in map(str, lines):
        lines.append(terminal.A_SAMPLE)
    for line in lines:
        console.print(line)
    text = console.export_html(
        theme=THEMES["light"], inline_styles=True,
        code_format='<pre style="white-space:pre-wrap">{code}</pre>',
    )  # fmt: skip
    for side in (verdict.witness.first, verdict.witness.second) if verdict.witness else ():
        for hand in {best_first(side.hand, side.rules), format_hand(side.hand)}:
            text = text.replace(hand, re.sub(r"\b(\w)([cdhs])\b", _card, hand))
    return text


def _card(card: re.Match[str]) -> str:
    """A card as it is printed, hearts and diamonds in red."""
    text = card[1] + SUITS[card[2]]
    return f"<span style='color:{RED}'>{text}</span>" if card[2] in "dh" else text
