"""A verdict as a notebook shows it."""

from html import escape
from typing import TYPE_CHECKING

from evaluators.cards import RANKS as NAMES
from evaluators.cards import Card, rank_of, suit_of
from harness.visible import visible, visible_repr

if TYPE_CHECKING:
    from harness.verdict import Side, Verdict

SUITS = "♣♦♥♠"
GREEN, RED = "#2da44e", "#e5484d"
FAMILIES = 5
"""Faults that are shown; the verdict has all."""


def as_html(verdict: "Verdict") -> str:
    """What a verdict says, with the two hands that show it. All names and keys in it are inert."""
    colour = GREEN if verdict else RED
    status = verdict.status.replace("_", " ")
    name, scope = _text(verdict.name), _text(str(verdict.scope))
    lines = [f"<b>{name}</b>: <b style='color:{colour}'>{status}</b> on {scope}"]
    if verdict.message:
        lines.append(_text(verdict.message))
    if verdict.wrong:
        share = f"1 in {verdict.showdowns / verdict.wrong:,.0f}"
        lines.append(f"{share} showdowns is decided wrongly: {verdict.wrong:,} of them")
    lines += [_text(str(family)) for family in verdict.families[:FAMILIES]]
    table = ""
    if witness := verdict.witness:
        rows = "".join(map(_row, (witness.first, witness.second)))
        table = f"<table cellpadding=4><tr><th>hand<th>what it is<th>its key{rows}</table>"
        table += _text(
            f"By the rules the first {witness.rules_say} the second; here it "
            f"{witness.evaluator_says} it."
        )
    return f"<div>{'<br>'.join(lines)}{table}</div>"


def _row(side: "Side") -> str:
    cards = " ".join(map(_card, side.hand))
    name, key = _text(str(side.hand_class)), _text(visible_repr(side.key))
    return f"<tr><td>{cards}<td>{name}<td><code>{key}</code>"


def _card(card: Card) -> str:
    """A card, hearts and diamonds in red.

    >>> _card(45), _card(51)
    ("<span style='color:#e5484d'>K♦</span>", 'A♠')
    """
    text = NAMES[rank_of(card)] + SUITS[suit_of(card)]
    return f"<span style='color:{RED}'>{text}</span>" if suit_of(card) in (1, 2) else text


def _text(text: str) -> str:
    return escape(visible(text))
