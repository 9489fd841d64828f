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


def write_whole(path: Path, content: bytes | memoryview) -> None:
    """Write a file whole or not at all, also if another process writes it at the same time.

    Each process writes a temporary file of its own in the same folder, and then moves it to the
    path. The folder is created if it is missing.

    Raises:
        OSError: the file cannot be written; an earlier file is unchanged.
    """
    from tempfile import NamedTemporaryFile

    path.parent.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as temporary:
        try:
            temporary.write(content)
            temporary.close()
            Path(temporary.name).chmod(0o644)  # other users may read it
            Path(temporary.name).replace(path)
        except BaseException:
            Path(temporary.name).unlink(missing_ok=True)
            raise
