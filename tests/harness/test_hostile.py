"""Evaluators that are hostile, or unlucky: each gets a status, and takes nothing with it."""

import sys
import time
from multiprocessing import active_children
from pathlib import Path

import pytest

from harness.equivalence import check
from harness.limits import Limits
from harness.verdict import EQUIVALENT, ERROR, NOT_EQUIVALENT, TIMEOUT, Verdict

GOOD = """
from evaluators.cactus_kev import hash_map
from evaluators.cards import DECK, format_card
CARDS = {format_card(card): hash_map.encode(card) for card in DECK}
def good(hand):
    return hash_map.evaluate([CARDS[card] for card in hand])
THE_HAND = {"2c", "2h", "Td", "Kd", "Ac"}
"""

THE_HAND = {"2c", "2h", "Td", "Kd", "Ac"}


def verdict_on(tmp_path: Path, body: str, *, seconds: float = 1, megabytes: int = 500) -> Verdict:
    """On a file whose function `evaluate` has this body; beside it, one that is right."""
    lines = "".join(f"    {line}\n" for line in body.strip().splitlines())
    (tmp_path / "mine.py").write_text(f"{GOOD}\nimport os, sys\ndef evaluate(hand):\n{lines}")
    names = [str(tmp_path / "mine.py"), "cactus-kev-dict"]
    found = {verdict.name: verdict for verdict in check(names, limits=Limits(seconds, megabytes))}
    assert found["cactus-kev-dict"].status == EQUIVALENT
    assert active_children() == []
    return found[names[0]]


def once(what: str) -> str:
    return f"if set(hand) == THE_HAND: {what}\nreturn good(hand)"


def test_a_good_one_is_right(tmp_path: Path) -> None:
    """Or nothing below would show anything."""
    assert verdict_on(tmp_path, "return good(hand)").status == EQUIVALENT


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (once("raise ValueError('no\\nsuch hand')"), "ValueError: no such hand"),
        (once("return None"), "a key of None is not taken"),
        (once("return float('nan')"), "nan is not ordered"),
        (once("return set()"), "a key of type set is not taken"),
        (once("return object()"), "a key of type object is not taken"),
        (once("sys.exit('enough')"), "SystemExit: enough"),
        (once("raise StopIteration"), "StopIteration"),
        (once("[0] * 10**9"), "MemoryError"),
    ],
)
def test_what_goes_wrong_at_a_hand_is_said_with_the_hand(
    tmp_path: Path, body: str, message: str
) -> None:
    verdict = verdict_on(tmp_path, body)
    assert verdict.status == ERROR
    assert message in verdict.message
    assert set(verdict.message.partition(":")[0].split()) == THE_HAND


def test_keys_of_mixed_types(tmp_path: Path) -> None:
    verdict = verdict_on(tmp_path, once("return 'best'"))
    assert (verdict.status, "cannot be compared" in verdict.message) == (ERROR, True)


@pytest.mark.parametrize(
    ("what", "message"),
    [
        ("os._exit(7)", "its process ended itself with exit code 7"),
        ("os.kill(os.getpid(), 9)", "its process was killed by SIGKILL"),
        ("os.abort()", "its process was killed by SIGABRT"),
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
    began = time.monotonic()
    verdict = verdict_on(tmp_path, once("\n    while True: pass"))
    assert verdict.status == TIMEOUT
    assert "no answer within 1 seconds" in verdict.message
    assert set(verdict.message.partition(":")[0].split()) == THE_HAND
    assert time.monotonic() - began < 60


def test_a_loop_that_cannot_be_interrupted(tmp_path: Path) -> None:
    """It swallows whatever is raised in it; its process is killed."""
    loop = (
        "\n    while True:"
        "\n        try:"
        "\n            while True: sum(range(99))"
        "\n        except BaseException: pass"
    )
    verdict = verdict_on(tmp_path, once(loop), seconds=0.5)
    assert verdict.status == TIMEOUT
    assert "its process was killed" in verdict.message
    assert set(verdict.message.partition(":")[0].split()) == THE_HAND


def test_a_module_that_never_ends_loading(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("while True: pass\n")
    (verdict,) = check([str(tmp_path / "mine.py")], limits=Limits(1))
    assert (verdict.status, verdict.message) == (TIMEOUT, "no answer within 1 seconds")


def test_memory_that_grows_without_end(tmp_path: Path) -> None:
    body = "good.__dict__.setdefault('kept', []).append(b'x' * 10_000_000)\nreturn good(hand)"
    verdict = verdict_on(tmp_path, body)
    assert verdict.status == ERROR
    assert "MemoryError" in verdict.message


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
    assert death.startswith("hands 0 to 100,000: its process was killed by SIGKILL; ")


def test_what_goes_wrong_everywhere_is_not_tried_everywhere(tmp_path: Path) -> None:
    """One that hangs at every hand is given up after its first hands, not after all of them."""
    began = time.monotonic()
    assert verdict_on(tmp_path, "while True: pass", seconds=1).status == TIMEOUT
    assert time.monotonic() - began < 20


# In other languages; what a command can do wrong by itself is tested beside harness.external.
COMMANDS = {
    "missing": ("no-such-command", ERROR, "no-such-command: No such file or directory", ""),
    "ends early": ("sh -c 'echo so long >&2; exit 4'", ERROR, "exit code 4", "so long"),
    "no answer": ("sleep 100", TIMEOUT, "no dot within 0.5 seconds, and 0 lines for 1 hand;", ""),
    "an echo": ("cat", ERROR, "'As Ks Qs Js Ts' is no JSON", ""),
    "endless": ("yes", ERROR, "more than 2,000 bytes for 1 hand", "y"),
}


@pytest.mark.parametrize("name", COMMANDS)
def test_commands_that_go_wrong(name: str) -> None:
    """Each has a status and what it wrote; the evaluator beside it has its verdict."""
    command, status, message, output = COMMANDS[name]
    names = [f"exec:{command}", "cactus-kev-dict"]
    found = {verdict.name: verdict for verdict in check(names, limits=Limits(0.5))}
    assert found[names[1]].status == EQUIVALENT
    assert found[names[0]].status == status
    assert message in found[names[0]].message
    assert found[names[0]].output.startswith(output)
    assert active_children() == []


def test_a_command_that_fails_at_a_hand_of_a_batch(tmp_path: Path) -> None:
    """Its hands are asked about one at a time, to learn which it was."""
    (tmp_path / "mine.py").write_text(
        f"{GOOD}\nimport sys\n"
        "for line in sys.stdin:\n"
        "    if line == '.\\n': print('.', flush=True); continue\n"
        "    if set(line.split()) == THE_HAND: sys.exit('not this one')\n"
        "    print(good(line.split()))\n"
    )
    (verdict,) = check([f"exec:{sys.executable} {tmp_path}/mine.py"], limits=Limits(5))
    assert verdict.status == ERROR
    assert set(verdict.message.partition(":")[0].split()) == THE_HAND
    assert "exit code 1" in verdict.message
    assert verdict.output == "not this one"


def test_one_that_is_not_deterministic(tmp_path: Path) -> None:
    body = (
        "good.n = getattr(good, 'n', 0) + 1\n"
        "key = good(hand)\n"
        "return key if good.n % 1_000 else key + 1"
    )
    assert verdict_on(tmp_path, body).status in (NOT_EQUIVALENT, ERROR)


def test_what_is_printed_is_not_ours(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    body = once("os.write(1, b'x' * 1_000_000); print('y' * 1_000_000)")
    assert verdict_on(tmp_path, body).status == EQUIVALENT
    assert capfd.readouterr() == ("", "")


def test_children_do_not_hold_anything_up(tmp_path: Path) -> None:
    began = time.monotonic()
    verdict = verdict_on(
        tmp_path, once("\n    if not os.fork(): import time; time.sleep(30); os._exit(0)")
    )
    assert verdict.status in (EQUIVALENT, ERROR)
    assert time.monotonic() - began < 25
