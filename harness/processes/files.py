"""Files that are written whole or not at all."""

import os
from pathlib import Path
from tempfile import NamedTemporaryFile


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file beside its place, and move it there when it is complete.

    A pipe or a device is written to as it is: only files are replaced.

    Raises:
        OSError: it cannot be written; the earlier file is unchanged.
    """
    data = content.encode() if isinstance(content, str) else content
    if path.exists() and not path.is_file():
        path.write_bytes(data)
        return
    path = path.resolve()  # what a link points to is replaced, not the link
    with NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as beside:
        try:
            beside.write(data)
            beside.flush()
            os.fsync(beside.fileno())  # else a crash could leave the name without the content
            Path(beside.name).chmod(0o666 & ~_umask())
            Path(beside.name).replace(path)
        except BaseException:
            Path(beside.name).unlink(missing_ok=True)
            raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
