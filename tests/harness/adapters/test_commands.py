"""Commands as evaluators: right ones in three languages, and all their failures."""

import shlex
import shutil
import signal
import subprocess
import sys
import tracemalloc
from collections.abc import Sequence
from pathlib import Path

import pytest

from evaluators.cards import DECK, format_card
from harness.adapters.commands import SLOWER, Allow, Command, CommandError, NotInstalledError
from harness.hands.order import hands
from harness.processes.limits import Limits
from harness.processes.workers import START
from tests.harness.processes.tasks import wait_until

EXAMPLES = Path(__file__).parents[3] / "docs" / "any-language"
HAND = ["Kd", "Qs", "Jc", "Th", "9s"]
HANDS = list(hands([format_card(card) for card in DECK], 5, 0, 3_000))
BAD = 2_000
"""The index of the hand at which a command fails."""


def python(script: str, unbuffered: bool = False) -> str:
    """A command that runs a script."""
    return shlex.join([sys.executable, *["-u"] * unbuffered, "-c", script])


def answering(answer: str, first: str = "") -> str:
    """A filter that answers each hand with an expression of `line` and `n`."""
    return (
        "import os, sys, time\n"
        "for n, line in enumerate(sys.stdin, 1):\n"
        "    line = line.strip()\n"
        f"    {first or 'pass'}\n"
        f"    print({answer})\n"
    )


def failure(
    script: str,
    hands: Sequence[Sequence[str]] = (HAND,) * 3,
    seconds: float = 20,
    allow: Allow = lambda seconds: None,
) -> CommandError:
    """The error of a script that is asked about hands."""
    with pytest.raises(CommandError) as failed:
        Command(python(script), Limits(seconds)).evaluate_many(hands, allow)
    return failed.value


def test_a_key_for_each_hand() -> None:
    """Many hands have more time than one, and the process of the check more than the command."""
    for unbuffered in [False, True]:
        command = Command(python(answering("len(line)"), unbuffered), Limits(600))
        allowed: list[float] = []
        assert command.evaluate_many([HAND, HAND[:3]] * 5_000, allowed.append) == [14, 8] * 5_000
        assert 1_260 == allowed[0] < allowed[-1] < 10_000
        assert (command.evaluate(HAND), command.remarks) == (14, [])


def test_keys_are_json() -> None:
    for answer, key in [
        ("'1.5'", 1.5),
        ("'[8, [1, \"x\"]]'", (8, (1, "x"))),
        ("'\"flush\"'", "flush"),
        ("-7", -7),
        ("' 8 '", 8),
        ("'7\\r'", 7),  # a line of a program that ends lines as on Windows
        ("9, end='' if n == 1 else chr(10)", 9),  # no line break after the last line
    ]:
        assert Command(python(answering(answer))).evaluate(HAND) == key


def test_a_command_that_is_missing() -> None:
    for command, message in (
        ("no-such-command-at-all", "no-such-command-at-all: No such file or directory"),
        ("/etc/passwd", "/etc/passwd: Permission denied"),
        ("", "Permission denied; no shell runs it"),
        ("say 'hello", "No closing quotation"),
    ):
        with pytest.raises(CommandError, match=message):
            Command(command).evaluate(HAND)


def test_a_failure_at_every_hand_is_reported_at_the_first() -> None:
    for script, message in [
        ("import sys; sys.exit(3)", "it ended with exit code 3; 0 lines for 1 hand"),
        (
            "import os; os.kill(os.getpid(), 9)",
            f"it was killed by a signal: {signal.strsignal(9)}; 0 lines",
        ),
        (answering("'1\\n1'"), "it ended with exit code 0; 2 lines for 1 hand"),
        (answering("'', end=''"), "it ended with exit code 0; 0 lines for 1 hand"),
        ("while True: print('1' * 100_000)", "it wrote more than 2,000 bytes"),
        (
            answering("'1' * 2_000"),
            "it wrote more than 2,000 bytes (1,000 for each hand: write shorter keys)",
        ),
        (answering("'flush'"), "'flush' is not JSON"),
        (answering("''"), "'' is not JSON"),
        (answering("'[' * 900 + ']' * 900"), "a key nested more than 50 deep is not taken"),
        (answering("'NaN'"), "'NaN' is not JSON"),
        (answering("'1.5e400'"), "'1.5e400' is too large for a number with a point"),
        (answering("'null'"), "null is not a key; write a number, a string, or an array of these"),
        (answering("'[1, {}]'"), "[1, {}] is not a key"),
        (answering("'true'"), "true is not a key"),
        ("import sys; sys.stdout.buffer.write(b'\\xff\\n')", "'utf-8' codec can't decode"),
    ]:
        error = failure(script)
        assert message in str(error)
        assert (error.at, error.is_late) == (0, False)


def test_exit_code_127_says_that_something_is_not_installed() -> None:
    """As of a shell that does not find a command; else a missing package counts as a fault."""
    with pytest.raises(NotInstalledError) as missing:
        Command("sh -c 'cat; no-such-program'").evaluate_many([HAND] * 3)
    assert missing.value.output.endswith("not found")
    error = failure("import sys; sys.exit(126)")
    assert not isinstance(error, NotInstalledError)


SLEEPS = "time.sleep(600)"


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("sys.exit('not this one')", "it ended with exit code 1; 0 lines for 1 hand"),
        ("print('[1'); print('0],[2,0]'); continue", "2 lines for 1 hand"),
        pytest.param(SLEEPS, "it did not end within 1 second", marks=pytest.mark.thorough),
    ],
)
def test_a_failure_at_one_hand_is_located(statement: str, message: str) -> None:
    """Else the error names another hand, because the command buffers its output."""
    script = answering("len(line)", first=f"if line == {' '.join(HANDS[BAD])!r}: {statement}")
    error = failure(script, HANDS, seconds=1)
    assert (error.at, message in str(error)) == (BAD, True), error
    assert error.is_late == (statement == SLEEPS)


def test_a_failure_of_several_hands_together_says_so() -> None:
    """The search for a hand that fails alone waits for the start, but not for what hangs.

    Else a program that starts slowly is late when it is asked about a few hands again.
    """
    start = 0.2
    for third, why in (("sys.exit(1)", "2 lines for 8 hands"), ("line = '?'", "'?' is not JSON")):
        filter_ = answering("'?' if line == '?' else 1", first=f"if n > 2: {third}")
        allowed: list[float] = []
        script = f"import time; time.sleep({start})\n{filter_}"
        error = failure(script, [HAND] * 9, 600, allowed.append)
        says = f"{why}; asked about fewer hands at a time, it answered each of them"
        assert (error.at, says in str(error)) == (3, True), error
        assert 2 * (1 + SLOWER * start) + START < allowed[-1] < 600


def test_a_slow_program_is_not_late() -> None:
    """Else a program that needs 5 ms for a hand fails at the deadline of a single hand."""
    command = Command(python(answering("len(line)", first="time.sleep(0.005)")), Limits(1))
    assert command.evaluate_many([HAND] * 300) == [14] * 300


def test_a_program_that_answers_and_then_fails_is_remarked_upon() -> None:
    """Else its failure is silent: all keys are there, and the verdict is about the keys."""
    command = Command(python(answering("len(line)") + "sys.exit(3)"))
    assert command.evaluate_many([HAND] * 30) == [14] * 30
    assert command.remarks == ["it ended with exit code 3 after it had answered all hands"]


def test_long_answers_do_not_fill_the_memory() -> None:
    """Else a program with long keys takes several times its output, in each process."""
    command = Command(python(answering("'\"' + 'x' * 900 + '\"'")))
    tracemalloc.start()
    assert command.evaluate_many([HAND] * 20_000) == ["x" * 900] * 20_000
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 900 * 20_000 / 2


def test_standard_error_does_not_fill_the_disk() -> None:
    """The beginning and the end are kept, which often show the cause."""
    script = (
        "import sys, time\n"
        "print('first words', file=sys.stderr, flush=True)\n"
        "for _ in range(9): sys.stderr.write('noise\\n' * 100_000); time.sleep(0.05)\n"
        "sys.exit('last words')\n"
    )
    output = failure(script, [HAND]).output
    assert output.startswith("first words")
    assert output.endswith("last words")


@pytest.mark.parametrize(
    ("build", "command"),
    [
        ("cc -O2 -o OUT evaluator.c", "OUT"),
        pytest.param("rustc -O -o OUT evaluator.rs", "OUT", marks=pytest.mark.thorough),  # seconds
        ("node --check evaluator.js", "node evaluator.js"),
    ],
)
def test_the_examples_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, build: str, command: str
) -> None:
    monkeypatch.chdir(EXAMPLES)
    build, command = (line.replace("OUT", str(tmp_path / "out")) for line in (build, command))
    compiler, *arguments = build.split()
    if not shutil.which(compiler):
        pytest.skip(f"{compiler} is not installed")
    subprocess.run([compiler, *arguments], check=True)
    texts = ("As Ks Qs Js Ts", "Kd Qs Jc Th 9s", "5d 4s 3c 2h As")
    royal, straight, wheel = Command(command).evaluate_many([text.split() for text in texts])
    assert royal > straight > wheel  # type: ignore[operator]


STUBBORN = """
import signal, subprocess, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], start_new_session=True)
time.sleep(600)
"""


def test_a_late_command_ends_with_what_it_has_started(current_folder: Path) -> None:
    """Else its child, which has its own session, takes processor time until the check ends."""
    failure(STUBBORN, [HAND], seconds=1)
    wait_until(1, current_folder)  # this process
