"""The folder of the page, and how it is served."""

import io
import json
from functools import partial
from http.client import HTTPConnection, HTTPMessage
from http.server import ThreadingHTTPServer
from pathlib import Path

import pytest

from evaluators import PUBLISHED, cache
from harness.browser import serving, site
from harness.teaching.explanation import STRATEGIES, SUFFIX
from harness.teaching.grader.exercise import exercises
from tests.scripts import run


def test_the_programs_are_the_files_of_the_project() -> None:
    programs = {program["id"]: program for program in site.programs()}
    names = [strategy + SUFFIX for strategy in STRATEGIES]
    assert [*programs] == [*names, *PUBLISHED, *(e.folder.name for e in exercises()), "own"]
    for name in (*names, *PUBLISHED):
        assert programs[name]["text"].startswith(f'"""{programs[name]["about"]}\n')
    for exercise in exercises():
        assert 'href="../course/' in (task := programs[exercise.folder.name]["task"])
        assert "To grade it" not in task
        assert programs[exercise.folder.name]["seed"] == (exercise.number == "09")


def test_the_folder_has_the_page_the_packages_and_our_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The packages stand for those of npm; their imports of packages lead to files."""
    about = {"version": "1", "license": "MIT", "main": "a.js", "module": "b.js"}
    text = "import { a } from '@codemirror/state';\nexport { b } from 'crelt';\nfrom './x.js'"
    for name in ("@codemirror/state", "crelt", "pyodide", "ws"):
        (tmp_path / name).mkdir(parents=True)
        (tmp_path / name / "package.json").write_text(json.dumps(about | {"name": name}))
        (tmp_path / name / "b.js").write_text(text)
    for name in site.PYTHON:
        (tmp_path / "pyodide" / name).touch()
    monkeypatch.setattr(site, "_modules", lambda: tmp_path)
    site.write(folder := tmp_path / "try")
    assert {file.name for file in folder.rglob("*.*")} == {
        *(file.name for file in site.PAGE.iterdir() if "package" not in file.name),
        *("allhands.zip", "licences.txt", "programs.json", *site.PYTHON),
        *("codemirror-state.mjs", "crelt.mjs"),
    }
    linked = 'import { a } from "./codemirror-state.mjs";\nexport { b } from "./crelt.mjs";\n'
    assert (folder / "editor/crelt.mjs").read_text() == f"{linked}from './x.js'"


def test_without_npm_it_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "folder", lambda: tmp_path)
    monkeypatch.setattr(serving, "SITE", tmp_path)
    monkeypatch.setenv("PATH", "")
    result = run("try")
    said = "Error: the page Try it needs npm when it is built; it is not installed\n"
    assert (result.exit_code, result.output) == (2, said)


def test_it_is_served_to_this_machine_and_asks_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the site, where the page is in it; a browser is sent to the address that is said."""
    (tmp_path / "try").mkdir()
    for name in ("index.html", "a.mjs"):
        (tmp_path / "try" / name).write_text("1")
    said, heard = list[str](), list[HTTPMessage]()

    def ask(server: ThreadingHTTPServer) -> None:
        assert said == 2 * [f"http://127.0.0.1:{server.server_port}/try/"]
        connection = HTTPConnection("127.0.0.1", server.server_port)
        connection.request("GET", "/try/a.mjs")
        server.handle_request()
        heard.append(connection.getresponse().headers)

    monkeypatch.setattr(serving, "SITE", tmp_path)
    monkeypatch.setattr("webbrowser.open", said.append)
    monkeypatch.setattr(ThreadingHTTPServer, "serve_forever", ask)
    serving.serve(said.append)
    (headers,) = heard
    assert headers["Content-Type"] in ("text/javascript", "application/javascript")
    assert headers["Cache-Control"] == "no-cache"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Content-Security-Policy"].startswith("default-src 'self'")
    assert "http" not in headers["Content-Security-Policy"]


@pytest.mark.parametrize(
    ("path", "host", "status"),
    [
        *(("/a.html", host, 200) for host in ("127.0.0.1:8000", "localhost:9", "LOCALHOST")),
        *(
            ("/a.html", host, 421)
            for host in ("evil.example", "localhost.evil.example:80", "", "x:")
        ),
        *((path, "localhost", 404) for path in ("/a%00.html", "/no.html", "/out/b.html", "/out/")),
        *((path, "localhost", 404) for path in ("/b.html", "/linked/", "/loop")),
        *((path, "localhost", 200) for path in ("/same.html", "/", "/?a=1")),
    ],
)
def test_only_its_folder_is_served_and_only_to_this_machine(
    tmp_path: Path, path: str, host: str, status: int
) -> None:
    """Else a page of another host reads files here, whose name server says that it is this one."""
    folder, outside = tmp_path / "folder", tmp_path / "outside"
    for each in (folder / "linked", outside):
        each.mkdir(parents=True)
    for file in (folder / "a.html", folder / "index.html", outside / "b.html"):
        file.write_text("1")
    (folder / "same.html").symlink_to("a.html")
    (folder / "loop").symlink_to("loop")
    (folder / "out").symlink_to(outside)
    (folder / "b.html").symlink_to(outside / "b.html")
    (folder / "linked" / "index.html").symlink_to(outside / "b.html")
    handler = partial(serving.Handler, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        connection = HTTPConnection("127.0.0.1", server.server_port, timeout=10)
        connection.request("GET", path, headers={"Host": host})
        server.handle_request()
        assert connection.getresponse().status == status


def test_a_browser_that_leaves_is_no_error() -> None:
    """Else who closes the page sees a traceback in the terminal."""

    class Closed(io.RawIOBase):
        def write(self, content: object) -> int:
            raise ConnectionResetError

    handler = serving.Handler.__new__(serving.Handler)
    handler.copyfile(io.BytesIO(b"1"), Closed())
