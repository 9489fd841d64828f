"""Limits for code that is not ours: seconds without an answer, and memory.

They stop accidents: endless loops, and tables that grow without end. They are not a sandbox:
malicious code can do all that its user can.
"""

import contextlib
import os
import signal
from collections.abc import Iterable
from dataclasses import dataclass

OURS, LOADING, ASKING = range(3)
"""What a worker is doing when it announces how long the next step may take."""
LOADS = 6
"""How many times as long as a hand an import may take."""


@dataclass(frozen=True)
class Limits:
    """What code that is not ours may take.

    Attributes:
        seconds: for one hand.
        megabytes: of memory, for a process, and for all that it has started.
    """

    seconds: float = 10.0
    megabytes: int = 2_000

    @property
    def loading(self) -> float:
        """Seconds for an import."""
        return LOADS * self.seconds


USUAL = Limits()


@dataclass(frozen=True)
class Died:
    """The result of a task that ended its process, or had to be killed.

    Attributes:
        exit_code: that of the process, negative for a signal.
        late: after how many seconds without an answer it was killed, if that is why.
        memory: how many megabytes it took, if that is why.
        place: where the task was, as far as it said.
        doing: what it did there.
    """

    exit_code: int | None
    late: float | None = None
    memory: float | None = None
    place: int = 0
    doing: int = OURS

    def __str__(self) -> str:
        if self.late is not None and self.doing == LOADING:
            return (
                f"its import did not end within {in_words(self.late)}; --timeout SECONDS is the "
                f"limit for a hand, and an import may take {LOADS} times as long"
            )
        if self.late is not None:
            return f"no answer within {in_words(self.late)}; its process was killed"
        if self.memory is not None:
            return f"it has started processes that took {self.memory:,.0f} MB of memory"
        if self.exit_code is not None and self.exit_code < 0:
            number = -self.exit_code
            named = {known.value: known.name for known in signal.Signals}
            return f"its process was killed by {named.get(number, f'signal {number}')}"
        return f"its process ended itself with exit code {self.exit_code}"


def in_words(seconds: float) -> str:
    """A time as people say it.

    >>> in_words(1.0), in_words(0.5), in_words(23.456)
    ('1 second', '0.5 seconds', '23.5 seconds')
    """
    return "1 second" if seconds == 1 else f"{seconds:.3g} seconds"


def limit_memory(megabytes: int) -> None:
    """Limit the growth of this process's memory; beyond, it gets a `MemoryError`."""
    try:
        import resource

        import psutil
    except ImportError:
        return
    most = psutil.Process().memory_info().vms + megabytes * 1_000_000
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    if hard == resource.RLIM_INFINITY or most < hard:
        resource.setrlimit(resource.RLIMIT_AS, (most, hard))


def descendants(process: int) -> list[int]:
    """All processes that a process has started, directly or not."""
    try:
        import psutil
    except ImportError:
        return []
    with contextlib.suppress(psutil.Error):
        return [child.pid for child in psutil.Process(process).children(recursive=True)]
    return []


def memory_of(process: int) -> float:
    """Megabytes that a process holds; none if it has ended."""
    import psutil

    with contextlib.suppress(psutil.Error):
        resident: float = psutil.Process(process).memory_info().rss / 1e6
        return resident
    return 0.0


def own_memory_of(process: int) -> float:
    """The same, with shared memory divided among its processes; this takes longer."""
    import psutil

    with contextlib.suppress(psutil.Error):
        full = psutil.Process(process).memory_full_info()
        return float(getattr(full, "pss", full.uss)) / 1e6
    return 0.0


def end_all(processes: Iterable[int]) -> None:
    """Kill processes and all that they started; each is stopped first, so that no more start."""
    found: set[int] = set()
    coming = set(processes)
    while coming:
        found |= coming
        for process in coming:
            _send(process, signal.SIGSTOP)
        coming = {child for process in found for child in descendants(process)} - found
    for process in found:
        _send(process, signal.SIGKILL)


def _send(process: int, number: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(process, number)
