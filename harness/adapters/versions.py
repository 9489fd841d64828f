"""A file of Python as a commit of git had it, with all that stood beside it."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory

from evaluators import UnknownEvaluatorError
from harness.adapters.place import Place


@contextmanager
def checked_out(place: Place) -> Iterator[Place]:
    """The place of a file as its revision had it, in a folder that ends with the context.

    The folder has all files of the commit. An index of its own fills it: the user's index, branches
    and list of worktrees stay as they are, also if this process is killed.

    Raises:
        UnknownEvaluatorError: git, the revision or the file is missing; the message says which.
    """
    file = Path(place.file).resolve()

    def git(*arguments: str, folder: Path = file.parent) -> str:
        command = ["git", "-C", str(folder), *arguments]
        index = {"GIT_INDEX_FILE": f"{temporary}/index"}
        ended = subprocess.run(command, capture_output=True, text=True, env=os.environ | index)
        if ended.returncode:
            why = (ended.stderr.strip().splitlines() or ["it failed"])[0]
            raise UnknownEvaluatorError(f"{place}: git says {why!r}")
        return ended.stdout.removesuffix("\n")

    if not which("git"):
        raise UnknownEvaluatorError(f"{place}: git is not installed")
    with TemporaryDirectory(prefix="allhands-") as temporary:
        top, tree = Path(git("rev-parse", "--show-toplevel")).resolve(), Path(temporary, "tree")
        git("read-tree", place.revision, folder=top)
        git("checkout-index", "--all", f"--prefix={tree}/", folder=top)
        then = tree / file.relative_to(top)
        if not then.is_file():
            raise UnknownEvaluatorError(f"{place}: that commit has no {file.relative_to(top)}")
        root = tree / Path.cwd().relative_to(top) if Path.cwd().is_relative_to(top) else tree
        yield replace(place, file=str(then), revision="", root=str(root if root.is_dir() else tree))
