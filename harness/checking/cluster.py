"""Check on a Dask cluster, whose machines need share nothing but a network.

A worker of the cluster runs each shard in a process of its own, with the same limits and retries as
on one machine, and sends the result back. An evaluator in a file is sent with its shards. The
modules that the file imports must be installed on the workers, and so must the same version of this
project; other code is refused.

Source: https://distributed.dask.org (futures, ``as_completed``, ``KilledWorker``).
"""

import logging
from collections.abc import Iterable, Iterator
from dataclasses import replace
from hashlib import sha256
from importlib.metadata import version
from itertools import islice
from pathlib import Path
from tempfile import gettempdir
from typing import Any

from distributed import Client, KilledWorker, as_completed
from distributed.client import FutureCancelledError

from evaluators.cache import write_whole
from harness.adapters.adopt import code_of
from harness.checking.equivalence import TaskResult, on_this_machine
from harness.checking.statuses import ERROR
from harness.checking.tasks import Shard, Task

AHEAD = 3
"""Shards for each thread of the cluster, running or waiting, so that no thread is idle."""
LOGGERS = "distributed", "distributed.client", "tornado", "asyncio"
CONNECTING = 5.0
"""Seconds for a connection."""


class ClusterError(Exception):
    """The cluster cannot go on; the message says why."""


class Cluster:
    """A cluster that runs tasks, for the parameter `run` of `check`.

    Raises:
        ClusterError: no scheduler answers at the address, or it has no worker.
    """

    def __init__(self, address: str) -> None:
        self.address = address
        for name in LOGGERS:  # failures are raised
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

    def __call__(self, tasks: Iterable[Task]) -> Iterator[TaskResult]:
        """Run tasks.

        Raises:
            ClusterError: the scheduler is lost, or a worker has other code.
        """
        waiting, finished = iter(tasks), 0
        running: dict[Any, Task] = {}
        suspects: list[Task] = []
        alone: Task | None = None
        completed = as_completed(loop=self._client.loop, with_results=True, raise_errors=False)

        def submit(task: Task) -> None:
            future = self._client.submit(run_task, task, *sent_with(task), pure=False)
            running[future.key] = task
            completed.add(future)

        try:
            while True:
                most = max(AHEAD * sum(self._client.nthreads().values()), 1)
                if not suspects:
                    for task in islice(waiting, max(most - len(running), 0)):
                        submit(task)
                elif not running:
                    submit(alone := suspects.pop(0))
                future, result = next(completed)
                task = running.pop(future.key)
                if future.cancelled():
                    raise OSError("it does not answer any more")
                result = future.exception() if future.status == "error" else result
                if isinstance(result, KilledWorker) and task is not alone:
                    suspects.append(task)  # it may have waited behind the one that ends workers
                    continue
                finished += 1
                yield _result(task, result)
        except StopIteration:
            return
        except (OSError, FutureCancelledError) as error:
            lost = f"the scheduler at {self.address} is lost after {finished:,} shards"
            raise ClusterError(f"{lost}: {_line(error)}") from None


def _result(task: Task, result: Any) -> TaskResult:
    """The result of a task, from that of its future."""
    if isinstance(result, KilledWorker):
        times = result.allowed_failures + 1
        message = f"{task}: the worker that had them ended, {times} times"
        return task, Shard(status=ERROR, message=message, failed_at=task.first_place), ""
    if isinstance(result, BaseException):
        raise ClusterError(_line(result))
    deaths, shard, printed = result
    return replace(task, deaths=deaths), shard, printed


def sent_with(task: Task) -> tuple[str, str, bytes]:
    """Our version, the hash of an evaluator's code, and the content of its file, if it has one."""
    content = Path(task.place.file).read_bytes() if task.place.file else b""
    return version("allhands"), code_of(task.place, task.style), content


def run_task(task: Task, ours: str, code: str, content: bytes) -> tuple[tuple[str, ...], Any, str]:
    """Run a task on a worker of the cluster; the last arguments come from `sent_with`.

    Returns:
        The deaths of its tries, its result, and the output.

    Raises:
        ClusterError: this worker has another version of the project or of the evaluator.
    """
    if ours != (own := version("allhands")):
        raise ClusterError(f"a worker has allhands {own}, and here is {ours}")
    if task.place.file:
        folder = Path(gettempdir()) / f"allhands-{sha256(content).hexdigest()[:16]}"
        folder.mkdir(exist_ok=True)
        file = folder / Path(task.place.file).name
        if not file.exists():
            write_whole(file, content)
        task = replace(task, place=replace(task.place, file=str(file)))
    if code_of(task.place, task.style) != code:
        raise ClusterError(f"a worker has other code for {task.name}, or none")
    ((tried, shard, printed),) = on_this_machine([task], jobs=1)
    return tried.deaths, shard, printed


def _line(error: BaseException) -> str:
    return " ".join(str(error).split()) or type(error).__name__
