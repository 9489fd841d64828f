"""A document, written as one self-contained HTML page and as Markdown.

A string is plain text: neither writer interprets markup in it, so that it may hold names and
messages of evaluators. Code and bold text have types of their own, `Code` and `Bold`.
"""

import base64
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from html import escape
from itertools import groupby
from pathlib import Path
from typing import Any, TypeAlias

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template

from harness.processes.visible import visible
from harness.reporting.charts import THEMES, Chart

FOLDER = Path(__file__).parent
PICTURE = "data:image/svg+xml;base64,"


@dataclass(frozen=True)
class Code:
    """Part of a text: code, a hand or a key."""

    text: str


@dataclass(frozen=True)
class Bold:
    """Part of a text: what matters most."""

    text: str


Part: TypeAlias = str | Code | Bold


@dataclass(frozen=True)
class Heading:
    """A heading of the second or third level."""

    text: str
    level: int = 2


@dataclass(frozen=True)
class Text:
    """A paragraph; `role` is ``proven`` or ``quiet`` where it is set apart."""

    text: Part | Sequence[Part]
    role: str = ""


@dataclass(frozen=True)
class Table:
    """Rows of cells; the columns named in `words` are text, the others numbers.

    With a text in `folded`, that is all of it that is seen until somebody opens it.
    """

    heads: Sequence[str]
    rows: Sequence[Sequence[Part]]
    words: frozenset[str]
    folded: str = ""


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

    def picture(chart: Chart, theme: str) -> str:
        return PICTURE + base64.b64encode(files(f"{chart.name}-{theme}.svg")).decode()

    page = _environment(
        autoescape=True,
        finalize=lambda value: visible(value, len(value)) if type(value) is str else value,
    )
    template = page.get_template("report.html")
    return template.render(title=title, blocks=list(blocks), picture=picture)


def as_markdown(blocks: Iterable[Block], title: str) -> str:
    """The same for those who read it where the charts are files beside it."""
    return _markdown().render(title=title, blocks=list(blocks))


def picture(chart: Chart, folder: str = "") -> str:
    """A chart in Markdown, with what is said of it; its files are in a folder, such as ``x/``."""
    module: Any = _markdown().make_module({"title": "", "blocks": []})
    return str(module.picture(chart, folder))


def _markdown() -> Template:
    """Markdown has no escape that GitHub respects: each value goes through a filter by name."""
    return _environment().get_template("report.md")


def _environment(**options: Any) -> Environment:
    environment = Environment(
        loader=FileSystemLoader(FOLDER), undefined=StrictUndefined, trim_blocks=True, **options
    )
    environment.filters |= {
        "anchor": _anchor,
        "attribute": lambda text: escape(visible(text, len(text))),
        "inert": _inert,
        "code": lambda text: _code_span(visible(text, len(text))),
        "begin": _begin,
    }
    kinds = (Heading, Text, Table, Commands, Code, Bold)
    tests: dict[str, Any] = {kind.__name__.lower(): partial(_is_a, kind) for kind in kinds}
    environment.tests |= tests
    environment.globals |= {"zip": zip, "themes": [theme.name for theme in THEMES]}
    return environment


def _is_a(kind: type, value: object) -> bool:
    return isinstance(value, kind)


def _anchor(text: str) -> str:
    """A heading as a place to link to.

    >>> _anchor("What is proven, and how")
    'what-is-proven-and-how'
    """
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-") or "part"


def _begin(markdown: str) -> str:
    r"""The text of a paragraph, so that it does not begin a list, a quotation or a rule.

    >>> print(_begin("1. one"), _begin("- one"), _begin("one - two"), sep="; ")
    1\. one; \- one; one - two
    """
    return re.sub(r"^(\d*)([-+=>.)])", r"\1\\\2", markdown.lstrip(" "))


_READ = re.compile(
    r"[\\`*\[<$#@~]"  # escapes, code, emphasis, links, tags, formulas, issues, people
    r"|(?<![^\W_])_|_(?![^\W_])"  # emphasis; not within a word, as in x86_64
    r"|[&:](?=\S)|www\."  # entities, emoji and addresses
)
"""What Markdown, or GitHub's, could read as more than text."""


def _inert(text: str) -> str:
    """Text in which Markdown reads nothing: the words where it could are code.

    Backslashes would not do: GitHub looks for emoji, people and addresses once they are gone.

    >>> print(_inert("a_b: <i> *so* & :tada: it is"))
    a_b: `<i> *so*` & `:tada:` it is
    """
    words = visible(text, len(text)).split(" ")
    groups = groupby(words, key=lambda word: bool(_READ.search(word)))
    return " ".join(
        _code_span(" ".join(group)) if is_read else " ".join(group) for is_read, group in groups
    )


def _code_span(text: str) -> str:
    """Code between more backticks than stand together in it.

    >>> print(_code_span("plain"), _code_span("`<b>`"))
    `plain` `` `<b>` ``
    """
    fence = "`" * (1 + max(map(len, re.findall("`+", text)), default=0))
    space = " " if text.startswith(("`", " ")) or text.endswith(("`", " ")) else ""
    return f"{fence}{space}{text}{space}{fence}" if text else ""
