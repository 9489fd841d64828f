"""Worker processes for tasks that may hang or die, each of which affects no other task.

We tried libraries first. `concurrent.futures` and loky (3.7) break as a whole when a process dies,
and `multiprocessing.Pool` waits for ever. pebble (5.2) has no deadline for each hand of a task,
leaves the processes that a task has started, and does not capture output.

A worker does its tasks in a process of its own, the **runner**. Runner and caller share the
**slate**, a file without a name: first the position, that is which hand is evaluated, how long it
may take, and how long the answer is; then the task, which the answer replaces. Answers are plain
values, so the caller runs no code of a task. The caller writes the length of each task to the
runner's input, and looks for an answer when there is output: no output can be taken for one.

The caller ends a runner that exceeds its deadline or its memory, and with each runner all that it
has started. If the caller itself is killed, the **guard** does so, the runner's parent: a task that
kills its parent does not reach the caller. The caller's own process needs no signals, threads or
timers.
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
from io import FileIO
from itertools import islice
from pathlib import Path
from threading import Thread
from typing import Any, NoReturn, TypeAlias, TypeVar, cast

from harness.processes.limits import OURS, Died, end_all, end_started, memory_of_grandchildren

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


class Announcer:
    """Tells the caller, on the slate, what its runner does and until when.

    Args:
        position: five numbers: an index, a kind of step, how many milliseconds it may take, and
            their end on the clock; then the length of the answer, which the runner writes.
    """

    def __init__(self, position: "memoryview[int]") -> None:
        self.position: list[int] | memoryview[int] = position
        os.register_at_fork(after_in_child=self._fall_silent)

    def __call__(self, at: int, seconds: float, doing: int = OURS) -> None:
        """Announce the index of a hand in a task, and the deadline of the next announcement."""
        position = self.position
        position[0], position[1] = at, doing
        position[2], position[3] = int(1000 * seconds), int(1000 * (time.monotonic() + seconds))

    def _fall_silent(self) -> None:
        """Announce nothing in a process that a task has forked."""
        self.position = [0] * 5


class _Worker:
    """A worker, seen from the caller."""

    def __init__(self, environment: Mapping[str, str], folder: Path | None) -> None:
        from tempfile import TemporaryFile  # a slow import, which runners do not need

        self.file = TemporaryFile(buffering=0)  # noqa: SIM115
        self.file.truncate(TASK)
        self.file.seek(TASK)  # a task that writes to all of its files does not hit the position
        self.slate = self.file.fileno()
        self.position = memoryview(mmap.mmap(self.slate, TASK)).cast("q")
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-c", BOOT, str(ROOT), *map(str, sys.path)],
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=self.slate,
            stderr=subprocess.PIPE,
            start_new_session=True,  # Ctrl-C is for the parent alone
            env={**os.environ, **environment},
            cwd=folder,
        )
        self.input = cast("FileIO", self.process.stdin)
        self.output = cast("FileIO", self.process.stderr)
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

    def result(self, megabytes: float, is_over: bool) -> Any:
        """The answer to the task, or the death of the runner; None if there is neither yet."""
        has_ended, now = self.process.poll() is not None, time.monotonic()
        *_, milliseconds, end, length = self.position[:5].tolist()
        output = self.output.read(1 << 20) or b""  # more than a pipe holds; None if it is empty
        self.printed = (self.printed + output.replace(BELL, b""))[-MOST_OUTPUT:]
        if length:
            return marshal.loads(os.pread(self.slate, length, TASK))
        if has_ended:
            return self.died()
        if is_over or 1000 * now > end:
            return self.died(late=0.0 if is_over else milliseconds / 1000)
        if now > self.next_look:
            self.next_look = now + MEMORY_LOOK
            if (memory := memory_of_grandchildren(self.process.pid)) > megabytes:
                return self.died(memory=memory)
        return None

    def died(self, late: float | None = None, memory: float | None = None) -> Died:
        """End the worker, and return its death."""
        self.end()
        return Died(self.process.returncode, late, memory, self.position[0], self.position[1])

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
    megabytes: float = float("inf"),
    environment: Mapping[str, str] = {},
    folder: Path | None = None,
    is_over: Callable[[], bool] = lambda: False,
    isolate_by: Callable[[TaskT], object] = lambda task: None,
) -> Iterator[tuple[TaskT, Any, str]]:
    """Run tasks in `jobs` workers.

    Args:
        work: the function that does a task, in a runner.
        tasks: drawn one by one, when there is a worker for the next.
        jobs: the number of workers.
        retry: from a task that died to the task that replaces it, or None to yield the death.
        megabytes: the memory limit for all processes that a runner has started.
        environment: environment variables of the workers, beside those of this process.
        folder: their current folder; that of this process if it is not given.
        is_over: whether all tasks shall end at once; asked several times a second.
        isolate_by: from a task to a value; tasks with different values share no worker, since the
            second would find the modules that the first imported.

    Yields:
        Each task when it is done, its result or `Died`, and the end of what was printed meanwhile.
        When the iterator is closed or interrupted, no process is left behind.
    """
    waiting = iter(tasks)
    with ExitStack() as ends:

        def begin(task: TaskT) -> _Worker:
            worker = _Worker(environment, folder)
            ends.callback(worker.end)
            worker.give(work, task)
            return worker

        busy = [begin(task) for task in islice(waiting, jobs)]
        while busy:
            outputs = select.poll()
            for worker in busy:
                outputs.register(worker.output, select.POLLIN)
            outputs.poll(1000 * LOOK)
            for worker in busy[:]:
                result = worker.result(megabytes, is_over())
                if result is None:
                    continue
                has_died = isinstance(result, Died)
                following = retry(worker.task, result) if has_died else None
                if following is None:
                    yield worker.task, result, worker.printed.decode(errors="replace")
                    following = next(waiting, None)
                if (
                    following is not None
                    and not has_died
                    and isolate_by(following) == isolate_by(worker.task)
                ):
                    worker.give(work, following)
                    continue
                worker.end()
                busy.remove(worker)
                if following is not None:
                    busy.append(begin(following))


# --- In a runner. ---

BOOT = """
import sys
root, *path = sys.argv[1:]
del sys.argv[1:]
sys.path.insert(0, root)
import evaluators, harness.processes.workers
sys.path.remove(root)
harness.processes.workers.serve(path)
"""


def serve(path: Iterable[str]) -> None:
    """Do tasks until the caller ends."""
    global _is_runner
    # The caller's folders come last: a file beside an evaluator may be called `random.py`.
    folders = [folder or os.getcwd() for folder in [*path, ""]]  # noqa: PTH109
    sys.path += [folder for folder in folders if folder not in sys.path]
    tasks, slate, output = map(os.dup, range(3))
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(output, 1)
    _prctl(PR_SET_CHILD_SUBREAPER, 1)
    if runner := os.fork():
        _guard(runner, tasks)
    runner = os.getpid()
    _end_with_the_guard()
    _is_runner = True
    position = memoryview(mmap.mmap(slate, TASK)).cast("q")
    announce = Announcer(position)
    while length := int.from_bytes(os.read(tasks, 8), "big"):
        work, task = pickle.loads(os.pread(slate, length, TASK))
        answer = marshal.dumps(work(task, announce))
        if os.getpid() != runner:  # but a process that the task has forked
            os._exit(0)
        position[4] = os.pwrite(slate, answer, TASK)
        with suppress(OSError):
            os.write(output, BELL)


def _guard(runner: int, tasks: int) -> NoReturn:
    """Be the parent of the runner, and of the orphans of those that it starts.

    It ends the runner when the caller has ended, and ends as the runner does, after the orphans.
    """
    Thread(target=_end_with_the_caller, args=[tasks], daemon=True).start()
    _, status = os.waitpid(runner, 0)
    _end_with_the_caller(tasks, 0)  # an idle runner ends by itself
    end_started(os.getpid())
    code = os.waitstatus_to_exitcode(status)
    if code < 0:
        with suppress(OSError):  # SIGKILL always has its own effect
            signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    os._exit(code)


def _end_with_the_guard() -> None:
    """Let Linux end this process with its parent: who kills both would hit who comes after."""
    _prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def _prctl(option: int, value: int) -> None:
    """Set an attribute of this process, where the system is Linux.

    Source: https://man7.org/linux/man-pages/man2/prctl.2.html
    """
    import ctypes

    with suppress(OSError, AttributeError):  # other systems have no such call
        ctypes.CDLL(None).prctl(option, value)


def _end_with_the_caller(tasks: int, milliseconds: int | None = None) -> None:
    """When the input has ended, end this process, its runner, and all that this has started."""
    input_end = select.poll()
    input_end.register(tasks, 0)
    if input_end.poll(milliseconds):
        end_all(os.getpid())
