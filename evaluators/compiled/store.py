"""The folder of the machine code, and a test whether all of it is there. Numba is not imported.

The folder's name has a hash of all sources and their place, the versions and the kind of machine.
Machine code contains constants of other files: other sources never find code that was made from
these. And Numba finds it by the path of the source file: a second copy of the same sources has
none, and a folder of its own.
"""

import platform
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from os import W_OK, access
from pathlib import Path

from evaluators import cache as caches
from evaluators.errors import UserError

SOURCES = Path(__file__).parent.parent
READY = "ready"
"""The file that says that all evaluators are compiled."""


@cache
def is_installed() -> bool:
    """Test whether Numba is installed: the extra ``compiled``."""
    return find_spec("numba") is not None


@cache
def folder() -> Path:
    """The folder of the machine code of these sources here, for this Python and this machine."""
    from importlib.metadata import version  # a slow import

    digest = sha256(bytes(SOURCES.absolute()))
    for source in sorted(SOURCES.rglob("*.py")):
        digest.update(source.read_bytes())
    versions = [sys.version, platform.machine(), *map(version, ("numba", "numpy", "llvmlite"))]
    digest.update("\n".join(versions).encode())
    return caches.folder() / f"machine-code-{digest.hexdigest()[:16]}"


def is_ready() -> bool:
    """Test whether Numba is installed and all evaluators are compiled by ``allhands prepare``.

    If so, Numba still has to write to the folder of what it loads.
    """
    try:
        return is_installed() and (folder() / READY).exists() and access(folder(), W_OK)
    except (UserError, OSError):  # there is no folder for caches, or it is somebody else's
        return False


@contextmanager
def locked() -> Iterator[None]:
    """Hold the lock of the folder, in which two processes must not write one file at once."""
    folder().mkdir(parents=True, exist_ok=True)
    with (folder() / "lock").open("w") as file:
        with suppress(ImportError):  # of Windows
            from fcntl import LOCK_EX, flock

            flock(file, LOCK_EX)
        yield


def say_ready() -> None:
    """Note that all evaluators are compiled."""
    with caches.named():
        folder().mkdir(parents=True, exist_ok=True)
        (folder() / READY).touch()
