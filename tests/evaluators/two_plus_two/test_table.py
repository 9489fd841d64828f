"""The file of the table: its content, and what happens to it if it is missing or damaged."""

import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from evaluators.two_plus_two import building, table
from evaluators.two_plus_two.layout import ROW

FAKE = np.arange(4 * ROW, dtype=np.uint32)


class Fake:
    """A small table in a folder of its own: its file, and the lines on standard error."""

    def __init__(self, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.file = file
        self.capsys = capsys
        self.builds = 0

    def build(self) -> NDArray[np.uint32]:
        self.builds += 1
        return FAKE.copy()

    def load(self) -> Path | None:
        """Load as a new process does."""
        table._load.cache_clear()
        assert table.as_memoryview().tolist() == FAKE.tolist()
        return table.ensure()

    def lines(self) -> list[str]:
        """The lines since the last call."""
        return self.capsys.readouterr().err.splitlines()


@pytest.fixture
def fake(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Iterator[Fake]:
    fake = Fake(tmp_path / "caches" / table.FILE, capsys)
    monkeypatch.setenv("ALLHANDS_CACHE", str(fake.file.parent))
    monkeypatch.setattr(table, "BYTES", FAKE.nbytes)
    monkeypatch.setattr(table, "SHA_256", sha256(FAKE.data).hexdigest())
    monkeypatch.setattr(building, "build", fake.build)
    yield fake
    table._load.cache_clear()


def test_it_cannot_be_written_to() -> None:
    with pytest.raises(TypeError):
        table.as_memoryview()[0] = 1
    assert not table.as_array().flags.writeable


@pytest.mark.thorough
def test_it_is_built_as_it_is_in_the_file() -> None:
    assert sha256(building.build().data).hexdigest() == table.SHA_256


def test_it_is_built_once(fake: Fake) -> None:
    assert fake.load() == fake.load() == fake.file
    assert fake.builds == 1
    line = f"building the two-plus-two table, 130 MB, once: {fake.file} (about 5 s)"
    assert fake.lines() == [line]
    assert fake.file.read_bytes() == FAKE.tobytes()
    assert list(fake.file.parent.iterdir()) == [fake.file]


def test_a_damaged_file_is_replaced(fake: Fake) -> None:
    """A failure means that keys are wrong, or that users must delete the file themselves."""
    fake.load()
    right = FAKE.tobytes()
    for damaged in ((FAKE ^ (FAKE == 100)).tobytes(), right[:-1], b"", right + b"\0"):
        fake.file.write_bytes(damaged)
        assert fake.load() == fake.file
        assert fake.file.read_bytes() == right
    assert fake.builds == 5


def test_a_folder_in_place_of_the_file_stays(fake: Fake) -> None:
    """The table is kept in memory."""
    fake.file.mkdir(parents=True)
    assert fake.load() is None


def test_without_a_folder_it_is_kept_in_memory(fake: Fake) -> None:
    fake.file.parent.write_text("a file where the folder should be")
    assert fake.load() is None
    assert table.as_memoryview().readonly
    assert fake.builds == 1
    _, line = fake.lines()
    assert line.startswith("the two-plus-two table is not kept, it must be built again: ")
    assert line.endswith("; to keep it elsewhere, set ALLHANDS_CACHE to another folder")


def test_a_wrong_build_is_not_kept(fake: Fake, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(building, "build", lambda: FAKE[::-1].copy())
    with pytest.raises(RuntimeError, match="built wrong"):
        fake.load()
    assert not fake.file.exists()


def test_without_numpy_the_error_says_what_needs_it(
    fake: Fake, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "evaluators.two_plus_two.building")
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(ImportError, match="numpy is needed to build the two-plus-two table"):
        fake.load()
    assert fake.lines() == []
