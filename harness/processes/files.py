"""Files that are written whole or not at all."""

import os
from pathlib import Path
from tempfile import NamedTemporaryFile


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a temporary file in the same folder, and move it to the path when it is complete.

    Pipes and devices are not replaced: the content is written to them directly.

    Raises:
        OSError: the file cannot be written; the earlier file is unchanged.
    """
    data = content.encode() if isinstance(content, str) else content
    if path.exists() and not path.is_file():
        path.write_bytes(data)
        return
    path = path.resolve()  # replace the target of a link, not the link
    with NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as temporary:
        try:
            temporary.write(data)
            temporary.flush()
            os.fsync(temporary.fileno())  # else a crash could leave the name without the content
            Path(temporary.name).chmod(0o666 & ~_umask())
            Path(temporary.name).replace(path)
        except BaseException:
            Path(temporary.name).unlink(missing_ok=True)
            raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
