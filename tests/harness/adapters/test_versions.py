"""Files as commits of git had them."""

import sys
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace

import click
import pytest

from evaluators import UnknownEvaluatorError
from harness.adapters.adopt import find, imported
from harness.adapters.place import Place
from harness.adapters.versions import checked_out
from harness.cli.common import places
from harness.processes import workers
from tests.scripts import git

FUNCTION = "from beside import KEY\nfrom pack.other import OTHER\ndef f(hand): return KEY, OTHER\n"


@pytest.fixture
def repository(current_folder: Path) -> Path:
    """A repository in the current folder, whose files have a number: that of their version."""
    git(current_folder, "init", "--quiet")
    Path("pack").mkdir()
    for version in "012":
        Path("pack/mine.py").write_text(FUNCTION)
        Path("pack/beside.py").write_text(f"KEY = {version}\n")
        Path("pack/other.py").write_text(f"OTHER = {version}\n")
        git(current_folder, "add", "pack")
        if version != "2":  # that is not committed
            git(current_folder, "commit", "--quiet", "--message", version)
    return current_folder


def key_at(place: Place, announce: workers.Announce) -> list[int]:
    return [*find(place)([])]


def test_a_version_has_what_stood_beside_it(repository: Path) -> None:
    """Else a new file is timed with old parts, or the old one with new parts, or both are one.

    The other module is found from the current folder, as a package.
    """
    with (
        checked_out(Place.of("pack/mine.py:f@HEAD~1")) as old,
        checked_out(Place.of("pack/mine.py:f@HEAD")) as newer,
    ):
        places = [old, newer, Place.of("pack/mine.py:f")]
        answers = workers.run(key_at, places, 1, isolate_by=lambda place: place.folder)
        assert [answer for _, answer, _ in answers] == [[0, 0], [1, 1], [2, 2]]
        assert old.text == "pack/mine.py:f@HEAD~1"
    with pytest.raises(UnknownEvaluatorError, match="as a commit had it is not taken here"):
        find(Place.of("pack/mine.py:f@HEAD~1"))


def test_a_version_named_twice_is_one(repository: Path) -> None:
    """Else it counts twice, and each of its hands is hashed twice."""
    with click.Context(click.Command("check")):
        assert len(places(["pack/mine.py:f@HEAD", "pack/mine.py:f@HEAD"])) == 1


def test_the_modules_of_a_version_have_the_same_names_in_each_run(
    repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else nothing of an earlier run is used, for its folder is gone."""
    place = Place("mine.py", root=str(repository))
    beside = SimpleNamespace(__file__=str(repository / "pack/beside.py"))
    monkeypatch.setitem(sys.modules, "pack.beside", beside)
    assert "pack/beside.py" in imported(place)


def test_nothing_of_a_version_is_left(repository: Path) -> None:
    """Else the user's repository has a worktree too many, or another index; or a disk fills."""
    state = "status", "--porcelain"
    before = git(repository, *state), git(repository, "worktree", "list")
    with suppress(KeyboardInterrupt), checked_out(Place.of("pack/mine.py@HEAD")) as place:
        assert Path(place.file).is_file()
        assert (git(repository, *state), git(repository, "worktree", "list")) == before
        raise KeyboardInterrupt
    assert not Path(place.root).exists()
    assert (git(repository, *state), git(repository, "worktree", "list")) == before


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("pack/mine.py@HEAD~9", "git says 'fatal: Not a valid object name HEAD~9'"),
        ("pack/new.py@HEAD", "that commit has no pack/new.py"),
        ("/none/mine.py@HEAD", "git says .*cannot change to '/none'"),
        ("/mine.py@HEAD", "git says 'fatal: not a git repository"),
    ],
)
def test_what_is_missing_is_said(repository: Path, text: str, why: str) -> None:
    with pytest.raises(UnknownEvaluatorError, match=f"^{text}: {why}"), checked_out(Place.of(text)):
        pass


def test_git_is_needed(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with (
        pytest.raises(UnknownEvaluatorError, match=r"^mine.py@HEAD: git is not installed"),
        checked_out(Place.of("mine.py@HEAD")),
    ):
        pass
