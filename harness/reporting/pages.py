"""Markdown from a template, and one HTML page from that Markdown.

A value in a template is plain text unless it says otherwise: nothing in it is read as markup, so
that it may hold names and messages of evaluators. No line of a template begins with such a value,
for the first characters of a line can make it a list or a heading.
"""

import base64
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markdown_it import MarkdownIt
from markupsafe import Markup, escape

from harness.processes.visible import visible

FOLDER = Path(__file__).parent


def environment(finalize: Callable[[str], str], **filters: Callable[..., Any]) -> Environment:
    """The templates in this folder, whose values are plain text; only `Markup` may be more.

    Args:
        finalize: a function from the text of a value to the text in its place.
        filters: filters of the templates.
    """
    made = Environment(
        loader=FileSystemLoader(FOLDER), undefined=StrictUndefined, trim_blocks=True,
        lstrip_blocks=True, autoescape=True,
        finalize=lambda value: value if isinstance(value, Markup) else finalize(str(value)),
    )  # fmt: skip
    made.filters |= filters
    return made


def html(text: str, title: str, folder: Path) -> str:
    """The page of a Markdown text, with the pictures of a folder in it.

    Raises:
        FileNotFoundError: a picture is missing.
    """
    body = MarkdownIt("commonmark").enable("table").render(text)
    # Attributes are the template's alone: values are escaped.
    pictures = re.compile(r'(?<= )(src|srcset)="([^"]+\.svg)"')
    body = pictures.sub(lambda part: f'{part[1]}="{_embedded(folder / part[2])}"', body)
    return TEMPLATES.get_template("report.html").render(title=escape(title), body=Markup(body))


def _embedded(file: Path) -> str:
    return "data:image/svg+xml;base64," + base64.b64encode(file.read_bytes()).decode()


_READ = re.compile(r"[\\`*\[<&#~|]|(?<![^\W_])_|_(?![^\W_])")
"""Characters that Markdown could read as more than text; not those within x86_64."""


def _plain(text: str) -> Markup:
    r"""Text in which Markdown reads nothing.

    >>> print(_plain("a_b: <i> *so*"))
    a_b: \<i> \*so\*
    """
    return Markup(_READ.sub(r"\\\g<0>", visible(text, len(text))))


def code(text: str) -> Markup:
    r"""Code between more backticks than stand together in it, for a cell of a table.

    >>> print(code("plain"), code("`<b>`"), code("a|b"))
    `plain` `` `<b>` `` `a\|b`
    """
    text = visible(text, len(text)).replace("|", r"\|")
    fence = "`" * (1 + max(map(len, re.findall("`+", text)), default=0))
    space = " " if text.startswith(("`", " ")) or text.endswith(("`", " ")) else ""
    return Markup(f"{fence}{space}{text}{space}{fence}" if text else "")


TEMPLATES = environment(_plain, attribute=lambda text: escape(visible(text, len(text))))
