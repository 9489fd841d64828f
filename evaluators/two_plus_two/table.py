"""The table of the walk: built once, kept in a file, checked and mapped by every process.

Building the table takes NumPy, about 5 s and 700 MB of memory. Reading it takes neither: the file
is mapped into memory, so all processes share one copy, and the SHA-256 of its content is compared
with the one below, in 0.1 s on a processor with instructions for it, 0.25 s without. A file that is
damaged, too short or unreadable is replaced. Nothing is built or loaded on import.
"""

import sys
from functools import cache
from hashlib import file_digest, sha256
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import TYPE_CHECKING

from evaluators import cache as caches

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FILE = "two-plus-two-1.table"
"""The name of the file. Another content needs another number."""

BYTES = 129_951_336
SHA_256 = "5fd20e96b98b56bb73a03cc6f054831e9cdf58903cd7d23fe930a95ec58872a7"


def path() -> Path:
    """The file of the table, there or not."""
    return caches.folder() / FILE


def ensure() -> Path | None:
    """The file of the table, built if it is missing; None if it cannot be kept.

    Call this before many processes need the table at once, so that only one builds it.

    Raises:
        ImportError: the table must be built, and NumPy is not installed.
    """
    _, kept = _load()
    return kept


def as_memoryview() -> memoryview:
    """The table as a read-only memoryview of unsigned 32-bit numbers, without NumPy.

    Raises:
        ImportError: the table must be built, and NumPy is not installed.

    >>> len(as_memoryview())
    32487834
    """
    view, _ = _load()
    return view


@cache
def as_array() -> "NDArray[np.uint32]":
    """The table as a read-only array of 32,487,834 numbers, which share the memory of the file."""
    import numpy as np

    return np.frombuffer(as_memoryview(), np.uint32)


@cache
def _load() -> tuple[memoryview, Path | None]:
    """The table, and the file that holds it, if there is one."""
    file = path()
    if view := _mapped(file):
        return view, file
    built = _built(file)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        caches.write_whole(file, built)
    except OSError as error:
        _say(
            f"the two-plus-two table is not kept, it must be built again: {error}; {caches.TO_MOVE}"
        )
    else:
        if view := _mapped(file):
            return view, file
    return built.toreadonly().cast("I"), None


def _mapped(path: Path) -> memoryview | None:
    """The content of the file, if it is the table."""
    try:
        with path.open("rb") as file:
            # Read, not mapped, for the hash: only the parts of a mapping that are used take memory.
            if file_digest(file, "sha256").hexdigest() != SHA_256:
                return None
            content = mmap(file.fileno(), 0, access=ACCESS_READ)
    except OSError:  # missing or unreadable
        return None
    return memoryview(content).cast("I")


def _built(path: Path) -> memoryview:
    """The bytes of the table, built now for this file.

    Raises:
        ImportError: NumPy is not installed.
        RuntimeError: the build is wrong.
    """
    try:
        from evaluators.two_plus_two.building import build
    except ModuleNotFoundError as error:
        raise ImportError(f"{error.name} is needed to build the two-plus-two table") from error
    _say(f"building the two-plus-two table, 130 MB, once: {path} (about 5 s)")
    built = build().data.cast("B")
    if sha256(built).hexdigest() != SHA_256:
        raise RuntimeError("the two-plus-two table was built wrong: its SHA-256 is not the known")
    return built


def _say(line: str) -> None:
    sys.stderr.write(f"{line}\n")
