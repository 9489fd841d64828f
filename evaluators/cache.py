"""The folder for large tables that are built once, and files in it that are written whole.

Everything in this folder can be deleted at any time: it is built again.
"""

import os
from pathlib import Path
from tempfile import NamedTemporaryFile, gettempdir


def folder() -> Path:
    """The folder, which need not exist yet.

    It is ``$ALLHANDS_CACHE``; without this variable, ``$XDG_CACHE_HOME/allhands``; without both,
    ``~/.cache/allhands``. A user without a home folder gets one in the folder for temporary files.
    """
    if own := os.environ.get("ALLHANDS_CACHE"):
        return Path(own)
    if caches := os.environ.get("XDG_CACHE_HOME"):
        return Path(caches, "allhands")
    try:
        return Path.home() / ".cache" / "allhands"
    except RuntimeError:  # no home folder
        return Path(gettempdir(), "allhands")


def write_whole(path: Path, content: bytes | memoryview) -> None:
    """Write a file whole or not at all, also if another process writes it at the same time.

    Each process writes a temporary file of its own in the same folder, and then moves it to the
    path. The folder is created if it is missing.

    Raises:
        OSError: the file cannot be written; an earlier file is unchanged.
    """
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
