"""A chapter finds the committed numbers wherever it runs, or says what to do."""

from pathlib import Path

import pytest

from harness.teaching.course import committed


def test_a_notebook_in_a_folder_of_the_clone_finds_the_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a notebook works at the top of the clone only, or a reader sees no advice."""
    (tmp_path / "reports").mkdir()
    (tmp_path / "reports" / "mine.csv").write_text("evaluator,ns\na,1\nb,2\n")
    below = tmp_path / "docs"
    below.mkdir()
    monkeypatch.chdir(below)
    monkeypatch.setattr(committed, "ROOT", tmp_path / "site-packages")
    expected = [{"evaluator": "a", "ns": "1"}, {"evaluator": "b", "ns": "2"}]
    assert committed.rows("mine.csv") == expected
    with pytest.raises(FileNotFoundError, match=r"other.csv was not found.*start Jupyter there"):
        committed.rows("other.csv")
