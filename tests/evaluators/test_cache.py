"""The folder for tables, and files that are written whole."""

import os
from pathlib import Path
from stat import S_IMODE
from types import SimpleNamespace

import pytest

from evaluators import cache


def test_the_folder_is_that_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/me")
    monkeypatch.setenv("XDG_CACHE_HOME", "/caches")
    monkeypatch.setenv("ALLHANDS_CACHE", "/mine")
    assert cache.folder() == Path("/mine")
    monkeypatch.setenv("ALLHANDS_CACHE", "")
    assert cache.folder() == Path("/caches/allhands")
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert cache.folder() == Path("/home/me/.cache/allhands")


@pytest.fixture
def homeless(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in the folder for temporary files, for a user who has no home."""

    def home() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.delenv("ALLHANDS_CACHE", raising=False)
    monkeypatch.setattr(Path, "home", home)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    return tmp_path / f"allhands-{os.getuid()}"


def test_without_a_home_the_folder_is_a_temporary_one(homeless: Path) -> None:
    """Nobody else can write to it; failure means that others choose the code that is run."""
    assert cache.folder() == cache.folder() == homeless
    assert S_IMODE(homeless.stat().st_mode) == 0o700


def test_a_temporary_folder_of_another_user_is_refused(
    homeless: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may be a link to a folder of one's own, so the owner is that of the link."""
    mine = homeless.with_name("mine")
    mine.mkdir()
    homeless.symlink_to(mine)
    monkeypatch.setattr(Path, "lstat", lambda path: SimpleNamespace(st_uid=os.getuid() + 1))
    with pytest.raises(PermissionError) as error:
        cache.folder()
    assert error.value.filename == str(homeless)
    assert "another user owns it; set ALLHANDS_CACHE" in str(error.value)


def test_a_file_is_written_with_its_folder(tmp_path: Path) -> None:
    path = tmp_path / "caches" / "allhands" / "a.table"
    for content in (b"first", memoryview(b"second")):
        cache.write_whole(path, content)
        assert path.read_bytes() == bytes(content)
    assert list(path.parent.iterdir()) == [path]


def test_another_process_may_write_the_same_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It writes while this process is about to move its own file: neither disturbs the other."""
    chmod = Path.chmod
    path = tmp_path / "a.table"

    def meanwhile(temporary: Path, mode: int) -> None:
        chmod(temporary, mode)
        monkeypatch.undo()
        cache.write_whole(path, b"theirs")
        assert path.read_bytes() == b"theirs"

    monkeypatch.setattr(Path, "chmod", meanwhile)
    cache.write_whole(path, b"ours")
    assert path.read_bytes() == b"ours"
    assert list(tmp_path.iterdir()) == [path]


def test_a_failure_leaves_the_earlier_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    path = tmp_path / "a.table"
    cache.write_whole(path, b"earlier")
    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OSError, match="No space left"):
        cache.write_whole(path, b"later")
    assert path.read_bytes() == b"earlier"
    assert list(tmp_path.iterdir()) == [path]
