"""The folder for tables, and files that are written whole."""

import os
from pathlib import Path
from stat import S_IMODE

import pytest

from evaluators import cache
from evaluators.errors import UserError


def test_the_folder_of_the_environment_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "/caches")
    monkeypatch.setenv("ALLHANDS_CACHE", "/mine")
    assert cache.folder() == Path("/mine")
    monkeypatch.setenv("ALLHANDS_CACHE", "")
    assert cache.folder() == Path("/caches/allhands")


def test_a_user_without_a_home_names_a_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    """Failure means a folder that others can write to: they choose the code that is run."""
    for variable in ("HOME", "XDG_CACHE_HOME", "ALLHANDS_CACHE"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr("os.getuid", lambda: 54_321)  # a user that the system does not know
    with pytest.raises(UserError, match="no home folder; set ALLHANDS_CACHE"):
        cache.folder()


def test_the_user_decides_who_may_read_a_file(tmp_path: Path) -> None:
    """Failure means that others cannot read a report, or can read what they should not."""
    before = os.umask(0o027)
    try:
        cache.write_whole(tmp_path / "file", "text")
    finally:
        os.umask(before)
    assert S_IMODE((tmp_path / "file").stat().st_mode) == 0o640


def test_a_pipe_is_written_to_and_stays_a_pipe(tmp_path: Path) -> None:
    """Failure means that ``--json /dev/stdout`` replaces the device by a file."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    cache.write_whole(pipe, "text")
    assert os.read(reader, 10) == b"text"
    assert pipe.is_fifo()
    os.close(reader)


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("old")
    (tmp_path / "link").symlink_to("file")
    cache.write_whole(tmp_path / "link", "new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_text() == "new"


def test_another_process_may_write_the_same_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process writes just before this one moves its file: neither disturbs the other."""
    replace = Path.replace
    path = tmp_path / "a.table"

    def meanwhile(temporary: Path, target: Path) -> Path:
        monkeypatch.undo()
        cache.write_whole(path, b"theirs")
        assert path.read_bytes() == b"theirs"
        return replace(temporary, target)

    monkeypatch.setattr(Path, "replace", meanwhile)
    cache.write_whole(path, b"ours")
    assert path.read_bytes() == b"ours"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_a_failure_leaves_the_earlier_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: BaseException
) -> None:
    """Failure means that a full disk or Ctrl-C destroys a file, or leaves a second one."""

    def fails(*_: object) -> None:
        raise error

    path = tmp_path / "a.table"
    cache.write_whole(path, b"earlier")
    monkeypatch.setattr(Path, "replace", fails)
    with pytest.raises(type(error)) as raised:
        cache.write_whole(path, b"later")
    assert getattr(raised.value, "filename", str(path)) == str(path)
    assert path.read_bytes() == b"earlier"
    assert list(tmp_path.iterdir()) == [path]
