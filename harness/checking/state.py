"""A long check that can be stopped at any time: finished shards are kept in a folder.

Each finished shard is a file, written whole, with a hash before its content; a damaged shard is
checked again. A file beside them describes the run: the evaluators, the hands, the versions, and a
hash of each evaluator's code. Only the same run can be resumed, and only by one process at a time.
"""

import contextlib
import hashlib
import json
import marshal
import os
import sys
from collections.abc import Callable, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from harness.adapters.adopt import code_of
from harness.checking.tasks import Shard
from harness.hands.scopes import Scope
from harness.processes.files import write_whole

if TYPE_CHECKING:
    from harness.checking.tasks import Task

ABOUT, LOCK = "about.json", ".lock"
HASH = hashlib.sha256().digest_size


class StateError(Exception):
    """A folder that holds the state of another run, or does not hold one; says what is wrong."""


class State:
    """The finished shards of one run.

    Args:
        folder: where they are.
        about: what the run is about, see `about`.
        resume: whether to go on with the run that is there.
        say: called with a line about each shard that is damaged.

    Raises:
        StateError: the folder has the state of another run, or of this one and `resume` is not
            given, or it has none and `resume` is; or another process is using it.
    """

    def __init__(
        self,
        folder: Path,
        about: dict[str, Any],
        resume: bool,
        say: Callable[[str], None] = lambda line: None,
    ) -> None:
        self.folder, self._say = folder, say
        file = folder / ABOUT
        if folder.exists() and not folder.is_dir():
            raise StateError(f"{folder} is not a folder")
        if not file.exists():
            if resume:
                raise StateError(f"{folder} holds no run to go on with")
            folder.mkdir(parents=True, exist_ok=True)
            if any(file for file in folder.iterdir() if file.name != LOCK):
                raise StateError(f"{folder} is not empty, and holds no run")
        elif not resume:
            raise StateError(f"{folder} holds a run; --resume goes on with it")
        if resume:
            _same(folder, about)
        self._lock = _locked(folder)
        if not resume:
            write_whole(file, json.dumps(about, indent=2) + "\n")

    def shard(self, task: "Task") -> Shard | None:
        """What came of a task, if it is finished."""
        file = self._file(task)
        try:
            content = file.read_bytes()
        except FileNotFoundError:
            return None
        plain = content[HASH:]
        if _hash(file, plain) != content[:HASH]:
            self._say(f"{file} is damaged; {task} are done again")
            return None
        return Shard(**marshal.loads(plain))

    def keep(self, task: "Task", shard: Shard) -> None:
        """A shard is finished."""
        file, plain = self._file(task), marshal.dumps(vars(shard))
        write_whole(file, _hash(file, plain) + plain)

    def close(self) -> None:
        """Let others use the folder."""
        os.close(self._lock)

    def _file(self, task: "Task") -> Path:
        name = hashlib.sha256(task.name.encode(errors="surrogatepass")).hexdigest()[:12]
        return self.folder / f"{name}-{task.start}-{task.stop}.shard"


def _hash(file: Path, plain: bytes) -> bytes:
    """Of what is in a shard, and of which shard it is."""
    return hashlib.sha256(file.name.encode() + plain).digest()


def _locked(folder: Path) -> int:
    """A file that is locked for as long as this process lives, or until it is closed."""
    lock = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o666)
    with contextlib.suppress(ImportError):
        import fcntl

        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(lock)
            raise StateError(f"{folder} is being used by another run") from None
    return lock


def _same(folder: Path, about: dict[str, Any]) -> None:
    """Refuse to go on with a run that was about something else."""
    try:
        before = json.loads((folder / ABOUT).read_bytes())
    except ValueError:
        before = None
    if not isinstance(before, dict):
        raise StateError(f"{folder / ABOUT} is not what a check has written")
    for key in about:
        if before.get(key) != about[key]:
            raise StateError(f"{folder} holds another run: of other {key}")


def about(names: Sequence[str], scope: Scope, style: str) -> dict[str, Any]:
    """What a run is about: whatever could make its shards others."""
    return {
        "evaluators": list(names),
        "hands": str(scope),
        "style": style,
        "versions": {"allhands": version("allhands"), "python": sys.version.split()[0]},
        "code": {name: code_of(name, style) for name in names},
    }
