"""A check in a notebook: a line of progress that is updated, and the verdict as HTML."""

import sys
from collections.abc import Callable
from html import escape
from time import monotonic
from typing import Any

from evaluators.cards import RANKS, Card, rank_of, suit_of
from harness.checking.verdict import Verdict
from harness.checking.witness import Side
from harness.processes.visible import visible, visible_repr

STEP = 0.2
"""The least time between two updates, in seconds."""


def progress(total: int) -> Callable[[int], None]:
    """A function that takes each number of hands just done; it is silent outside a notebook.

    Args:
        total: the number of all hands.
    """
    shell = _kernel()
    if shell is None:
        return lambda hands: None
    from IPython.display import Pretty, display

    shell.display_formatter.formatters["text/html"].for_type(Verdict, as_html)
    began, done, updated = monotonic(), 0, 0.0
    handle = display(Pretty(f"0 of {total:,} hands"), display_id=True)

    def advance(hands: int) -> None:
        nonlocal done, updated
        done += hands
        now = monotonic()
        if done < total and now - updated < STEP:
            return
        updated = now
        left = (now - began) / max(done, 1) * (total - done)
        line = f"{done:,} of {total:,} hands, {left:.0f} s left"
        handle.update(Pretty(line if done < total else f"{total:,} hands, {now - began:.0f} s"))

    return advance


def _kernel() -> Any:
    """The shell of a notebook; None elsewhere, also in IPython on a terminal."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    return shell if shell is not None and hasattr(shell, "kernel") else None


SUITS = "♣♦♥♠"
GREEN, GREY, RED = "#2da44e", "#6e7781", "#e5484d"
FAMILIES = 5
"""How many faults are shown; the verdict has all."""


def as_html(verdict: Verdict) -> str:
    """A verdict as HTML; all names and keys in it are escaped."""
    status, colour = verdict.status.replace("_", " "), GREEN if verdict else RED
    is_sample = verdict.scope.is_sample
    if verdict and is_sample:  # green would promise too much
        status, colour = "no fault found", GREY
    name, scope = _html(verdict.name), _html(str(verdict.scope))
    lines = [f"<b>{name}</b>: <b style='color:{colour}'>{status}</b> on {scope}"]
    if verdict.message:
        lines.append(_html(verdict.message))
    if verdict.wrong:
        lines.append(f"{verdict.wrong_in_words}: {verdict.wrong:,} of them")
    lines += [_html(str(family)) for family in verdict.families[:FAMILIES]]
    if is_sample:
        lines.append("Nothing is known about other hands: this is a sample.")
    table = ""
    if witness := verdict.witness:
        rows = "".join(map(_row, (witness.first, witness.second)))
        table = f"<table cellpadding=4><tr><th>hand<th>class<th>key{rows}</table>"
        says = f"the first {witness.rules_say} the second; here it {witness.evaluator_says} it."
        table += _html(f"By the rules {says}")
    return f"<div>{'<br>'.join(lines)}{table}</div>"


def _row(side: Side) -> str:
    cards = " ".join(map(_card, side.hand))
    name, key = _html(str(side.hand_class)), _html(visible_repr(side.key))
    return f"<tr><td>{cards}<td>{name}<td><code>{key}</code>"


def _card(card: Card) -> str:
    """A card, hearts and diamonds in red.

    >>> _card(45), _card(51)
    ("<span style='color:#e5484d'>K♦</span>", 'A♠')
    """
    text = RANKS[rank_of(card)] + SUITS[suit_of(card)]
    return f"<span style='color:{RED}'>{text}</span>" if suit_of(card) in (1, 2) else text


def _html(text: str) -> str:
    return escape(visible(text))
