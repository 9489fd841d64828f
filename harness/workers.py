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
from typing import Generic, TypeVar

TaskT = TypeVar("TaskT")
ResultT = TypeVar("ResultT")


@dataclass(frozen=True)
class Died:
    """What comes back instead of a result when a task ended its worker process."""

    exit_code: int | None

    def __str__(self) -> str:
        if self.exit_code is not None and self.exit_code < 0:
            return f"its process was killed by {signal.Signals(-self.exit_code).name}"
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
        here.send(task)
        workers[here] = _Worker(process, here, task)

    try:
        for _, task in zip(range(jobs), waiting):
            begin(task)
        while workers:
            for connection in wait(list(workers)):
                assert isinstance(connection, Connection)
                worker = workers.pop(connection)
                done = worker.task
                result: ResultT | Died
                try:
                    result = connection.recv()
                except (EOFError, ConnectionError):
                    worker.process.join()
                    result = Died(worker.process.exitcode)
                    connection.close()
                    for task in waiting:
                        begin(task)
                        break
                else:
                    for task in waiting:
                        connection.send(task)
                        worker.task = task
                        workers[connection] = worker
                        break
                    else:
                        connection.close()
                        worker.process.join()
                yield done, result
    finally:
        for worker in workers.values():
            worker.process.kill()
            worker.process.join()


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
