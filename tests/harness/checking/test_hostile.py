"""Evaluators that fail or are hostile: each gets a status, and does not affect another's check.

What a process may do is tested in ``tests/harness/processes``, failures of commands in
``tests/harness/adapters/test_commands.py``. Here many evaluators are checked in few runs.
"""

import sys
from collections.abc import Mapping
from functools import partial
from pathlib import Path

import psutil
import pytest

from evaluators.cards import format_card
from harness.checking.equivalence import on_this_machine, verdicts_on
from harness.checking.questions import preflight_questions
from harness.checking.statuses import EQUIVALENT, ERROR, NOT_EQUIVALENT, TIMEOUT
from harness.checking.verdict import Verdict
from harness.hands.scopes import Sample
from harness.processes.limits import Limits

pytestmark = pytest.mark.usefixtures("short_preflight")

GOOD = "from tests.harness.broken import number_of as good\n"
LONG = Limits(20, 500)  # so that nothing is late on a busy machine
SCOPE = Sample(5, 2_000)
PLACE = 901
THE_HAND = {*map(format_card, SCOPE.hand(PLACE))}
"""A hand of the sample that is not in the preflight."""


def function(body: str) -> str:
    """The text of a file whose function `evaluate` has this body."""
    lines = "".join(f"    {line}\n" for line in body.strip().splitlines())
    return f"{GOOD}\nimport os, sys\nTHE_HAND = {THE_HAND}\ndef evaluate(hand):\n{lines}"


def once(statement: str) -> str:
    """A file whose function does something at one hand, and is right otherwise."""
    return function(f"if set(hand) == THE_HAND: {statement}\nreturn good(hand)")


def verdicts_of(
    folder: Path, files: Mapping[str, str], limits: Limits = LONG
) -> dict[str, Verdict]:
    """The verdicts of one run on files, each in a folder of its own: HERE in a file is this folder.

    And on a right evaluator, unless limits are so short that a busy machine may exceed them.
    """
    names = {"cactus-kev-dict": "good"} if limits == LONG else {}
    for name, text in files.items():
        (folder / name).mkdir()
        (folder / name / "mine.py").write_text(text.replace("HERE", str(folder / name)))
        names[f"{folder}/{name}/mine.py:evaluate"] = name
    verdicts = {
        names[verdict.name]: verdict for verdict in verdicts_on([*names], SCOPE, limits=limits)
    }
    assert not [
        child
        for child in psutil.Process().children()
        if child.is_running() and "harness.processes.workers" in " ".join(child.cmdline())
    ]
    assert all(verdicts[name].status == EQUIVALENT for name in {"good"} & verdicts.keys())
    return verdicts


ENDLESS_LOOP = """
    while True:
        try:
            while True: sum(range(10**10))
        except BaseException: pass
"""
EATS = "keep = bytearray(b'x' * 100_000_000); import time; time.sleep(600)"
CHILDREN = f"[subprocess.Popen([sys.executable, '-c', {EATS!r}]) for _ in range(7)]"
AT_A_HAND = {
    "raises": ("raise ValueError('no\\nsuch \\udc80 hand')", "ValueError: no such \udc80 hand"),
    "interrupt": ("raise KeyboardInterrupt('from within')", "KeyboardInterrupt: from within"),
    "exit": ("print('about to end', flush=True); os._exit(7)",
             "its process ended itself with exit code 7, 3 times"),
    "starts": ("\n    try: [os.system('') for _ in range(501)]\n    except Exception: return 0",
               "it has started 500 processes; --exec 'COMMAND' starts a program once for"),
}  # fmt: skip
if sys.platform == "linux":  # elsewhere, the memory of other processes cannot be read
    AT_A_HAND["processes"] = (
        f"import subprocess; {CHILDREN}[0].wait()",
        "it has started processes that took ",
    )


def test_the_message_names_the_hand(tmp_path: Path) -> None:
    asked = [{*map(format_card, question.hand)} for question in preflight_questions(SCOPE)]
    assert THE_HAND not in asked
    files = {name: once(statement) for name, (statement, _) in AT_A_HAND.items()}
    verdicts = verdicts_of(tmp_path, files)
    for name, (_, message) in AT_A_HAND.items():
        verdict = verdicts[name]
        assert message in verdict.message
        assert verdict.status == ERROR
        if name != "processes":  # whose memory is looked at twice a second
            assert set(verdict.message.partition(":")[0].split()) == THE_HAND
            assert verdict.hands == PLACE
        assert verdict.output == ("about to end" if name == "exit" else "")


def test_what_takes_too_long_is_a_timeout(tmp_path: Path) -> None:
    """Failure means that C code, or code that catches every exception, can hang the check.

    Or that an evaluator that hangs at every hand is tried on all shards.
    """
    verdicts = verdicts_of(
        tmp_path,
        {
            "loop": once(ENDLESS_LOOP),
            "import": "import time; time.sleep(600)",
            "every-hand": function(
                "open('HERE/calls', 'a').write('.')\n__import__('time').sleep(9)"
            ),
        },
        Limits(0.5),
    )
    assert {verdict.status for verdict in verdicts.values()} == {TIMEOUT}
    assert "no answer within 0.5 seconds;" in verdicts["loop"].message
    assert set(verdicts["loop"].message.partition(":")[0].split()) == THE_HAND
    assert verdicts["import"].message.startswith(
        "its import did not end within 3 seconds; --timeout SECONDS"
    )
    assert len((tmp_path / "every-hand" / "calls").read_text()) <= 10


ACCIDENT = (
    "\n    if not os.path.exists('HERE/died'):"
    " open('HERE/died', 'w').close(); os.kill(os.getpid(), 9)"
)
POOL = f"""{GOOD}
from multiprocessing import get_context
pool = None
def evaluate(hand):
    global pool
    pool = pool or get_context('fork').Pool(2)
    return pool.apply(good, (hand,)) if hand[:2] == ['2c', '2d'] else good(hand)
"""
DOES_MORE = {
    "accident": once(ACCIDENT),
    "forks": once("os.fork() or os.execvp('sleep', ['sleep', '600'])"),
    "pool": POOL,
    "prints": once("os.write(1, b'x' * 1_000_000); print('y' * 1_000_000)"),
}


def test_what_evaluators_do_beside_returning_keys(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Failure means that output or a child of theirs stays, or that an accident is a verdict."""
    verdicts = verdicts_of(tmp_path, DOES_MORE)
    assert {verdict.status for verdict in verdicts.values()} == {EQUIVALENT}
    assert capfd.readouterr() == ("", "")
    (remark,) = verdicts["accident"].remarks
    assert remark.startswith("hands 0 to 2,000: its process was killed by SIGKILL; ")


def test_what_an_evaluator_imports(tmp_path: Path) -> None:
    """Failure means that the parent runs an evaluator's code, or a message names no line."""
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "poker_of_mine.py").write_text("class Key(int): pass\n")
    own_class = f"""{GOOD}
import sys
sys.path.append("{tmp_path}/deep")
from poker_of_mine import Key
def evaluate(hand): return Key(good(hand))
"""
    (tmp_path / "mine.py").write_text(own_class)
    (tmp_path / "failing.py").write_text("from helper_that_fails import nothing\n")
    (tmp_path / "helper_that_fails.py").write_text("import sys\nraise KeyError('no table')\n")
    places = [f"{tmp_path}/mine.py", f"{tmp_path}/failing.py"]
    right, failing = verdicts_on(places, Sample(5, 2), limits=LONG)
    assert (right.status, right.message) == (EQUIVALENT, "")
    assert "poker_of_mine" not in sys.modules
    message = "KeyError: 'no table' (helper_that_fails.py:2)"
    assert (failing.status, failing.message) == (ERROR, message)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits memory")
def test_one_that_keeps_all_its_memory_leaves_the_others_theirs(tmp_path: Path) -> None:
    """Failure means that who comes after it in the same process finds no memory."""
    fills = "try:\n    while True: kept.append(b'x' * 10**7)\nexcept MemoryError: pass\n"
    (tmp_path / "keeps.py").write_text(f"{GOOD}\nkept = []\n{fills}evaluate = good\n")
    (tmp_path / "next.py").write_text(f"{GOOD}\ntable = b'x' * 10**8\nevaluate = good\n")
    names = [f"{tmp_path}/keeps.py", f"{tmp_path}/next.py", "cactus-kev-dict"]
    run = partial(on_this_machine, jobs=1)
    for verdict in verdicts_on(names, Sample(5, 2), limits=Limits(20, 200), run=run):
        assert (verdict.status, verdict.message) == (EQUIVALENT, "")


COMMANDS = {
    "exec:sh -c 'echo so long >&2; exit 4'": (ERROR, "exit code 4", "so long"),
    "exec:sh -c 'cat; sleep 100'": (TIMEOUT, "did not end within 1 second; 1 line for 1 hand", ""),
    "exec:sh -c 'cat -n | cut -c1-6'": (NOT_EQUIVALENT, "", ""),
}


def test_commands_that_fail() -> None:
    for verdict in verdicts_on([*COMMANDS], SCOPE, limits=Limits(1)):
        status, message, output = COMMANDS[verdict.name]
        assert (verdict.status, message in verdict.message) == (status, True), verdict.message
        assert verdict.output.startswith(output)
