"""The memory limit, and processes that have ended."""

import resource
import subprocess
import sys
from math import inf

import psutil
import pytest

from harness.processes import limits
from harness.processes.limits import end_all, limit_memory, memory_of_started


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits memory")
def test_the_memory_limit_includes_the_memory_in_use(monkeypatch: pytest.MonkeyPatch) -> None:
    """Failure means that loaded modules count, or that a lower limit of the user is raised."""
    limits: list[int] = []
    monkeypatch.setattr(resource, "setrlimit", lambda kind, pair: limits.append(pair[0]))
    limit_memory(200)
    assert limits.pop() > 230_000_000  # Python alone takes more than 30 MB
    limit_memory(inf)
    assert limits.pop() == resource.getrlimit(resource.RLIMIT_DATA)[0]
    monkeypatch.setattr("harness.processes.limits.LIMITS_OF_USER", (1_000, 2_000))
    limit_memory(200)
    limit_memory(inf)
    assert limits == [1_000, 1_000]


def test_a_process_that_has_ended_has_no_children_and_can_be_ended() -> None:
    """Failure means that a check fails because an evaluator's process ended by itself."""
    process = subprocess.Popen([sys.executable, "-c", ""], start_new_session=True)
    process.wait()
    end_all(process.pid)
    assert memory_of_started(process.pid) == 0


SLEEP = [sys.executable, "-c", "import time; time.sleep(600)"]


def test_a_look_may_miss_a_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Failure means that a process stays whose parent ended while we looked for its children."""
    leader, first, second = (psutil.Popen(SLEEP, start_new_session=True) for _ in range(3))
    looks = iter([[first], [], [second]])
    monkeypatch.setattr(limits, "started_by", lambda leader: next(looks, []))
    end_all(leader.pid)
    assert [process.wait(20) for process in (leader, first, second)] == [-9, -9, -9]


class Fleeting:
    """A process that has always started the next one, and ended, when it is to be killed."""

    def kill(self) -> None:
        raise psutil.NoSuchProcess(1)


def test_a_hunt_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """Failure means that a chain of processes stops the check of all others for ever."""
    leader = psutil.Popen(SLEEP, start_new_session=True)
    monkeypatch.setattr(limits, "MOST_HUNT", 0.2)
    monkeypatch.setattr(limits, "started_by", lambda leader: [Fleeting()])
    end_all(leader.pid)
    assert leader.wait(20) == -9
