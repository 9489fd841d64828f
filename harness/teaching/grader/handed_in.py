"""Submissions: a file alone, or a class, whose files are graded in folders of their own."""

from collections.abc import Collection, Generator, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from os import R_OK, access, cpu_count
from pathlib import Path
from shutil import copyfile, copytree
from tempfile import TemporaryDirectory
from threading import Event

from evaluators.errors import UserError
from harness.checking.statuses import ERROR
from harness.processes.limits import Limits
from harness.teaching.grader.exercise import Exercise
from harness.teaching.grader.grade import Mark, grade, steps_of
from harness.teaching.grader.submission import UNREADABLE, Fault, refuse_large

SUFFIX = ".py"
HIDDEN = ".", "__"
"""Prefixes of the names of files and folders that are not the student's."""
MOST_BYTES = 100_000_000
"""The most that is copied for a submission: all files of its folder."""
NO_FILE = "No file was handed in that ends in .py: hand in {}."
SEVERAL = "{} files end in .py, and none is called {}: hand in {} alone."
TWICE = "{} files are called {}: hand in one of them alone."


@dataclass(frozen=True)
class HandedIn:
    """A submission.

    Attributes:
        name: the student: the name of the file, or of the folder that holds it.
        file: the file; None if there is no file to grade.
        fault: the sentence in that case.
        folder: the folder that was handed in with it, if any.
        is_alone: whether it is graded in its own folder, whose other files it may import.
    """

    name: str
    file: Path | None
    fault: str = ""
    folder: Path | None = None
    is_alone: bool = False

    def copy_to(self, target: Path, name: str) -> Path:
        """Copy the file under a new name, with the other files of its folder, and without links.

        Raises:
            OSError: a file cannot be read.
            Fault: it is too large.
        """
        if self.file is None or self.file.is_symlink() or not self.file.is_file():
            raise OSError(0, "it is not a file")
        refuse_large(_size(self.folder) if self.folder else self.file.stat().st_size, MOST_BYTES)
        target.mkdir()
        copied = copyfile(self.file, target / name)  # its content alone: it may be read-only
        if self.folder:
            copytree(
                *(self.folder, target), ignore=_left_out, copy_function=copyfile, dirs_exist_ok=True
            )
        return copied


@dataclass(frozen=True)
class Graded:
    """A submission and its mark."""

    name: str
    file: Path | None
    mark: Mark


def the_file(folder: Path, exercise: Exercise) -> HandedIn:
    """The file of one submission in a folder: the one with the right name, or the only one.

    Files in the folder itself come before those in its subfolders.
    """
    name = folder.name.removesuffix(SUFFIX)
    everywhere = [path for path in sorted(folder.rglob("*")) if _is_python(path, folder)]
    files = [path for path in everywhere if path.parent == folder] or everywhere
    named = [path for path in everywhere if path.name == exercise.file]
    named = [path for path in named if path.parent == folder] or named
    if len(named) > 1:
        return HandedIn(name, None, TWICE.format(len(named), exercise.file))
    if named or len(files) == 1:
        file = (named or files)[0]
        return HandedIn(name, file, folder=file.parent)
    if files:
        return HandedIn(name, None, SEVERAL.format(len(files), exercise.file, exercise.file))
    return HandedIn(name, None, NO_FILE.format(exercise.file))


def submissions_at(
    path: Path, exercise: Exercise, written: Collection[Path] = ()
) -> list[HandedIn]:
    """The submissions in a folder, or a file alone.

    Args:
        path: the folder or the file.
        exercise: the exercise.
        written: files with marks, which nobody handed in.

    Raises:
        UserError: there is nothing to grade.
    """
    if not path.exists():
        raise UserError(f"{path}: there is no such file or folder")
    if path.is_file() and path.suffix.lower() != SUFFIX:
        raise UserError(f"{path}: it is not a file of Python, which ends in {SUFFIX}")
    if not path.is_dir():
        return [HandedIn(path.stem, path, is_alone=path.suffix == SUFFIX)]
    submissions = [*all_in(path, exercise, {file.resolve() for file in written})]
    if not submissions:
        raise UserError(f"{path}: there is nothing in it to grade")
    return submissions


def all_in(folder: Path, exercise: Exercise, written: Collection[Path] = ()) -> Iterator[HandedIn]:
    """The submissions in a folder, by name: files, and folders with the files of one student."""
    for path in sorted(folder.iterdir(), key=lambda path: path.name):
        if path.name.startswith(HIDDEN) or path.resolve() in written:
            continue
        if path.is_dir() and not path.is_symlink():
            try:
                yield the_file(path, exercise)
            except OSError as error:
                yield HandedIn(path.name, None, UNREADABLE.format(error.strerror))
        elif path.suffix.lower() == SUFFIX or path.is_dir():  # a link to a folder is not followed
            yield HandedIn(path.stem, path)
        else:  # a notebook, say: a student without a row would not be missed
            yield HandedIn(path.name, None, NO_FILE.format(exercise.file))


def grade_all(
    exercise: Exercise, submissions: Sequence[HandedIn], limits: Limits, seed: str = ""
) -> Generator[Graded]:
    """Grade submissions, one for each core at once, each in a process of its own; in order.

    Each is copied into a folder of its own, except a file alone.

    Args:
        exercise: the exercise.
        submissions: the submissions.
        limits: the time limit of a call, and the memory limit.
        seed: the seed of a file alone, if the exercise needs seeds; in a class, names are seeds.
    """
    stopped = Event()

    def graded(submission: HandedIn) -> Graded:
        return Graded(submission.name, submission.file, mark_of(submission))

    def mark_of(submission: HandedIn) -> Mark:
        own_seed = (seed or submission.name) if exercise.needs_seed else ""
        grade_it = partial(grade, exercise, limits=limits, seed=own_seed, is_stopped=stopped.is_set)
        if submission.is_alone and submission.file:
            return grade_it(submission.file)
        with TemporaryDirectory() as folder:
            try:
                copied = submission.copy_to(Path(folder) / "submission", exercise.file)
            except (OSError, Fault) as error:
                (steps,) = steps_of(exercise)
                why = getattr(error, "strerror", None)
                sentence = submission.fault or (UNREADABLE.format(why) if why else str(error))
                return Mark(steps, 0, status=ERROR, sentence=sentence)
            return grade_it(copied, jobs=1)

    with ThreadPoolExecutor(cpu_count()) as pool:
        try:
            yield from pool.map(graded, submissions)
        finally:
            stopped.set()


def _is_python(path: Path, folder: Path) -> bool:
    return path.suffix.lower() == SUFFIX and path.is_file() and not _is_hidden(path, folder)


def _is_hidden(path: Path, folder: Path) -> bool:
    return any(part.startswith(HIDDEN) for part in path.relative_to(folder).parts)


def _size(folder: Path) -> int:
    """The bytes of the files of a folder, without those of the system."""
    return sum(path.lstat().st_size for path in folder.rglob("*") if not _is_hidden(path, folder))


def _left_out(folder: str, names: list[str]) -> list[str]:
    """The names that are not copied: links, pipes, unreadable files, and files of the system."""
    return [
        name
        for name in names
        if name.startswith(HIDDEN)
        or (path := Path(folder, name)).is_symlink()
        or not (path.is_file() or path.is_dir())
        or not access(path, R_OK)
    ]
