"""The process in which a submission is asked: its alarm, its clock, and how it runs other code.

In a worker these are the system's. The page Try it has others, since a browser has no processes and
no signals.
"""

import signal
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from time import process_time
from types import FrameType
from typing import Any

from harness.checking.equivalence import on_this_machine, verdicts_on
from harness.checking.verdict import Verdict
from harness.hands.scopes import Scope
from harness.processes.limits import Limits
from harness.processes.workers import Announce, unheard


class Late(BaseException):
    """A call took longer than it may."""


def alarm(seconds: float) -> None:
    """Raise `Late` in this process after some seconds; after 0, never."""
    signal.signal(signal.SIGALRM, _raise_late)
    signal.setitimer(signal.ITIMER_REAL, seconds)


def _raise_late(number: int, frame: FrameType | None) -> None:
    raise Late


def check_in_processes(place: str, scope: Scope, limits: Limits, jobs: int | None) -> Verdict:
    """The verdict on the evaluator at a place, from workers."""
    run = partial(on_this_machine, jobs=jobs)
    (verdict,) = verdicts_on([place], scope, limits=limits, run=run)
    return verdict


@dataclass(frozen=True)
class Host:
    """The parts of a process that a browser does in another way.

    Attributes:
        announce: tells the caller what is done next, and until when.
        alarm: raises `Late` after some seconds; 0 ends that.
        clock: processor seconds.
        run: runs a command, as `subprocess.run`.
        check: checks the evaluator at a place on a scope, with limits and a number of processes.
    """

    announce: Announce = unheard
    alarm: Callable[[float], None] = alarm
    clock: Callable[[], float] = process_time
    run: Callable[..., Any] = subprocess.run
    check: Callable[[str, Scope, Limits, int | None], Verdict] = check_in_processes
