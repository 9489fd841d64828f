"""A release lists all that it lacks, a line for each thing."""

from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest

from benchmarks import release
from benchmarks.publish import output
from benchmarks.release import changelog, missing, readme, uncommitted
from tests.test_publish import commit

PROJECT = '[project]\nname = "a"\nversion = "1.2"\n'


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("## 1.2 (2026-11-24)\n", []),
        ("## 1.20\n\n## 0.1.2\n", ["CHANGELOG.md has no section ## 1.2, that of pyproject.toml"]),
        (
            "## Unreleased\n\n## 1.2\n",
            ["CHANGELOG.md has a section ## Unreleased: name its version"],
        ),
    ],
)
def test_the_changelog_tells_the_version(tmp_path: Path, text: str, lines: list[str]) -> None:
    """Else a version is uploaded whose changes nobody can read."""
    (tmp_path / "pyproject.toml").write_text(PROJECT)
    (tmp_path / "CHANGELOG.md").write_text(f"# Changelog\n\n{text}")
    (tmp_path / "CITATION.cff").write_text("cff-version: 1.2.0\nversion: 1.2\n")
    assert [*changelog(tmp_path)] == lines
    (tmp_path / "CITATION.cff").write_text("cff-version: 1.2\nversion: 1.20\n")
    last = "CITATION.cff names another version than 1.2, that of pyproject.toml"
    assert [*changelog(tmp_path)] == [*lines, last]


def test_what_is_not_committed_is_named(tmp_path: Path) -> None:
    """Else an index gets files that no commit has."""
    (tmp_path / "old.py").touch()
    commit(tmp_path)
    assert [*uncommitted(tmp_path)] == []
    (tmp_path / "old.py").write_text("NEW = 1\n")
    (tmp_path / "new.py").touch()
    assert [*uncommitted(tmp_path)] == ["not committed: new.py, old.py"]


def test_an_index_can_show_the_readme(tmp_path: Path) -> None:
    """Else its pictures and links lead nowhere there."""
    wheel = tmp_path / "a-1.2-py3-none-any.whl"
    for text, lines in (
        ("[a](https://a.org/b) ![b](https://a.org/b.svg) <https://a.org> [c](#c)", []),
        ("| a |\n|---|\n| [b](docs/b.md) |", ["README.md: an index cannot show docs/b.md"]),
        ('<img src="reports/b.svg">', ["README.md: an index cannot show reports/b.svg"]),
        ("", ["README.md: the wheel has no text of it"]),
    ):
        with ZipFile(wheel, "w") as file:
            file.writestr("a-1.2.dist-info/METADATA", f"Name: a\nSummary: b\n\n{text}")
        assert [*readme(wheel)] == lines


def test_all_that_is_missing_is_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else each try of a release shows one more thing; a command that fails ends no other check."""

    def one(root: Path) -> Iterator[str]:
        yield f"one of {root}"

    def fails(root: Path) -> Iterator[str]:
        yield output("git", "-C", str(root), "frobnicate")

    monkeypatch.setattr(release, "CHECKS", (one, fails, one))
    first, failed, last = missing(tmp_path)
    assert first == last == f"one of {tmp_path}"
    assert failed.startswith(f"git -C {tmp_path} frobnicate failed: ")
