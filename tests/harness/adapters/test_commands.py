"""A command as an evaluator: right ones in three languages, and everything that can go wrong."""

import os
import shlex
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from evaluators.cards import DECK, format_card
from harness.adapters.commands import Command, CommandError
from harness.hands.scopes import hands
from harness.processes.limits import Limits

EXAMPLES = Path(__file__).parents[3] / "docs" / "any-language"
HAND = ["Kd", "Qs", "Jc", "Th", "9s"]
SOME = list(hands([format_card(card) for card in DECK], 5, 0, 3_000))
TWO_THOUSANDTH = " ".join(SOME[2_000])


def python(script: str, unbuffered: bool = False) -> str:
    """A command that runs a script."""
    return shlex.join([sys.executable, *["-u"] * unbuffered, "-c", script])


def answering(answer: str, first: str = "") -> str:
    """A filter that answers each hand with what an expression of `line` and `n` says."""
    return (
        "import os, sys, time\n"
        "for n, line in enumerate(sys.stdin, 1):\n"
        "    line = line.strip()\n"
        f"    {first or 'pass'}\n"
        f"    print({answer})\n"
    )


def at_one_hand(what: str) -> str:
    """A filter that does something at one hand, the two thousandth, and is right elsewhere."""
    return answering("len(line)", first=f"if line == {TWO_THOUSANDTH!r}: {what}")


def failure(script: str, hands: int = 3, seconds: float = 20) -> CommandError:
    """What is said when a script is asked about some hands."""
    with pytest.raises(CommandError) as failed:
        Command(python(script), Limits(seconds)).evaluate_many([HAND] * hands)
    return failed.value


@pytest.mark.parametrize("unbuffered", [False, True])
def test_a_key_for_each_hand(unbuffered: bool) -> None:
    command = Command(python(answering("len(line)"), unbuffered))
    assert command.evaluate_many([HAND, HAND[:3]] * 5_000) == [14, 8] * 5_000
    assert command.evaluate(HAND) == 14


def test_a_program_may_read_all_of_its_input_before_it_answers() -> None:
    script = "import sys\nfor line in sys.stdin.readlines(): print(len(line.strip()))"
    assert Command(python(script)).evaluate_many([HAND] * 5_000) == [14] * 5_000


@pytest.mark.parametrize("command", ["sed s/.*/1/", "awk '{print 1}'", "sh -c 'tr -c \\\\n 1'"])
def test_any_filter_will_do(command: str) -> None:
    keys = Command(command).evaluate_many(SOME)
    assert len(set(keys)) == 1
    assert len(keys) == len(SOME)


@pytest.mark.parametrize(
    ("answer", "key"),
    [
        ("'1.5'", 1.5),
        ("'[8, [1, \"x\"]]'", (8, (1, "x"))),
        ("'\"flush\"'", "flush"),
        ("-7", -7),
        ("' 8 '", 8),
        ("'7\\r'", 7),  # as a program on another system ends its lines
        ("9, end='' if n == 1 else chr(10)", 9),  # no end of the last line
    ],
)
def test_keys_are_json(answer: str, key: object) -> None:
    assert Command(python(answering(answer))).evaluate(HAND) == key


def test_a_command_that_is_missing() -> None:
    for command, message in (
        ("no-such-command-at-all", "no-such-command-at-all: No such file or directory"),
        ("/etc/passwd", "/etc/passwd: Permission denied"),
        ("", "the command is empty"),
        ("say 'hello", "No closing quotation"),
    ):
        with pytest.raises(CommandError, match=message):
            Command(command).evaluate(HAND)


@pytest.mark.parametrize(
    ("script", "message"),
    [
        ("import sys; sys.exit(3)", "it ended with exit code 3; 0 lines for 1 hand"),
        ("import os; os.kill(os.getpid(), 9)", "it was killed by SIGKILL; 0 lines for 1 hand"),
        (answering("'1\\n1'"), "it ended with exit code 0; 2 lines for 1 hand"),
        (answering("'', end=''"), "it ended with exit code 0; 0 lines for 1 hand"),
        ("while True: print('1' * 100_000)", "it wrote more than 2,000 bytes, and was ended"),
        (answering("'flush'"), "'flush' is not JSON"),
        (answering("'1, 2'"), "'1, 2' is not JSON"),
        (answering("''"), "'' is not JSON"),
        (answering("'[' * 1_500"), "is not JSON"),
        (answering("'NaN'"), "'NaN' is not JSON"),
        (answering("'null'"), "null is not a key; write a number, a string, or an array of these"),
        (answering("'[1, {}]'"), "[1, {}] is not a key"),
        (answering("sys.stdout.buffer.write(b'\\xff\\n') and ''", ""), "its answer is not UTF-8"),
    ],
)
def test_what_it_does_wrong_with_every_hand(script: str, message: str) -> None:
    error = failure(script.replace("print(sys.stdout.buffer", "(sys.stdout.buffer"))
    assert message in str(error)
    assert error.at == 0


def test_what_it_said_last_is_told() -> None:
    said = failure("import sys; print('no tables', file=sys.stderr); sys.exit('give up')").output
    assert said == "no tables\ngive up"


@pytest.mark.parametrize(
    ("what", "message"),
    [
        ("sys.exit('not this one')", "it ended with exit code 1; 0 lines for 1 hand"),
        ("os.abort()", "it was killed by SIGABRT"),
        ("continue", "it ended with exit code 0; 0 lines for 1 hand"),
        ("print(0)", "2 lines for 1 hand"),
        ("line = None", "it ended with exit code 1"),
        ("print('[1'); print('0],[2,0]'); continue", "2 lines for 1 hand"),
        ("print('x'); continue", "'x' is not JSON"),
        ("time.sleep(600)", "it did not end within 2 seconds; 0 lines for 1 hand"),
    ],
)
def test_what_goes_wrong_at_one_hand_is_found_there(what: str, message: str) -> None:
    """By halving: it happens at that hand alone, whatever the command keeps in its buffers."""
    with pytest.raises(CommandError) as failed:
        Command(python(at_one_hand(what)), Limits(2)).evaluate_many(SOME)
    assert (failed.value.at, message in str(failed.value)) == (2_000, True), failed.value
    assert failed.value.is_late == ("sleep" in what)


def test_lines_that_are_split_are_not_two_keys() -> None:
    """Two lines that are JSON only together: each line is read by itself."""
    halves = answering("'[1' if n % 2 else '0],[2,0]'")
    assert "'[1' is not JSON" in str(failure(halves, hands=2))


def test_what_fails_only_together_is_said_so() -> None:
    error = failure(answering("1", first="if n > 2: sys.exit(1)"), hands=5)
    assert "asked about one at a time, it answered each hand" in str(error)


def test_it_does_not_end_when_its_input_does() -> None:
    error = failure(answering("1") + "time.sleep(600)", hands=1, seconds=1)
    assert str(error) == "it did not end within 1 second; 1 line for 1 hand"
    assert error.is_late


def test_what_it_writes_to_standard_error_fills_no_disk() -> None:
    """The beginning and the end are kept, which say why it failed."""
    script = (
        "import sys, time\n"
        "print('first words', file=sys.stderr, flush=True)\n"
        "for _ in range(30): sys.stderr.write('noise\\n' * 100_000); time.sleep(0.05)\n"
        "sys.exit('last words')\n"
    )
    output = failure(script, hands=1).output
    assert output.startswith("first words")
    assert output.endswith("last words")


def test_control_characters_in_what_it_says_are_seen() -> None:
    output = failure("import sys; sys.exit('\\x1b[31mred')").output
    assert output == "\\x1b[31mred"


def test_children_that_it_leaves_behind_are_ended() -> None:
    script = (
        "import subprocess, sys\n"
        "command = [sys.executable, '-c', 'import time; time.sleep(600)']\n"
        "for line in sys.stdin: print(subprocess.Popen(command).pid)\n"
    )
    child = Command(python(script)).evaluate(HAND)
    assert isinstance(child, int)
    for _ in range(100):
        if not psutil.pid_exists(child) or psutil.Process(child).status() == "zombie":
            return
        time.sleep(0.05)
    pytest.fail("a child was left behind")


COMPILERS = {
    "evaluator.c": ["cc", "-O2", "-o", "{out}", "{source}"],
    "evaluator.rs": ["rustc", "-O", "-o", "{out}", "{source}"],
    "evaluator.js": ["node", "--check", "{source}"],
}


@pytest.fixture(params=COMPILERS, scope="module")
def example(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The command of an example in another language, built where its compiler is there."""
    source, out = EXAMPLES / request.param, tmp_path_factory.mktemp("built") / "evaluator"
    compiler = COMPILERS[request.param]
    if not shutil.which(compiler[0]):
        pytest.skip(f"{compiler[0]} is not there")
    subprocess.run([part.format(source=source, out=out) for part in compiler], check=True)
    return f"node {source}" if source.suffix == ".js" else str(out)


def test_the_examples_answer(example: str) -> None:
    dealt = [[*text.split()] for text in ("As Ks Qs Js Ts", "Kd Qs Jc Th 9s", "5d 4s 3c 2h As")]
    royal, straight, wheel = Command(example).evaluate_many(dealt)
    assert royal > straight > wheel  # type: ignore[operator]


STUBBORN = """
import os, signal, subprocess, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"],
                         start_new_session=True)
open(sys.argv[1], "a").write(f"{os.getpid()} {child.pid} ")
for line in sys.stdin: print(1)
time.sleep(600)
"""


@pytest.mark.parametrize("end", ["by itself", "interrupted", "terminated", "killed"])
def test_a_check_leaves_no_command_behind(tmp_path: Path, end: str) -> None:
    """Whatever ends it: nor one that ignores the end of input, nor its child in a session apart."""
    (tmp_path / "stubborn.py").write_text(STUBBORN)
    started = tmp_path / "started"
    command = shlex.join([sys.executable, str(tmp_path / "stubborn.py"), str(started)])
    seconds = "1" if end == "by itself" else "600"
    process = subprocess.Popen(
        [
            *(sys.executable, "-c", "from harness.cli import main; main()"),
            *("check", "--sample", "10", "--timeout", seconds, "--exec", command),
        ],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    for _ in range(1_200):
        if started.exists() and len(started.read_text().split()) >= 2:
            break
        time.sleep(0.05)
    number = {"interrupted": signal.SIGINT, "terminated": signal.SIGTERM, "killed": signal.SIGKILL}
    if end in number:
        process.send_signal(number[end])
    process.wait(120)
    left = [int(pid) for pid in started.read_text().split()]
    assert len(left) >= 2
    for _ in range(300):
        left = [pid for pid in left if psutil.pid_exists(pid)]
        left = [pid for pid in left if psutil.Process(pid).status() != psutil.STATUS_ZOMBIE]
        if not left:
            return
        time.sleep(0.05)
    for pid in left:
        os.kill(pid, signal.SIGKILL)
    pytest.fail(f"{len(left)} processes were left behind")
