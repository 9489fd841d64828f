"""Tasks come back, whatever happens to the process that had them."""

import contextlib
import os
import signal
import threading
import time
from multiprocessing import active_children

import pytest

from harness.workers import KEPT, Died, patience, run


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
    assert sorted(run(double, range(7), jobs)) == [(task, 2 * task, "") for task in range(7)]


def test_no_tasks() -> None:
    assert list(run(double, [], 2)) == []


def test_a_task_that_dies_takes_no_other_with_it() -> None:
    found = {task: result for task, result, _ in run(die_on_odd, range(6), 2)}
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
    assert list(run(fork_and_die, [1], 1)) == [(1, Died(5), "")]
    assert time.monotonic() - began < 15


def test_a_worker_may_die_between_tasks() -> None:
    """Each task comes back, with a result or as the death of its worker."""
    found = slow_parent(1)
    assert len(found) == 3
    assert (0, 0, "") in found


def test_a_signal_without_a_name() -> None:
    ((_, died, _),) = run(kill_by_an_unnamed_signal, [1], 1)
    assert str(died) == f"its process was killed by signal {signal.SIGRTMIN + 1}"


def test_a_signal_is_named() -> None:
    ((_, died, _),) = run(kill_itself, [1], 1)
    assert str(died) == "its process was killed by SIGKILL"


def test_no_process_is_left_when_the_reader_stops() -> None:
    results = run(sleep, [0.0, 60.0, 60.0], 2)
    next(results)
    results.close()  # type: ignore[attr-defined]
    assert active_children() == []


def shout(task: int) -> int:
    os.write(1, b"a" * 100_000 + b"hello")
    os.write(2, b" world")
    return task


def test_what_a_task_prints_is_kept_from_our_output(capfd: pytest.CaptureFixture[str]) -> None:
    ((_, _, printed),) = run(shout, [1], 1)
    assert printed.endswith("aaahello world")
    assert len(printed) == KEPT
    assert capfd.readouterr() == ("", "")


def closes_its_output(task: int) -> int:
    os.close(1)
    os.close(2)
    time.sleep(0.5)
    return task


def test_a_task_may_close_its_output() -> None:
    assert list(run(closes_its_output, [1], 1)) == [(1, 1, "")]


def announces(task: float) -> float:
    patience(0.5)
    time.sleep(task)
    return task


def test_a_task_that_takes_too_long_is_killed_and_the_others_go_on() -> None:
    began = time.monotonic()
    found = {task: result for task, result, _ in run(announces, [60.0, 0.1, 0.2], 1)}
    late = found.pop(60.0)
    assert found == {0.1: 0.1, 0.2: 0.2}
    assert isinstance(late, Died)
    assert late.late == 0.5
    assert "no answer within 0.5 seconds" in str(late)
    assert time.monotonic() - began < 15


def ignores_being_told(task: int) -> int:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    patience(0.2)
    while True:
        with contextlib.suppress(BaseException):
            time.sleep(60)


def test_a_task_that_does_not_want_to_end_is_killed() -> None:
    ((_, died, _),) = run(ignores_being_told, [1], 1)
    assert died == Died(-signal.SIGKILL, 0.2)
    assert active_children() == []
