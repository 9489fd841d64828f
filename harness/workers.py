"""Tasks run by worker processes, so that a task that dies takes nothing with it.

A pool that says which task killed a worker: `concurrent.futures` breaks as a whole when a
process dies, and `multiprocessing.Pool` waits for ever. Here each worker has a pipe of its
own and one task at a time.
"""

import contextlib
import os
import signal
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any, Generic, TypeVar

TaskT = TypeVar("TaskT")
ResultT = TypeVar("ResultT")


@dataclass(frozen=True)
class Died:
    """What comes back instead of a result when a task ended its worker process."""

    exit_code: int | None

    def __str__(self) -> str:
        if self.exit_code is not None and self.exit_code < 0:
            number = -self.exit_code
            named = {known.value: known.name for known in signal.Signals}
            return f"its process was killed by {named.get(number, f'signal {number}')}"
        return f"its process ended itself with exit code {self.exit_code}"


@dataclass
class _Worker(Generic[TaskT]):
    process: SpawnProcess
    connection: "Connection"
    task: TaskT


def run(
    work: Callable[[TaskT], ResultT], tasks: Iterable[TaskT], jobs: int
) -> Iterator[tuple[TaskT, ResultT | Died]]:
    """Every task with its result, or with `Died`, as they are done, on `jobs` processes.

    `work` has to be a function of a module, and must not raise. When the iterator is closed
    or interrupted, no process is left behind.
    """
    waiting = iter(tasks)
    workers: dict[Connection, _Worker[TaskT]] = {}

    def begin(task: TaskT) -> None:
        here, there = _context.Pipe()
        process = _context.Process(target=_serve, args=(there, work), daemon=True)
        with _interrupts_ignored():  # inherited: Ctrl-C is for the parent alone
            process.start()
        there.close()
        worker = _Worker(process, here, task)
        workers[here] = worker
        _send(worker, task)

    try:
        for _, task in zip(range(jobs), waiting):
            begin(task)
        while workers:
            # A dead process is asked after, too: a child of its may hold the pipe open.
            ready = wait(list(workers), timeout=1)
            for connection, worker in list(workers.items()):
                if connection not in ready and worker.process.is_alive():
                    continue
                done = worker.task
                result = _receive(worker)
                task_left = next(waiting, None)
                if isinstance(result, Died):
                    del workers[connection]
                    if task_left is not None:
                        begin(task_left)
                elif task_left is not None:
                    worker.task = task_left
                    _send(worker, task_left)
                else:
                    del workers[connection]
                    connection.close()
                    worker.process.join()
                yield done, result
    finally:
        for worker in workers.values():
            worker.process.kill()
            worker.process.join()


def _send(worker: _Worker[TaskT], task: TaskT) -> None:
    """Give a worker its task; if it is gone, receiving will tell."""
    with contextlib.suppress(ConnectionError):
        worker.connection.send(task)


def _receive(worker: _Worker[TaskT]) -> Any:
    """A worker's result, or `Died`."""
    try:
        if not worker.connection.poll():
            raise EOFError
        return worker.connection.recv()
    except (EOFError, ConnectionError):
        worker.process.join()
        worker.connection.close()
        return Died(worker.process.exitcode)


_context = get_context("spawn")


def _serve(connection: "Connection", work: Callable[[TaskT], ResultT]) -> None:
    """The worker: task in, result out, until the pipe is closed."""
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)  # what an evaluator prints is not part of our output
    with contextlib.suppress(EOFError, ConnectionError):
        while True:
            connection.send(work(connection.recv()))


@contextlib.contextmanager
def _interrupts_ignored() -> Iterator[None]:
    try:
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    except ValueError:  # not the main thread: signals are not ours to set
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
