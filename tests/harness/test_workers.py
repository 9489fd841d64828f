"""Tasks come back, whatever happens to the process that had them."""

import os
import signal
import threading
import time
from multiprocessing import active_children

import pytest

from harness.workers import Died, run


def double(task: int) -> int:
    return 2 * task


def die_on_odd(task: int) -> int:
    if task % 2:
        os._exit(task)
    return task


def kill_itself(task: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return task


def sleep(task: float) -> float:
    time.sleep(task)
    return task


@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_every_task_comes_back_once(jobs: int) -> None:
    assert sorted(run(double, range(7), jobs)) == [(task, 2 * task) for task in range(7)]


def test_no_tasks() -> None:
    assert list(run(double, [], 2)) == []


def test_a_task_that_dies_takes_no_other_with_it() -> None:
    found = dict(run(die_on_odd, range(6), 2))
    assert found == {0: 0, 1: Died(1), 2: 2, 3: Died(3), 4: 4, 5: Died(5)}
    assert str(found[3]) == "its process ended itself with exit code 3"


def fork_and_die(task: int) -> int:
    if not os.fork():
        time.sleep(20)  # a child that holds the pipe of its parent
    os._exit(5)


def die_when_idle(task: int) -> int:
    threading.Timer(0.2, os._exit, [6]).start()
    return task


def slow_parent(jobs: int) -> list[object]:
    """Takes its time with each result, so that workers die between tasks."""
    found: list[object] = []
    for result in run(die_when_idle, range(3), jobs):
        time.sleep(0.6)
        found.append(result)
    return found


def kill_by_an_unnamed_signal(task: int) -> int:
    os.kill(os.getpid(), signal.SIGRTMIN + 1)
    return task


def test_a_child_left_behind_does_not_hide_a_death() -> None:
    began = time.monotonic()
    assert list(run(fork_and_die, [1], 1)) == [(1, Died(5))]
    assert time.monotonic() - began < 15


def test_a_worker_may_die_between_tasks() -> None:
    """Each task comes back, with a result or as the death of its worker."""
    found = slow_parent(1)
    assert len(found) == 3
    assert (0, 0) in found


def test_a_signal_without_a_name() -> None:
    ((_, died),) = run(kill_by_an_unnamed_signal, [1], 1)
    assert str(died) == f"its process was killed by signal {signal.SIGRTMIN + 1}"


def test_a_signal_is_named() -> None:
    ((_, died),) = run(kill_itself, [1], 1)
    assert str(died) == "its process was killed by SIGKILL"


def test_no_process_is_left_when_the_reader_stops() -> None:
    results = run(sleep, [0.0, 60.0, 60.0], 2)
    next(results)
    results.close()  # type: ignore[attr-defined]
    assert active_children() == []


def test_what_a_task_prints_goes_nowhere(capfd: pytest.CaptureFixture[str]) -> None:
    list(run(shout, [1], 1))
    assert capfd.readouterr().out == ""


def shout(task: int) -> int:
    os.write(1, b"hello")
    return task
