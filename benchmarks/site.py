"""Look for faults in a built site: ``python -m benchmarks.site FOLDER``.

A page may link to other hosts, but reading it must not ask them for anything. Its headings are in
order, its pictures have alternative texts, and its links to files of the site lead somewhere.
Sphinx looks at what was Markdown; this also sees what was written in HTML, and what the theme adds.
Prints each fault with its file; exit code 1 if there is one.
"""

import re
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from urllib.parse import unquote

PICTURES = {"img": "alt", "svg": "aria-label"}
"""The elements that are pictures, and the attribute with their alternative text."""
FETCHED = {"src", "srcset", "data", "poster", "xlink:href"}
"""Attributes whose address a browser asks for by itself."""
NAMED = {"canonical", "license", "author", "next", "prev", "help", "search", "index"}
"""Relations of a `link` that only name an address."""
ELSEWHERE = re.compile(r"\s*(?:https?:)?//")
IN_STYLE = re.compile(r"""(?:url\(|@import)\s*["']?\s*((?:https?:)?//[^"')\s]+)""")


class Page(HTMLParser):
    """What matters of a page.

    Attributes:
        levels: the levels of the headings of its article.
        faults: what is wrong with single elements.
    """

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.file = file
        self.levels: list[int] = []
        self.faults: list[str] = []
        self.in_article = False
        self.feed(file.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Look at the attributes of an element."""
        values = {name: value or "" for name, value in attrs}
        self.in_article |= tag == "article"
        if self.in_article and re.fullmatch("h[1-6]", tag):
            self.levels.append(int(tag[1]))
        if self.in_article and tag in PICTURES and not values.get(PICTURES[tag]):
            self.faults.append(f"no alternative text: {tag}")
        is_fetched = tag == "link" and not set(values.get("rel", "").split()) <= NAMED
        for name, value in values.items():
            if name in FETCHED or (name == "href" and is_fetched):
                addresses = re.split(r",\s+", value) if name == "srcset" else [value]
                elsewhere = (address for address in addresses if ELSEWHERE.match(address))
                self.faults += (f"asks for {address.split()[0]}" for address in elsewhere)
            if name in ("href", "src"):
                path = unquote(value.partition("#")[0].partition("?")[0])
                is_here = path and not re.match(r"\w+:|//", path)
                if is_here and not (self.file.parent / path).exists():
                    self.faults.append(f"no such file: {path}")

    def handle_endtag(self, tag: str) -> None:
        """Leave the article."""
        self.in_article &= tag != "article"


def faults_of(site: Path) -> Iterator[str]:
    """Each fault of a site, with its file."""
    for file in sorted(site.rglob("*.*")):
        if file.suffix in {".html", ".svg", ".css"}:
            style = IN_STYLE.findall(file.read_text(encoding="utf-8"))
            yield from (f"{file}: asks for {address}" for address in style)
        if file.suffix == ".html":
            page = Page(file)
            yield from (f"{file}: {fault}" for fault in page.faults)
            if page.levels.count(1) != 1 and file.name != "search.html":  # a script writes its own
                yield f"{file}: {page.levels.count(1)} headings h1"
            for above, below in pairwise(page.levels):
                if below > above + 1:
                    yield f"{file}: h{below} below h{above}"


if __name__ == "__main__":
    (folder,) = map(Path, sys.argv[1:])
    faults = list(faults_of(folder))
    pages = len(list(folder.rglob("*.html")))
    print(*faults, f"{folder}: {pages} pages, faults: {len(faults)}", sep="\n")  # noqa: T201
    sys.exit(bool(faults) or not pages)
