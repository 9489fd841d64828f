"""Files are written whole or not at all."""

import os
from pathlib import Path

import pytest

from harness.processes.files import write_whole


def test_text_and_bytes(tmp_path: Path) -> None:
    write_whole(tmp_path / "text", "♠")
    write_whole(tmp_path / "bytes", b"\x00")
    assert (tmp_path / "text").read_text(encoding="utf-8") == "♠"
    assert (tmp_path / "bytes").read_bytes() == b"\x00"


def test_an_earlier_file_is_replaced(tmp_path: Path) -> None:
    file = tmp_path / "file"
    write_whole(file, "old")
    write_whole(file, "new")
    assert file.read_text() == "new"
    assert list(tmp_path.iterdir()) == [file]


def test_a_pipe_is_written_to_and_stays_a_pipe(tmp_path: Path) -> None:
    """Failure means that ``--json /dev/stdout`` replaces the device by a file."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_whole(pipe, "text")
    assert os.read(reader, 10) == b"text"
    assert pipe.is_fifo()
    os.close(reader)


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("old")
    (tmp_path / "link").symlink_to("file")
    write_whole(tmp_path / "link", "new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_text() == "new"


def test_the_earlier_file_stays_if_writing_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Failure means that a full disk or Ctrl-C destroys a file."""
    file = tmp_path / "file"
    write_whole(file, "old")

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_whole(file, "new")
    assert file.read_text() == "old"
    assert list(tmp_path.iterdir()) == [file]
