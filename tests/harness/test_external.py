"""A command as an evaluator: right ones in three languages, and everything that can go wrong."""

import os
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from evaluators.cards import parse_hand
from harness import workers
from harness.external import BATCH, Command, CommandError
from harness.verdict import EQUIVALENT, ERROR

EXAMPLES = Path(__file__).parent.parent.parent / "docs" / "any-language"
HAND = ["Kd", "Qs", "Jc", "Th", "9s"]


def python(script: str) -> str:
    """A command that runs a script."""
    return shlex.join([sys.executable, "-u", "-c", script])


def answering(answer: str) -> str:
    """A script that answers each hand with what an expression of `line` and `n` says."""
    return (
        "import sys\n"
        "n = 0\n"
        "for line in sys.stdin:\n"
        "    line = line.strip()\n"
        "    if line == '.': print('.', flush=True)\n"
        f"    else: n += 1; print({answer})\n"
    )


@pytest.fixture
def command(request: pytest.FixtureRequest) -> Iterator[Command]:
    made = Command(python(request.param), timeout=2)
    yield made
    made.close()


def failure(script: str, hands: int = 3, timeout: float = 2) -> str:
    """What is said when a script is asked about some hands."""
    made = Command(python(script), timeout)
    with pytest.raises(CommandError) as failed:
        list(made.evaluate_all([HAND] * hands))
    made.close()
    return f"{failed.value}\n{failed.value.output}"


@pytest.mark.parametrize("command", [answering("len(line)")], indirect=True)
def test_a_key_for_each_hand_in_batches(command: Command) -> None:
    hands = [HAND, HAND[:3]] * BATCH
    assert list(command.evaluate_all(hands)) == [14, 8] * BATCH
    assert command.evaluate(HAND) == 14


@pytest.mark.parametrize(
    ("answer", "key"),
    [
        ("'1.5'", 1.5),
        ("'[8, [1, \"x\"]]'", (8, (1, "x"))),
        ("'\"flush\"'", "flush"),
        ("-7", -7),
        ("f'{n}\\r'", 1),  # as a program on another system ends its lines
    ],
)
def test_keys_are_json(answer: str, key: object) -> None:
    made = Command(python(answering(answer)), timeout=2)
    assert made.evaluate(HAND) == key
    made.close()


def test_a_command_that_is_missing() -> None:
    for command, message in (
        ("no-such-command-at-all", "no-such-command-at-all: No such file or directory"),
        ("/etc/passwd", "/etc/passwd: Permission denied"),
        ("", "the command is empty"),
        ("say 'hello", "No closing quotation"),
    ):
        with pytest.raises(CommandError, match=message):
            Command(command).evaluate(HAND)


def test_it_exits_early() -> None:
    assert "it ended with exit code 3, after 0 lines for 3 hands" in failure(
        "import sys; sys.exit(3)"
    )
    assert "after 1 line for 3 hands" in failure("print(1)")
    assert "it was killed by SIGKILL" in failure("import os; os.kill(os.getpid(), 9)")


def test_what_it_said_last_is_told() -> None:
    said = failure("import sys; print('no tables', file=sys.stderr); sys.exit('give up')")
    assert said.endswith("\nno tables\ngive up")


def test_too_few_or_too_many_lines() -> None:
    few = answering("1").replace("n += 1; print(1)", "n += 1; n == 2 or print(1)")
    assert "2 lines for 3 hands" in failure(few)
    assert "6 lines for 3 hands" in failure(answering("'1\\n1'"))
    assert "0 lines for 3 hands" in failure(answering("'', end=''"))


def test_it_never_ends_a_batch() -> None:
    began = time.monotonic()
    said = failure("import sys\nfor line in sys.stdin: print(1)")
    assert "no dot within 2 seconds, and 4 lines for 3 hands" in said
    assert time.monotonic() - began < 10


def test_it_does_not_read() -> None:
    said = failure("import time; time.sleep(60)", hands=BATCH)
    assert "no dot within 2 seconds, and 0 lines" in said


def test_half_a_line() -> None:
    said = failure("import sys, time; sys.stdout.write('12'); sys.stdout.flush(); time.sleep(60)")
    assert "no dot within 2 seconds" in said
    assert said.endswith("\n12")


def test_garbage() -> None:
    assert "Kd Qs Jc Th 9s: 'flush' is no JSON" in failure(answering("'flush'"))
    assert "'1, 2' is no JSON" in failure(answering("'1, 2'"))
    not_text = answering("1").replace("print(1)", "sys.stdout.buffer.write(b'\\xff\\n')")
    assert "Kd Qs Jc Th 9s: the answer is not UTF-8" in failure(not_text)


def test_an_answer_in_pieces() -> None:
    """What is read stays in no buffer, of which waiting for more would know nothing."""
    script = (
        "import os, sys\n"
        "answer = (b'1' * 67 + b'\\n') * 1_000 + b'.\\n'\n"
        "for line in sys.stdin:\n"
        "    if line == '.\\n': os.write(1, answer[:60_000]); os.write(1, answer[60_000:])\n"
    )
    made = Command(python(script), timeout=5)
    made._batch = 1_000
    for _ in range(500):
        assert len(list(made.evaluate_all([HAND] * 1_000))) == 1_000
    made.close()


def test_memory_that_grows_without_end() -> None:
    made = Command(python(answering("keep.append(b'x' * 10**7) or 1").replace(
        "n = 0", "n, keep = 0, []")), timeout=20, megabytes=500)  # fmt: skip
    with pytest.raises(CommandError, match=r"it took [\d,]+ MB of memory of 500"):
        list(made.evaluate_all([HAND] * 1_000))
    assert made.process_id is None


def test_a_gigabyte() -> None:
    endless = "import sys\nwhile True: sys.stdout.write('1' * 100_000)"
    assert "more than 4,000 bytes for 3 hands" in failure(endless, timeout=20)


def test_it_ignores_the_end_of_its_input() -> None:
    made = Command(python(answering("1") + "import time; time.sleep(600)"), timeout=2)
    made.evaluate(HAND)
    assert made.process_id
    pid = made.process_id
    made.close()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_children_that_it_leaves_behind_are_ended() -> None:
    script = (
        "import subprocess, sys\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        + answering("child.pid")
    )
    made = Command(python(script), timeout=5)
    child = made.evaluate(HAND)
    os.kill(child, 0)
    made.close()
    for _ in range(50):
        try:
            os.kill(child, 0)
        except ProcessLookupError:
            return
        if Path(f"/proc/{child}/stat").read_text().split(")")[1].split()[0] == "Z":
            return  # ended, and not yet asked about by whoever inherited it
        time.sleep(0.1)
    pytest.fail("a child was left behind")


COMPILERS = {
    "evaluator.c": ["cc", "-O2", "-o", "{out}", "{source}"],
    "evaluator.rs": ["rustc", "-O", "-o", "{out}", "{source}"],
    "evaluator.js": ["node", "--check", "{source}"],
}


@pytest.fixture(params=COMPILERS, scope="session")
def example(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The command of an example in another language, built where its compiler is there."""
    source, out = EXAMPLES / request.param, tmp_path_factory.mktemp("built") / "evaluator"
    compiler = COMPILERS[request.param]
    if not shutil.which(compiler[0]):
        pytest.skip(f"{compiler[0]} is not there")
    subprocess.run([part.format(source=source, out=out) for part in compiler], check=True)
    return f"node {source}" if source.suffix == ".js" else str(out)


def test_the_examples_answer(example: str) -> None:
    made = Command(example)
    hands = [[*text.split()] for text in ("As Ks Qs Js Ts", "Kd Qs Jc Th 9s", "5d 4s 3c 2h As")]
    royal, straight, wheel = made.evaluate_all(hands)
    assert royal > straight > wheel
    assert len(parse_hand(" ".join(hands[0]))) == 5
    made.close()


def runs(process: int) -> bool:
    """Whether a process is there, and not only its record."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


STUBBORN = """
import os, signal, subprocess, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"],
                         start_new_session=True)
open(sys.argv[1], "a").write(f"{os.getpid()} {child.pid} ")
for line in sys.stdin:
    print("." if line == ".\\n" else 1, flush=True)
time.sleep(600)
"""


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks into /proc")
@pytest.mark.parametrize("end", ["by itself", "interrupted", "terminated", "killed"])
def test_a_check_leaves_no_command_behind(tmp_path: Path, end: str) -> None:
    """Whatever ends it: nor one that ignores the end of input, nor its child in a session apart."""
    (tmp_path / "stubborn.py").write_text(STUBBORN)
    started = tmp_path / "started"
    command = shlex.join([sys.executable, str(tmp_path / "stubborn.py"), str(started)])
    if end != "by itself":
        command = command.replace("stubborn.py", "hangs.py")
        hangs = STUBBORN.replace("print(", "time.sleep(600) or print(")
        (tmp_path / "hangs.py").write_text(hangs)
    process = subprocess.Popen(
        [
            *(sys.executable, "-c", "from harness.cli import main; main()"),
            *("check", "--sample", "10", "--exec", command),
        ],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    for _ in range(600):
        if started.exists() and len(started.read_text().split()) >= 2:
            break
        time.sleep(0.05)
    number = {"interrupted": signal.SIGINT, "terminated": signal.SIGTERM, "killed": signal.SIGKILL}
    if end in number:
        process.send_signal(number[end])
    process.wait(60)
    for _ in range(100):
        left = [pid for pid in map(int, started.read_text().split()) if runs(pid)]
        if not left:
            return
        time.sleep(0.1)
    for pid in left:
        os.kill(pid, signal.SIGKILL)
    pytest.fail(f"{len(left)} processes were left behind")


def test_what_it_writes_to_standard_error_fills_no_disk() -> None:
    """The beginning and the end are kept, which say why it failed."""
    script = (
        "import sys, time\n"
        "print('first words', file=sys.stderr, flush=True)\n"
        "for _ in range(30): sys.stderr.write('noise\\n' * 1_000_000); time.sleep(0.05)\n"
        "sys.exit('last words')\n"
    )
    made = Command(python(script), timeout=20)
    with pytest.raises(CommandError) as failed:
        made.evaluate(HAND)
    assert failed.value.output.startswith("first words")
    assert failed.value.output.endswith("last words")
    made = Command(python(script.replace("sys.exit('last words')", answering("1"))), timeout=20)
    assert made.evaluate(HAND) == 1
    assert made._errors
    made._cut_errors()
    assert os.fstat(made._errors.fileno()).st_size <= 20_000
    made.close()


ONE_FAILS = """
from harness import shards
from harness.hands import Scope
from harness.shards import Task

def work(names):
    good, bad = names
    first = shards.work(Task(good, Scope(5, 10), 0, 10)).status
    middle = shards.work(Task(bad, Scope(5, 10), 0, 10)).status
    return first, middle, shards.work(Task(good, Scope(5, 10), 0, 10)).status
"""


def test_one_command_that_fails_does_not_end_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker may hold several, one for each that it was asked about."""
    (tmp_path / "one_fails.py").write_text(ONE_FAILS)
    monkeypatch.syspath_prepend(tmp_path)
    from one_fails import work  # type: ignore[import-not-found]

    names = f"exec:{python(answering('n'))}", "exec:false"
    ((_, statuses, _),) = workers.run(work, [names], 1)
    assert statuses == (EQUIVALENT, ERROR, EQUIVALENT)
