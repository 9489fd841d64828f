"""Look for requests to other hosts in a built site: ``python -m benchmarks.offline FOLDER``.

A page may link to other hosts, but reading it must not ask them for anything. Prints each request
with its file; exit code 1 if there is one.
"""

import re
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

FETCHED = {"src", "srcset", "data", "poster", "background", "action"}
"""Attributes whose address a browser asks for by itself, or sends a form to."""
REFERENCES = {"link": "href", "image": "href", "use": "href", "image:xlink": "xlink:href"}
NOT_FETCHED = {"canonical", "license", "author", "next", "prev", "help", "search", "index"}
"""Relations of a link in the head that only name an address."""
ELSEWHERE = re.compile(r"\s*(?:https?:|wss?:)?//", re.IGNORECASE)
IN_STYLE = re.compile(r"""(?:url\(|@import)\s*["']?\s*((?:https?:)?//[^"')\s]+)""", re.IGNORECASE)
IN_SCRIPT = re.compile(
    r"""(?:fetch|import|importScripts|Worker|WebSocket|EventSource|sendBeacon|open)"""
    r"""\s*\(\s*(?:["'](?:GET|POST)["']\s*,\s*)?["'`]((?:https?:|wss?:)?//[^"'`]+)"""
    r"""|(?:\bfrom|\.src\s*=|\.href\s*=)\s*["'`]((?:https?:|wss?:)?//[^"'`]+)""",
    re.IGNORECASE,
)


class Page(HTMLParser):
    """A page, and the addresses at other hosts that it asks for."""

    def __init__(self) -> None:
        super().__init__()
        self.requests: list[str] = []
        self.inside = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Look at the attributes of an element."""
        self.inside = tag
        values = {name: value or "" for name, value in attrs}
        named = tag == "link" and set(values.get("rel", "").lower().split()) <= NOT_FETCHED
        for name, value in values.items():
            fetched = name in FETCHED or name in (REFERENCES.get(tag), "xlink:href")
            if name == "srcset":
                addresses = [each.split()[0] for each in value.split(",") if each.split()]
            else:
                addresses = [value]
            if fetched and not named and tag != "a":
                self.requests += filter(ELSEWHERE.match, addresses)
            if name == "style":
                self.requests += IN_STYLE.findall(value)
        refreshes = tag == "meta" and values.get("http-equiv", "").lower() == "refresh"
        if refreshes and "//" in values.get("content", ""):
            self.requests.append(values["content"])

    def handle_data(self, data: str) -> None:
        """Look at what stands in a style or a script."""
        if self.inside == "style":
            self.requests += IN_STYLE.findall(data)
        if self.inside == "script":
            self.requests += in_script(data)

    def handle_endtag(self, tag: str) -> None:
        """Leave a style or a script."""
        self.inside = ""


def in_script(text: str) -> list[str]:
    """The addresses at other hosts that a script asks for, as far as they stand in it."""
    return [first or second for first, second in IN_SCRIPT.findall(text)]


def requests_in(file: Path) -> list[str]:
    """The addresses at other hosts that a file asks for when it is read."""
    text = file.read_text(encoding="utf-8", errors="replace")
    if file.suffix in {".html", ".svg"}:
        page = Page()
        page.feed(text)
        return page.requests
    if file.suffix == ".css":
        return IN_STYLE.findall(text)
    return in_script(text) if file.suffix == ".js" else []


def requests_of(site: Path) -> Iterator[tuple[Path, str]]:
    """Each request of a site to another host, with its file."""
    for file in sorted(site.rglob("*")):
        if file.is_file():
            yield from ((file, address) for address in requests_in(file))


if __name__ == "__main__":
    (folder,) = map(Path, sys.argv[1:])
    pages = len(list(folder.rglob("*.html")))
    found = list(requests_of(folder))
    for file, address in found:
        print(f"{file}: asks for {address}")  # noqa: T201
    print(f"{folder}: {pages} pages, {len(found)} requests to other hosts")  # noqa: T201
    sys.exit(bool(found) or not pages)
