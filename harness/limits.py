"""Limits for code that is not ours: seconds without an answer, and memory.

They hold off accidents: endless loops, and tables that grow without end. They are no sandbox: code
that means harm can do all that its user can.
"""

import contextlib
import signal
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import FrameType

from harness import workers

LOOKS = 4
"""How often it is looked whether a step is done, while it may take its time."""
PATIENCE = 3
"""How many times as long a whole process may take, before it is killed: an evaluator that is
stopped may have to be asked again, and some cannot be stopped from within."""


@dataclass(frozen=True)
class Limits:
    """What code that is not ours may take.

    Attributes:
        seconds: for one hand.
        megabytes: of memory, for a process.
    """

    seconds: float = 10.0
    megabytes: int = 2_000


USUAL = Limits()


class OutOfTimeError(BaseException):
    """No answer came in time; no ``except Exception`` of an evaluator keeps it from us."""


@contextlib.contextmanager
def in_time(seconds: float, done: Callable[[], int] = lambda: 0) -> Iterator[None]:
    """Let what follows take so many seconds for each step.

    Args:
        seconds: for a step.
        done: how many steps are done; while that grows, it goes on.

    Raises:
        OutOfTimeError: no step was done for so long, where signals can tell: in a main thread.
    """
    workers.patience(PATIENCE * seconds)
    if threading.current_thread() is not threading.main_thread() or not hasattr(
        signal, "setitimer"
    ):
        yield
        return
    before, since = done(), 0

    def look(number: int, frame: FrameType | None) -> None:
        nonlocal before, since
        now = done()
        if now != before:
            before, since = now, 0
            workers.patience(PATIENCE * seconds)
            return
        since += 1
        if since >= LOOKS:
            raise OutOfTimeError(f"no answer within {seconds:g} seconds")

    old = signal.signal(signal.SIGALRM, look)
    signal.setitimer(signal.ITIMER_REAL, seconds / LOOKS, seconds / LOOKS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, old)


def limit_memory(megabytes: int) -> None:
    """Let this process have so much more memory than it has; beyond, it gets a MemoryError."""
    try:
        import resource

        import psutil
    except ImportError:
        return
    most = psutil.Process().memory_info().vms + megabytes * 1_000_000
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    if hard == resource.RLIM_INFINITY or most < hard:
        resource.setrlimit(resource.RLIMIT_AS, (most, hard))
