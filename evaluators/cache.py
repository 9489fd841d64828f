"""The folder of what is made once and kept: machine code, and tables that take seconds.

Everything in it can be deleted at any time: it is made again. Files are written whole or not at
all.
"""

import os
from pathlib import Path


def folder() -> Path:
    """``$ALLHANDS_CACHE``, or ``allhands`` in ``$XDG_CACHE_HOME``, or ``~/.cache/allhands``.

    It need not exist yet. Users without a home get one in the folder for temporary files.
    """
    if own := os.environ.get("ALLHANDS_CACHE"):
        return Path(own)
    if caches := os.environ.get("XDG_CACHE_HOME"):
        return Path(caches) / "allhands"
    try:
        return Path.home() / ".cache" / "allhands"
    except RuntimeError:  # no home
        from tempfile import gettempdir  # a slow import

        return Path(gettempdir()) / "allhands"


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
