"""The folder of what is made once and kept: machine code, and tables that take seconds.

Everything in it can be deleted at any time: it is made again. Files are written whole or not at
all.
"""

import os
from errno import EPERM
from pathlib import Path


def folder() -> Path:
    """``$ALLHANDS_CACHE``, or ``allhands`` in ``$XDG_CACHE_HOME``, or ``~/.cache/allhands``.

    It need not exist yet. Users without a home get one in the folder for temporary files.

    Raises:
        PermissionError: for a user without a home, another user has made that folder.
    """
    if own := os.environ.get("ALLHANDS_CACHE"):
        return Path(own)
    if caches := os.environ.get("XDG_CACHE_HOME"):
        return Path(caches) / "allhands"
    try:
        return Path.home() / ".cache" / "allhands"
    except RuntimeError:  # no home
        return _temporary()


def _temporary() -> Path:
    """A folder that only this user can write to, among the temporary files of all users.

    Numba's index files are pickles: who writes them decides what is run when they are read.
    """
    from tempfile import gettempdir  # a slow import

    path = Path(gettempdir()) / f"allhands-{os.getuid()}"
    path.mkdir(mode=0o700, exist_ok=True)
    if path.lstat().st_uid != os.getuid():
        raise PermissionError(
            EPERM, "another user owns it; set ALLHANDS_CACHE to a folder of your own", str(path)
        )
    return path


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
