"""Every task comes back, whatever its process does, and nothing that it started stays behind."""

import os
import signal
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import psutil
import pytest

from harness.processes import workers
from harness.processes.limits import EVALUATING, LOADING, Died
from harness.processes.workers import MOST_OUTPUT, run
from tests.harness.processes.tasks import execute, wait_until


def results(*tasks: str, **options: Any) -> dict[str, tuple[Any, str]]:
    """The result of each task, and what it printed, from one worker."""
    return {task: (result, text) for task, result, text in run(execute, tasks, 1, **options)}


def result(task: str, **options: Any) -> Any:
    return results(task, **options)[task][0]


def test_every_task_comes_back_once() -> None:
    tasks = [f"answer = {n}" for n in range(7)]
    for jobs in (1, 3):
        assert sorted(run(execute, tasks, jobs)) == [(task, n, "") for n, task in enumerate(tasks)]
    assert list(run(execute, [], 2)) == []


def test_long_tasks_and_long_answers() -> None:
    """Failure means that the caller, or a worker, waits for ever for the other one to read."""
    task = f"answer = '{'x' * 10**6}' * 10"
    assert result(task) == "x" * 10**7


def test_the_next_task_is_drawn_when_the_caller_has_seen_the_result() -> None:
    """Failure means that a check goes on with an evaluator that has failed already."""
    seen: list[str] = []

    def tasks() -> Iterator[str]:
        while len(seen) < 3:
            yield f"answer = {len(seen)}"

    for task, _, _ in run(execute, tasks(), 1):
        seen.append(task)
    assert seen == ["answer = 0", "answer = 1", "answer = 2"]


def test_workers_start_while_the_first_task_is_made() -> None:
    """Failure means that a check waits for its questions first, and then for its workers."""

    def tasks() -> Iterator[str]:
        yield f"answer = {len(psutil.Process().children())}"

    assert [count for _, count, _ in run(execute, tasks(), 2)] == [2]


def test_the_processes_of_each_task_are_counted() -> None:
    """Failure means that a program, which each task starts some times, cannot have many tasks."""
    starts = "[sys.audit('os.fork') for _ in range({})]; answer = {}"
    tasks = [starts.format(300, n) for n in range(3)] + [starts.format(501, 3)]
    answers = [answer for answer, _ in results(*tasks).values()]
    assert answers[:3] == [0, 1, 2]
    assert isinstance(answers[3], Died)


CATCHES_ALL = """
announce(7, 0.2)
while True:
    try:
        while True: time.sleep(1)
    except BaseException: pass
"""
A_THREAD_STAYS = """
threading.Thread(target=time.sleep, args=[600]).start()
announce(7, 0.2)
raise SystemExit
"""
DEATHS = {
    "os._exit(0)": "its process ended itself with exit code 0",
    "raise ValueError": "its process ended itself with exit code 1",
    "os.closerange(0, 256)": "its process ended itself with exit code 1",
    "os.kill(os.getpid(), signal.SIGSEGV)": "its process was killed by SIGSEGV",
    "os.kill(os.getppid(), signal.SIGKILL); time.sleep(600)": "its process was killed by SIGKILL",
    "signal.signal(2, signal.SIG_DFL); os.kill(os.getpid(), 2)": "its process was killed by SIGINT",
    "os.killpg(0, signal.SIGTERM)": "its process was killed by SIGTERM",
    "if os.fork(): os._exit(5)\ntime.sleep(600)": "its process ended itself with exit code 5",
    "announce(7, 0.2); sum(range(10**12))": "no answer within 0.2 seconds; its process was killed",
    "announce(7, 0.2); os.kill(os.getpid(), signal.SIGSTOP)": "no answer within 0.2 seconds;",
    "announce(7, 0.2, LOADING); time.sleep(600)": "its import did not end within 0.2 seconds;",
    CATCHES_ALL: "no answer within 0.2 seconds; its process was killed",
    A_THREAD_STAYS: "no answer within 0.2 seconds; its process was killed",
}
if sys.platform == "linux":
    DEATHS["os.kill(os.getpid(), 35)"] = "its process was killed by signal 35"

linux_only = pytest.mark.skipif(
    sys.platform != "linux", reason="only Linux ends a process with its parent, and finds a daemon"
)


def test_a_death_says_how_and_takes_no_other_task_with_it() -> None:
    """Each task that dies, and one after it, from two workers."""
    tasks = [task for n, death in enumerate(DEATHS) for task in (death, f"answer = {n}")]
    deaths = {task: result for task, result, _ in run(execute, tasks, 2)}
    for n, (task, how) in enumerate(DEATHS.items()):
        assert str(deaths[task]).startswith(how), task
        assert deaths[f"answer = {n}"] == n


def test_a_death_names_the_place() -> None:
    """Failure means that a verdict does not name the hand, or not how late it was."""
    died = result("announce(7, 0.2, EVALUATING); time.sleep(600)")
    assert (died.late, died.at, died.doing) == (0.2, 7, EVALUATING)
    assert result("announce(8, 60, LOADING); os._exit(0)") == Died(0, at=8, doing=LOADING)


def test_a_task_that_announces_its_steps_goes_on() -> None:
    """Failure means that the deadline is one for the task, not for each step."""
    assert result("for n in range(4): announce(n, 1.5); time.sleep(0.4)") == "done"


def test_an_error_of_ours_shows_its_traceback() -> None:
    _, printed = results("raise ValueError('a fault of the harness')").popitem()[1]
    assert printed.endswith("ValueError: a fault of the harness\n")


def test_a_task_may_be_tried_again_as_another() -> None:
    outcomes = run(
        execute,
        ["os._exit(1)", "os._exit(3)"],
        1,
        retry=lambda task, died: "answer = 'again'" if died.exit_code == 3 else None,
    )
    assert [(task, str(answer)[-6:]) for task, answer, _ in outcomes] == [
        ("os._exit(1)", "code 1"),
        ("answer = 'again'", "again"),
    ]


def test_a_worker_may_die_between_tasks() -> None:
    """Failure means that a task is lost if its worker has died before it was sent."""
    task = "threading.Timer(0.2, os._exit, [6]).start()"
    tasks = [f"{task}  # {n}" for n in range(2)]
    seen = []
    for task, _, _ in run(execute, tasks, 1):
        time.sleep(0.6)  # so that workers die between tasks
        seen.append(task)
    assert seen == tasks


def test_a_forked_process_does_not_answer() -> None:
    """Failure means that a task gets the answer of a process to which it was not sent."""
    forks = "os.fork()", "__import__('ctypes').CDLL(None).fork()"
    tasks = [f"me = os.getpid(); {forks[n % 2]}; answer = {n}, os.getpid() - me" for n in range(8)]
    for n, (_, answer, _) in enumerate(run(execute, tasks, 1)):
        assert answer == (n, 0)


def test_a_forked_process_does_not_announce() -> None:
    """Failure means that it hides the lateness of the worker, or its place."""
    loop = "for n in range(2_000): announce(n, 60); time.sleep(0.01)"
    died = result(f"announce(7, 0.3)\nif not os.fork():\n  {loop}\ntime.sleep(600)")
    assert (died.late, died.at) == (0.3, 7)


def test_stray_output_is_not_an_answer() -> None:
    stray = "for file in range(3, 30):\n  try: os.write(file, b'stray' * 99)\n  except OSError: 0\n"
    task = stray + "answer = 1"
    outcomes = results(task, stray + "announce(7, 60); os._exit(2)")
    assert outcomes.pop(task)[0] == 1
    assert outcomes.popitem()[1][0] == Died(2, at=7)


def test_a_length_that_is_not_one_of_an_answer() -> None:
    """Failure means that a task that writes to the slate ends the check of all others."""
    for length in (50, 1 << 50):
        write = f"os.pwrite(file, ({length}).to_bytes(8, sys.byteorder), 4 * 8)"
        task = f"for file in range(3, 30):\n  try: {write}\n  except OSError: 0\ntime.sleep(600)"
        assert [str(end) for _, end, _ in run(execute, [task, ""], 1)] == [
            "its process was killed by SIGKILL",
            "done",
        ]


def test_a_worker_that_has_ended_keeps_no_file() -> None:
    """Failure means that a check in which many evaluators die ends with too many open files."""
    files = Path("/dev/fd")
    counts = [len([*files.iterdir()]) for _ in run(execute, ["os._exit(1)"] * 4, 1)]
    assert len({*counts[1:]}) == 1


def test_orphans_count_when_memory_is_measured() -> None:
    """Failure means that a limit does not hold for what a shell starts by `&`.

    Or that the memory of the worker itself, which has a limit of its own, counts as well.
    """
    code = "keep = b'x' * 200_000_000; import time; time.sleep(600)"
    start = f"subprocess.run(['sh', '-c', '\"$@\" &', 'sh', sys.executable, '-c', {code!r}])"
    limit = {"megabytes_of": lambda task: 150}
    assert result(f"{start}\ntime.sleep(60)", **limit).memory > 150
    assert result("keep = b'x' * 200_000_000\ntime.sleep(1.5)", **limit) == "done"


def test_what_is_only_mapped_takes_no_memory() -> None:
    """PyTorch could not be imported: it maps more code than an evaluator may take memory."""
    file = "import mmap, tempfile\nfile = tempfile.TemporaryFile()\nfile.truncate(10**10)"
    mapped = "mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)"
    assert result(f"limit_memory(200)\n{file}\n{mapped}") == "done"


def test_the_output_of_a_task_is_captured(capfd: pytest.CaptureFixture[str]) -> None:
    task = "os.write(1, b'a' * 100_000 + b'hello'); os.write(2, b' world')"
    _, printed = results(task)[task]
    assert printed.endswith("aaahello world")
    assert len(printed) == MOST_OUTPUT
    assert capfd.readouterr() == ("", "")


def test_output_without_end_fills_no_memory() -> None:
    """Failure means that a task can end its caller."""
    tracemalloc.start()
    try:
        died = result("announce(0, 0.5)\nwhile True: os.write(1, bytes(1 << 20))")
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert died.late == 0.5
    assert peak < 20 << 20


def test_a_task_may_read_and_close_its_standard_streams() -> None:
    """Failure means that an evaluator that asks a question hangs."""
    task = "answer = sys.stdin.read()\nfor n in range(3): os.close(n)\ntime.sleep(0.3)"
    assert result(task) == ""


@linux_only
def test_a_task_that_kills_its_parent_ends_with_it(tmp_path: Path) -> None:
    """Else it kills who comes after, if it does so at each hand: the session of its user."""
    task = "guard = os.getppid()\nos.kill(guard, 9)\nwhile os.getppid() == guard: pass\n"
    died = result(f"{task}Path('lives.txt').touch()", folder=tmp_path)
    assert str(died) == "its process was killed by SIGKILL"
    assert not [*tmp_path.iterdir()]


DAEMON = """
if not os.fork():
    os.setsid()
    if not os.fork(): os.execvp('sleep', ['sleep', '600'])
    os._exit(0)
os.wait()
"""
POOL = """
import os, time
for _ in range(6):
    if os.fork() == 0:
        while os.fork(): os.wait()
        time.sleep(600)
time.sleep(600)
"""
"""Each of six processes starts a new child whenever its child ends."""
STARTS = {
    "orphan": "subprocess.run('env -i sleep 600 &', shell=True)",
    "orphan of none": "subprocess.run('exec env -i setsid sh -c \"sleep 600 &\"', shell=True)",
    "session": "subprocess.Popen(['sleep', '600'], env={}, start_new_session=True)",
    "daemon": DAEMON,
    "pool": f"subprocess.Popen([sys.executable, '-c', {POOL!r}], env={{}}, start_new_session=True)",
}
HANGS = "announce(0, 600); sum(range(10**12))"


@pytest.mark.parametrize(
    ("start", "ending"),
    [
        ("session", "answer = 1"),
        ("orphan", "os._exit(1)"),
        pytest.param("orphan of none", "answer = 1", marks=linux_only),
        pytest.param("orphan of none", "os._exit(1)", marks=linux_only),
        pytest.param("session", "os.killpg(0, signal.SIGTERM)", marks=linux_only),
        pytest.param("daemon", HANGS.replace("600", "0.2"), marks=linux_only),
    ],
)
def test_what_a_task_has_started_ends_with_its_worker(
    tmp_path: Path, start: str, ending: str
) -> None:
    """Failure means that processes are left behind, for which nobody looks."""
    result(f"{STARTS[start]}\nwait_until(3, Path.cwd())\n{ending}", folder=tmp_path)
    wait_until(0, tmp_path)


def test_a_pool_that_replaces_its_processes_ends_with_its_worker(tmp_path: Path) -> None:
    """Failure means that a process that is started during the hunt is left behind."""
    for _ in range(3):
        result(f"{STARTS['pool']}\nwait_until(15, Path.cwd())", folder=tmp_path)
        wait_until(0, tmp_path)


@pytest.mark.parametrize("error", [GeneratorExit, KeyboardInterrupt])
def test_what_a_task_has_started_ends_with_the_iterator(
    tmp_path: Path, error: type[BaseException]
) -> None:
    """Failure means that processes are left behind by a caller that stops early, or by Ctrl-C."""
    tasks = ["wait_until(7, Path.cwd())", HANGS, f"{STARTS['session']}\n{HANGS}"]
    iterator: Any = run(execute, tasks, 3, folder=tmp_path)
    next(iterator)
    with pytest.raises(error):
        iterator.throw(error)
    wait_until(0, tmp_path)


CALLER = """
import os, sys
from pathlib import Path
from harness.processes.workers import run
from tests.harness.processes.tasks import execute

def tasks():
    yield sys.argv[1]
    if sys.argv[3:]:  # its first worker is starting
        os.kill(os.getpid(), 9)

results = run(execute, tasks(), 2, folder=Path(sys.argv[2]))
assert next(results)[1] == "done"
"""


@pytest.mark.parametrize(
    ("start", "number"),
    [("orphan", signal.SIGTERM), pytest.param("daemon", 9, marks=linux_only)],
)
def test_nothing_outlives_a_caller_that_is_killed(tmp_path: Path, start: str, number: int) -> None:
    """Failure means that C code runs on for ever, and nobody knows why."""
    task = f"{STARTS[start]}\n{HANGS}"
    caller = subprocess.Popen([sys.executable, "-c", CALLER, task, str(tmp_path)])
    try:
        wait_until(3, tmp_path)
    finally:
        caller.send_signal(number)
        caller.wait()
    wait_until(0, tmp_path)


def test_a_worker_that_is_starting_ends_with_its_caller(tmp_path: Path) -> None:
    """Failure means that its task begins without a caller, and may never end."""
    subprocess.run([sys.executable, "-c", CALLER, HANGS, str(tmp_path), "dies"], check=False)
    wait_until(0, tmp_path)


@linux_only
def test_what_a_task_has_started_ends_when_its_caller_exits(tmp_path: Path) -> None:
    """Failure means that only callers that end their iterators leave nothing behind."""
    command = [sys.executable, "-c", CALLER, f"{DAEMON}\nwait_until(3, Path.cwd())", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    wait_until(0, tmp_path)
    assert done.stderr == ""


def test_a_task_has_no_children_but_its_own() -> None:
    """Failure means that an evaluator that waits for all of its children waits for ever."""
    task = "try: os.wait()\nexcept ChildProcessError: answer = 'none'"
    assert result(f"announce(0, 20)\n{task}") == "none"


def test_the_callers_folders_come_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Failure means that a file beside an evaluator hides a module of ours or of Python."""
    for name in ("evaluators", "harness", "random", "click", "json"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('the wrong file')\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    path, file = result("answer = sys.path, workers.__file__")
    assert path.index(str(tmp_path)) > path.index(str(Path(os.__file__).parent))
    assert file == workers.__file__


def test_environment_folder_and_session(tmp_path: Path) -> None:
    """Failure means that a submission's sets have another order each time, or write anywhere.

    Or that Ctrl-C, which is for the caller alone, ends workers.
    """
    own = "os.environ['PYTHONHASHSEED'], os.environ['PATH'], os.getsid(0) == os.getppid()"
    found = result(
        f"answer = os.getcwd(), {own}", environment={"PYTHONHASHSEED": "1"}, folder=tmp_path
    )
    assert found == (str(tmp_path), "1", os.environ["PATH"], True)


def test_all_tasks_end_when_it_is_over(tmp_path: Path) -> None:
    """Failure means that the time limit of a submission does not hold for a long step."""
    begun = tmp_path / "begun"
    loop = f"Path({str(begun)!r}).touch()\nwhile True: announce(0, 60); time.sleep(0.001)"
    outcomes = results("", loop, is_over=begun.exists)
    assert (outcomes[""][0], outcomes[loop][0].late) == ("done", 0.0)


@pytest.mark.parametrize("closed", ["<&-", "<&- >&- 2>&-"])
def test_a_caller_may_have_no_standard_streams(tmp_path: Path, closed: str) -> None:
    """Failure means that no check works in a program that closes them, such as a daemon."""
    command = ["sh", "-c", f'"$@" {closed}', "sh", sys.executable, "-c", CALLER, "", str(tmp_path)]
    assert subprocess.run(command).returncode == 0


def test_two_threads_run_tasks_at_once() -> None:
    """Failure means that the grader, which has a thread for each submission, mixes them up."""

    def answers(n: int) -> list[Any]:
        tasks = [f"answer = {n}, {task}" for task in range(9)]
        return sorted(answer for _, answer, _ in run(execute, tasks, 2))

    with ThreadPoolExecutor(2) as threads:
        found = list(threads.map(answers, range(2)))
    assert found == [[(n, task) for task in range(9)] for n in range(2)]
