"""Every task comes back, even if its process hangs, dies or forks."""

import contextlib
import ctypes
import os
import signal
import stat
import subprocess
import sys
import threading
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psutil
import pytest

from harness.processes import workers
from harness.processes.limits import EVALUATING, LOADING, Died
from harness.processes.workers import MOST_OUTPUT, announce, run

HERE = "tests.harness.processes.test_workers"


def double(task: int) -> int:
    return 2 * task


def die_on_odd(task: int) -> int:
    if task % 2:
        os._exit(task)
    return task


def kill_itself(task: int) -> int:
    os.kill(os.getpid(), task)
    return task


def sleep(task: float) -> float:
    time.sleep(task)
    return task


def gone(pid: int) -> bool:
    """Whether a process has ended, within a while."""
    for _ in range(300):
        if not psutil.pid_exists(pid) or psutil.Process(pid).status() == psutil.STATUS_ZOMBIE:
            return True
        time.sleep(0.05)
    return False


@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_every_task_comes_back_once(jobs: int) -> None:
    assert sorted(run(double, range(7), jobs)) == [(task, 2 * task, "") for task in range(7)]


def test_no_tasks() -> None:
    assert list(run(double, [], 2)) == []


def test_a_task_that_dies_takes_no_other_with_it() -> None:
    results = {task: result for task, result, _ in run(die_on_odd, range(6), 2)}
    assert {task: results[task] for task in (0, 2, 4)} == {0: 0, 2: 2, 4: 4}
    assert [results[task].exit_code for task in (1, 3, 5)] == [1, 3, 5]
    assert str(results[3]) == "its process ended itself with exit code 3"


@pytest.mark.parametrize(
    ("number", "message"),
    [
        (int(signal.SIGKILL), "its process was killed by SIGKILL"),
        (int(signal.SIGSEGV), "its process was killed by SIGSEGV"),
        (signal.SIGRTMIN + 1, f"its process was killed by signal {signal.SIGRTMIN + 1}"),
    ],
)
def test_a_signal_is_named(number: int, message: str) -> None:
    ((_, died, _),) = run(kill_itself, [number], 1)
    assert str(died) == message


def fork_and_go_on(task: int) -> list[int]:
    """Return in two processes; unsigned, the second would answer the next task, too."""
    first = os.getpid()
    os.fork()
    return [task, os.getpid() - first]


def fork_in_c_and_go_on(task: int) -> list[int]:
    first = os.getpid()
    ctypes.CDLL(None).fork()
    return [task, os.getpid() - first]


@pytest.mark.parametrize("work", [fork_and_go_on, fork_in_c_and_go_on])
def test_a_forked_process_does_not_answer(work: Callable[[int], list[int]]) -> None:
    """Failure means that a task gets the answer of a process to which it was not sent."""
    for task, answer, _ in run(work, range(20), 2):
        assert answer == [task, 0]


def write_to_every_pipe(task: int) -> int:
    for pipe in range(3, 20):
        try:
            os.write(pipe, b"\x00\x00\x00\x05stray")
        except OSError:
            continue
    return task


def test_unsigned_messages_are_not_answers() -> None:
    """Failure means that a task's stray output replaces its answer."""
    assert list(run(write_to_every_pipe, [1, 2], 1)) == [(1, 1, ""), (2, 2, "")]


def flood(task: int) -> int:
    """Write to all pipes that can be written to, without end."""
    announce(0, 0.5)
    for pipe in range(3, 20):
        with contextlib.suppress(OSError):
            if stat.S_ISFIFO(os.fstat(pipe).st_mode):
                threading.Thread(target=write_without_end, args=[pipe], daemon=True).start()
    time.sleep(600)
    return task


def write_without_end(pipe: int) -> None:
    while True:  # a pipe that can only be read raises an error
        os.write(pipe, bytes(1 << 20))


def test_a_flood_of_output_does_not_fill_memory() -> None:
    """Failure means that a task can end its caller."""
    tracemalloc.start()
    try:
        ((_, died, _),) = run(flood, [1], 1)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert died.late == 0.5
    assert peak < 20 << 20


def start_children(folder: str) -> int:
    """Start a child in a new session and an orphan, then run C code."""
    command = [sys.executable, "-c", "import time; time.sleep(600)"]
    child = subprocess.Popen(command, start_new_session=True)
    if not os.fork():
        orphan = subprocess.Popen(command, start_new_session=True)
        Path(folder, "started").write_text(f"{os.getpid()} {orphan.pid} {child.pid} {os.getppid()}")
        os._exit(0)
    announce(0, 3)
    return spin_in_c(0)


def spin_in_c(task: int) -> int:
    """Run C code during which no Python thread or signal handler runs."""
    return len(str(bytes(10**7).find(b"1" * 10**6 + b"2"))) + sum(range(10**12))


def started(folder: Path) -> list[int]:
    file = folder / "started"
    for _ in range(600):
        if file.exists() and len(pids := file.read_text().split()) == 4:
            return [int(pid) for pid in pids]
        time.sleep(0.05)
    pytest.fail("nothing was started")


def test_processes_that_a_killed_task_started_end_with_it(tmp_path: Path) -> None:
    """Failure means that processes are left behind by C code, which cannot clean up itself."""
    ((_, died, _),) = run(start_children, [str(tmp_path)], 1)
    assert died.late == 3
    assert all(map(gone, started(tmp_path)))


PARENT = """
import sys
from harness.processes.workers import run
from tests.harness.processes.test_workers import start_children
list(run(start_children, [sys.argv[1]], 1))
"""


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_nothing_outlives_a_parent_that_is_killed(tmp_path: Path, number: int) -> None:
    """Failure means that workers, guards or their child processes go on running."""
    parent = subprocess.Popen([sys.executable, "-c", PARENT, str(tmp_path)])
    pids = started(tmp_path)
    pids += [child.pid for child in psutil.Process(parent.pid).children(recursive=True)]
    assert len(set(pids)) >= 5
    parent.send_signal(number)
    parent.wait()
    assert all(map(gone, pids))


def kills_its_guard(task: int) -> int:
    os.kill(os.getppid(), signal.SIGKILL)
    time.sleep(600)
    return task


def test_a_task_that_kills_its_guard_dies_with_it() -> None:
    ((_, died, _),) = run(kills_its_guard, [1], 1)
    assert str(died) == "its process was killed by SIGKILL"


def fork_and_die(task: int) -> int:
    if not os.fork():
        time.sleep(600)  # a child that holds the pipes of its parent
    os._exit(5)


def test_a_child_left_behind_does_not_hide_a_death() -> None:
    ((_, died, _),) = run(fork_and_die, [1], 1)
    assert died.exit_code == 5


def die_when_idle(task: int) -> int:
    threading.Timer(0.2, os._exit, [6]).start()
    return task


def test_a_worker_may_die_between_tasks() -> None:
    """Failure means that a task is lost if its worker has died before it was sent."""
    tasks = []
    for task, _, _ in run(die_when_idle, range(3), 1):
        time.sleep(0.6)  # so that workers die between tasks
        tasks.append(task)
    assert tasks == [0, 1, 2]


def test_no_process_is_left_when_the_reader_stops() -> None:
    before = {child.pid for child in psutil.Process().children(recursive=True)}
    results = run(sleep, [0.0, 60.0, 60.0], 2)
    next(results)
    during = {child.pid for child in psutil.Process().children(recursive=True)} - before
    assert len(during) >= 2
    results.close()  # type: ignore[attr-defined]
    assert all(map(gone, during))


def shout(task: int) -> int:
    os.write(1, b"a" * 100_000 + b"hello")
    os.write(2, b" world")
    return task


def test_the_output_of_a_task_is_captured(capfd: pytest.CaptureFixture[str]) -> None:
    ((_, _, printed),) = run(shout, [1], 1)
    assert printed.endswith("aaahello world")
    assert len(printed) == MOST_OUTPUT
    assert capfd.readouterr() == ("", "")


def closes_its_output(task: int) -> int:
    os.close(1)
    os.close(2)
    time.sleep(0.5)
    return task


def test_a_task_may_close_its_output() -> None:
    assert list(run(closes_its_output, [1], 1)) == [(1, 1, "")]


def raises(task: int) -> int:
    raise ValueError("a fault of the harness")


def test_a_task_that_raises_is_a_death_with_its_traceback() -> None:
    """Failure means that an error in the harness's own code is hidden."""
    ((_, died, printed),) = run(raises, [1], 1)
    assert died.exit_code == 1
    assert printed.endswith("ValueError: a fault of the harness\n")


def announces(task: float) -> float:
    announce(7, 0.5, EVALUATING)
    time.sleep(task)
    return task


def test_a_task_that_takes_too_long_is_killed_and_the_others_go_on() -> None:
    results = {task: result for task, result, _ in run(announces, [600.0, 0.1, 0.2], 1)}
    late = results.pop(600.0)
    assert results == {0.1: 0.1, 0.2: 0.2}
    assert (late.late, late.place, late.doing) == (0.5, 7, EVALUATING)
    assert str(late) == "no answer within 0.5 seconds; its process was killed"


def goes_on(task: int) -> int:
    for place in range(8):
        announce(place, 2)
        time.sleep(0.4)
    return task


def test_a_task_that_says_how_far_it_is_goes_on() -> None:
    assert list(run(goes_on, [1], 1)) == [(1, 1, "")]


def loads(task: int) -> int:
    announce(0, 0.5, LOADING)
    return int(sleep(600))


def test_a_late_import_is_named() -> None:
    ((_, died, _),) = run(loads, [1], 1)
    assert "its import did not end within 0.5 seconds; --timeout SECONDS" in str(died)


def ignores_sigterm(task: int) -> int:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    announce(0, 0.2)
    return spin_in_c(task)


def test_a_task_that_does_not_want_to_end_is_killed() -> None:
    ((_, died, _),) = run(ignores_sigterm, [1], 1)
    assert died.late == 0.2


def starts_one_that_eats(task: int) -> int:
    script = "keep = bytearray(b'x' * 400_000_000); import time; time.sleep(600)"
    subprocess.run([sys.executable, "-c", script], check=False)
    return task


def test_memory_of_what_a_task_starts_has_a_limit() -> None:
    ((_, died, _),) = run(starts_one_that_eats, [1], 1, megabytes=200)
    assert died.memory > 200
    assert str(died).startswith("it has started processes that took ")


def tries_again(task: int, died: Died) -> int | None:
    return task + 1 if task < 4 else None


def test_a_task_may_be_tried_again_as_another() -> None:
    results = run(die_on_odd, [1, 3, 5], 1, tries_again)
    codes = [(task, getattr(result, "exit_code", result)) for task, result, _ in results]
    assert codes == [(2, 2), (4, 4), (5, 5)]


def own_path(task: int) -> list[str]:
    return [*sys.path, workers.__file__, str(os.getppid())]


def test_the_callers_folders_come_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Failure means that a file beside an evaluator hides a module of ours or of Python."""
    for name in ("evaluators", "harness", "random", "click", "json"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('the wrong file')\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    ((_, path, _),) = run(own_path, [1], 1)
    assert path.index(str(tmp_path)) > path.index(str(Path(os.__file__).parent))
    assert path[-2] == workers.__file__


def test_workers_that_are_idle_are_used_again() -> None:
    idle: list[Any] = []
    ((_, first, _),) = run(own_path, [1], 1, idle=idle)
    ((_, second, _),) = run(own_path, [1], 1, idle=idle)
    assert first[-1] == second[-1]
    workers.end(idle)
    assert gone(int(first[-1]))


def test_two_threads_run_tasks_at_once() -> None:
    results: list[list[Any]] = [[], []]
    threads = [
        threading.Thread(target=lambda n=n: results[n].extend(run(double, range(n, 9), 2)))
        for n in range(2)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for n in range(2):
        assert sorted(task for task, _, _ in results[n]) == [*range(n, 9)]
