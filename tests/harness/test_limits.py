"""Time is up when nothing is done, and not before."""

import resource
import subprocess
import sys
import threading
import time

import pytest

from harness.limits import OutOfTimeError, in_time, limit_memory


def test_what_is_done_in_time_is_left_alone() -> None:
    with in_time(0.2):
        done = sum(range(1_000))
    assert done == 499_500
    time.sleep(0.25)  # no alarm is left


def loop_for_ever() -> None:
    while True:
        time.sleep(0.01)


def test_what_is_not_done_in_time_is_stopped() -> None:
    began = time.monotonic()
    with pytest.raises(OutOfTimeError, match=r"no answer within 0\.2 seconds"), in_time(0.2):
        loop_for_ever()
    assert 0.15 < time.monotonic() - began < 2


def test_steps_that_are_done_go_on() -> None:
    steps = 0
    with in_time(0.2, lambda: steps):
        for _ in range(8):
            time.sleep(0.05)
            steps += 1
    assert steps == 8


def test_nothing_catches_it_by_chance() -> None:
    """An evaluator's `except Exception` is not meant for us."""
    assert not issubclass(OutOfTimeError, Exception)


def test_elsewhere_than_in_a_main_thread_there_is_no_alarm() -> None:
    done = []

    def work() -> None:
        with in_time(0.01):
            time.sleep(0.05)
            done.append(True)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert done == [True]


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
        "from harness.limits import limit_memory\n"
        "limit_memory(200)\n"
        "keep = bytearray(100_000_000)\n"
        "try: more = bytearray(300_000_000)\n"
        "except MemoryError: print('no more')\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.stdout == "no more\n", done.stderr
