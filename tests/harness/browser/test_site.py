"""The folder of the page, and how it is served."""

import io
from functools import partial
from http.client import HTTPConnection
from http.server import ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from click.testing import CliRunner

from evaluators import LESSONS, PUBLISHED, cache
from harness.browser import serving, site
from harness.cli import main
from harness.processes.workers import ROOT
from harness.teaching.explanation import STRATEGIES, SUFFIX
from harness.teaching.grader.exercise import exercises


def test_the_programs_are_the_files_of_the_project() -> None:
    programs = {program["id"]: program for program in site.programs()}
    names = [strategy + SUFFIX for strategy in STRATEGIES]
    assert [*programs] == [*names, *PUBLISHED, *(e.folder.name for e in exercises()), "own"]
    for name, place in [*((name, LESSONS[name]) for name in names), *PUBLISHED.items()]:
        module, _, attribute = place.partition(":")
        file = ROOT / f"{module.replace('.', '/')}.py"
        assert programs[name]["text"] == file.read_text(encoding="utf-8")
        assert programs[name]["file"].partition(":")[::2] == (file.name, attribute)
    for exercise in exercises():
        assert 'href="../course/' in programs[exercise.folder.name]["task"]


def test_imports_of_packages_lead_to_files() -> None:
    text = "import { a } from '@codemirror/state';\nexport { b } from 'crelt';\nfrom './x.js'"
    linked = 'import { a } from "./codemirror-state.mjs";\nexport { b } from "./crelt.mjs";\n'
    assert site._linked(text) == f"{linked}from './x.js'"


def test_without_npm_it_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "folder", lambda: tmp_path)
    monkeypatch.setattr(serving, "SITE", tmp_path)
    monkeypatch.setenv("PATH", "")
    result = CliRunner().invoke(main, ["try"])
    assert result.exit_code == 2
    assert (
        result.output == "Error: the page Try it needs npm when it is built; it is not installed\n"
    )


def test_it_is_served_to_this_machine_and_asks_no_other(tmp_path: Path) -> None:
    (tmp_path / "a.mjs").write_text("1")
    handler = partial(serving.Handler, directory=str(tmp_path))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        connection = HTTPConnection("127.0.0.1", server.server_port)
        connection.request("GET", "/a.mjs")
        headers = connection.getresponse().headers
        server.shutdown()
    assert headers["Content-Type"] == "text/javascript"
    assert headers["Content-Security-Policy"].startswith("default-src 'self'")
    assert "http" not in headers["Content-Security-Policy"]


def test_a_browser_that_leaves_is_no_error() -> None:
    """Else who closes the page sees a traceback in the terminal."""

    class Closed(io.RawIOBase):
        def write(self, content: object) -> int:
            raise ConnectionResetError

    handler = serving.Handler.__new__(serving.Handler)
    handler.copyfile(io.BytesIO(b"1"), Closed())
