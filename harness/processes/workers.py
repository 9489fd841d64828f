"""Worker processes for tasks that may hang or die, each of which affects no other task.

We tried libraries first. `concurrent.futures` breaks as a whole when a process dies, and so does
loky (3.7: one of five tasks exits, and four fail). `multiprocessing.Pool` waits for ever. pebble
(5.2) attributes a death to its task, and kills a task after a fixed time. But it leaves running
what the task has started (a ``sleep`` survived), has no deadline for each hand of a task, and does
not capture output. An evaluator needs all of these.

Each worker is two processes:

- the **runner** does the tasks, one at a time. It answers each over a pipe, with plain values,
  signed with a secret of that task, so that a process that the task has forked cannot answer.
- the **guard** runs no other code. When the runner ends, or the process that wanted the work ends,
  even by SIGKILL, the guard ends every process that the runner has started, and then itself.

A runner writes to shared memory which hand it evaluates, and how long the next step may take. A
runner that exceeds its deadline, or its memory, is killed. Nothing interrupts a runner: it needs no
signals and no threads, and leaves those of the caller alone.
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
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from itertools import islice
from multiprocessing.connection import Connection, wait
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, Generic, NoReturn, TypeAlias, TypeVar

import evaluators
from harness.processes.limits import OURS, Died, descendants, end_all, memory_of, own_memory_of

TaskT = TypeVar("TaskT")
Again = Callable[[Any, Died], Any]

ROOT = Path(evaluators.__file__).parent.parent
KEPT = 2_000
"""Bytes of what a runner prints."""
LOOK = 0.5
"""Seconds between looks at the memory of what runners have started."""
START = 60.0
"""Seconds that a step of ours may take."""
LEAVING = 10.0
"""Seconds after which a guard that does not end is killed, too."""
PIPE = 1 << 16
"""Bytes that a pipe holds."""
SIGNATURE = 16
"""Bytes before an answer."""
PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36

RUNNER = 3
"""Where in the shared memory a runner's process number is."""

Position: TypeAlias = "list[int] | memoryview[int]"

position: Position = [0, 0, 0]
"""What a runner says of itself: a place, milliseconds for the next step, and what that is."""


def is_runner() -> bool:
    """Whether this process is there for tasks alone."""
    return isinstance(position, memoryview)


def raised_by_others() -> tuple[type[BaseException], ...]:
    """What may come out of code that is not ours, and is its fault.

    In a worker that is anything. Elsewhere, Ctrl-C and its like are meant for the caller.
    """
    return (BaseException,) if is_runner() else (Exception, SystemExit, GeneratorExit)


def announce(place: int, seconds: float, doing: int = OURS) -> None:
    """Announce the place in a task, and the deadline of the next announcement."""
    position[0], position[1], position[2] = place, int(1000 * seconds), doing


class _Worker(Generic[TaskT]):
    """A worker, seen from the process that gives it tasks."""

    def __init__(self, work: str) -> None:
        with contextlib.ExitStack() as theirs:
            ends = [os.pipe() for _ in range(4)]
            (tasks, self._tasks), (self._answers, answers), (self._prints, prints), life = ends
            for end in (tasks, answers, prints, life[0]):
                theirs.callback(os.close, end)
            self._life = life[1]
            shared = theirs.enter_context(TemporaryFile())
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
            )
        self.to_tasks = Connection(self._tasks, readable=False)
        self.answers = Connection(self._answers, writable=False)
        self.prints = Connection(self._prints, writable=False)
        self.printed = b""
        self.is_silent = False  # nobody can print to the pipe any more

    def give(self, task: TaskT, megabytes: float) -> None:
        """Its task; if it is gone, receiving will tell."""
        self.task, self.megabytes, self.printed = task, megabytes, b""
        self._secret = secrets.token_bytes(SIGNATURE)
        self._position[0], self._position[1], self._position[2] = 0, int(1000 * START), OURS
        self._last: list[int] = []
        self._since, self._look = 0.0, time.monotonic() + LOOK
        with contextlib.suppress(OSError):
            self.to_tasks.send_bytes(pickle.dumps((self._secret, task)))

    def receive(self) -> Any:
        """The answer to its task, or how it died; None if it is the answer to something else."""
        try:
            answer = self.answers.recv_bytes()
        except (EOFError, OSError):
            return self.died()
        signature, message = answer[:SIGNATURE], answer[SIGNATURE:]
        return marshal.loads(message) if signature == _signature(self._secret, message) else None

    def overdue(self) -> Died | None:
        """How it died, if it exceeded its deadline or its memory and was killed."""
        now, said = time.monotonic(), self._position[:3].tolist()
        if said != self._last:
            self._last, self._since = said, now
        elif now > self._since + said[1] / 1000:
            return self.died(late=said[1] / 1000)
        if now > self._look:
            self._look = now + LOOK
            runner = self._position[RUNNER]
            started = [pid for pid in descendants(self.process.pid) if pid != runner]
            taken = sum(map(memory_of, started))
            if taken > self.megabytes:  # of what several share, each has a part only
                taken = sum(own_memory_of(pid) for pid in started)
            if taken > self.megabytes:
                return self.died(memory=taken)
        return None

    def listen(self) -> bool:
        """Keep the end of its output; return whether there was any."""
        try:
            heard = os.read(self.prints.fileno(), PIPE) if self.prints.poll() else b""
        except (OSError, ValueError):
            heard = b""
        self.printed = (self.printed + heard)[-KEPT:]
        return bool(heard)

    def died(self, late: float | None = None, memory: float | None = None) -> Died:
        """End it, and return how it died."""
        place, _, doing = self._position[:3].tolist()
        if late is None and memory is None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(LEAVING)
        self.end()
        return Died(self.process.returncode, late, memory, place, doing)

    def end(self) -> None:
        """End its processes, and all processes that they have started."""
        if self.answers.closed:
            return
        os.close(self._life)  # the guard sees to the rest
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
    again: Again = lambda task, died: None,
    idle: "list[Any] | None" = None,
    megabytes: float = float("inf"),
) -> Iterator[tuple[TaskT, Any, str]]:
    """Every task with its result, or with `Died`, as they are done, in `jobs` workers.

    Args:
        work: a function of a module, from a task to plain values: what `marshal` takes, but None.
        tasks: drawn one by one, when there is a worker for the next.
        jobs: how many workers.
        again: a task to try instead of one that died; without one, that comes back.
        idle: workers that are used before new ones are started, and are there again afterwards.
        megabytes: of memory, for all that a runner has started.

    Third comes the end of what was printed meanwhile. When the iterator is closed or interrupted,
    no process is left behind.
    """
    waiting = iter(tasks)
    workers: list[_Worker[TaskT]] = []

    def begin(task: TaskT) -> None:
        worker = _take(idle) or _Worker(f"{work.__module__}:{work.__qualname__}")
        workers.append(worker)
        worker.give(task, megabytes)

    try:
        for task in islice(waiting, jobs):
            begin(task)
        while workers:
            pipes = [worker.answers for worker in workers]
            pipes += [worker.prints for worker in workers if not worker.is_silent]
            ready = set(wait(pipes, timeout=LOOK / 5))
            for worker in workers[:]:
                if worker.prints in ready:
                    worker.is_silent = not worker.listen()
                result = worker.receive() if worker.answers in ready else None
                if result is None and worker.process.poll() is not None:
                    result = worker.died()
                if result is None and (result := worker.overdue()) is None:
                    continue
                worker.listen()
                done, printed = worker.task, worker.printed.decode(errors="replace")
                if isinstance(result, Died):
                    workers.remove(worker)
                    if (other := again(done, result)) is not None:
                        begin(other)
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
    """One that is idle and alive; several threads may ask."""
    while idle:
        with contextlib.suppress(IndexError):
            worker = idle.pop()
            if worker.process.poll() is None:
                return worker
            worker.end()
    return None


def end(idle: "list[Any]") -> None:
    """End workers that are idle."""
    while worker := _take(idle):
        worker.end()


def _signature(secret: bytes, message: bytes) -> bytes:
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


def serve(told: str) -> None:
    """Become a guard, and start its runner."""
    work, (tasks, answers, life, memory), path = json.loads(told)
    # Whatever is beside somebody's file comes last: it may have any name, `random.py` too.
    others = [folder or os.getcwd() for folder in path]  # noqa: PTH109
    sys.path += [folder for folder in [*others, os.getcwd()] if folder not in sys.path]  # noqa: PTH109
    for pipe in (tasks, answers, life, memory):
        os.set_inheritable(pipe, False)
    _call_system(PR_SET_CHILD_SUBREAPER, 1)
    if runner := os.fork():
        for pipe in (tasks, answers):
            os.close(pipe)
        _guard(runner, life)
    _call_system(PR_SET_PDEATHSIG, signal.SIGKILL)
    os.close(life)
    shared = memoryview(mmap.mmap(memory, mmap.PAGESIZE)).cast("q")
    shared[RUNNER] = os.getpid()
    _run(work, Connection(tasks, writable=False), Connection(answers, readable=False), shared)


def _run(work: str, tasks: Connection, answers: Connection, shared: "Position") -> NoReturn:
    """Answer tasks until there are no more."""
    global position
    position = shared
    me = os.getpid()

    def apart() -> None:
        """A process that a task has forked does not answer for it."""
        global position
        position = [0, 0, 0]
        answers.close()
        tasks.close()

    os.register_at_fork(after_in_child=apart)
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
        answers.send_bytes(_signature(secret, message) + message)


def _guard(runner: int, life: int) -> NoReturn:
    """Wait until the runner has ended, or nobody wants its work; end whatever is left of it."""
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
    """End whatever this process has started or inherited, until there is nothing left."""
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


def _call_system(option: int, value: int) -> None:
    """Ask Linux for something about this process; elsewhere, nothing happens."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(option, value)
