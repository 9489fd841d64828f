"""What was handed in: the file of each submission in a folder, or what is wrong with it."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from shutil import copy, copytree

from harness.teaching.exercises.steps import Exercise
from harness.teaching.exercises.submission import Said, Stop

SUFFIX = ".py"


@dataclass(frozen=True)
class HandedIn:
    """A submission.

    Attributes:
        name: who handed it in: the name of the file, or of the folder that holds it.
        file: the file; None if there is none to grade.
        said: what is said in that case.
        folder: the folder that was handed in with it, if any.
    """

    name: str
    file: Path | None
    said: Said | None = None
    folder: Path | None = None

    def copy_to(self, target: Path, name: str) -> Path:
        """Copy the file under a new name, with the other files of its folder, and without links.

        Raises:
            OSError: a file cannot be read.
        """
        if self.file is None or self.file.is_symlink() or not self.file.is_file():
            raise OSError("it is not a file")
        if self.folder:
            copytree(self.folder, target, ignore=_left_out)
        else:
            target.mkdir()
        return Path(copy(self.file, target / name))


def _left_out(folder: str, names: list[str]) -> list[str]:
    """What is not copied: links, pipes, and what is not the student's."""
    return [
        name
        for name in names
        if name.startswith((".", "__"))
        or (path := Path(folder, name)).is_symlink()
        or not (path.is_file() or path.is_dir())
    ]


def the_file(folder: Path, exercise: Exercise) -> HandedIn:
    """The file of one submission in a folder: the only one, or the one that has the right name.

    If there is none, it may be in a folder of this folder.
    """
    name = folder.name.removesuffix(SUFFIX)
    files = [file for file in sorted(folder.iterdir()) if _is_python(file, folder)]
    files = files or [file for file in sorted(folder.rglob("*")) if _is_python(file, folder)]
    named = [file for file in files if file.name == exercise.file]
    if len(files) == 1 or named:
        file = (named or files)[0]
        return HandedIn(name, file, folder=file.parent)
    if files:
        said = Stop("several_files", count=len(files), file=exercise.file).said
    else:
        said = Stop("no_file", file=exercise.file).said
    return HandedIn(name, None, said)


def _is_python(path: Path, folder: Path) -> bool:
    parts = path.relative_to(folder).parts
    is_hidden = any(part.startswith((".", "__")) for part in parts)
    return path.suffix.lower() == SUFFIX and path.is_file() and not is_hidden


def all_in(folder: Path, exercise: Exercise) -> Iterator[HandedIn]:
    """The submissions in a folder, by name: files, and folders with the files of one student."""
    for path in _entries(folder):
        if path.is_dir():
            yield the_file(path, exercise)
        elif path.suffix.lower() == SUFFIX:
            yield HandedIn(path.stem, path)


def not_graded(folder: Path) -> list[str]:
    """The names of files in a folder that are no submissions: they do not end in .py."""
    return [
        path.name
        for path in _entries(folder)
        if not path.is_dir() and path.suffix.lower() != SUFFIX
    ]


def _entries(folder: Path) -> list[Path]:
    entries = sorted(folder.iterdir(), key=lambda path: path.name)
    return [path for path in entries if not path.name.startswith((".", "__"))]
