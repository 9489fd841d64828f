"""Evaluators that fail or are hostile: each gets a status, and does not affect another's check."""

import sys
from functools import partial
from pathlib import Path

import psutil
import pytest

from evaluators.cards import format_card
from harness.checking.equivalence import check, on_this_machine
from harness.checking.questions import preflight_questions
from harness.checking.statuses import EQUIVALENT, ERROR, NOT_EQUIVALENT, TIMEOUT, UNSTEADY
from harness.checking.verdict import Verdict
from harness.hands.scopes import All, Sample, Scope
from harness.processes.limits import Limits

GOOD = """
from evaluators.cactus_kev.scalar import hash_map
from evaluators.cards import DECK, format_card
CARDS = {format_card(card): hash_map.encode(card) for card in DECK}
def good(hand):
    return hash_map.evaluate([CARDS[card] for card in hand])
"""
LONG = Limits(20, 500)  # so that nothing is late on a busy machine
SCOPE = Sample(5, 2_000)
PLACE = 901
THE_HAND = {*map(format_card, SCOPE.hand(PLACE))}
"""A hand of the sample that is not in the preflight."""


def verdict_on(tmp_path: Path, body: str, limits: Limits = LONG, scope: Scope = SCOPE) -> Verdict:
    """The verdict on a file whose function `evaluate` has this body."""
    return verdict_of(write(tmp_path, body), limits, scope)


def write(folder: Path, body: str) -> str:
    """Write a file whose function `evaluate` has this body, and return its place."""
    lines = "".join(f"    {line}\n" for line in body.strip().splitlines())
    text = f"{GOOD}\nimport os, sys\nTHE_HAND = {THE_HAND}\ndef evaluate(hand):\n{lines}"
    (folder / "mine.py").write_text(text)
    return str(folder / "mine.py")


def verdict_of(place: str, limits: Limits = LONG, scope: Scope = SCOPE) -> Verdict:
    (verdict,) = check([place], scope, limits=limits, run=partial(on_this_machine, jobs=1))
    assert not [
        child
        for child in psutil.Process().children()
        if child.is_running() and "harness.processes.workers" in " ".join(child.cmdline())
    ]
    return verdict


def test_the_hand_is_not_in_the_preflight() -> None:
    """Failure means that the tests below do not test what they say."""
    asked = {frozenset(hand) for hand in preflight_questions(SCOPE).hands.tolist()}
    assert frozenset(SCOPE.hand(PLACE)) not in asked


def once(statement: str) -> str:
    return f"if set(hand) == THE_HAND: {statement}\nreturn good(hand)"


def test_the_good_function_is_right(tmp_path: Path) -> None:
    """Failure means that the tests below do not test what they say."""
    assert verdict_on(tmp_path, "return good(hand)").status == EQUIVALENT


AT_A_HAND = {
    "raises": (once("raise ValueError('no\\nsuch hand')"), "ValueError: no such hand"),
    "none": (once("return None"), "a key of None is not taken"),
    "nan": (once("return float('nan')"), "nan is not ordered"),
    "set": (once("return set()"), "a key of type set is not taken"),
    "object": (once("return object()"), "a key of type object is not taken"),
    "exit": (once("sys.exit('enough')"), "SystemExit: enough"),
    "interrupt": (once("raise KeyboardInterrupt('from within')"), "KeyboardInterrupt: from within"),
    "stop": (once("raise StopIteration"), "StopIteration"),
    "memory": (once("[0] * 10**9"), "MemoryError"),
    "rude": (once("raise type('Rude', (Exception,), {'__str__': lambda s: 1 / 0})"), "Rude: (its"),
    "surrogate": (once("raise ValueError('\\udc80')"), "ValueError: \udc80"),
    "input": (once("input()"), "EOFError"),
}


@pytest.fixture(scope="module")
def at_a_hand(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Verdict]:
    """The verdicts of one run of all of these, and of a right evaluator."""
    folder = tmp_path_factory.mktemp("at-a-hand")
    names = {}
    for name, (body, _) in AT_A_HAND.items():
        (folder / name).mkdir()
        names[write(folder / name, body)] = name
    verdicts = check([*names, "cactus-kev-dict"], SCOPE, limits=LONG)
    return {names.get(verdict.name, verdict.name): verdict for verdict in verdicts}


@pytest.mark.parametrize("name", AT_A_HAND)
def test_the_message_names_the_hand(at_a_hand: dict[str, Verdict], name: str) -> None:
    verdict = at_a_hand[name]
    assert (verdict.status, verdict.hands) == (ERROR, PLACE)
    assert AT_A_HAND[name][1] in verdict.message
    assert set(verdict.message.partition(":")[0].split()) == THE_HAND


def test_a_right_evaluator_beside_failing_ones(at_a_hand: dict[str, Verdict]) -> None:
    assert at_a_hand["cactus-kev-dict"].status == EQUIVALENT


def test_keys_of_mixed_types(tmp_path: Path) -> None:
    verdict = verdict_on(tmp_path, once("return 'best'"))
    assert (verdict.status, "cannot be compared" in verdict.message) == (ERROR, True)


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("os._exit(7)", "its process ended itself with exit code 7"),
        ("os.kill(os.getpid(), 9)", "its process was killed by SIGKILL"),
        ("os.abort()", "its process was killed by SIGABRT"),
    ],
)
def test_a_process_that_ends(tmp_path: Path, statement: str, message: str) -> None:
    verdict = verdict_on(tmp_path, once(f"print('about to end', flush=True); {statement}"))
    assert verdict.status == ERROR
    assert message in verdict.message
    assert set(verdict.message.partition(":")[0].split()) == THE_HAND
    assert verdict.message.endswith(", 3 times")
    assert verdict.output == "about to end"


def test_the_message_names_the_hand_of_an_endless_loop(tmp_path: Path) -> None:
    verdict = verdict_on(tmp_path, once("\n    while True: pass"), Limits(1))
    assert verdict.status == TIMEOUT
    assert "no answer within 1 second;" in verdict.message
    assert set(verdict.message.partition(":")[0].split()) == THE_HAND


def test_a_loop_that_cannot_be_interrupted(tmp_path: Path) -> None:
    """Failure means that C code, or code that catches every exception, can hang the check."""
    loop = (
        "\n    while True:"
        "\n        try:"
        "\n            while True: sum(range(10**10))"
        "\n        except BaseException: pass"
    )
    verdict = verdict_on(tmp_path, once(loop), Limits(1))
    assert verdict.status == TIMEOUT
    assert set(verdict.message.partition(":")[0].split()) == THE_HAND


@pytest.mark.every(3)
@pytest.mark.parametrize("text", ["import time; time.sleep(600)", "while True: pass"])
def test_a_module_that_never_ends_loading(tmp_path: Path, text: str) -> None:
    """Failure means that the message does not name the import or the option."""
    (tmp_path / "mine.py").write_text(text)
    verdict = verdict_of(str(tmp_path / "mine.py"), Limits(0.25))
    assert verdict.status == TIMEOUT
    assert verdict.message.startswith(
        "its import did not end within 1.5 seconds; --timeout SECONDS"
    )


def test_an_import_may_take_longer_than_a_hand(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(f"import time; time.sleep(3)\n{GOOD}")
    assert verdict_of(f"{tmp_path}/mine.py:good", Limits(2)).status == EQUIVALENT


@pytest.mark.thorough
def test_an_evaluator_that_becomes_slow_is_not_late(tmp_path: Path) -> None:
    """Failure means that the limit for one hand is applied to a batch of hands."""
    # Neighbours in the sample, so that they come in one batch; the preflight has each fourth hand.
    places = [place for place in range(857, 875) if place % 4]
    slow = {frozenset(map(format_card, SCOPE.hand(place))) for place in places}
    body = (
        f"if frozenset(hand) in {slow}:\n"
        "    import time; time.sleep(0.3)\n"
        f"    open({str(tmp_path / 'slow')!r}, 'a').write('.')\n"
        "return good(hand)"
    )
    verdict = verdict_on(tmp_path, body, Limits(2))
    assert len((tmp_path / "slow").read_text()) >= len(slow)
    assert (verdict.status, verdict.message) == (EQUIVALENT, "")


def test_memory_that_grows_without_end(tmp_path: Path) -> None:
    body = "good.__dict__.setdefault('kept', []).append(b'x' * 10_000_000)\nreturn good(hand)"
    verdict = verdict_on(tmp_path, body)
    assert verdict.status == ERROR
    assert "MemoryError" in verdict.message


def test_memory_of_processes_that_it_starts(tmp_path: Path) -> None:
    """Failure means that only each child process has the limit, not all together."""
    eats = "keep = bytearray(b'x' * 100_000_000); import time; time.sleep(600)"
    command = f"[sys.executable, '-c', {eats!r}]"
    body = once(f"import subprocess; [subprocess.Popen({command}) for _ in range(7)][0].wait()")
    verdict = verdict_on(tmp_path, body)
    assert verdict.status == ERROR
    assert "it has started processes that took " in verdict.message


def test_an_evaluator_that_changes_its_input(tmp_path: Path) -> None:
    """Failure means that an evaluator may change its callers' hands."""
    verdict = verdict_on(tmp_path, "key = good(hand)\nhand.sort()\nreturn key")
    assert verdict.status == ERROR
    assert verdict.message == (
        "As Ks Qs Js Ts: the hand was changed, from ['As', 'Ks', 'Qs', 'Js', 'Ts'] to "
        "['As', 'Js', 'Ks', 'Qs', 'Ts']; take a copy first"
    )


def test_a_death_that_was_an_accident(tmp_path: Path) -> None:
    """Failure means that a task is not tried again, or that the verdict hides the death."""
    once_only = (
        f"\n    file = {str(tmp_path / 'died')!r}"
        "\n    if not os.path.exists(file): open(file, 'w').close(); os.kill(os.getpid(), 9)"
    )
    verdict = verdict_on(tmp_path, once(once_only))
    assert verdict.status == EQUIVALENT
    (remark,) = verdict.remarks
    assert remark.startswith("hands 0 to 2,000: its process was killed by SIGKILL; ")


def test_a_failing_evaluator_is_stopped_early(tmp_path: Path) -> None:
    """Failure means that an evaluator that hangs at every hand is tried on all shards."""
    body = f"open({str(tmp_path / 'calls')!r}, 'a').write('.')\nimport time; time.sleep(600)"
    assert verdict_on(tmp_path, body, Limits(1), All()).status == TIMEOUT
    assert len((tmp_path / "calls").read_text()) <= 10


FORKS = "good.n = good.__dict__.get('n') or os.fork() + 1"
WRONG = "key = good(hand)\nreturn min(key, 7_000)"


@pytest.mark.every(3)
@pytest.mark.parametrize(
    "fork",
    [
        FORKS,
        "good.n = good.__dict__.get('n') or __import__('ctypes').CDLL(None).fork() + 1",
        "if 'n' not in good.__dict__:\n    good.n = 1\n    for _ in range(2): os.fork()",
        "if set(hand) == THE_HAND: os.fork()",
    ],
    ids=["once", "in C", "twice", "in the middle"],
)
def test_a_child_that_goes_on_does_not_answer(tmp_path: Path, fork: str) -> None:
    """Failure means that a forked copy of the worker can answer for it."""
    assert verdict_on(tmp_path, f"{fork}\n{WRONG}").status == NOT_EQUIVALENT


def test_a_right_evaluator_may_fork(tmp_path: Path) -> None:
    assert verdict_on(tmp_path, f"{FORKS}\nreturn good(hand)").status == EQUIVALENT


def test_children_do_not_hold_anything_up(tmp_path: Path) -> None:
    """Failure means that the check waits for children that hold the worker's pipes."""
    body = once("\n    if not os.fork(): import time; time.sleep(600); os._exit(0)")
    assert verdict_on(tmp_path, body).status == EQUIVALENT


def test_processes_in_an_evaluator(tmp_path: Path) -> None:
    """Failure means that an evaluator cannot use a pool of processes."""
    text = (
        f"{GOOD}\nfrom multiprocessing import get_context\n"
        "pool = None\n"
        "def evaluate(hand):\n"
        "    global pool\n"
        "    pool = pool or get_context('fork').Pool(2)\n"
        "    return pool.apply(good, (hand,)) if hand[0] == '2c' else good(hand)\n"
    )
    (tmp_path / "mine.py").write_text(text)
    place = str(tmp_path / "mine.py")
    (verdict,) = check([place], Sample(6, 2), limits=LONG)
    assert (verdict.status, verdict.message) == (EQUIVALENT, "")


def test_threads_in_an_evaluator(tmp_path: Path) -> None:
    text = (
        f"{GOOD}\nfrom concurrent.futures import ThreadPoolExecutor\n"
        "pool = ThreadPoolExecutor(2)\n"
        "def evaluate(hand):\n"
        "    return pool.submit(good, hand).result() if hand[0] == '2c' else good(hand)\n"
    )
    (tmp_path / "mine.py").write_text(text)
    (verdict,) = check([str(tmp_path / "mine.py")], Sample(5, 2), limits=LONG)
    assert (verdict.status, verdict.message) == (EQUIVALENT, "")


def test_an_evaluator_that_is_not_deterministic(tmp_path: Path) -> None:
    body = (
        "good.n = good.__dict__.get('n', 0) + 1\n"
        "key = good(hand)\n"
        "return key if good.n % 1_000 else key + 1"
    )
    verdict = verdict_on(tmp_path, body)
    assert verdict.status == NOT_EQUIVALENT
    assert verdict.witness is not None
    assert verdict.witness.kind == UNSTEADY
    assert set(verdict.witness.first.hand) == set(verdict.witness.second.hand)


def test_the_evaluators_output_is_captured(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    body = once("os.write(1, b'x' * 1_000_000); print('y' * 1_000_000)")
    assert verdict_on(tmp_path, body).status == EQUIVALENT
    assert capfd.readouterr() == ("", "")


# --- Files with the names of modules. ---

NAMES = ("evaluators", "harness", "click", "random", "json", "multiprocessing", "poker")


@pytest.fixture(scope="module")
def by_name(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, str], Verdict]:
    """Evaluators in files with these names, and in files beside such files."""
    names = {}
    for name in NAMES:
        beside, itself = tmp_path_factory.mktemp("beside"), tmp_path_factory.mktemp("itself")
        (beside / f"{name}.py").write_text("raise RuntimeError('the wrong file was imported')\n")
        (beside / f"helper_of_{name}.py").write_text(f"{GOOD}\ndef best(hand): return good(hand)\n")
        (beside / "mine.py").write_text(f"import random\nfrom helper_of_{name} import best\n")
        names[f"{beside}/mine.py:best"] = "beside", name
        (itself / f"{name}.py").write_text(f"import random\n{GOOD}\nevaluate = good\n")
        names[f"{itself}/{name}.py"] = "itself", name
    verdicts = check(list(names), Sample(5, 2), limits=LONG)
    return {names[verdict.name]: verdict for verdict in verdicts}


@pytest.mark.parametrize("where", ["beside", "itself"])
@pytest.mark.parametrize("name", NAMES)
def test_a_file_may_have_any_name(
    by_name: dict[tuple[str, str], Verdict], where: str, name: str
) -> None:
    """Failure means that the file hides a module, or that the evaluator's helper is not found."""
    verdict = by_name[where, name]
    assert (verdict.status, verdict.message) == (EQUIVALENT, "")


def test_a_folder_called_evaluators(tmp_path: Path) -> None:
    (tmp_path / "evaluators").mkdir()
    (tmp_path / "evaluators" / "__init__.py").write_text("raise RuntimeError('the wrong one')\n")
    assert verdict_on(tmp_path, "return good(hand)").status == EQUIVALENT


def test_the_message_names_the_line_of_a_failing_import(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("from helper import nothing\n")
    (tmp_path / "helper.py").write_text("import sys\nraise KeyError('no table')\n")
    verdict = verdict_of(str(tmp_path / "mine.py"))
    assert verdict.status == ERROR
    assert verdict.message == "KeyError: 'no table' (helper.py:2)"


ENUM = """
from enum import IntEnum
class Category(IntEnum):
    LOW, HIGH = range(2)
"""


def test_keys_of_a_class_that_only_the_evaluator_can_import(tmp_path: Path) -> None:
    """Failure means that the parent process runs an evaluator's code."""
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "poker_of_mine.py").write_text(ENUM)
    body = (
        f"sys.path.append({str(tmp_path / 'deep')!r})\n"
        "from poker_of_mine import Category\n"
        "return Category.LOW, -good(hand)"
    )
    assert verdict_on(tmp_path, body).status == EQUIVALENT
    assert "poker_of_mine" not in sys.modules


# --- Commands; tests/harness/adapters/test_commands.py has more failures. ---

COMMANDS = {
    "missing": ("no-such-command", ERROR, "no-such-command: No such file or directory", ""),
    "ends early": ("sh -c 'echo so long >&2; exit 4'", ERROR, "exit code 4", "so long"),
    "no answer": ("sleep 100", TIMEOUT, "it did not end within 1 second; 0 lines for 1 hand", ""),
    "an echo": ("cat", ERROR, "'As Ks Qs Js Ts' is not JSON", "As Ks"),
    "endless": ("yes", ERROR, "it wrote more than 2,000 bytes, and was ended", "y"),
    "numbers lines": ("sh -c 'cat -n | cut -c1-6'", NOT_EQUIVALENT, "", ""),
}


@pytest.mark.parametrize("name", COMMANDS)
def test_commands_that_fail(name: str) -> None:
    command, status, message, output = COMMANDS[name]
    verdict = verdict_of(f"exec:{command}", Limits(1))
    assert (verdict.status, message in verdict.message) == (status, True), verdict.message
    assert verdict.output.startswith(output)


def test_a_command_that_fails_at_a_hand(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        f"{GOOD}\nimport sys\n"
        "for line in sys.stdin:\n"
        f"    if set(line.split()) == {THE_HAND}: sys.exit('not this one')\n"
        "    print(good(line.split()))\n"
    )
    verdict = verdict_of(f"exec:{sys.executable} {tmp_path}/mine.py")
    assert verdict.status == ERROR
    assert set(verdict.message.partition(":")[0].split()) == THE_HAND
    assert "exit code 1" in verdict.message
    assert verdict.output == "not this one"


def test_memory_of_a_command() -> None:
    eats = "import time; keep = bytearray(b'x' * 900_000_000); time.sleep(600)"
    verdict = verdict_of(f'exec:{sys.executable} -c "{eats}"')
    assert verdict.status == ERROR
    assert "it has started processes that took " in verdict.message
