"""Interrupt and resume a long check: finished shards are kept in a folder.

Each finished shard is a file, written whole, with a hash before its content; a damaged shard is
checked again. Another file describes the run: the evaluators, the hands, the versions, and a hash
of each evaluator's code. Only the same run can be resumed, and only by one process at a time.
"""

import contextlib
import hashlib
import json
import marshal
import os
import shutil
import sys
from collections.abc import Callable, Sequence
from dataclasses import fields
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from evaluators.cache import write_whole
from harness.adapters.adopt import code_of
from harness.checking.tasks import Shard
from harness.hands.scopes import Scope

if TYPE_CHECKING:
    from harness.checking.tasks import Task

ABOUT, LOCK = "about.json", ".lock"
HASH = hashlib.sha256().digest_size


class StateError(Exception):
    """The folder cannot be used; the message says why."""


class OtherRunError(StateError):
    """The folder holds another run."""


class Shards(Protocol):
    """Finished shards, kept from run to run."""

    def shard(self, task: "Task") -> Shard | None:
        """The result of a task, if it is finished."""

    def keep(self, task: "Task", shard: Shard) -> None:
        """Keep the result of a finished task."""


class State:
    """The finished shards of one run.

    Args:
        folder: the folder of the run.
        about: the description of the run, from the function `about`.
        resume: whether to resume the run in the folder.
        warn: called with a line about each damaged shard.

    Raises:
        StateError: the folder holds another run; or holds a run and `resume` is false, or does not
            and `resume` is true; or another process uses it.
    """

    def __init__(
        self,
        folder: Path,
        about: dict[str, Any],
        resume: bool,
        warn: Callable[[str], None] = lambda line: None,
    ) -> None:
        self.folder, self._warn = folder, warn
        file = folder / ABOUT
        if folder.exists() and not folder.is_dir():
            raise StateError(f"{folder} is not a folder")
        if not file.exists():
            if resume:
                raise StateError(f"{folder} holds no run to go on with")
            folder.mkdir(parents=True, exist_ok=True)
            if any(entry.name != LOCK for entry in folder.iterdir()):
                raise StateError(f"{folder} is not empty, and holds no run")
        elif not resume:
            raise StateError(f"{folder} holds a run; --resume goes on with it")
        if resume:
            _require_same_run(folder, about)
        self._lock = _lock(folder)
        if not resume:
            write_whole(file, json.dumps(about, indent=2) + "\n")

    def shard(self, task: "Task") -> Shard | None:
        """The result of a task, if it is finished."""
        file = self._file(task)
        try:
            content = file.read_bytes()
        except FileNotFoundError:
            return None
        values = content[HASH:]
        if _hash(file, values) != content[:HASH]:
            self._warn(f"{file} is damaged; {task} are done again")
            return None
        return Shard(**marshal.loads(values))

    def keep(self, task: "Task", shard: Shard) -> None:
        """Write the result of a finished task."""
        file, values = self._file(task), marshal.dumps(vars(shard))
        write_whole(file, _hash(file, values) + values)

    def close(self) -> None:
        """Release the folder for other processes."""
        os.close(self._lock)

    def _file(self, task: "Task") -> Path:
        name = hashlib.sha256(task.name.encode(errors="surrogatepass")).hexdigest()[:12]
        return self.folder / f"{name}-{task.start}-{task.stop}.shard"


def renewed(folder: Path, about: dict[str, Any], warn: Callable[[str], None]) -> State:
    """The finished shards in a folder, or none if it holds another run, which is then deleted.

    Raises:
        StateError: the folder cannot be used.
    """
    if not (folder / ABOUT).exists():
        return State(folder, about, resume=False, warn=warn)
    try:
        return State(folder, about, resume=True, warn=warn)
    except OtherRunError as error:
        warn(f"{error}: checked anew")
    State(folder, _about_in(folder), resume=True).close()  # refused while another run uses it
    old = folder.with_name(f".{folder.name}")  # so that what is left after a crash is not a run
    shutil.rmtree(old, ignore_errors=True)
    folder.rename(old)
    shutil.rmtree(old)
    return State(folder, about, resume=False, warn=warn)


def _hash(file: Path, values: bytes) -> bytes:
    """The hash of a shard's name and values."""
    return hashlib.sha256(file.name.encode() + values).digest()


def _lock(folder: Path) -> int:
    """A file descriptor that is locked until it is closed or the process ends."""
    lock = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o666)
    with contextlib.suppress(ImportError):
        import fcntl

        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(lock)
            raise StateError(f"{folder} is being used by another run") from None
    return lock


def _require_same_run(folder: Path, about: dict[str, Any]) -> None:
    """Raise an error if the folder holds another run."""
    before = _about_in(folder)
    for key in about:
        if before.get(key) != about[key]:
            raise OtherRunError(f"{folder} holds a run with other {key}")


def _about_in(folder: Path) -> dict[str, Any]:
    """The description of the run in a folder."""
    try:
        before = json.loads((folder / ABOUT).read_bytes())
    except ValueError:
        before = None
    if not isinstance(before, dict):
        raise StateError(f"{folder / ABOUT} does not describe a run")
    return before


def about(names: Sequence[str], scope: Scope, style: str) -> dict[str, Any]:
    """The description of a run: everything on which its shards depend."""
    return {
        "evaluators": list(names),
        "hands": str(scope),
        "style": style,
        "versions": {
            "allhands": version("allhands"),
            "python": sys.version.split()[0],
            "shards": " ".join(field.name for field in fields(Shard)),
        },
        "code": {name: code_of(name, style) for name in names},
    }
