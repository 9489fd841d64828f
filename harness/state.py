"""A long check that can be stopped at any time: what is finished is kept in a folder.

Each finished shard is a file, written whole; beside them stands what the run is about: the
evaluators, the hands, the versions, and a hash of each evaluator's code. A run goes on only with
the same.
"""

import hashlib
import json
import pickle
import sys
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from harness.adopt import code_of
from harness.files import write_whole
from harness.hands import Scope

if TYPE_CHECKING:
    from harness.shards import Shard, Task

ABOUT = "about.json"


class StateError(Exception):
    """A folder that holds the state of another run, or none; says what is different."""


class State:
    """The finished shards of one run.

    Raises:
        StateError: the folder has the state of another run, or of this one and `resume` is not
            given, or it has none and `resume` is.
    """

    def __init__(self, folder: Path, about: dict[str, Any], resume: bool) -> None:
        self.folder = folder
        file = folder / ABOUT
        if folder.exists() and not folder.is_dir():
            raise StateError(f"{folder} is no folder")
        if file.exists():
            if not resume:
                raise StateError(f"{folder} holds a run; --resume goes on with it")
            try:
                before = json.loads(file.read_text())
            except ValueError:
                raise StateError(f"{file} is no state of a check") from None
            for key in about:
                if before.get(key) != about[key]:
                    raise StateError(f"{folder} holds another run: of other {key}")
        elif resume:
            raise StateError(f"{folder} holds no run to go on with")
        else:
            folder.mkdir(parents=True, exist_ok=True)
            if any(folder.iterdir()):
                raise StateError(f"{folder} is not empty, and holds no run")
            write_whole(file, json.dumps(about, indent=2) + "\n")

    def has(self, task: "Task") -> bool:
        """Whether a task is finished."""
        return self._file(task).exists()

    def shard(self, task: "Task") -> "Shard":
        """What came of a task that is finished."""
        shard: Shard = pickle.loads(self._file(task).read_bytes())
        return shard

    def keep(self, task: "Task", shard: "Shard") -> None:
        """A shard is finished."""
        write_whole(self._file(task), pickle.dumps(shard))

    def _file(self, task: "Task") -> Path:
        name = hashlib.sha256(task.name.encode()).hexdigest()[:12]
        return self.folder / f"{name}-{task.start}-{task.stop}.shard"


def about(names: Sequence[str], scope: Scope, style: str) -> dict[str, Any]:
    """What a run is about: whatever could make its shards others."""
    return {
        "evaluators": list(names),
        "hands": str(scope),
        "style": style,
        "versions": {"allhands": version("allhands"), "python": sys.version.split()[0]},
        "code": {name: code_of(name, style) for name in names},
    }
