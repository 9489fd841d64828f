"""A chapter finds the committed numbers wherever it runs, or says what to do."""

import json
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest

from harness.teaching.course import committed as module
from harness.teaching.course.committed import committed, rows


class Installed:
    """What pip writes about an installed project."""

    def __init__(self, record: str | None) -> None:
        self.record = record

    def read_text(self, name: str) -> str | None:
        assert name == "direct_url.json"
        return self.record


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A reader's folder: the code was copied there, and nothing is recorded about its origin."""
    monkeypatch.setattr(module, "CHECKOUT", tmp_path / "site-packages")
    monkeypatch.setattr(module, "distribution", lambda name: Installed(None))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def clone(folder: Path) -> Path:
    """A clone with one table."""
    (folder / "reports").mkdir(parents=True)
    (folder / "reports" / "mine.csv").write_text("evaluator,ns\na,1\nb,2\n")
    return folder


def test_rows_are_dicts_by_the_names_of_the_columns(elsewhere: Path) -> None:
    """Else a cell reads a wrong column."""
    clone(elsewhere)
    assert rows("mine.csv") == [{"evaluator": "a", "ns": "1"}, {"evaluator": "b", "ns": "2"}]


def test_a_notebook_in_a_folder_of_the_clone_finds_the_files(
    elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a notebook works at the top of the clone only."""
    below = clone(elsewhere / "clone") / "docs" / "course"
    below.mkdir(parents=True)
    monkeypatch.chdir(below)
    assert committed("mine.csv") == elsewhere / "clone" / "reports" / "mine.csv"


def test_a_notebook_elsewhere_finds_the_clone_that_was_installed(
    elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a notebook in the folder of downloads does not work after `pip install .`."""
    source = clone(elsewhere / "a clone")
    record = json.dumps({"url": source.as_uri(), "dir_info": {}})
    monkeypatch.setattr(module, "distribution", lambda name: Installed(record))
    here = elsewhere / "downloads"
    here.mkdir()
    monkeypatch.chdir(here)
    assert committed("mine.csv") == source / "reports" / "mine.csv"


@pytest.mark.parametrize("record", [None, '{"url": "https://example.org/allhands.zip"}'])
def test_a_missing_file_is_an_error_that_says_what_to_do(
    elsewhere: Path, monkeypatch: pytest.MonkeyPatch, record: str | None
) -> None:
    """Else a reader sees a path and does not know what to do."""
    monkeypatch.setattr(module, "distribution", lambda name: Installed(record))
    with pytest.raises(FileNotFoundError, match=r"mine.csv was not found.*start Jupyter there"):
        committed("mine.csv")


def test_code_that_is_not_installed_looks_in_folders(
    elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a chapter does not run from a clone that was never installed."""

    def missing(name: str) -> Installed:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(module, "distribution", missing)
    clone(elsewhere)
    assert committed("mine.csv").exists()
