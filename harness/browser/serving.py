"""Serve the page *Try it* on the loopback interface."""

import webbrowser
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from os.path import realpath  # resolves loops of links, which are an error to Path
from pathlib import Path
from typing import Any

from evaluators import cache
from harness.browser import site
from harness.processes.workers import ROOT

PORT = 7462
"""Always the same one, if it is free: a browser keeps what was typed for each address."""

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
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def send_head(self) -> Any:
        """Open a file of the folder, for a browser that asks this machine by one of its own names.

        By another name, a page of another host could read what is served here (DNS rebinding).
        The page of a folder may be a link that leads out, too.
        """
        if self.headers.get("Host", "").lower().partition(":")[0] not in ("127.0.0.1", "localhost"):
            self.error_message_format = "Open this page as localhost or 127.0.0.1."
            return self.send_error(HTTPStatus.MISDIRECTED_REQUEST)
        path, folder = self.translate_path(self.path), Path(self.directory).resolve()
        files = (Path(realpath(Path(path, name))) for name in ("", "index.html", "index.htm"))
        if "\0" in path or not all(file.is_relative_to(folder) for file in files):
            return self.send_error(HTTPStatus.NOT_FOUND)
        return super().send_head()

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
    try:
        server = ThreadingHTTPServer(("127.0.0.1", PORT), handler)
    except OSError:
        server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    with server:
        address = f"http://127.0.0.1:{server.server_port}/try/"
        ready(address)
        webbrowser.open(address)
        server.serve_forever()
