"""A package that somebody proposes, its newer versions, and the kinds of its faults."""

import json
import re
import sys
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from field import install, kinds, newer
from field.caught import TESTS, caught
from field.entries import Entry, left_out, read
from field.install import problems
from field.results import Package
from tests.field.test_field import field as field

pytestmark = pytest.mark.usefixtures("short_preflight")
trying: Any = import_module("field.try")  # a name that no statement can import
PINNED = "scores==1.0 \\\n    --hash=sha256:0\n"
ABOUT = {"calls": "score", "promise": "five cards"}


@pytest.fixture
def offered(field: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a double, with a lock file, in a list that is read instead of ours."""
    monkeypatch.setattr(trying, "FIELD", field)

    def listed() -> list[Entry]:
        return [replace(entry, about=entry.about | ABOUT) for entry in read(field)]

    monkeypatch.setattr(trying, "read", listed)
    monkeypatch.setattr(trying, "install", lambda folder: "")
    folder = field / "packages/scores"
    (folder / "requirements.txt").write_text(PINNED)
    return folder


def tried(folder: Path) -> Result:
    return CliRunner().invoke(trying.main, [str(folder)])


def test_a_package_that_is_right_is_shown_with_its_time(offered: Path) -> None:
    done = tried(offered)
    assert done.exit_code == 0, done.output
    assert "<scores: equivalent on 300 of the 2,598,960 hands" in done.output
    assert "one hand of 5 cards takes " in done.output
    assert "Nothing is missing" in done.output


def test_what_a_proposal_lacks_is_said_in_a_line(offered: Path) -> None:
    """Failure means that somebody who proposes a package does not learn what is missing."""
    (offered / "requirements.txt").write_text("scores==2.0\n")
    done = tried(offered)
    assert done.exit_code == 1
    assert done.output.splitlines() == [
        "scores/requirements.txt: it has scores 2.0, field.toml has 1.0",
        "scores/requirements.txt: 1 of 1 packages have no hash",
    ]
    (offered / "requirements.txt").unlink()
    assert tried(offered).output == "scores/requirements.txt is missing\n"
    new = offered.parent / "new"
    new.mkdir()
    assert 'folder = "new"' in tried(new).output
    assert tried(offered.parent.parent).output == "field: a package is a folder in field/packages\n"


@pytest.mark.parametrize("text", ["", "[[evaluator]]\nname = 'a'", "[[evaluator]]\nfolder = 5"])
def test_an_entry_without_its_parts_is_a_line(
    offered: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    (offered.parents[1] / "field.toml").write_text(text)
    monkeypatch.setattr(trying, "read", lambda: read(offered.parents[1]))
    assert tried(offered).output.startswith("field.toml: an entry lacks a part, or has one of")


def test_what_an_adapter_printed_before_it_failed_is_shown(offered: Path) -> None:
    """Failure means that its author sees an exit code, and that the tests noticed it."""
    (offered / "adapter.py").write_text("raise ValueError('no such card')\n")
    done = tried(offered)
    assert done.exit_code == 1
    assert "ValueError: no such card" in done.output
    assert "notices" not in done.output


def test_a_wrong_package_needs_the_lines_that_show_its_fault(
    offered: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And is told which tests its author could have run."""
    (offered / "adapter.py").write_text("from answering import answer\nanswer(len)\n")
    done = tried(offered)
    assert done.exit_code == 1
    assert "Exercism notices, Norvig misses, showdowns notices" in done.output
    assert "write fault.toml" in done.output
    (offered / "fault.toml").write_text("")
    monkeypatch.setattr(trying, "printed_by", lambda folder: f"all tie in {folder.name}")
    assert "print:\nall tie in scores\n" in tried(offered).output


@pytest.mark.parametrize(
    ("registry", "lock", "found"),
    [
        ("PyPI", PINNED, []),
        ("PyPI", f"--index-url https://x\n{PINNED}",
         ["it has the option --index-url", "it has the address of a registry"]),
        ("npm", {"version": "1.0", "integrity": "sha512-0"}, []),
        ("npm", {"version": "1.0", "resolved": "https://x"},
         ["1 of 1 packages have no hash", "it has the address of a registry"]),
    ],
)  # fmt: skip
def test_lock_files(tmp_path: Path, registry: str, lock: Any, found: list[str]) -> None:
    is_npm = registry == "npm"
    name = install.NPM_LOCK if is_npm else install.PIP_LOCK
    document = json.dumps({"packages": {"": {}, "node_modules/scores": lock}})
    (tmp_path / name).write_text(document if is_npm else lock)
    (tmp_path / ("adapter.mjs" if is_npm else "adapter.py")).touch()
    about = ABOUT | {"registry": registry, "version": "1.0", "language": "Python"}
    entry = Entry("scores", tmp_path, [5], [5], about)
    assert [*problems(entry)] == [f"{tmp_path.name}/{name}: {line}" for line in found]
    assert [*problems(replace(entry, about={}))] == [
        "field.toml: scores lacks registry, version, language, calls, promise, which are texts"
    ]


def test_an_entry_that_cannot_be_meant_is_named(tmp_path: Path) -> None:
    """Failure means a traceback, or a check of every hand with an entry that was misspelt."""
    about = ABOUT | {"registry": "pypy", "version": "1.0", "language": "Python"}
    cards: Any = "5"
    entry = Entry(left_out()[0]["name"], tmp_path, cards, [5], about, {"5": 0})
    (tmp_path / install.PYTHON).write_text("\n")
    lines = "\n".join(problems(entry))
    for words in (
        "registry is PyPI or npm",
        "lists of numbers",
        "a number of hands",
        "left out",
        "such as 3.13",
    ):
        assert words in lines
    (tmp_path / "packages/new").mkdir(parents=True)
    for text, words in [
        ("[[evaluator]]\nname = 'a'\nfolder = 'new'\ndocument = []", "a: got an unexpected"),
        ("[[evaluator]]\nname = 'a'\nfolder = 'new'", "a: missing 3 required"),
        ("[[evaluator", "Expected ']]'"),
    ]:
        (tmp_path / "field.toml").write_text(text)
        with pytest.raises(SystemExit, match=f"^field.toml: .*{re.escape(words)}"):
            read(tmp_path)


def test_another_version_is_checked_in_a_copy(field: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Failure means that the newer version is not what is checked, or that the folder changes."""
    entry, *_ = read(field)
    (entry.folder / "requirements.in").write_text("scores==1.0\n")
    before = sorted(entry.folder.rglob("*"))
    commands = [["mkdir", "-p", ".venv/bin"], ["ln", "-s", sys.executable, ".venv/bin/python"]]
    seen: list[str] = []

    def in_environment(folder: Path, *what: str) -> list[list[str]]:
        seen.append(Path(what[-1]).read_text())
        (folder / "adapter.py").write_text("from answering import answer\nanswer(len)\n")
        return commands

    monkeypatch.setattr(newer, "FIELD", field)
    monkeypatch.setattr(newer, "packages", lambda file: [])
    monkeypatch.setattr(newer, "in_environment", in_environment)
    (line,) = newer.compared([entry], "1.1")
    assert seen == ["scores==1.1\n"]
    assert line.startswith("five cards: - before, ")
    assert line.endswith(" (300) now")
    assert "right" not in line
    assert sorted(entry.folder.rglob("*")) == before


def test_tests_notice_a_wheel_that_is_missed(field: Path) -> None:
    """A right package fails no test; one that is read upside down fails all."""
    right, wrong, *_ = read(field)
    assert caught(right, 5, lower_wins=False) == dict.fromkeys(TESTS, False)
    assert all(caught(wrong, 5, lower_wins=False).values())
    assert all(caught(right, 5, lower_wins=True).values())
    (wrong.folder / ".installed").unlink()
    with pytest.raises(SystemExit, match="compares is not installed"):
        caught(wrong, 7, lower_wins=False)


def test_kinds_of_faults_are_counted_by_package(tmp_path: Path) -> None:
    def package(name: str, *faults: str) -> Package:
        (tmp_path / name).mkdir()
        (tmp_path / name / "fault.toml").write_text("\n".join(f"[[fault]]\n{f}" for f in faults))
        return Package(name, tmp_path / name, [7], [7], {}, verdicts={7: verdict})

    verdict = {"reversed": 1, "false_ties": 0, "false_wins": 0, "showdowns": 1_000}
    wheel = 'family = "no wheel"\nplanted = "A-2-3-4-5 is not taken for a straight"'
    one = package("one", wheel, 'family = "two triples"\nneeds = 7')
    two = package("two", wheel)
    assert kinds.kinds([one, two]) == [
        ("no wheel", ["one", "two"], {"planted"}),
        ("two triples", ["one"], {"not with five cards"}),
    ]
    rows = kinds.noticed([one, two], {"one": {"7": {"showdowns": True, "1,000 pairs": False}}})
    assert rows == [["one", "7", "1 in 1,000", "-", "-", "yes", "no", "-"]]
    assert kinds.counts(rows) == ["0 of 0", "0 of 0", "1 of 1", "0 of 1", "0 of 0"]
    with pytest.raises(ValueError, match="'no such' is no cause"):
        kinds.kinds([package("three", 'family = "x"\nplanted = "no such"')])
