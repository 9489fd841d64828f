"""Worker processes for tasks that may hang or die, each of which affects no other task.

We tried libraries first. `concurrent.futures` and loky (3.7) break as a whole when a process dies,
and `multiprocessing.Pool` waits for ever. pebble (5.2) has no deadline for each hand of a task,
leaves the processes that a task has started, and does not capture output.

A worker does its tasks in a process of its own, the **runner**. Runner and caller share the
**slate**, a file without a name. It begins with the **position**, seven numbers:

- the index of the hand that is evaluated, and the kind of step;
- the milliseconds that the step may take, and when they end;
- the length of the answer, as soon as it is there;
- whether the runner has ended, and its exit code.

Then comes the task, which the answer replaces. Answers are plain values, so the caller runs no code
of a task. The caller writes the length of each task to the runner's input, and looks for an answer
when there is output: no output can be taken for one.

The caller ends a runner that exceeds its deadline or its memory, and with each runner all that it
has started. If the runner or the caller ends by itself, the **guard** does so, the runner's parent.
On Linux the guard also becomes the parent of orphans, so a daemon in a session of its own is found,
unless its task kills the guard by SIGKILL. Elsewhere a daemon that has left the group stays.

The caller's own process needs no signals, threads or timers, and no attribute of it changes. The
guard learns of the caller's end from the input: PR_SET_PDEATHSIG would end it with the thread that
started it, and the caller may go on in another one.
"""

import marshal
import mmap
import os
import pickle
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, suppress
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import IO, Any, TypeAlias, TypeVar, cast

from harness.processes.limits import OURS, Died, end_all, excess, limit_processes

TaskT = TypeVar("TaskT")
Announce: TypeAlias = Callable[..., None]
"""Announces a step: the index of a hand, the seconds that it may take, and its kind."""
Work: TypeAlias = Callable[[TaskT, Announce], Any]
"""A function of a module, from a task to a value that `marshal` takes, except None."""

ROOT = Path(__file__).parents[2]
START = 60.0  # seconds that a step of our own code may take
LOOK, MEMORY_LOOK = 0.1, 0.5  # seconds between looks at a worker, and at the memory of its children
MOST_OUTPUT = 2_000  # bytes that are kept, from the end
TASK = mmap.PAGESIZE  # where on the slate a task begins, and later its answer
BELL = b"\0"  # output of a runner that has answered
PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36

_is_runner = False


def is_runner() -> bool:
    """True in the runner of a worker."""
    return _is_runner


def raised_by_others() -> tuple[type[BaseException], ...]:
    """The exceptions that count as faults of the evaluator's code.

    In a runner these are all. Elsewhere, Ctrl-C and its like are meant for the caller.
    """
    return (BaseException,) if is_runner() else (Exception, SystemExit, GeneratorExit)


def unheard(at: int, seconds: float, doing: int = OURS) -> None:
    """Announce a step where nobody watches: in the caller's own process."""


class _Worker:
    """A worker, seen from the caller."""

    def __init__(self, module: str, environment: Mapping[str, str], folder: Path | None) -> None:
        from tempfile import TemporaryFile  # a slow import, which runners do not need

        self.file = TemporaryFile(buffering=0)  # noqa: SIM115
        self.file.truncate(TASK)
        self.file.seek(TASK)  # a task that writes to all of its files does not hit the position
        self.slate = self.file.fileno()
        self.position = memoryview(mmap.mmap(self.slate, TASK)).cast("q")
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-c", BOOT, module, str(ROOT), *map(str, sys.path)],
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=self.slate,
            stderr=subprocess.PIPE,
            start_new_session=True,  # Ctrl-C is for the parent alone
            env={**os.environ, **environment},
            cwd=folder,
        )
        self.input = cast("IO[bytes]", self.process.stdin)
        self.output = cast("IO[bytes]", self.process.stderr)
        os.set_blocking(self.output.fileno(), False)

    def give(self, work: Work[Any], task: Any) -> None:
        """Hand over a task. If the runner has ended, `result` returns its death."""
        self.task, self.printed, now = task, b"", time.monotonic()
        for n, number in enumerate((0, OURS, 1000 * START, 1000 * (now + START), 0)):
            self.position[n] = int(number)
        self.next_look = now + MEMORY_LOOK
        length = os.pwrite(self.slate, pickle.dumps((work, task)), TASK)
        with suppress(OSError):
            self.input.write(length.to_bytes(8, "big"))

    def result(self, megabytes: float, most_written: float, is_over: bool) -> Any:
        """The answer to the task, or the death of the runner; None if there is neither yet."""
        has_ended, now = self.process.poll() is not None, time.monotonic()
        milliseconds, end, length = self.position[2:5]
        output = self.output.read(1 << 20) or b""  # more than a pipe holds; None if it is empty
        self.printed = (self.printed + output.replace(BELL, b""))[-MOST_OUTPUT:]
        if length:
            with suppress(Exception):  # a task may have written to the slate itself
                return marshal.loads(os.pread(self.slate, length, TASK))
        if has_ended or length:
            return self.died()
        if is_over or 1000 * now > end:
            return self.died(late=0.0 if is_over else milliseconds / 1000)
        if now > self.next_look:
            self.next_look = now + MEMORY_LOOK
            if why := excess(self.process.pid, megabytes, most_written):
                return self.died(**why)
        return None

    def died(self, **why: float) -> Died:
        """End the worker, and return its death: what it exceeded, if it did."""
        self.end()
        at, doing, *_, has_code, code = self.position[:7]
        return Died(code if has_code else self.process.returncode, at=at, doing=doing, **why)

    def end(self) -> None:
        """End the runner and all that it has started."""
        if not self.file.closed:
            with suppress(ImportError):  # when Python itself ends, this is left to the guard
                end_all(self.process.pid)
            for stream in (self.input, self.output, self.file):
                stream.close()
            self.process.wait()


def run(
    work: Work[TaskT],
    tasks: Iterable[TaskT],
    jobs: int,
    retry: Callable[[TaskT, Died], TaskT | None] = lambda task, died: None,
    megabytes_of: Callable[[TaskT], float] = lambda task: float("inf"),
    most_written: float = float("inf"),
    environment: Mapping[str, str] = {},
    folder: Path | None = None,
    is_over: Callable[[], bool] = lambda: False,
    isolate_by: Callable[[TaskT], object] = lambda task: None,
) -> Iterator[tuple[TaskT, Any, str]]:
    """Run tasks in `jobs` workers.

    Args:
        work: the function that does a task, in a runner.
        tasks: drawn one by one, when there is a worker for the next. The first ones may take time
            to make: workers start meanwhile.
        jobs: the number of workers.
        retry: from a task that died to the task that replaces it, or None to yield the death.
        megabytes_of: from a task to the memory limit for all processes that its runner has started.
        most_written: the megabytes that it and all of these may write.
        environment: environment variables of the workers, in addition to those of this process.
        folder: their current folder; that of this process if it is not given.
        is_over: returns True when all tasks shall end; called several times a second.
        isolate_by: from a task to a value; tasks with different values share no worker, since the
            second would find the modules that the first imported.

    Yields:
        Each task when it is done, its result or `Died`, and the end of what was printed meanwhile.
        When the iterator is closed or interrupted, no process is left behind.
    """
    from multiprocessing.connection import wait  # a slow import, which runners do not need

    waiting = iter(tasks)
    busy: list[_Worker] = []

    def start() -> _Worker:
        busy.append(worker := _Worker(work.__module__, environment, folder))
        return worker

    def end(worker: _Worker) -> None:
        worker.end()
        busy.remove(worker)

    try:
        for worker in [start() for _ in range(jobs)]:
            first = next(waiting, None)
            if first is None:
                end(worker)
            else:
                worker.give(work, first)
        while busy:
            wait([worker.output.fileno() for worker in busy], LOOK)
            for worker in busy[:]:
                result = worker.result(megabytes_of(worker.task), most_written, is_over())
                if result is None:
                    continue
                died = isinstance(result, Died)
                following = retry(worker.task, result) if died else None
                if following is None:
                    yield worker.task, result, worker.printed.decode(errors="replace")
                    following = next(waiting, None)
                if died or following is None or isolate_by(following) != isolate_by(worker.task):
                    end(worker)
                    worker = worker if following is None else start()
                if following is not None:
                    worker.give(work, following)
    finally:
        with ExitStack() as ends:  # a second Ctrl-C keeps no worker from its end
            for worker in busy:
                ends.callback(worker.end)


# --- In a runner. ---

BOOT = """
import sys
module, root, *path = sys.argv[1:]
del sys.argv[1:]
sys.path.insert(0, root)
import evaluators, harness.processes.workers
sys.path.remove(root)
harness.processes.workers.serve(module, path)
"""


def serve(module: str, path: Iterable[str]) -> None:
    """Do tasks until the caller ends; `module` has the function that does them."""
    global _is_runner
    # The caller's folders come last: a file beside an evaluator may be called `random.py`.
    folders = [folder or os.getcwd() for folder in [*path, ""]]  # noqa: PTH109
    sys.path += [folder for folder in folders if folder not in sys.path]
    tasks, slate, output = map(os.dup, range(3))
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(output, 1)
    _prctl(PR_SET_CHILD_SUBREAPER, 1)
    position = memoryview(mmap.mmap(slate, TASK)).cast("q")
    if runner := os.fork():
        _guard(runner, tasks, position)
        return
    runner = os.getpid()
    # A task may kill its parent at each hand. It must not live on to kill the next parent.
    _prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    _is_runner = True

    def announce(at: int, seconds: float, doing: int = OURS) -> None:
        if os.getpid() == runner:  # and not a process that the task has forked
            position[0], position[1], position[2] = at, doing, int(1000 * seconds)
            position[3] = int(1000 * (time.monotonic() + seconds))

    with suppress(ImportError):  # now, while the caller makes the first task
        import_module(module)
    started: list[str] = []
    sys.addaudithook(partial(limit_processes, started))
    while length := int.from_bytes(os.read(tasks, 8), "big"):
        started.clear()
        work, task = pickle.loads(os.pread(slate, length, TASK))
        answer = marshal.dumps(work(task, announce))
        if os.getpid() != runner:
            os._exit(0)
        position[4] = os.pwrite(slate, answer, TASK)
        with suppress(OSError):
            os.write(output, BELL)


def _guard(runner: int, tasks: int, position: "memoryview[int]") -> None:
    """Be the parent of the runner and, on Linux, of the orphans of those that it starts.

    When the runner or the caller has ended, end all of them and itself.
    """
    # A task that sends a signal to its group, which is the guard's as well, ends the runner alone.
    signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
    caller = select.poll()
    caller.register(tasks, 0)  # an event when the caller's end of the input is closed
    while not (position[5] or caller.poll(1000 * LOOK)):
        has_ended, status = os.waitpid(runner, os.WNOHANG)
        if has_ended:
            position[5], position[6] = True, os.waitstatus_to_exitcode(status)
    end_all(os.getpid())


def _prctl(option: int, value: int) -> None:
    """Set an attribute of this process, where the system is Linux.

    Source: https://man7.org/linux/man-pages/man2/prctl.2.html
    """
    import ctypes

    with suppress(OSError, AttributeError):  # other systems have no such call
        ctypes.CDLL(None).prctl(option, value)
