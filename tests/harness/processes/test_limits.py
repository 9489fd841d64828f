"""The words for a death, and the memory limit."""

import resource
import subprocess
import sys
from math import inf

import pytest

from harness.processes.limits import (
    EVALUATING,
    LOADING,
    Died,
    Limits,
    end_all,
    limit_memory,
    memory_of_grandchildren,
)


def test_deaths_in_words() -> None:
    for died, words in (
        (Died(3), "its process ended itself with exit code 3"),
        (Died(-9), "its process was killed by SIGKILL"),
        (Died(0, late=1.0, doing=EVALUATING), "no answer within 1 second; its process was killed"),
        (Died(0, memory=3210.4), "it has started processes that took 3,210 MB of memory"),
    ):
        assert str(died) == words
    late_import = str(Died(0, late=Limits(10).loading, doing=LOADING))
    assert late_import.startswith("its import did not end within 60 seconds; --timeout SECONDS")


def test_the_memory_limit_includes_the_memory_in_use(monkeypatch: pytest.MonkeyPatch) -> None:
    """Failure means that loaded modules count, or that a lower limit of the user is raised."""
    limits: list[int] = []
    monkeypatch.setattr(resource, "setrlimit", lambda kind, pair: limits.append(pair[0]))
    limit_memory(200)
    assert limits.pop() > 200_000_000
    limit_memory(inf)
    assert limits.pop() == resource.getrlimit(resource.RLIMIT_AS)[0]
    monkeypatch.setattr("harness.processes.limits._limit_of_user", lambda: (1_000, 2_000))
    limit_memory(200)
    limit_memory(inf)
    assert limits == [1_000, 1_000]


def test_memory_has_an_end() -> None:
    script = (
        "from harness.processes.limits import limit_memory\n"
        "limit_memory(200)\n"
        "keep = bytearray(100_000_000)\n"
        "try: more = bytearray(300_000_000)\n"
        "except MemoryError: print('no more')\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.stdout == "no more\n", done.stderr


def test_a_process_that_has_ended_has_no_children_and_can_be_ended() -> None:
    """Failure means that a check fails because an evaluator's process ended by itself."""
    process = subprocess.Popen([sys.executable, "-c", ""], start_new_session=True)
    process.wait()
    end_all(process.pid)
    assert memory_of_grandchildren(process.pid) == 0
