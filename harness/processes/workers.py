"""Worker processes for tasks that may hang or die, each of which affects no other task.

We tried libraries first. `concurrent.futures` breaks as a whole when a process dies, and so does
loky (3.7: one of five tasks exits, and four fail). `multiprocessing.Pool` waits for ever. pebble
(5.2) attributes a death to its task, and kills a task after a fixed time. But it does not end the
processes that the task has started (a ``sleep`` survived), has no deadline for each hand of a task,
and does not capture output. An evaluator needs all of these.

Each worker is two processes:

- the **runner** does the tasks, one at a time. It answers each over a pipe, with plain values,
  signed with a secret of that task, so that a process that the task has forked cannot answer.
- the **guard** runs no code of a task. When the runner or the calling process ends, even by
  SIGKILL, the guard ends every process that the runner has started, and then itself.

A runner writes to shared memory which hand it evaluates, and how long the next step may take. A
runner that exceeds its deadline, or its memory, is killed. It needs no signals and no threads, and
leaves those of the caller alone.
"""

import contextlib
import ctypes
import hashlib
import json
import marshal
import mmap
import os
import pickle
import secrets
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from itertools import islice
from multiprocessing.connection import Connection, wait
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, Generic, NoReturn, TypeAlias, TypeVar

import evaluators
from harness.processes.limits import OURS, Died, descendants, end_all, memory_of, own_memory_of

TaskT = TypeVar("TaskT")
Retry = Callable[[Any, Died], Any]

ROOT = Path(evaluators.__file__).parent.parent
MOST_OUTPUT = 2_000
"""Bytes that are kept of a runner's output, from its end."""
MEMORY_INTERVAL = 0.5
"""Seconds between measurements of the memory of a runner's child processes."""
START = 60.0
"""Seconds that a step of our own code may take."""
LEAVING = 10.0
"""Seconds after which a guard that does not end is killed."""
PIPE = 1 << 16
"""Bytes that a pipe holds."""
PARTS = 64
"""How often a pipe is read before others have their turn."""
LENGTH, SIGNATURE = 8, 16
"""Bytes of the length of an answer, and of its mark and its signature."""
PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36

RUNNER = 3
"""Where in the shared memory a runner's process number is."""

Position: TypeAlias = "list[int] | memoryview[int]"

position: Position = [0, 0, 0]
"""What a runner announces: a place, milliseconds for the next step, and the kind of that step."""


def is_runner() -> bool:
    """Whether this process is the runner of a worker."""
    return isinstance(position, memoryview)


def raised_by_others() -> tuple[type[BaseException], ...]:
    """The exceptions that count as faults of the evaluator's code.

    In a runner these are all. Elsewhere, Ctrl-C and its like are meant for the caller.
    """
    return (BaseException,) if is_runner() else (Exception, SystemExit, GeneratorExit)


def announce(place: int, seconds: float, doing: int = OURS) -> None:
    """Announce the place in a task, and the deadline of the next announcement."""
    position[0], position[1], position[2] = place, int(1000 * seconds), doing


@dataclass(frozen=True)
class Surroundings:
    """What workers find around them.

    Attributes:
        environment: environment variables, beside those of this process.
        folder: their current folder; that of this process if it is not given.
        is_over: whether all tasks shall end at once; asked several times a second.
    """

    environment: Mapping[str, str] = field(default_factory=dict)
    folder: Path | None = None
    is_over: Callable[[], bool] = lambda: False


USUAL_SURROUNDINGS = Surroundings()


class _Worker(Generic[TaskT]):
    """A worker, seen from the process that gives it tasks."""

    def __init__(self, work: str, where: Surroundings) -> None:
        with contextlib.ExitStack() as child_ends:
            ends = [os.pipe() for _ in range(4)]
            (tasks, self._tasks), (self._answers, answers), (self._prints, prints), life = ends
            for end in (tasks, answers, prints, life[0]):
                child_ends.callback(os.close, end)
            self._life = life[1]
            shared = child_ends.enter_context(TemporaryFile())
            shared.truncate(mmap.PAGESIZE)
            self._memory = mmap.mmap(shared.fileno(), mmap.PAGESIZE)
            self._position = memoryview(self._memory).cast("q")
            pipes = [tasks, answers, life[0], shared.fileno()]
            self.process = subprocess.Popen(
                [sys.executable, "-c", _BOOT, str(ROOT), json.dumps([work, pipes, sys.path])],
                pass_fds=pipes,
                stdin=subprocess.DEVNULL,
                stdout=prints,
                stderr=prints,
                start_new_session=True,  # Ctrl-C is for the parent alone
                env={**os.environ, **where.environment},
                cwd=where.folder,
            )
        self.to_tasks = Connection(self._tasks, readable=False)
        self.answers = Connection(self._answers, writable=False)
        os.set_blocking(self._answers, False)  # a task may write there, too: never wait for more
        self._received = bytearray()
        self.prints = Connection(self._prints, writable=False)
        self.printed = b""
        self.is_silent = False  # whether the output pipe is closed

    def give(self, task: TaskT, megabytes: float) -> None:
        """Send a task. If the worker is gone, `receive` returns its death."""
        self.task, self.megabytes, self.printed = task, megabytes, b""
        self._secret = secrets.token_bytes(SIGNATURE)
        self._received = bytearray()
        self._position[0], self._position[1], self._position[2] = 0, int(1000 * START), OURS
        self._announced: list[int] = []
        self._since, self._next_look = 0.0, time.monotonic() + MEMORY_INTERVAL
        with contextlib.suppress(OSError):
            self.to_tasks.send_bytes(pickle.dumps((self._secret, task)))

    def receive(self) -> Any:
        """The answer to the task, or the death; None if there is no whole and signed answer yet.

        A task may write to the pipe, too. An answer begins with a mark that only its worker knows.
        """
        for _ in range(PARTS):  # no more at once, lest a task that writes without end keep us here
            try:
                part = os.read(self._answers, PIPE)
            except BlockingIOError:
                break
            except OSError:
                part = b""
            if not part:
                return self.died()
            self._received += part
        mark = self._received.find(_mark(self._secret))
        if mark < 0:
            del self._received[:-SIGNATURE]  # the mark may have begun
            return None
        begin = mark + SIGNATURE + LENGTH
        length = int.from_bytes(self._received[begin - LENGTH : begin], "big")
        if len(self._received) < begin + SIGNATURE + length:
            return None
        signature = self._received[begin : begin + SIGNATURE]
        message = self._received[begin + SIGNATURE : begin + SIGNATURE + length]
        return marshal.loads(message) if signature == _signature(self._secret, message) else None

    def overdue(self) -> Died | None:
        """The death of a runner that exceeded its deadline or its memory and was killed here."""
        now, announced = time.monotonic(), self._position[:3].tolist()
        if announced != self._announced:
            self._announced, self._since = announced, now
        elif now > self._since + announced[1] / 1000:
            return self.died(late=announced[1] / 1000)
        if now > self._next_look:
            self._next_look = now + MEMORY_INTERVAL
            runner = self._position[RUNNER]
            started = [pid for pid in descendants(self.process.pid) if pid != runner]
            used = sum(map(memory_of, started))
            if used > self.megabytes:  # divide shared memory among its processes
                used = sum(map(own_memory_of, started))
            if used > self.megabytes:
                return self.died(memory=used)
        return None

    def listen(self) -> bool:
        """Read the runner's output and keep its end; return whether there was any."""
        try:
            output = os.read(self.prints.fileno(), PIPE) if self.prints.poll() else b""
        except (OSError, ValueError):
            output = b""
        self.printed = (self.printed + output)[-MOST_OUTPUT:]
        return bool(output)

    def died(self, late: float | None = None, memory: float | None = None) -> Died:
        """End the worker, and return its death."""
        place, _, doing = self._position[:3].tolist()
        if late is None and memory is None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(LEAVING)
        self.end()
        return Died(self.process.returncode, late, memory, place, doing)

    def end(self) -> None:
        """End the worker's processes, and all processes that they have started."""
        if self.answers.closed:
            return
        os.close(self._life)  # now the guard ends the runner and itself
        try:
            self.process.wait(LEAVING)
        except subprocess.TimeoutExpired:
            end_all([self.process.pid, *descendants(self.process.pid)])
            self.process.wait()
        for _ in range(1 << 10):
            if not self.listen():
                break
        for pipe in (self.to_tasks, self.answers, self.prints):
            pipe.close()
        self._position.release()
        self._memory.close()


def run(
    work: Callable[[TaskT], Any],
    tasks: Iterable[TaskT],
    jobs: int,
    retry: Retry = lambda task, died: None,
    idle: "list[Any] | None" = None,
    megabytes: float = float("inf"),
    where: Surroundings = USUAL_SURROUNDINGS,
) -> Iterator[tuple[TaskT, Any, str]]:
    """Run tasks in `jobs` workers.

    Args:
        work: a function of a module, from a task to a value that `marshal` takes, except None.
        tasks: drawn one by one, when there is a worker for the next.
        jobs: the number of workers.
        retry: from a task that died to the task that replaces it, or None to yield the death.
        idle: workers that are used before new ones are started; they return there afterwards.
        megabytes: the memory limit for all processes that a runner has started.
        where: what new workers find around them.

    Yields:
        Each task when it is done, its result or `Died`, and the end of what was printed meanwhile.
        When the iterator is closed or interrupted, no process is left behind.
    """
    waiting = iter(tasks)
    workers: list[_Worker[TaskT]] = []

    def begin(task: TaskT) -> None:
        worker = _take(idle) or _Worker(f"{work.__module__}:{work.__qualname__}", where)
        workers.append(worker)
        worker.give(task, megabytes)

    try:
        for task in islice(waiting, jobs):
            begin(task)
        while workers:
            pipes = [worker.answers for worker in workers]
            pipes += [worker.prints for worker in workers if not worker.is_silent]
            ready = set(wait(pipes, timeout=MEMORY_INTERVAL / 5))
            for worker in workers[:]:
                if worker.prints in ready:
                    worker.is_silent = not worker.listen()
                result = worker.receive() if worker.answers in ready else None
                if result is None and worker.process.poll() is not None:
                    result = worker.died()
                if result is None and where.is_over():
                    result = worker.died(late=0)
                if result is None and (result := worker.overdue()) is None:
                    continue
                worker.listen()
                done, printed = worker.task, worker.printed.decode(errors="replace")
                if isinstance(result, Died):
                    workers.remove(worker)
                    if (replacement := retry(done, result)) is not None:
                        begin(replacement)
                        continue
                for task in islice(waiting, 1):
                    if isinstance(result, Died):
                        begin(task)
                    else:
                        worker.give(task, megabytes)
                    break
                else:
                    if not isinstance(result, Died):
                        workers.remove(worker)
                        worker.end() if idle is None else idle.append(worker)
                yield done, result, printed
    finally:
        for worker in workers:
            worker.end()


def _take(idle: "list[_Worker[TaskT]] | None") -> "_Worker[TaskT] | None":
    """An idle worker that is alive; several threads may share the list."""
    while idle:
        with contextlib.suppress(IndexError):
            worker = idle.pop()
            if worker.process.poll() is None:
                return worker
            worker.end()
    return None


def end(idle: "list[Any]") -> None:
    """End idle workers."""
    while worker := _take(idle):
        worker.end()


def _mark(secret: bytes) -> bytes:
    """What an answer begins with."""
    return _signature(secret, b"an answer begins")


def _signature(secret: bytes, message: bytes | bytearray) -> bytes:
    return hashlib.blake2b(message, key=secret, digest_size=SIGNATURE).digest()


# --- In the processes of a worker. ---

_BOOT = """
import sys
root = sys.argv[1]
sys.path = [root, *filter(None, sys.path)]
import evaluators, harness.processes.workers
sys.path.remove(root)
harness.processes.workers.serve(sys.argv[2])
"""


def serve(arguments: str) -> None:
    """Become a guard, and start its runner."""
    work, (tasks, answers, life, memory), path = json.loads(arguments)
    # The caller's folders come last: a file beside an evaluator may be called `random.py`.
    folders = [folder or os.getcwd() for folder in [*path, ""]]  # noqa: PTH109
    sys.path += [folder for folder in folders if folder not in sys.path]
    for pipe in (tasks, answers, life, memory):
        os.set_inheritable(pipe, False)
    _prctl(PR_SET_CHILD_SUBREAPER, 1)
    if runner := os.fork():
        for pipe in (tasks, answers):
            os.close(pipe)
        _guard(runner, life)
    _prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    os.close(life)
    shared = memoryview(mmap.mmap(memory, mmap.PAGESIZE)).cast("q")
    shared[RUNNER] = os.getpid()
    _run(work, Connection(tasks, writable=False), Connection(answers, readable=False), shared)


def _run(work: str, tasks: Connection, answers: Connection, shared: "Position") -> NoReturn:
    """Answer tasks until there are no more."""
    global position
    position = shared
    me = os.getpid()

    def disconnect() -> None:
        """Keep a process that a task has forked from answering."""
        global position
        position = [0, 0, 0]
        answers.close()
        tasks.close()

    os.register_at_fork(after_in_child=disconnect)
    module, _, name = work.partition(":")
    function: Callable[[Any], Any] = getattr(import_module(module), name)
    while True:
        try:
            secret, task = pickle.loads(tasks.recv_bytes())
        except (EOFError, OSError):
            os._exit(0)
        message = marshal.dumps(function(task))
        if os.getpid() != me:
            os._exit(0)
        head = _mark(secret) + len(message).to_bytes(LENGTH, "big")
        _write(answers, head + _signature(secret, message) + message)


def _write(pipe: Connection, content: bytes) -> None:
    waiting = memoryview(content)
    while waiting:
        waiting = waiting[os.write(pipe.fileno(), waiting) :]


def _guard(runner: int, life: int) -> NoReturn:
    """Wait until the runner or the caller has ended; then end all that the runner has started."""
    ended, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
    for number in (signal.SIGCHLD, signal.SIGTERM):
        signal.signal(number, lambda number, frame: None)
    while True:
        done, status = os.waitpid(runner, os.WNOHANG)
        if done or life in select.select([life, ended], [], [])[0]:
            break
        os.read(ended, PIPE)
    _end_children()
    code = os.waitstatus_to_exitcode(status) if done else 0
    if code < 0:  # as the runner has ended, so does its guard
        with contextlib.suppress(OSError, ValueError):
            signal.signal(-code, signal.SIG_DFL)
        _no_core()
        os.kill(os.getpid(), -code)
    os._exit(code)


def _end_children() -> None:
    """End all processes that this one has started or inherited."""
    with contextlib.suppress(ChildProcessError):
        for _ in range(100):
            end_all(descendants(os.getpid()))
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
            time.sleep(0.01)


def _no_core() -> None:
    with contextlib.suppress(ImportError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _prctl(option: int, value: int) -> None:
    """Set an attribute of this process on Linux; elsewhere, nothing happens."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(option, value)
