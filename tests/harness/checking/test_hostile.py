"""Evaluators that are hostile, or unlucky: each gets a status, and takes nothing with it."""

import sys
from functools import partial
from pathlib import Path

import psutil
import pytest

from evaluators.cards import parse_hand
from harness.checking.equivalence import check, on_this_machine
from harness.checking.questions import asked
from harness.checking.verdict import EQUIVALENT, ERROR, NOT_EQUIVALENT, TIMEOUT, Verdict
from harness.checking.witness import UNSTEADY
from harness.hands.scopes import Scope
from harness.processes.limits import Limits

GOOD = """
from evaluators.cactus_kev.scalar import hash_map
from evaluators.cards import DECK, format_card
CARDS = {format_card(card): hash_map.encode(card) for card in DECK}
def good(hand):
    return hash_map.evaluate([CARDS[card] for card in hand])
"""
PATIENT = Limits(20, 500)  # where nothing is to be late, whatever else this machine does
SCOPE = Scope(5, sample=20_000)
THE_HAND = {"2c", "3c", "6d", "7c", "7d"}
"""One of the sample that the preflight does not ask about."""


def verdict_on(
    tmp_path: Path, body: str, limits: Limits = PATIENT, scope: Scope = SCOPE
) -> Verdict:
    """On a file whose function `evaluate` has this body."""
    return verdict_of(write(tmp_path, body), limits, scope)


def write(folder: Path, body: str) -> str:
    """A file whose function `evaluate` has this body; says where it is."""
    lines = "".join(f"    {line}\n" for line in body.strip().splitlines())
    text = f"{GOOD}\nimport os, sys\nTHE_HAND = {THE_HAND}\ndef evaluate(hand):\n{lines}"
    (folder / "mine.py").write_text(text)
    return str(folder / "mine.py")


def verdict_of(place: str, limits: Limits = PATIENT, scope: Scope = SCOPE) -> Verdict:
    (verdict,) = check([place], scope, limits=limits, run=partial(on_this_machine, jobs=1))
    assert not [
        child
        for child in psutil.Process().children()
        if child.is_running() and "harness.processes.workers" in " ".join(child.cmdline())
    ]
    return verdict


def test_the_hand_is_met_first_in_the_sample() -> None:
    """Or nothing below would show anything."""
    hand = frozenset(parse_hand(" ".join(THE_HAND)))
    assert hand in {frozenset(SCOPE.hand(place)) for place in range(len(SCOPE))}
    assert hand not in {frozenset(cards) for _, cards in asked(SCOPE)}


def once(what: str) -> str:
    return f"if set(hand) == THE_HAND: {what}\nreturn good(hand)"


def test_a_good_one_is_right(tmp_path: Path) -> None:
    """Or nothing below would show anything."""
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
    "rude": (once("raise type('Rude', (Exception,), {'__str__': lambda s: 1 / 0})"), "Rude: (what"),
    "surrogate": (once("raise ValueError('\\udc80')"), "ValueError: \udc80"),
    "input": (once("input()"), "EOFError"),
}


@pytest.fixture(scope="module")
def at_a_hand(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Verdict]:
    """All of them in one run: none takes another with it."""
    folder = tmp_path_factory.mktemp("at-a-hand")
    places = {}
    for name, (body, _) in AT_A_HAND.items():
        (folder / name).mkdir()
        places[write(folder / name, body)] = name
    found = check([*places, "cactus-kev-dict"], SCOPE, limits=PATIENT)
    return {places.get(verdict.name, verdict.name): verdict for verdict in found}


@pytest.mark.parametrize("name", AT_A_HAND)
def test_what_goes_wrong_at_a_hand_is_said_with_the_hand(
    at_a_hand: dict[str, Verdict], name: str
) -> None:
    verdict = at_a_hand[name]
    assert verdict.status == ERROR
    assert AT_A_HAND[name][1] in verdict.message
    assert set(verdict.message.partition(":")[0].split()) == THE_HAND


def test_what_is_right_is_right_beside_all_that_goes_wrong(at_a_hand: dict[str, Verdict]) -> None:
    assert at_a_hand["cactus-kev-dict"].status == EQUIVALENT


def test_keys_of_mixed_types(tmp_path: Path) -> None:
    verdict = verdict_on(tmp_path, once("return 'best'"))
    assert (verdict.status, "cannot be compared" in verdict.message) == (ERROR, True)


@pytest.mark.parametrize(
    ("what", "message"),
    [
        ("os._exit(7)", "its process ended itself with exit code 7"),
        ("os.kill(os.getpid(), 9)", "its process was killed by SIGKILL"),
        ("os.abort()", "its process was killed by SIGABRT"),
        ("os.kill(os.getppid(), 9); import time; time.sleep(600)", "was killed by SIGKILL"),
    ],
)
def test_a_process_that_ends(tmp_path: Path, what: str, message: str) -> None:
    last = "print('about to end', flush=True); "
    verdict = verdict_on(tmp_path, once(last + what))
    assert verdict.status == ERROR
    assert message in verdict.message
    assert set(verdict.message.partition(":")[0].split()) == THE_HAND
    assert verdict.message.endswith(", 3 times")
    assert verdict.output == "about to end"


def test_an_endless_loop_is_found_at_its_hand(tmp_path: Path) -> None:
    verdict = verdict_on(tmp_path, once("\n    while True: pass"), Limits(1))
    assert verdict.status == TIMEOUT
    assert "no answer within 1 second;" in verdict.message
    assert set(verdict.message.partition(":")[0].split()) == THE_HAND


def test_a_loop_that_cannot_be_interrupted(tmp_path: Path) -> None:
    """In C code, where no signal is heard, or where all that is raised is caught."""
    loop = (
        "\n    while True:"
        "\n        try:"
        "\n            while True: sum(range(10**10))"
        "\n        except BaseException: pass"
    )
    verdict = verdict_on(tmp_path, once(loop), Limits(1))
    assert verdict.status == TIMEOUT
    assert set(verdict.message.partition(":")[0].split()) == THE_HAND


@pytest.mark.parametrize("text", ["while True: pass", "import time; time.sleep(600)"])
def test_a_module_that_never_ends_loading(tmp_path: Path, text: str) -> None:
    """It is the import that is named, and the option."""
    (tmp_path / "mine.py").write_text(text)
    verdict = verdict_of(str(tmp_path / "mine.py"), Limits(0.25))
    assert verdict.status == TIMEOUT
    assert verdict.message.startswith(
        "its import did not end within 1.5 seconds; --timeout SECONDS"
    )


def test_an_import_that_takes_long_is_waited_for(tmp_path: Path) -> None:
    """Longer than a hand may take."""
    (tmp_path / "mine.py").write_text(f"import time; time.sleep(3)\n{GOOD}")
    assert verdict_of(f"{tmp_path}/mine.py:good", Limits(2)).status == EQUIVALENT


def test_an_evaluator_that_becomes_slow_is_not_late(tmp_path: Path) -> None:
    """It is time for a hand that is limited, not for as many as were quick before."""
    body = (
        "if hand[:3] == ['3c', '3d', '3h']: import time; time.sleep(0.15)\n"
        f"open({str(tmp_path / 'slow')!r}, 'a').write('.' * (hand[:3] == ['3c', '3d', '3h']))\n"
        "return good(hand)"
    )
    verdict = verdict_on(tmp_path, body, Limits(1), Scope(5, sample=40_000))
    assert len((tmp_path / "slow").read_text()) > 10
    assert (verdict.status, verdict.message) == (EQUIVALENT, "")


def test_memory_that_grows_without_end(tmp_path: Path) -> None:
    body = "good.__dict__.setdefault('kept', []).append(b'x' * 10_000_000)\nreturn good(hand)"
    verdict = verdict_on(tmp_path, body)
    assert verdict.status == ERROR
    assert "MemoryError" in verdict.message


def test_memory_of_processes_that_it_starts(tmp_path: Path) -> None:
    """Each of them has the limit; and all together have it, too."""
    eats = "keep = bytearray(b'x' * 100_000_000); import time; time.sleep(600)"
    command = f"[sys.executable, '-c', {eats!r}]"
    body = once(f"import subprocess; [subprocess.Popen({command}) for _ in range(7)][0].wait()")
    verdict = verdict_on(tmp_path, body)
    assert verdict.status == ERROR
    assert "it has started processes that took " in verdict.message


def test_one_that_changes_its_input(tmp_path: Path) -> None:
    """It would change the hands of whoever uses it; that is said, with the hand."""
    verdict = verdict_on(tmp_path, "key = good(hand)\nhand.sort()\nreturn key")
    assert verdict.status == ERROR
    assert verdict.message == (
        "As Ks Qs Js Ts: the hand was changed, from ['As', 'Ks', 'Qs', 'Js', 'Ts'] to "
        "['As', 'Js', 'Ks', 'Qs', 'Ts']; take a copy first"
    )


def test_a_death_that_was_an_accident(tmp_path: Path) -> None:
    """A process that was killed once is tried again; it is not kept secret, either."""
    once_only = (
        f"\n    file = {str(tmp_path / 'died')!r}"
        "\n    if not os.path.exists(file): open(file, 'w').close(); os.kill(os.getpid(), 9)"
    )
    verdict = verdict_on(tmp_path, once(once_only))
    assert verdict.status == EQUIVALENT
    (death,) = verdict.deaths
    assert death.startswith("hands 0 to 20,000: its process was killed by SIGKILL; ")


def test_what_goes_wrong_everywhere_is_not_tried_everywhere(tmp_path: Path) -> None:
    """One that hangs at every hand is given up after its first hands, not after all of them."""
    body = f"open({str(tmp_path / 'asked')!r}, 'a').write('.')\nimport time; time.sleep(600)"
    assert verdict_on(tmp_path, body, Limits(1), Scope()).status == TIMEOUT
    assert len((tmp_path / "asked").read_text()) <= 10


FORKS = "good.n = good.__dict__.get('n') or os.fork() + 1"
WRONG = "key = good(hand)\nreturn min(key, 7_000)"


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
    """Two processes work on the same shard, and only the one that was asked answers."""
    assert verdict_on(tmp_path, f"{fork}\n{WRONG}").status == NOT_EQUIVALENT


def test_one_that_forks_and_is_right_is_right(tmp_path: Path) -> None:
    assert verdict_on(tmp_path, f"{FORKS}\nreturn good(hand)").status == EQUIVALENT


def test_children_do_not_hold_anything_up(tmp_path: Path) -> None:
    """They hold the pipes of the worker, and are ended with it."""
    body = once("\n    if not os.fork(): import time; time.sleep(600); os._exit(0)")
    assert verdict_on(tmp_path, body).status == EQUIVALENT


def test_processes_in_an_evaluator(tmp_path: Path) -> None:
    """A pool of its own is the evaluator's business; its processes end with the check."""
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
    (verdict,) = check([place], Scope(6, sample=2), limits=PATIENT)
    assert (verdict.status, verdict.message) == (EQUIVALENT, "")


def test_threads_in_an_evaluator(tmp_path: Path) -> None:
    text = (
        f"{GOOD}\nfrom concurrent.futures import ThreadPoolExecutor\n"
        "pool = ThreadPoolExecutor(2)\n"
        "def evaluate(hand):\n"
        "    return pool.submit(good, hand).result() if hand[0] == '2c' else good(hand)\n"
    )
    (tmp_path / "mine.py").write_text(text)
    (verdict,) = check([str(tmp_path / "mine.py")], Scope(5, sample=2), limits=PATIENT)
    assert (verdict.status, verdict.message) == (EQUIVALENT, "")


def test_one_that_is_not_deterministic(tmp_path: Path) -> None:
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


def test_what_is_printed_is_not_ours(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    body = once("os.write(1, b'x' * 1_000_000); print('y' * 1_000_000)")
    assert verdict_on(tmp_path, body).status == EQUIVALENT
    assert capfd.readouterr() == ("", "")


# --- Names that get in the way of others. ---

NAMES = ("evaluators", "harness", "click", "random", "json", "multiprocessing", "poker")


@pytest.fixture(scope="module")
def by_name(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, str], Verdict]:
    """Evaluators in files of these names, and in files that stand beside such files."""
    places = {}
    for name in NAMES:
        beside, itself = tmp_path_factory.mktemp("beside"), tmp_path_factory.mktemp("itself")
        (beside / f"{name}.py").write_text("raise RuntimeError('the wrong file was imported')\n")
        (beside / f"helper_of_{name}.py").write_text(f"{GOOD}\ndef best(hand): return good(hand)\n")
        (beside / "mine.py").write_text(f"import random\nfrom helper_of_{name} import best\n")
        places[f"{beside}/mine.py:best"] = "beside", name
        (itself / f"{name}.py").write_text(f"import random\n{GOOD}\nevaluate = good\n")
        places[f"{itself}/{name}.py"] = "itself", name
    found = check(list(places), Scope(5, sample=2), limits=PATIENT)
    return {places[verdict.name]: verdict for verdict in found}


@pytest.mark.parametrize("where", ["beside", "itself"])
@pytest.mark.parametrize("name", NAMES)
def test_a_file_may_have_any_name(
    by_name: dict[tuple[str, str], Verdict], where: str, name: str
) -> None:
    """Ours, a library's, Python's: it hides nothing, and the evaluator's own helper is found."""
    verdict = by_name[where, name]
    assert (verdict.status, verdict.message) == (EQUIVALENT, "")


def test_a_folder_called_evaluators(tmp_path: Path) -> None:
    (tmp_path / "evaluators").mkdir()
    (tmp_path / "evaluators" / "__init__.py").write_text("raise RuntimeError('the wrong one')\n")
    assert verdict_on(tmp_path, "return good(hand)").status == EQUIVALENT


def test_what_an_import_failed_with_is_told(tmp_path: Path) -> None:
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
    """No code of an evaluator runs here, so its classes need not be here."""
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "poker_of_mine.py").write_text(ENUM)
    body = (
        f"sys.path.append({str(tmp_path / 'deep')!r})\n"
        "from poker_of_mine import Category\n"
        "return Category.LOW, -good(hand)"
    )
    assert verdict_on(tmp_path, body).status == EQUIVALENT
    assert "poker_of_mine" not in sys.modules


# --- In other languages; what a command can do wrong by itself is tested in test_external. ---

COMMANDS = {
    "missing": ("no-such-command", ERROR, "no-such-command: No such file or directory", ""),
    "ends early": ("sh -c 'echo so long >&2; exit 4'", ERROR, "exit code 4", "so long"),
    "no answer": ("sleep 100", TIMEOUT, "it did not end within 1 second; 0 lines for 1 hand", ""),
    "an echo": ("cat", ERROR, "'As Ks Qs Js Ts' is not JSON", "As Ks"),
    "endless": ("yes", ERROR, "it wrote more than 2,000 bytes, and was ended", "y"),
    "numbers lines": ("sh -c 'cat -n | cut -c1-6'", NOT_EQUIVALENT, "", ""),
}


@pytest.mark.parametrize("name", COMMANDS)
def test_commands_that_go_wrong(name: str) -> None:
    """Each has a status, and what it wrote."""
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
