"""The folder for machine code and tables that take seconds: made once, and kept.

Everything in it can be deleted at any time: it is made again. Files are written whole or not at
all.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from evaluators.errors import UserError

TO_MOVE = "to keep it elsewhere, set ALLHANDS_CACHE to another folder"


def folder() -> Path:
    """``$ALLHANDS_CACHE``, or ``allhands`` in the system's folder for the caches of this user.

    That is ``~/.cache/allhands`` on Linux and ``~/Library/Caches/allhands`` on macOS, or a folder
    in ``$XDG_CACHE_HOME``. It need not exist yet.

    Raises:
        UserError: the user has no home. A folder for all users would not do: Numba's index files
            are pickles, so their author decides what runs when they are read.
    """
    if own := os.environ.get("ALLHANDS_CACHE"):
        return Path(own)
    from platformdirs import user_cache_path  # slow, and not there where only Python runs

    try:
        return user_cache_path("allhands")
    except RuntimeError:
        raise UserError("no home folder; set ALLHANDS_CACHE to a folder of your own") from None


@contextmanager
def named() -> Iterator[None]:
    """Say that an error of the system in a block is about this folder, and how to move it.

    The system names no file when the disk is full.

    Raises:
        UserError: in place of an OSError.
    """
    try:
        yield
    except OSError as error:
        raise UserError(f"the cache in {folder()}: {error.strerror}; {TO_MOVE}") from None


def write_whole(path: Path, content: str | bytes | memoryview) -> None:
    """Write a file whole or not at all, also if another process writes it at the same time.

    Each process writes a temporary file of its own in the same folder, and then moves it to the
    path. Pipes and devices are not replaced: the content is written to them directly.

    Raises:
        OSError: the file cannot be written; it names the file, and an earlier one is unchanged.
    """
    data = content.encode() if isinstance(content, str) else content
    if path.exists() and not path.is_file():
        path.write_bytes(data)
        return
    path = path.resolve()  # replace the target of a link, not the link
    temporary = path.with_name(f".{path.name}.{os.urandom(8).hex()}")
    try:
        with temporary.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())  # else a crash could leave the name without the content
        temporary.replace(path)
    except BaseException as error:
        temporary.unlink(missing_ok=True)
        if isinstance(error, OSError):  # that of a full disk names no file
            error.filename = str(path)
        raise
