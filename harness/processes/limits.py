"""Limits for code that is not ours: seconds without an answer, memory, and processes.

They stop accidents: endless loops, tables that grow without end, and a process for each hand.
"""

import os
import resource
import signal
import time
from contextlib import suppress
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import Any

OURS, LOADING, EVALUATING = range(3)
"""The kinds of steps that a worker announces: our own code, an import, the evaluation of hands."""
LOADING_FACTOR = 6
"""An import may take this many times as long as a hand."""
MOST_HUNT = 5.0
"""The most seconds for the hunt for what a process has started."""
MOST_PROCESSES = 500
"""The most processes that a task may start: more than a pool has on a large machine."""
STARTS = {"subprocess.Popen", "os.fork", "os.forkpty", "os.system"}
"""The audit events of a start. Not ``os.posix_spawn``: some calls of `subprocess.Popen` raise both.

Source: https://docs.python.org/3/library/audit_events.html
"""
LONGEST = 1e6
"""Time limits are below this many seconds, 11 days: the system's timers take no more."""

LIMITS_OF_USER = resource.getrlimit(resource.RLIMIT_DATA)
"""The memory limit, and the highest that can be set, before this process sets any."""


@dataclass(frozen=True)
class Limits:
    """The limits of one evaluator.

    Attributes:
        seconds: the time limit for a batch of hands. After a timeout the task runs once more, one
            hand a call, and a hand that is late again is named.
        megabytes: how much the memory of its process may grow, and how much all that this process
            starts may take.

    >>> Limits()
    Limits(seconds=10.0, megabytes=2000)
    """

    seconds: float = 10.0
    megabytes: int = 2_000

    @property
    def loading(self) -> float:
        """The time limit of an import, in seconds.

        >>> Limits(seconds=10).loading
        60
        """
        return LOADING_FACTOR * self.seconds


USUAL = Limits()


class TooManyProcessesError(BaseException):
    """A task has started too many processes; an evaluator's ``except Exception`` lets it pass."""


@dataclass(frozen=True)
class Died:
    """The result of a task that ended its process, or had to be killed.

    Attributes:
        exit_code: the exit code of the process, negative for a signal.
        late: the deadline in seconds, if the process exceeded it.
        memory: the megabytes used, if they exceeded the limit.
        written: the megabytes written, if they exceeded the limit.
        at: the last index that the task announced.
        doing: the kind of step that it announced there.
    """

    exit_code: int | None
    late: float | None = None
    memory: float | None = None
    written: float | None = None
    at: int = 0
    doing: int = OURS

    def __str__(self) -> str:
        if self.late is not None and self.doing == LOADING:
            return (
                f"its import did not end within {in_words(self.late)}; --timeout SECONDS is the "
                f"limit for a hand, and an import may take {LOADING_FACTOR} times as long"
            )
        if self.late is not None:
            return f"no answer within {in_words(self.late)}; its process was killed"
        if self.memory is not None:
            return f"it has started processes that took {self.memory:,.0f} MB of memory"
        if self.written is not None:
            return (
                f"it was killed, for it had written {self.written:,.0f} MB, to files or as output"
            )
        if self.exit_code is not None and self.exit_code < 0:
            number = -self.exit_code
            names = {member.value: member.name for member in signal.Signals}
            return f"its process was killed by {names.get(number, f'signal {number}')}"
        return f"its process ended itself with exit code {self.exit_code}"


def in_words(seconds: float) -> str:
    """A time in words.

    >>> in_words(1.0), in_words(0.5), in_words(23.456), in_words(1234.5)
    ('1 second', '0.5 seconds', '23.5 seconds', '1,234 seconds')
    """
    return (
        "1 second" if seconds == 1 else f"{seconds:{',.0f' if seconds >= 100 else '.3g'}} seconds"
    )


def limit_memory(megabytes: float) -> None:
    """Limit the growth of this process's memory; beyond the limit it raises `MemoryError`.

    Another call sets another limit, from what the process has then. A lower one of the user stays.
    It is a limit of what can be written. Address space is not limited: PyTorch maps gigabytes of
    code, and CUDA reserves hundreds that it never uses.
    """
    with suppress(OSError):  # only Linux holds such a limit
        pages = int(Path("/proc/self/statm").read_text().split()[5])
        most = pages * resource.getpagesize() + megabytes * 1_000_000
        of_user, hard = LIMITS_OF_USER
        is_lower = most < (inf if of_user == resource.RLIM_INFINITY else of_user)
        resource.setrlimit(resource.RLIMIT_DATA, (int(most) if is_lower else of_user, hard))


def limit_processes(started: list[str], event: str, arguments: object) -> None:
    """Count an audit event if it is the start of a process, and refuse it beyond the limit.

    Args:
        started: the events that were counted, since somebody cleared the list.
        event: the name of the event.
        arguments: what else Python says of it.

    Raises:
        TooManyProcessesError: the limit is reached; the process is not started.
    """
    if event in STARTS:
        started.append(event)
        if len(started) > MOST_PROCESSES:
            remedy = "--exec 'COMMAND' starts a program once for many hands"
            raise TooManyProcessesError(f"it has started {MOST_PROCESSES} processes; {remedy}")


def started_by(leader: int) -> list[Any]:
    """The processes that a process has started, and those that these have, the oldest first."""
    import psutil  # a slow import, which runners do not need

    with suppress(psutil.Error):
        started = psutil.Process(leader).children(recursive=True)
        return sorted(started, key=psutil.Process.create_time)
    return []


def memory_of_started(leader: int) -> float:
    """The megabytes of all that the oldest child of a process has started, shared memory once.

    On Linux an orphan counts as well, if the process is its parent now.
    """
    import psutil

    megabytes = 0.0
    for process in started_by(leader)[1:]:
        with suppress(psutil.Error):
            memory = process.memory_full_info()
            megabytes += getattr(memory, "pss", memory.uss) / 1e6
    return megabytes


def excess(leader: int, megabytes: float, most_written: float) -> dict[str, float]:
    """The memory of all that a process has started, or what they wrote, if it is over its limit.

    What they wrote is what went to files and pipes; only Linux and Windows count that.
    """
    import psutil

    if (memory := memory_of_started(leader)) > megabytes:
        return {"memory": memory}
    written = 0.0
    for process in started_by(leader) if most_written < inf else ():
        with suppress(psutil.Error, AttributeError):
            written += process.io_counters().write_chars / 1e6
    return {"written": written} if written > most_written else {}


def end_all(leader: int) -> None:
    """Kill all that a process has started, and then its group.

    A look misses the children of a process that ends meanwhile, so two looks must find no new one.
    A process that does nothing but start the next one and end may escape every look.
    """
    import psutil

    killed: set[psutil.Process] = set()
    quiet, end = 0, time.monotonic() + MOST_HUNT
    while quiet < 2 and time.monotonic() < end:
        alive = [process for process in started_by(leader) if process not in killed]
        for process in alive:
            with suppress(psutil.Error):
                process.kill()
        killed.update(alive)
        quiet = 0 if alive else quiet + 1
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, signal.SIGKILL)  # last, for the caller may be the leader
