"""Files are written whole or not at all."""

from pathlib import Path

import pytest

from harness.files import write_whole


def test_text_and_bytes(tmp_path: Path) -> None:
    write_whole(tmp_path / "text", "♠")
    write_whole(tmp_path / "bytes", b"\x00")
    assert (tmp_path / "text").read_text(encoding="utf-8") == "♠"
    assert (tmp_path / "bytes").read_bytes() == b"\x00"


def test_what_was_there_is_replaced(tmp_path: Path) -> None:
    file = tmp_path / "file"
    write_whole(file, "old")
    write_whole(file, "new")
    assert file.read_text() == "new"
    assert list(tmp_path.iterdir()) == [file]


def test_what_was_there_stays_when_writing_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full disk, say, or Ctrl-C."""
    file = tmp_path / "file"
    write_whole(file, "old")

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_whole(file, "new")
    assert file.read_text() == "old"
    assert list(tmp_path.iterdir()) == [file]
