"""Check on a Dask cluster, whose machines need share nothing but a network.

A worker of the cluster runs each shard in a separate process, with the same limits and retries as
on one machine, and sends the result back. Only this machine writes files. An evaluator in a file is
sent with its shards. What that file imports must be installed on the workers, and so must the same
version of this project; other code is refused.

Source: https://distributed.dask.org (futures, ``as_completed``, ``KilledWorker``).
"""

import logging
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from hashlib import sha256
from importlib.metadata import version
from itertools import islice
from pathlib import Path
from tempfile import gettempdir
from threading import Timer
from typing import Any

from distributed import Client, KilledWorker, as_completed
from distributed.client import FutureCancelledError

from harness.adapters.adopt import FILE, code_of
from harness.checking.equivalence import Done, try_again
from harness.checking.tasks import Shard, Task
from harness.checking.verdict import ERROR
from harness.checking.work import work
from harness.processes import workers
from harness.processes.files import write_whole
from harness.processes.limits import Died

AHEAD = 3
"""How many shards there are for each thread, running or waiting: none has to wait for us."""
ADDRESS = re.compile(r"(tcp|tls|ws|wss)://\S+:\d+")
LOUD = "distributed", "distributed.client", "tornado", "asyncio"
IDLE = 60.0  # seconds after a shard, when processes that have none are ended
CONNECTING = 5.0  # seconds


class ClusterError(Exception):
    """The cluster cannot go on; the message says why, and after how many shards."""


class _OtherCodeError(Exception):
    """A worker has another version of us, or of an evaluator."""


@dataclass(frozen=True)
class _Payload:
    """What is sent with a shard.

    Attributes:
        version: ours.
        code: the hash of the evaluator's code.
        file: where that is in a file, its name and what is in it.
    """

    version: str
    code: str
    file: tuple[str, bytes] | None = None

    @classmethod
    def of(cls, task: Task) -> "_Payload":
        match = FILE.fullmatch(task.name)
        file = (Path(match[1]).name, Path(match[1]).read_bytes()) if match else None
        return cls(version("allhands"), code_of(task.name, task.style), file)


class Cluster:
    """A cluster, as a place where tasks are run.

    Raises:
        ClusterError: no scheduler answers at the address, or it has no worker.
    """

    def __init__(self, address: str) -> None:
        self.address = address
        if not ADDRESS.fullmatch(address):
            raise ClusterError(f"{address!r} is not the address of a scheduler: tcp://host:8786")
        for name in LOUD:  # what matters is raised
            logging.getLogger(name).setLevel(logging.CRITICAL)
        try:
            self._client = Client(address, timeout=CONNECTING, set_as_default=False)
        except (OSError, ValueError) as error:
            raise ClusterError(f"there is no scheduler at {address}: {_line(error)}") from None
        try:
            self._client.wait_for_workers(1, timeout=CONNECTING)
        except TimeoutError:
            self.close()
            raise ClusterError(f"the scheduler at {address} has no worker") from None

    def close(self) -> None:
        """Disconnect from the cluster; shards that run there end by themselves."""
        self._client.close(timeout=CONNECTING)

    def __call__(self, tasks: Iterable[Task]) -> Iterator[Done]:
        """Run tasks.

        Raises:
            ClusterError: the scheduler is gone, or a worker has other code.
        """
        waiting, finished = iter(tasks), 0
        running: dict[Any, Task] = {}
        coming = as_completed(loop=self._client.loop, with_results=True, raise_errors=False)
        try:
            while True:
                threads = sum(self._client.nthreads().values())
                for task in islice(waiting, max(AHEAD * threads - len(running), 0)):
                    future = self._client.submit(_there, task, _Payload.of(task), pure=False)
                    running[future.key] = task
                    coming.add(future)
                future, result = next(coming)
                task = running.pop(future.key)
                if future.cancelled():
                    raise OSError("it does not answer any more")
                finished += 1
                yield _done(task, future.exception() if future.status == "error" else result)
        except StopIteration:
            return
        except (OSError, FutureCancelledError) as error:
            said = f"{self.address} is lost after {finished:,} shards: {_line(error)}"
            raise ClusterError(f"the scheduler at {said}") from None


def _done(task: Task, result: Any) -> Done:
    """The result of a task, or of the worker that had it."""
    if isinstance(result, KilledWorker):
        times = result.allowed_failures + 1
        message = f"{task}: the worker that had them ended, {times} times"
        return task, Shard(status=ERROR, message=message), ""
    if isinstance(result, BaseException):
        raise ClusterError(_line(result))
    deaths, found, printed = result
    return (
        replace(task, deaths=deaths),
        found if isinstance(found, Died) else Shard(**found),
        printed,
    )


def _there(task: Task, payload: _Payload) -> tuple[tuple[str, ...], Any, str]:
    """Run a task on the machine of a worker, in a separate process.

    Returns the deaths of its tries, what came of it as plain values, and what was printed.
    """
    if payload.version != (mine := version("allhands")):
        raise _OtherCodeError(f"a worker has allhands {mine}, and here is {payload.version}")
    if payload.file:
        task = replace(task, name=_unpacked(task.name, *payload.file))
    if code_of(task.name, task.style) != payload.code:
        raise _OtherCodeError(f"a worker has other code for {task.name}, or none")
    megabytes = task.limits.megabytes
    ((tried, found, printed),) = workers.run(work, [task], 1, try_again, _idle, megabytes)
    later = Timer(IDLE, workers.end, [_idle])  # nobody may come back to end them
    later.daemon = True
    later.start()
    return tried.deaths, found, printed


_idle: list[Any] = []
"""Processes of a cluster's worker: starting one for each shard would cost a second."""


def _unpacked(place: str, name: str, text: bytes) -> str:
    """The place of an evaluator whose file was sent."""
    folder = Path(gettempdir()) / f"allhands-{sha256(text).hexdigest()[:16]}"
    folder.mkdir(exist_ok=True)
    if not (folder / name).exists():
        write_whole(folder / name, text)
    return re.sub(FILE, lambda match: f"{folder / name}" + f":{match[2]}" * bool(match[2]), place)


def _line(error: BaseException) -> str:
    return " ".join(str(error).split()) or type(error).__name__
