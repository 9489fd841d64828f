"""What was handed in: the file of each submission in a folder, or what is wrong with it."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from shutil import copy, copytree, ignore_patterns

from harness.teaching.exercises.steps import Exercise
from harness.teaching.exercises.submission import Said, Stop


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

    def copy_to(self, target: Path) -> Path:
        """Copy the file, or the folder with the file in it; return where the file is."""
        if self.file is None:
            raise ValueError(f"{self.name} has no file")
        if self.folder:
            copytree(self.folder, target, ignore=ignore_patterns("__pycache__", ".*"))
            return target / self.file.name
        target.mkdir()
        return Path(copy(self.file, target))


def the_file(folder: Path, exercise: Exercise) -> HandedIn:
    """The file of one submission in a folder: the only one, or the one that has the right name."""
    files = sorted(file for file in folder.glob("*.py") if file.is_file())
    named = [file for file in files if file.name == exercise.file]
    if len(files) == 1 or named:
        return HandedIn(folder.name, (named or files)[0], folder=folder)
    if files:
        said = Stop("several_files", count=len(files), file=exercise.file).said
    else:
        said = Stop("no_file", file=exercise.file).said
    return HandedIn(folder.name, None, said)


def all_in(folder: Path, exercise: Exercise) -> Iterator[HandedIn]:
    """The submissions in a folder, by name: files, and folders with the files of one student."""
    for path in sorted(folder.iterdir(), key=lambda path: path.name):
        if path.name.startswith((".", "__")):
            continue
        if path.is_dir():
            yield the_file(path, exercise)
        elif path.suffix == ".py":
            yield HandedIn(path.stem, path)
