"""Tasks run by worker processes, so that a task that dies or hangs takes nothing with it.

A pool that says which task killed a worker: `concurrent.futures` breaks as a whole when a
process dies, and `multiprocessing.Pool` waits for ever. Here each worker has a pipe of its
own and one task at a time; a second pipe for whatever it prints, of which the end is kept; and is
killed when a task takes longer than it said that it would (`patience`). A task may say how far it
is (`reached`), so that its death has a place. No worker outlives its parent.
"""

import contextlib
import ctypes
import os
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from multiprocessing import current_process, get_context, parent_process
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any, Generic, TypeVar

TaskT = TypeVar("TaskT")
ResultT = TypeVar("ResultT")

PR_SET_CHILD_SUBREAPER = 36
KEPT = 2_000
"""Bytes of what a worker prints."""
LEAVING = 3.0
"""Seconds that a worker has to end what it has started."""
START = 60.0
"""Seconds that a worker has until it says how long its task may take."""


@dataclass(frozen=True)
class Died:
    """What comes back instead of a result when a task ended its worker process.

    Attributes:
        exit_code: that of the process, negative for a signal.
        late: after how many seconds without an answer it was killed, if that is why.
        at: how far the task was, if it said so.
    """

    exit_code: int | None
    late: float | None = None
    at: int | None = None

    def __str__(self) -> str:
        if self.late is not None:
            return f"no answer within {self.late:g} seconds; its process was killed"
        if self.exit_code is not None and self.exit_code < 0:
            number = -self.exit_code
            named = {known.value: known.name for known in signal.Signals}
            return f"its process was killed by {named.get(number, f'signal {number}')}"
        return f"its process ended itself with exit code {self.exit_code}"


@dataclass(frozen=True)
class _Patience:
    """What a worker sends before something that may take long."""

    seconds: float


@dataclass(frozen=True)
class _Reached:
    """What a worker sends when its task is at a place."""

    place: int


@dataclass(frozen=True)
class _Started:
    """What a worker sends of a process group of its own making, and, with False, of its end."""

    group: int
    runs: bool


@dataclass
class _Worker(Generic[TaskT]):
    process: SpawnProcess
    connection: "Connection"
    prints: "Connection"
    task: TaskT
    printed: bytes = b""
    is_silent: bool = False  # nobody can print to the pipe any more
    patience: float = START
    since: float = 0.0
    at: int | None = None
    groups: set[int] = field(default_factory=set)

    def give(self, task: TaskT) -> None:
        """Its task; if it is gone, receiving will tell."""
        self.task, self.at = task, None
        self.wait_for(START)
        with contextlib.suppress(ConnectionError):
            self.connection.send(task)

    def wait_for(self, seconds: float) -> None:
        self.patience, self.since = seconds, time.monotonic()

    def hears(self, message: Any) -> bool:
        """Whether what it sent is no result, but about its task."""
        if isinstance(message, _Patience):
            self.wait_for(message.seconds)
        elif isinstance(message, _Reached):
            self.at, self.since = message.place, time.monotonic()
        elif isinstance(message, _Started):
            (self.groups.add if message.runs else self.groups.discard)(message.group)
        else:
            return False
        return True

    @property
    def is_late(self) -> bool:
        return time.monotonic() > self.since + self.patience

    def listen(self) -> bool:
        """Keep the end of what it prints; whether there was anything."""
        try:
            heard = os.read(self.prints.fileno(), 1 << 16) if self.prints.poll() else b""
        except OSError:
            heard = b""
        self.printed = (self.printed + heard)[-KEPT:]
        return bool(heard)

    def end(self) -> None:
        """End its process, and what that has started, and close the pipes."""
        if self.connection.closed:
            return
        self.process.terminate()  # so that it can end what it has started
        self.process.join(LEAVING)
        self.process.kill()
        self.process.join()
        for group in self.groups:  # of a worker that could not
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(group, signal.SIGKILL)
        while self.listen():
            pass
        self.connection.close()
        self.prints.close()

    def died(self, late: float | None = None) -> Died:
        if late is None:
            self.process.join(1)
        self.end()
        return Died(self.process.exitcode, late, self.at)


def run(
    work: Callable[[TaskT], ResultT],
    tasks: Iterable[TaskT],
    jobs: int,
    again: Callable[[TaskT, Died], TaskT | None] = lambda task, died: None,
    idle: "list[_Worker[TaskT]] | None" = None,
) -> Iterator[tuple[TaskT, ResultT | Died, str]]:
    """Every task with its result, or with `Died`, as they are done, on `jobs` processes.

    Third comes the end of what was printed meanwhile, to standard output and standard error. A
    task that died comes back only when `again` has no other to try in its place. Processes that are
    `idle` are used before new ones are started, and are there again afterwards.

    `work` has to be a function of a module, and must not raise; what it does longer than a minute
    it has to announce, see `patience`. When the iterator is closed or interrupted, no process is
    left behind.
    """
    waiting = iter(tasks)
    workers: dict[Connection, _Worker[TaskT]] = {}

    def begin(task: TaskT) -> None:
        worker = _take(idle)
        if worker is None:
            worker = start(task)
        workers[worker.connection] = worker
        worker.give(task)

    def start(task: TaskT) -> _Worker[TaskT]:
        here, there = _context.Pipe()
        prints, to_print = _context.Pipe(duplex=False)
        process = _context.Process(target=_serve, args=(there, to_print, work), daemon=True)
        # Inherited: Ctrl-C is for the parent alone.
        with _interrupts_ignored(), _children_allowed():
            process.start()
        there.close()
        to_print.close()
        return _Worker(process, here, prints, task)

    try:
        for _, task in zip(range(jobs), waiting):
            begin(task)
        while workers:
            # A dead process is asked after, too: a child of its may hold the pipe open.
            pipes = list(workers)
            pipes += [worker.prints for worker in workers.values() if not worker.is_silent]
            ready = set(wait(pipes, timeout=1))
            for connection, worker in list(workers.items()):
                if worker.prints in ready:
                    worker.is_silent = not worker.listen()
                result: Any
                if connection in ready:
                    result = _receive(worker)
                elif not worker.process.is_alive():
                    result = worker.died()
                elif worker.is_late:
                    result = worker.died(late=worker.patience)
                else:
                    continue
                if worker.hears(result):
                    continue
                done, printed = worker.task, worker.printed.decode(errors="replace")
                worker.printed = b""
                if isinstance(result, Died):
                    del workers[connection]
                    if (other := again(done, result)) is not None:
                        begin(other)
                        continue
                task_left = next(waiting, None)
                if isinstance(result, Died):
                    if task_left is not None:
                        begin(task_left)
                elif task_left is not None:
                    worker.give(task_left)
                else:
                    del workers[connection]
                    if idle is None:
                        worker.end()
                    else:
                        idle.append(worker)
                yield done, result, printed
    finally:
        for worker in workers.values():
            worker.end()


def _take(idle: list[_Worker[TaskT]] | None) -> _Worker[TaskT] | None:
    """One that is idle and alive; several threads may ask."""
    while idle:
        with contextlib.suppress(IndexError):
            worker = idle.pop()
            if worker.process.is_alive():
                return worker
            worker.end()
    return None


def end(idle: "list[_Worker[Any]]") -> None:
    """End processes that are idle."""
    while worker := _take(idle):
        worker.end()


def _receive(worker: _Worker[TaskT]) -> Any:
    """A worker's result, or `Died`."""
    try:
        return worker.connection.recv()
    except (EOFError, ConnectionError):
        return worker.died()


_context = get_context("spawn")
_parent: "Connection | None" = None

leaving: set[Callable[[], None]] = set()
"""What a process has to do before it ends: commands that it has started end with it."""


def is_worker() -> bool:
    """Whether this process is one."""
    return _parent is not None


def patience(seconds: float) -> None:
    """Announce, in a worker, that what follows may take so long before it is given up."""
    if _parent:
        _parent.send(_Patience(seconds))


def reached(place: int) -> None:
    """Say, in a worker, at which place a task is; its patience begins anew."""
    if _parent:
        _parent.send(_Reached(place))


def started(group: int, runs: bool = True) -> None:
    """Say, in a worker, that it has started a process group, or ended it."""
    if _parent:
        with contextlib.suppress(OSError):  # the parent has gone
            _parent.send(_Started(group, runs))


def _serve(
    connection: "Connection", prints: "Connection", work: Callable[[TaskT], ResultT]
) -> None:
    """The worker: task in, result out, until the pipe is closed."""
    global _parent
    _parent = connection
    _adopt_orphans()
    signal.signal(signal.SIGTERM, lambda number, frame: _leave())
    threading.Thread(target=_leave_with_parent, daemon=True).start()
    for standard in (1, 2):  # what an evaluator prints is not part of our output
        os.dup2(prints.fileno(), standard)
    with contextlib.suppress(EOFError, ConnectionError):
        while True:
            connection.send(work(connection.recv()))
    _leave()


def descendants(process: int) -> set[int]:
    """Whatever a process has started, and that in turn."""
    try:
        import psutil
    except ImportError:
        return set()
    try:
        return {each.pid for each in psutil.Process(process).children(recursive=True)}
    except psutil.Error:
        return set()


def kill(processes: Iterable[int]) -> None:
    """Kill processes that are still there."""
    for process in processes:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(process, signal.SIGKILL)


def _adopt_orphans() -> None:
    """Be the parent of processes whose own has ended, so that none is left behind (Linux)."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1)


def _leave() -> None:
    """End, and with it whatever was started here and is still there."""
    for clean_up in list(leaving):
        clean_up()
    kill(descendants(os.getpid()))
    os._exit(0)


def _leave_with_parent() -> None:
    """End as soon as the parent has, even if that was killed."""
    parent = parent_process()
    assert parent
    parent.join()
    _leave()


@contextlib.contextmanager
def _children_allowed() -> Iterator[None]:
    """Let a worker of a cluster have processes, too; ours end with it, whatever happens."""
    config: dict[str, Any] = current_process()._config  # type: ignore[attr-defined]
    before = config.pop("daemon", None)
    try:
        yield
    finally:
        if before is not None:
            config["daemon"] = before


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
