"""Evaluators that are hostile, or unlucky: each gets a status, and takes nothing with it."""

import time
from multiprocessing import active_children
from pathlib import Path

import pytest

from harness.equivalence import check
from harness.limits import Limits
from harness.verdict import EQUIVALENT, ERROR, NOT_EQUIVALENT, TIMEOUT, Verdict

GOOD = """
from collections import Counter
def good(hand):
    counts = Counter("23456789TJQKA".index(card[0]) for card in hand)
    ranks = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    if ranks == [12, 3, 2, 1, 0]: ranks = [3, 2, 1, 0, -1]
    straight = len(ranks) == 5 and ranks[0] - ranks[4] == 4
    flush = len({card[1] for card in hand}) == 1
    shape = sorted(counts.values(), reverse=True)
    if straight or flush: shape = [5] if straight and flush else [3, 1, 2 + flush]
    return (*shape, 0, *ranks)
THE_HAND = {"5d", "7s", "Td", "Kd", "Ac"}
"""


def verdict_on(tmp_path: Path, body: str, *, seconds: float = 2, megabytes: int = 500) -> Verdict:
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
    assert set(verdict.message.partition(":")[0].split()) == {"5d", "7s", "Td", "Kd", "Ac"}


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
    assert verdict.message.startswith("hands 1,000,000 to 1,100,000: ")
    assert verdict.message.endswith("it printed last: about to end")


def test_an_endless_loop_is_found_at_its_hand(tmp_path: Path) -> None:
    began = time.monotonic()
    verdict = verdict_on(tmp_path, once("\n    while True: pass"))
    assert verdict.status == TIMEOUT
    assert "no answer within 2 seconds" in verdict.message
    assert set(verdict.message.partition(":")[0].split()) == {"5d", "7s", "Td", "Kd", "Ac"}
    assert time.monotonic() - began < 60


def test_a_loop_that_cannot_be_interrupted(tmp_path: Path) -> None:
    """It swallows whatever is raised in it; its process is killed."""
    loop = (
        "\n    while True:"
        "\n        try:"
        "\n            while True: pass"
        "\n        except BaseException: pass"
    )
    verdict = verdict_on(tmp_path, once(loop), seconds=1)
    assert verdict.status == TIMEOUT
    assert "its process was killed" in verdict.message


def test_a_module_that_never_ends_loading(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("while True: pass\n")
    (verdict,) = check([str(tmp_path / "mine.py")], limits=Limits(1))
    assert (verdict.status, verdict.message) == (TIMEOUT, "no answer within 1 seconds")


def test_memory_that_grows_without_end(tmp_path: Path) -> None:
    body = "good.__dict__.setdefault('kept', []).append(b'x' * 10_000_000)\nreturn good(hand)"
    verdict = verdict_on(tmp_path, body)
    assert verdict.status == ERROR
    assert "MemoryError" in verdict.message


def test_one_that_changes_its_input_changes_only_its_own(tmp_path: Path) -> None:
    assert verdict_on(tmp_path, "key = good(hand)\nhand.clear()\nreturn key").status == EQUIVALENT


def test_one_that_is_not_deterministic(tmp_path: Path) -> None:
    body = (
        "good.n = getattr(good, 'n', 0) + 1\n"
        "key = good(hand)\n"
        "return key if good.n % 1_000 else (key[0] - 1, *key[1:])"
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
