"""A part of the committed run is stale if code that its numbers depend on has changed."""

import json
from functools import cache, partial
from pathlib import Path
from shutil import copytree, ignore_patterns
from typing import Any

import pytest
from click.testing import CliRunner, Result

from benchmarks import publish
from benchmarks.publish import PARTS, ROOT, Part, main, stale
from harness.reporting.report import RUN
from harness.reporting.sources import hashes
from tests.scripts import git

CODE = '"""What it does."""\n\nONE = 1\n'


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of all sources."""
    copied = tmp_path_factory.mktemp("copy")
    for wing in ("evaluators", "harness", "field", "benchmarks"):
        out = ignore_patterns("__pycache__", ".*", "node_modules")
        copytree(ROOT / wing, copied / wing, ignore=out)
    return copied


@pytest.mark.parametrize(
    ("file", "before", "after", "parts"),
    [
        ("evaluators/rank_sums/scalar.py", '"""', '"""Anew. ', ""),
        ("evaluators/rulebook.py", "\nfrom ", "\nNEW = 1\nfrom ", "verdicts strength timing"),
        ("harness/checking/table.py", "\nfrom ", "\nNEW = 1\nfrom ", "verdicts strength"),
        ("field/entries.py", "\nfrom ", "\nNEW = 1\nfrom ", "field field-timing"),
        ("harness/timing/rounds.py", "PROCESSES = 10", "PROCESSES = 9", "timing field-timing"),
        ("harness/reporting/report.py", "\nfrom ", "\nNEW = 1\nfrom ", ""),
        ("field/packages/treys/adapter.py", "import", "import this\nimport", "field field-timing"),
        ("field/answering.mjs", "import", "import this\nimport", "field field-timing"),
        ("harness/teaching/mistakes.diff", "\n+", "\n+ ", "strength"),
    ],
)  # fmt: skip
def test_a_changed_line_makes_stale_what_depends_on_it(
    copy: Path, file: str, before: str, after: str, parts: str
) -> None:
    """Else a sceptic finds a number that the code beside it does not give, or a page is stale."""
    text = (copy / file).read_text()
    assert before in text
    (copy / file).write_text(text.replace(before, after, 1))
    try:
        now_stale = stale(run_of(ROOT), copy)
    finally:
        (copy / file).write_text(text)
    assert now_stale == {part: [str(Path(file).parent)] for part in parts.split()}


@cache
def run_of(root: Path) -> dict[str, Any]:
    """A run of the code in a folder."""
    parts = {name: {"sources": hashes(part.sources, root)} for name, part in PARTS.items()}
    return {"parts": parts}


def test_a_new_room_and_one_that_is_gone_are_named(copy: Path) -> None:
    """Else a report says that it is of this code, and lacks an evaluator."""
    before = run_of(copy)
    (copy / "evaluators/rank_sums").rename(copy / "evaluators/sums")
    now_stale = stale(before, copy)
    (copy / "evaluators/sums").rename(copy / "evaluators/rank_sums")
    folders = ["evaluators/rank_sums", "evaluators/sums"]
    assert now_stale == dict.fromkeys(("verdicts", "strength", "timing"), folders)


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project of two files, committed, whose run has a part for each."""
    for folder in ("reports", "code"):
        (tmp_path / folder).mkdir()
    for name in ("first", "second"):
        (tmp_path / f"code/{name}.py").write_text(CODE)
    monkeypatch.setattr(publish, "ROOT", tmp_path)
    monkeypatch.setattr(publish, "REPORTS", tmp_path / "reports")
    commit(tmp_path)
    return tmp_path


def commit(folder: Path) -> str:
    """Commit everything; the commit."""
    for words in (("init", "-q"), ("add", "."), ("commit", "-qm", "More", "--allow-empty")):
        git(folder, *words)
    return git(folder, "rev-parse", "HEAD")


def published(
    monkeypatch: pytest.MonkeyPatch, *options: str, fails: str = ""
) -> tuple[list[str], Result]:
    """Publish; which parts were measured, and what the command said. One may be interrupted."""
    measured = []

    def measure(name: str) -> None:
        if name == fails:
            raise KeyboardInterrupt
        measured.append(name)

    names = "first", "second"
    parts = {name: Part(partial(measure, name), (f"code/{name}.py",)) for name in names}
    monkeypatch.setattr(publish, "PARTS", parts)
    return measured, CliRunner().invoke(main, options, color=False)


def test_a_run_goes_on_where_it_stopped(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else an interrupted run has to measure everything again, or keeps what is stale."""
    measured, _ = published(monkeypatch, fails="second")
    assert measured == ["first"]
    measured, _ = published(monkeypatch)
    assert measured == ["second"]
    (project / "code/first.py").write_text(CODE.replace("What", "All that"))
    (project / "code/second.py").write_text(CODE.replace("1", "2"))
    measured, done = published(monkeypatch)
    assert (measured, done.output.splitlines()[1:]) == (
        [],
        [" M code/first.py", " M code/second.py"],
    )
    newest = commit(project)
    measured, _ = published(monkeypatch)
    assert measured == ["second"]
    run = json.loads((project / "reports" / RUN).read_text())
    assert {part["commit"] for part in run["parts"].values()} == {newest}
    first = run["parts"]["first"]
    assert {"date", "sources"} < {*first}
    assert first["machine"]["cpu"]
    assert first["versions"]["numpy"]


def test_what_is_stale_is_listed(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else nobody learns, without an hour of measuring, which numbers are of older code."""
    measured, done = published(monkeypatch, "--stale")
    again = "measure again: make publish"
    lines = [f"{name}: never measured; {again}" for name in ("first", "second")]
    assert (measured, done.exit_code, done.output.splitlines()) == ([], 1, lines)
    published(monkeypatch)
    _, done = published(monkeypatch, "--stale")
    assert (done.exit_code, done.output) == (0, "nothing is stale\n")
    (project / "code/second.py").write_text(CODE.replace("1", "2"))
    _, done = published(monkeypatch, "--stale")
    at = publish.git("rev-parse", "HEAD")[:12]
    line = f"second: commit {at} (the code in code has changed since); {again}\n"
    assert (done.exit_code, done.output) == (1, line)
