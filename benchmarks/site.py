"""Look for faults in a built site: ``python -m benchmarks.site FOLDER``.

A page may link to other hosts, but reading it must not ask them for anything, and its links to
files of the site lead somewhere. Sphinx looks at what was Markdown; this also sees what was written
in HTML, and what the theme adds. Prints each fault with its file; exit code 1 if there is one.
"""

import re
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

FETCHED = {"src", "srcset", "data", "poster", "xlink:href"}
"""Attributes whose address a browser asks for by itself."""
NAMED = {"canonical", "license", "author", "next", "prev", "help", "search", "index"}
"""Relations of a `link` that only name an address."""
ELSEWHERE = re.compile(r"(?:^|,)\s*((?:https?:)?//\S+)")
IN_STYLE = re.compile(r"""(?:url\(|@import)\s*["']?\s*((?:https?:)?//[^"')\s]+)""")


class Page(HTMLParser):
    """A page of the site; its `faults` are those of its elements."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.file = file
        self.faults: list[str] = []
        self.feed(file.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Look at the attributes of an element."""
        values = {name: value or "" for name, value in attrs}
        is_fetched = tag == "link" and not set(values.get("rel", "").split()) <= NAMED
        for name, value in values.items():
            if name in FETCHED or (name == "href" and is_fetched):
                self.faults += (f"asks for {address}" for address in ELSEWHERE.findall(value))
            path = unquote(value.partition("#")[0].partition("?")[0])
            is_here = name in ("href", "src") and path and not re.match(r"\w+:|//", path)
            if is_here and not (self.file.parent / path).exists():
                self.faults.append(f"no such file: {path}")


def faults_of(site: Path) -> Iterator[str]:
    """Each fault of a site, with its file."""
    for file in sorted(site.rglob("*.*")):
        if file.suffix in {".html", ".svg", ".css"}:
            style = IN_STYLE.findall(file.read_text(encoding="utf-8"))
            yield from (f"{file}: asks for {address}" for address in style)
        if file.suffix == ".html":
            yield from (f"{file}: {fault}" for fault in Page(file).faults)


if __name__ == "__main__":
    (folder,) = map(Path, sys.argv[1:])
    faults = list(faults_of(folder))
    pages = len(list(folder.rglob("*.html")))
    print(*faults, f"{folder}: {pages} pages, faults: {len(faults)}", sep="\n")  # noqa: T201
    sys.exit(bool(faults) or not pages)
