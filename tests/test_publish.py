"""The committed run is of one commit, and of the code that is here."""

import json
import subprocess
from functools import cache, partial
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest
from click.testing import CliRunner

from benchmarks import publish
from benchmarks.publish import PARTS, REPORTS, ROOT, Part, fingerprint, main, stale
from harness.reporting.report import RUN, read_run

CODE = '"""What it does."""\n\nONE = 1\n'


@pytest.mark.parametrize("name", PARTS)
def test_no_committed_result_is_stale(name: str) -> None:
    """Else a number in the reports is of other code than that beside it."""
    run = read_run(REPORTS)
    told = stale(run)
    assert name not in told, f"{name} in reports is stale; run: {told[name]}"
    commits = {run["parts"][name]["commit"] for name, part in PARTS.items() if not part.is_survey}
    assert len(commits) == 1


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
        ("evaluators/rank_sums/scalar.py", "\nfrom ", "\n# A comment.\nfrom ", ""),
        ("evaluators/rulebook.py", "\nfrom ", "\nNEW = 1\nfrom ", "verdicts strength timing"),
        ("harness/checking/table.py", "\nfrom ", "\nNEW = 1\nfrom ", "verdicts strength"),
        ("harness/adapters/adopt.py", "\nfrom ", "\nNEW = 1\nfrom ", "verdicts strength"),
        ("field/omaha.py", "\nfrom ", "\nNEW = 1\nfrom ", "field field-timing"),
        ("harness/timing/rounds.py", "PROCESSES = 10", "PROCESSES = 9", "timing field-timing"),
        ("harness/reporting/report.py", "\nfrom ", "\nNEW = 1\nfrom ", ""),
        ("field/packages/treys/adapter.py", "import", "import this\nimport", "field field-timing"),
        ("field/field.toml", "version = ", "version = '9'\nolder = ", "field field-timing"),
        ("field/field.toml", "promise = ", "promise = 'all'\nolder = ", ""),
        ("field/answering.mjs", "import", "import this\nimport", "field field-timing"),
        ("harness/teaching/mistakes.diff", "\n+", "\n+ ", "strength"),
        ("harness/teaching/clean.py", "\ndef ", "\nNEW = 1\ndef ", "strength"),
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
        changed = [name for name in PARTS if fingerprint(PARTS[name], copy) != of(name)]
    finally:
        (copy / file).write_text(text)
    assert changed == parts.split()


@cache
def of(name: str) -> str:
    """The fingerprint of a part of this project."""
    return fingerprint(PARTS[name])


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project of two files, committed, whose run has a part for each."""
    (tmp_path / "reports").mkdir()
    for name in ("first", "second"):
        (tmp_path / f"{name}.py").write_text(CODE)
    monkeypatch.setattr(publish, "ROOT", tmp_path)
    monkeypatch.setattr(publish, "REPORTS", tmp_path / "reports")
    commit(tmp_path)
    return tmp_path


def commit(folder: Path) -> str:
    """Commit everything; the commit."""
    who = ("-c", "user.name=A", "-c", "user.email=a@example.org")
    for words in (("init", "-q"), ("add", "."), (*who, "commit", "-qm", "More", "--allow-empty")):
        subprocess.run(["git", "-C", str(folder), *words], check=True)
    return publish.git("rev-parse", "HEAD").strip()


def published(monkeypatch: pytest.MonkeyPatch, fails: str = "") -> tuple[list[str], str]:
    """Publish; which parts were measured, and what was said. One may be interrupted."""
    measured = []

    def measure(name: str) -> None:
        if name == fails:
            raise KeyboardInterrupt
        measured.append(name)

    names = "first", "second"
    parts = {name: Part(partial(measure, name), (f"{name}.py",)) for name in names}
    monkeypatch.setattr(publish, "PARTS", parts)
    monkeypatch.setattr(publish.stale, "__defaults__", (publish.ROOT,))
    monkeypatch.setattr(publish.fingerprint, "__defaults__", (publish.ROOT,))
    return measured, CliRunner().invoke(main, [], color=False).output


def test_a_run_goes_on_where_it_stopped(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else an interrupted run has to measure everything again, or keeps what is stale."""
    measured, _ = published(monkeypatch, fails="second")
    assert measured == ["first"]
    measured, _ = published(monkeypatch)
    assert measured == ["second"]
    (project / "first.py").write_text(CODE.replace("What", "All that"))
    (project / "second.py").write_text(CODE.replace("1", "2"))
    measured, said = published(monkeypatch)
    assert (measured, said.splitlines()[1:]) == ([], [" M first.py", " M second.py"])
    newest = commit(project)
    measured, _ = published(monkeypatch)
    assert measured == ["second"]
    run = json.loads((project / "reports" / RUN).read_text())
    assert {part["commit"] for part in run["parts"].values()} == {newest}
    first = run["parts"]["first"]
    assert {"date", "minutes", "load", "sources"} < {*first}
    assert first["machine"]["cpu"]
    assert first["versions"]["numpy"]
