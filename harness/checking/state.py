"""Interrupt a long check and go on: finished shards are kept in a folder.

The result of a shard depends on the evaluator's code, on our version, and on which hands it has.
These make the name of its file, so a run finds what an earlier one has finished, and nothing else.
A shard also says which modules its evaluator had imported: it counts while these are the same.
Each file is written whole, with a hash before its content; a damaged one is checked again. The keys
of classes, which are the same in all shards, are in a file of their own, named by their hash.
"""

import fcntl
import hashlib
import marshal
import os
import sys
import zlib
from collections.abc import Callable, Sequence
from dataclasses import fields
from functools import cache
from importlib.metadata import version
from pathlib import Path

from evaluators.cache import write_whole
from evaluators.errors import UserError
from harness.adapters.adopt import code_of, hash_of
from harness.adapters.place import Place
from harness.checking.tasks import Shard, Task
from harness.hands.scopes import Scope

LOCK, SHARD, KEYS = ".lock", ".shard", ".keys"
HASH = hashlib.sha256().digest_size
NOT_COMPARED = "packages, libraries, data and what a program imports are not compared"


class StateError(UserError):
    """The folder cannot be used; the message says why."""


class State:
    """The finished shards of evaluators on the hands of a scope.

    Args:
        folder: the folder; it is made if need be.
        places: the places of the evaluators.
        scope: the hands.
        style: the style of the evaluators.
        warn: called, once, with a line about each damaged shard, and about those of earlier runs.

    Raises:
        StateError: the folder has other files, or another process uses it.
    """

    def __init__(
        self,
        folder: Path,
        places: Sequence[Place],
        scope: Scope,
        style: str,
        warn: Callable[[str], None] = lambda line: None,
    ) -> None:
        self.folder, self._warn, self._hash_of = folder, cache(warn), cache(hash_of)
        if folder.exists() and not folder.is_dir():
            raise StateError(f"{folder} is not a folder")
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StateError(f"{folder}: {error.strerror}") from None
        files = [file for file in folder.iterdir() if not file.name.startswith(".")]
        if any(file.suffix not in (SHARD, KEYS) for file in files):
            raise StateError(f"{folder} has files other than finished parts of a check")
        self._lock = _lock(folder)
        self._run = {place: _run_of(place, scope, style) for place in places}
        ours = tuple(self._run.values())
        if others := sum(f.suffix == SHARD and not f.name.startswith(ours) for f in files):
            parts = "1 part" if others == 1 else f"{others} parts"
            warn(f"{folder}: {parts} of other evaluators, hands, code or versions, not used")
        for command in filter(None, (place.command for place in places)):
            # A word may be the text of a program, too long for a name: `Path.exists` would raise.
            if not any(os.path.exists(word) for word in command.split()):  # noqa: PTH110
                warn(f"{command}: it names no file of its code: use another folder if that changes")

    def shard(self, task: Task) -> Shard | None:
        """The result of a task, if it is finished and the evaluator's modules are the same."""
        file = self._file(task)
        if not file.exists():
            return None
        if (values := _read(file)) is not None:
            fields = marshal.loads(values)
            for module, code in fields["modules"].items():
                if self._hash_of(os.path.join(task.place.root, module)) != code:  # noqa: PTH118
                    self._warn(f"{module} has changed: what was done with it is done again")
                    return None
            file = self.folder / fields["keys"]
            if (keys := _read(file)) is not None:
                self._warn(f"{self.folder}: parts of an earlier run are used; {NOT_COMPARED}")
                return Shard(**fields | {"keys": keys})
        self._warn(f"{file} is damaged; {task} are done again")
        return None

    def keep(self, task: Task, shard: Shard) -> None:
        """Write the result of a finished task."""
        keys = self.folder / f"{hashlib.sha256(shard.keys).hexdigest()}{KEYS}"
        if _read(keys) is None:
            _write(keys, shard.keys)
        _write(self._file(task), marshal.dumps(vars(shard) | {"keys": keys.name}))

    def close(self) -> None:
        """Release the folder for other processes."""
        os.close(self._lock)

    def _file(self, task: Task) -> Path:
        return self.folder / f"{self._run[task.place]}-{task.start}-{task.stop}{SHARD}"


def _run_of(place: Place, scope: Scope, style: str) -> str:
    """A short hash of all that the shards of an evaluator depend on, except their hands."""
    form = " ".join(field.name for field in fields(Shard))
    versions = version("allhands"), sys.version, form
    parts = place.text, code_of(place, style), str(scope), style, place.form, *versions
    return hashlib.sha256(repr(parts).encode(errors="surrogatepass")).hexdigest()[:16]


def _write(file: Path, values: bytes) -> None:
    packed = zlib.compress(values, 1)
    write_whole(file, _hash(file, packed) + packed)


def _read(file: Path) -> bytes | None:
    """The values in a file; None if it is missing or damaged."""
    content = file.read_bytes() if file.exists() else b""
    packed = content[HASH:]
    return zlib.decompress(packed) if _hash(file, packed) == content[:HASH] else None


def _hash(file: Path, values: bytes) -> bytes:
    """The hash of a file's name and values."""
    return hashlib.sha256(file.name.encode() + values).digest()


def _lock(folder: Path) -> int:
    """A file descriptor that is locked until it is closed or the process ends."""
    lock = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o666)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        raise StateError(f"{folder} is being used by another run") from None
    return lock
