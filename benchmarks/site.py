"""Look for faults in a built site: ``python -m benchmarks.site FOLDER``.

A page may link to other hosts, but reading it must not ask them for anything. Its headings are in
order, its pictures have alternative texts, and its links to files of the site lead somewhere.
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
FETCHED = {"src", "srcset", "data", "poster", "background", "action", "xlink:href"}
"""Attributes whose address a browser asks for by itself, or sends a form to."""
FETCHING = {"link", "image", "use"}
"""Elements whose `href` a browser asks for by itself."""
NAMED = {"canonical", "license", "author", "next", "prev", "help", "search", "index"}
"""Relations of a `link` that only name an address."""
ELSEWHERE = re.compile(r"\s*(?:https?:|wss?:)?//", re.IGNORECASE)
IN_STYLE = re.compile(r"""(?:url\(|@import)\s*["']?\s*((?:https?:)?//[^"')\s]+)""", re.IGNORECASE)
IN_SCRIPT = re.compile(
    r"""(?:fetch|import|importScripts|Worker|WebSocket|EventSource|sendBeacon|open)"""
    r"""\s*\(\s*(?:["'](?:GET|POST)["']\s*,\s*)?["'`]((?:https?:|wss?:)?//[^"'`]+)"""
    r"""|(?:\bfrom|\.src\s*=|\.href\s*=)\s*["'`]((?:https?:|wss?:)?//[^"'`]+)""",
    re.IGNORECASE,
)


class Page(HTMLParser):
    """What matters of a page.

    Attributes:
        requests: the addresses at other hosts that it asks for.
        levels: the levels of the headings of its article.
        silent: the pictures of its article that have no alternative text.
        links: the addresses that it links to, or asks for.
    """

    def __init__(self) -> None:
        super().__init__()
        self.requests: list[str] = []
        self.levels: list[int] = []
        self.silent: list[str] = []
        self.links: list[str] = []
        self.inside = ""
        self.in_article = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Look at the attributes of an element."""
        self.inside = tag
        values = {name: value or "" for name, value in attrs}
        self.in_article |= tag == "article"
        if self.in_article and re.fullmatch("h[1-6]", tag):
            self.levels.append(int(tag[1]))
        if self.in_article and tag in PICTURES and not values.get(PICTURES[tag]):
            self.silent.append(tag)
        self.links += [values[name] for name in ("href", "src") if name in values]
        self.requests += requests_of_element(tag, values)

    def handle_data(self, data: str) -> None:
        """Look at what stands in a style or a script."""
        if self.inside == "style":
            self.requests += IN_STYLE.findall(data)
        if self.inside == "script":
            self.requests += requests_of_script(data)

    def handle_endtag(self, tag: str) -> None:
        """Leave a style, a script or the article."""
        self.inside = ""
        self.in_article &= tag != "article"


def requests_of_element(tag: str, values: dict[str, str]) -> Iterator[str]:
    """The addresses at other hosts that an element asks for."""
    yield from IN_STYLE.findall(values.get("style", ""))
    if tag == "meta" and values.get("http-equiv", "").lower() == "refresh":
        yield from re.findall(r"(?:https?:)?//\S+", values.get("content", ""))
    if tag == "link" and set(values.get("rel", "").lower().split()) <= NAMED:
        return
    for name, value in values.items():
        if name in FETCHED or (name == "href" and tag in FETCHING):
            addresses = re.split(r",\s+", value) if name == "srcset" else [value]
            yield from filter(ELSEWHERE.match, addresses)


def requests_of_script(text: str) -> list[str]:
    """The addresses at other hosts that a script asks for, as far as they stand in it."""
    return [first or second for first, second in IN_SCRIPT.findall(text)]


def requests_in(file: Path) -> list[str]:
    """The addresses at other hosts that a file asks for when it is read."""
    if file.suffix not in {".html", ".svg", ".css", ".js"}:
        return []
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".css":
        return IN_STYLE.findall(text)
    if file.suffix == ".js":
        return requests_of_script(text)
    page = Page()
    page.feed(text)
    return page.requests


def faults_in(file: Path) -> Iterator[str]:
    """The faults of a page, requests aside."""
    page = Page()
    page.feed(file.read_text(encoding="utf-8"))
    if page.levels.count(1) != 1 and file.name != "search.html":  # a script writes its headings
        yield f"{page.levels.count(1)} headings h1"
    for above, below in pairwise(page.levels):
        if below > above + 1:
            yield f"h{below} below h{above}"
    yield from (f"no alternative text: {tag}" for tag in page.silent)
    for link in page.links:
        address = unquote(link.partition("#")[0].partition("?")[0])
        if address and not re.match(r"\w+:|//", address) and not (file.parent / address).exists():
            yield f"no such file: {address}"


def faults_of(site: Path) -> Iterator[str]:
    """Each fault of a site, with its file."""
    for file in sorted(path for path in site.rglob("*") if path.is_file()):
        yield from (f"{file}: asks for {address}" for address in requests_in(file))
        if file.suffix == ".html":
            yield from (f"{file}: {fault}" for fault in faults_in(file))


if __name__ == "__main__":
    (folder,) = map(Path, sys.argv[1:])
    pages = len(list(folder.rglob("*.html")))
    faults = list(faults_of(folder))
    print(*faults, f"{folder}: {pages} pages, faults: {len(faults)}", sep="\n")  # noqa: T201
    sys.exit(bool(faults) or not pages)
