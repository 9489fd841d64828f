"""Serve the page *Try it* on the loopback interface."""

import webbrowser
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from evaluators import cache
from harness.browser import site
from harness.processes.workers import ROOT

SITE = ROOT / "docs" / "_build" / "html"
ONLY_HERE = "default-src 'self' 'unsafe-inline' 'wasm-unsafe-eval' data: blob:"


class Handler(SimpleHTTPRequestHandler):
    """Serves the files of a folder; their pages ask no other host."""

    error_message_format = (
        "<!doctype html><html lang=en><meta name=color-scheme content='light dark'>"
        "<title>Not here</title><p>There is no such page here. The course is a part "
        "of the built site: after <code>make docs</code> in a clone, allhands try serves it, too."
    )

    def end_headers(self) -> None:
        """Add the headers that keep the page to this host, and its files fresh."""
        self.send_header("Content-Security-Policy", ONLY_HERE)
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def copyfile(self, source: Any, outputfile: Any) -> None:
        """Send a file; a browser that leaves meanwhile is not an error."""
        with suppress(ConnectionError):
            super().copyfile(source, outputfile)

    def log_message(self, *_: object) -> None:
        """Print nothing about a request."""


def folder() -> Path:
    """The folder to serve: the site, if it was built with the page; else the page alone.

    Raises:
        NotBuiltError: the page cannot be built here.
    """
    if (SITE / "try" / "index.html").is_file():
        return SITE
    alone = cache.folder() / "try"
    site.write(alone / "try")
    return alone


def serve(ready: Callable[[str], None]) -> None:
    """Serve the page until it is interrupted; `ready` gets its address.

    Raises:
        NotBuiltError: the page cannot be built here.
    """
    handler = partial(Handler, directory=str(folder()))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        address = f"http://127.0.0.1:{server.server_port}/try/"
        ready(address)
        webbrowser.open(address)
        server.serve_forever()
