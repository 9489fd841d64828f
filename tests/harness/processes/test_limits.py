"""What is said of a death, and memory that has an end."""

import resource
import subprocess
import sys

import pytest

from harness.processes.limits import (
    ASKING,
    LOADING,
    Died,
    Limits,
    descendants,
    limit_memory,
    memory_of,
)


@pytest.mark.parametrize(
    ("died", "said"),
    [
        (Died(3), "its process ended itself with exit code 3"),
        (Died(-9), "its process was killed by SIGKILL"),
        (Died(0, late=1.0, doing=ASKING), "no answer within 1 second; its process was killed"),
        (Died(0, memory=3210.4), "it has started processes that took 3,210 MB of memory"),
    ],
)
def test_what_is_said_of_a_death(died: Died, said: str) -> None:
    assert str(died) == said


def test_a_late_import_names_itself_and_the_option() -> None:
    said = str(Died(0, late=Limits(10).loading, doing=LOADING))
    assert said.startswith("its import did not end within 60 seconds; --timeout SECONDS")


def test_memory_is_limited_to_what_is_there_and_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """A limit that is lower already stays."""
    set_to: list[int] = []
    monkeypatch.setattr(resource, "setrlimit", lambda which, both: set_to.append(both[0]))
    limit_memory(200)
    assert set_to.pop() > 200_000_000
    monkeypatch.setattr(resource, "getrlimit", lambda which: (1_000, 1_000))
    limit_memory(200)
    assert not set_to


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


def test_a_process_that_has_ended_has_no_memory_and_no_descendants() -> None:
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    assert (descendants(process.pid), memory_of(process.pid)) == ([], 0.0)
