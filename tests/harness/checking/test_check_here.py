"""The check in a reader's own tests: a function, an object, and pytest's option."""

import gc
import re
import signal
import sys
import threading
from collections.abc import Iterator
from math import inf
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from evaluators.cactus_kev.scalar import hash_map
from evaluators.rules import RULES
from harness import check
from harness.checking import equivalence
from harness.checking.equivalence import verdicts_on
from harness.checking.statuses import EQUIVALENT, ERROR, NOT_EQUIVALENT
from harness.checking.verdict import Verdict
from harness.hands.scopes import All, Sample
from harness.reporting.notebook import as_html
from harness.testing.properties import names_of
from tests.harness import broken, styles
from tests.harness.in_process import Here

pytestmark = pytest.mark.usefixtures("short_preflight")


def right(hand: list[str]) -> int:
    """A right function of a list of strings."""
    return broken.number_of(hand)


def test_which_hands_are_checked_and_how_long() -> None:
    verdict = check(right, sample=1_000)
    assert verdict
    assert (verdict.hands, verdict.scope) == (1_000, Sample(5, 1_000))
    seven = check(hash_map, cards=7, sample=10)
    assert (seven.status, seven.hands, seven.scope) == (EQUIVALENT, 10, Sample(7, 10))
    short_deck = check(right, rules="short-deck", sample=10)
    assert short_deck.scope == Sample(5, 10, rules=RULES["short-deck"])
    hangs = check("tests.harness.broken:hangs", sample=2, timeout=0.5)
    assert (hangs.status, "no answer within 0.5 seconds" in hangs.message) == ("timeout", True)
    for place, odd, why in (
        (right, {"timeout": 1}, "a timeout needs an evaluator given as text"),
        ("rulebook", {"timeout": 0}, "timeout is 0; it is a number of seconds above 0"),
        ("rulebook", {"timeout": inf}, "timeout is inf; it is a number of seconds above 0"),
        ("rulebook", {"timeout": "3"}, "timeout is '3'; it is a number of seconds above 0"),
        ("rulebook", {"cards": 4}, "cards is 4; a hand has 5, 6 or 7"),
        (right, {"cards": 8, "sample": 10}, "cards is 8; a hand has 5, 6 or 7"),
        (right, {"sample": 1}, "sample is 1; draw 2 to 2,598,960 hands"),
        (right, {"cards": 5.0}, "cards is 5.0; a hand has 5, 6 or 7"),
        (right, {"sample": 1e4}, "sample is 10000.0; draw 2 to 2,598,960 hands"),
        (right, {"sample": "20"}, "sample is '20'; draw 2 to 2,598,960 hands"),
        ("rulebook", {"sample": 376_993, "rules": "short-deck"}, "draw 2 to 376,992 hands"),
    ):
        options: dict[str, Any] = odd
        with pytest.raises(ValueError, match=why):
            check(place, **options)
    assert check(right, sample=2).hands == 2
    with pytest.raises(LookupError, match="is not an evaluator and not a function"):
        check(5)


class Empty(SimpleNamespace):
    """An object whose truth value is false."""

    def __len__(self) -> int:
        return 0


def test_no_other_method_is_called_than_those_of_the_protocol() -> None:
    """Or an evaluator that has a method with a name of ours passes by that, or is not called."""
    flat = styles.evaluator(len, evaluate_many=lambda hands: [*map(styles.number, hands)])
    assert check(Empty(**vars(flat)), sample=100).status == NOT_EQUIVALENT


def test_verdicts_in_a_notebook() -> None:
    verdict = check(broken.wheel_missing, sample=20_000)
    page = as_html(verdict)
    assert page.startswith('<pre style="white-space:pre-wrap">wheel-missing: <span style=')
    assert "not equivalent</span>\n\n" in page
    assert "\n  20,000 of the" in page
    assert re.search(r"<span style='color:#e5484d'>\w[♦♥]</span> .* five-high straight", page)
    assert "no fault found</span> on 100 of" in as_html(check(right, sample=100))
    equivalent = as_html(Verdict("mine", EQUIVALENT, All(), 2_598_960))
    assert "equivalent</span> on all 2,598,960 hands of 5 cards" in equivalent
    evil = as_html(Verdict("<script>x</script>", ERROR, All(), message="<b>\x1b[31m"))
    assert "<script>" not in evil
    assert "&lt;b&gt;\\x1b[31m" in evil


def process_state() -> tuple[object, ...]:
    """The state of this process that a check must not change."""
    handlers = [signal.getsignal(n) for n in (signal.SIGALRM, signal.SIGINT, signal.SIGTERM)]
    return handlers, threading.active_count(), list(sys.path), Path.cwd(), gc.get_freeze_count()


def test_a_check_does_not_change_the_state_of_the_process() -> None:
    """Failure means that a check stops the caller's timer, or changes handlers or the path.

    Or it freezes the caller's objects: the garbage collector would never free them.
    """
    earlier_handler = signal.signal(signal.SIGALRM, lambda number, frame: None)
    signal.setitimer(signal.ITIMER_REAL, 1_000)
    before = process_state()
    for evaluator in (broken.none, "tests.harness.broken:not_a_number", right):
        check(evaluator, sample=100)
    after = process_state()
    seconds_left, _ = signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, earlier_handler)
    assert before == after
    assert 0 < seconds_left < 1_000


def test_the_callers_timer_interrupts_a_check() -> None:
    class TimeIsUp(BaseException):
        pass

    def ring(number: int, frame: object) -> None:
        raise TimeIsUp

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, 0.5)
    try:
        with pytest.raises(TimeIsUp):
            check(right)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_pytest_s_option(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    def of_a_sample(names: list[str], scope: All, style: str) -> Iterator[Verdict]:
        return verdicts_on(names, Sample(rules=scope.rules), style=style, run=Here())

    monkeypatch.setattr(equivalence, "verdicts_on", of_a_sample)
    pytester.makepyfile(test_own="def test_own(): pass\n")
    pytester.runpytest_inprocess().assert_outcomes(passed=1)
    place = "tests.harness.broken:flush_straight_swapped"
    places = "--allhands", "tests.harness.broken:exits", "--allhands", place
    options = "-rA", "--allhands-rules", "short-deck", "--junitxml", "results.xml"
    done = pytester.runpytest_inprocess(*places, *options)
    output = done.stdout.str()
    assert done.ret == 1, output
    assert done.parseoutcomes()["skipped"] == len(names_of()) - 1
    assert f"PASSED allhands {place}::the order of cards does not matter" in output
    assert f"FAILED allhands {place}::categories are in order" in output
    assert f"PASSED allhands {place}::flush is in order" in output
    assert "By the rules of short deck, the first should beat the second" in output
    assert "Traceback" not in output
    results = ET.parse(pytester.path / "results.xml")
    cases = {case.get("name"): case for case in results.iter("testcase")}
    assert {"test_own", *names_of()} == cases.keys()
    assert cases["flush is in order"].find("failure") is None
    assert "By the rules" in cases["categories are in order"].findtext("failure", "")
