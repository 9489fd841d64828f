"""A document, written as one HTML page that asks for nothing, and as Markdown.

Text is plain but for `code` between backticks and **bold**; whatever evaluators say in it is
escaped by both writers.
"""

import base64
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from string import Template
from typing import TypeAlias

from harness.charts import THEMES, Chart

TEMPLATE = Path(__file__).with_name("report.html")


@dataclass(frozen=True)
class Heading:
    """A heading of the second or third level."""

    text: str
    level: int = 2


@dataclass(frozen=True)
class Text:
    """A paragraph; `role` is ``proven`` or ``quiet`` where it is set apart."""

    text: str
    role: str = ""


@dataclass(frozen=True)
class Table:
    """Rows of cells; the columns named in `words` are text, the others numbers."""

    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    words: frozenset[str]


@dataclass(frozen=True)
class Picture:
    """A chart, and what is said of it."""

    chart: Chart


@dataclass(frozen=True)
class Commands:
    """Lines to type."""

    lines: Sequence[str]


Block: TypeAlias = Heading | Text | Table | Picture | Commands


def as_html(blocks: Iterable[Block], title: str, files: Callable[[str], bytes]) -> str:
    """The page, with everything in it.

    Args:
        blocks: the document.
        title: of the page.
        files: from the name of a chart's file to its content.
    """
    body = "\n".join(_html(block, files) for block in blocks)
    return Template(TEMPLATE.read_text()).substitute(title=escape(title), body=body)


def _html(block: Block, files: Callable[[str], bytes]) -> str:
    match block:
        case Heading(text, level):
            place = f" id={_anchor(text)}" if level == 2 else ""
            return f"<h{level}{place}>{_rich(text)}</h{level}>"
        case Text(text, role):
            return f"<p{f' class={role}' if role else ''}>{_rich(text)}</p>"
        case Commands(lines):
            return f"<pre>{escape(chr(10).join(lines))}</pre>"
        case Table(heads, rows, words):
            kinds = ["" if head in words else " class=n" for head in heads]
            head = "".join(
                f"<th{kind} scope=col><button>{escape(name)}</button>"
                for kind, name in zip(kinds, heads)
            )
            body = "".join(
                "<tr>" + "".join(f"<td{kind}>{_rich(cell)}" for kind, cell in zip(kinds, row))
                for row in rows
            )
            return f"<div class=scroll><table><thead><tr>{head}<tbody>{body}</table></div>"
        case Picture(chart):
            light, dark = (
                "data:image/svg+xml;base64,"
                + base64.b64encode(files(f"{chart.name}-{theme.name}.svg")).decode()
                for theme in THEMES
            )
            return (
                f'<figure><div class=scroll><picture><source media="(prefers-color-scheme: dark)" '
                f'srcset="{dark}"><img src="{light}" alt="{escape(chart.alt)}"></picture></div>'
                f"<figcaption><b>How to read it.</b> {_rich(chart.how)} "
                f"<b>What it does not show.</b> {_rich(chart.hidden)} "
                f"Its numbers: <code>{chart.name}.csv</code>.</figcaption></figure>"
            )


def _anchor(text: str) -> str:
    """A heading as a place to link to.

    >>> _anchor("What is proven, and how")
    'what-is-proven-and-how'
    """
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-") or "part"


def _rich(text: str) -> str:
    """Plain text with code and bold.

    >>> _rich("`<b>` is **not** bold")
    '<code>&lt;b&gt;</code> is <b>not</b> bold'
    """
    safe = re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text))
    return re.sub(r"\*\*([^*]+)\*\*", r"<b>\1</b>", safe)


def as_markdown(blocks: Iterable[Block], title: str) -> str:
    """The same for those who read it where the charts are files beside it."""
    return f"# {title}\n\n" + "\n\n".join(map(_markdown, blocks)) + "\n"


def _markdown(block: Block) -> str:
    match block:
        case Heading(text, level):
            return f"{'#' * level} {_plain(text)}"
        case Text(text, role):
            return f"> {_plain(text)}" if role == "proven" else _plain(text)
        case Commands(lines):
            return "\n".join(("```console", *(f"$ {line}" for line in lines), "```"))
        case Table(heads, rows, words):
            rule = ["---" if head in words else "--:" for head in heads]
            table = [
                [_cell(each) for each in heads],
                rule,
                *([_cell(each) for each in row] for row in rows),
            ]
            return "\n".join(f"| {' | '.join(row)} |" for row in table)
        case Picture(chart):
            return picture(chart)


def picture(chart: Chart, folder: str = "") -> str:
    """A chart in Markdown, with what is said of it; its files are in a folder, such as ``x/``."""
    light, dark = (f"{folder}{chart.name}-{theme.name}.svg" for theme in THEMES)
    return (
        "<picture>\n"
        f'  <source media="(prefers-color-scheme: dark)" srcset="{dark}">\n'
        f'  <img src="{light}" alt="{escape(chart.alt)}">\n'
        "</picture>\n\n"
        f"**How to read it.** {_plain(chart.how)}\n"
        f"**What it does not show.** {_plain(chart.hidden)}\n"
        f"Its numbers: [`{chart.name}.csv`]({folder}{chart.name}.csv)."
    )


def _plain(text: str) -> str:
    """Text in which nothing is a tag; code and bold are the same in Markdown."""
    parts = re.split(r"(`[^`]+`)", text)
    return "".join(part if part.startswith("`") else escape(part, quote=False) for part in parts)


def _cell(text: str) -> str:
    return _plain(text).replace("|", "\\|").replace("\n", " ")
