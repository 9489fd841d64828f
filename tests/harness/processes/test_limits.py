"""The memory limit, and processes that have ended."""

import resource
import subprocess
import sys
from math import inf

import pytest

from harness.processes.limits import end_all, limit_memory, memory_of_grandchildren


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits memory")
def test_the_memory_limit_includes_the_memory_in_use(monkeypatch: pytest.MonkeyPatch) -> None:
    """Failure means that loaded modules count, or that a lower limit of the user is raised."""
    limits: list[int] = []
    monkeypatch.setattr(resource, "setrlimit", lambda kind, pair: limits.append(pair[0]))
    limit_memory(200)
    assert limits.pop() > 230_000_000  # Python alone takes more than 30 MB
    limit_memory(inf)
    assert limits.pop() == resource.getrlimit(resource.RLIMIT_AS)[0]
    monkeypatch.setattr("harness.processes.limits._limit_of_user", lambda: (1_000, 2_000))
    limit_memory(200)
    limit_memory(inf)
    assert limits == [1_000, 1_000]


def test_a_process_that_has_ended_has_no_children_and_can_be_ended() -> None:
    """Failure means that a check fails because an evaluator's process ended by itself."""
    process = subprocess.Popen([sys.executable, "-c", ""], start_new_session=True)
    process.wait()
    end_all(process.pid)
    assert memory_of_grandchildren(process.pid) == 0
