"""The check in the browser says what every check says."""

import re
from fractions import Fraction
from random import random
from typing import Any

import pytest

from benchmarks.golden import golden
from evaluators.cards import DECK, format_card
from harness.adapters.adopt import fitted
from harness.browser import verdicts
from harness.browser.verdicts import Reporter, Tell, verdict_of
from harness.checking.equivalence import check_here
from harness.checking.verdict import Verdict
from harness.hands.classes import classes
from harness.hands.order import hand_at
from harness.hands.scopes import ALL_FIVE, Sample, Scope
from harness.teaching import proof
from harness.teaching.mistakes import BUGS, MISTAKES, right

SAMPLE = Sample(5, 3_000)
BY_CLASS = [name for name, mistake in MISTAKES.items() if mistake.by_class]

CAUSES = [name.split("/")[1] for name in golden() if re.fullmatch("bugs/.*/python/5", name)]


def said(verdict: Verdict) -> dict[str, Any]:
    """A verdict as plain values, without those that depend on the order of hands, or on time."""
    known = verdict.as_json()
    for name in ("digest", "seconds", "counting_seconds", "failures"):
        del known[name]
    if verdict.witness:
        known["witness"] = (
            verdict.witness.rules_say
        )  # other hands may show the fault in another way
    return known


def asked(function: Any, scope: Scope, tell: Tell = lambda *about: None) -> Verdict:
    return verdict_of(fitted(function, "mine"), "mine", scope, Reporter(tell))


def assert_same_verdict(function: Any, scope: Scope) -> None:
    """The browser and the check say the same."""
    function.__name__ = "mine"
    assert said(asked(function, scope)) == said(check_here(function, scope))


def test_keys_without_equality_are_refused() -> None:
    """Else each of them is another key, and the right evaluator is wrong."""

    class Key:
        def __init__(self, hand: Any) -> None:
            self.of = right(hand)

        def __lt__(self, other: Any) -> bool:
            return bool(self.of < other.of)

    assert "no ==" in asked(lambda hand: Key(hand), SAMPLE).message


@pytest.mark.every(45)
@pytest.mark.parametrize("function", [*(MISTAKES[name].function for name in BY_CLASS), right])
def test_a_sample_gets_the_same_verdict(function: Any) -> None:
    assert_same_verdict(function, SAMPLE)


@pytest.mark.parametrize(
    "function",
    [lambda hand: random(), lambda hand: None, lambda hand: hand.sort(), lambda hand: 1 // 0],
)
def test_the_preflight_finds_what_it_always_finds(function: Any) -> None:
    assert_same_verdict(function, SAMPLE)


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["no_wheel", "suits_decide"])
def test_all_hands_get_the_same_verdict(name: str) -> None:
    assert_same_verdict(MISTAKES[name].function, ALL_FIVE)


def test_a_hand_that_fails_is_named() -> None:
    def mine(hand: list[str]) -> int:
        return ("Ad" in hand) // (hand != ["3c", "4d", "7h", "8s", "Qd"])

    verdict = asked(mine, ALL_FIVE)
    assert verdict.status == "error"
    assert verdict.message.startswith("3c 4d 7h 8s Qd: ZeroDivisionError")
    assert 0 < verdict.hands < len(ALL_FIVE)


def test_the_last_hand_is_not_blamed_for_keys_that_cannot_be_compared(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    last = [*map(format_card, hand_at(SAMPLE.places()[-1], 5, DECK))]

    def mine(hand: list[str]) -> Any:
        return "a text" if hand == last else right(hand)

    monkeypatch.setattr(verdicts, "EVERY", 30)
    told = list[tuple[str, int, str]]()
    verdict = asked(mine, SAMPLE, lambda *about: told.append(about[:3]))
    in_order = "7,462 hands, one of each class, are in order."
    assert told == [("preflight", 0, ""), ("one of each class", 0, in_order)]
    assert verdict.message.startswith("its keys cannot be compared: '<' not supported between")
    assert verdict.hands == len(SAMPLE)


@pytest.mark.every(2)
@pytest.mark.parametrize("wrong", [True, False])
def test_keys_that_order_themselves_are_shown(wrong: bool) -> None:
    """Else a wrong one crashes the judgement, or another key is shown."""

    def mine(hand: list[str]) -> Fraction:
        category, *ranks = right(hand)
        ranks = [] if wrong and category == 0 else ranks
        return Fraction(sum(part * 16 ** (6 - n) for n, part in enumerate((category, *ranks))), 7)

    verdict = asked(mine, SAMPLE)
    assert verdict.status == ("not_equivalent" if wrong else "equivalent")
    if verdict.witness:
        assert repr(verdict.witness.first.key) == "Fraction(0, 1)"


def one_of_each_class() -> Any:
    for each in classes():
        yield tuple(map(format_card, each.example)), (each.category, each.ranks)


@pytest.mark.every(45)
@pytest.mark.parametrize("cause", [cause for cause in CAUSES if BUGS[cause].by_class])
def test_the_proof_leads_to_the_sentence_of_the_check(
    cause: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One hand of each class stands for all of it here; the others have the same keys."""
    of_one_each = proof.tabulate
    monkeypatch.setattr(proof, "every_hand", one_of_each_class)
    monkeypatch.setattr(
        proof,
        "tabulate",
        lambda evaluate: [
            cell._replace(hands=each.size) for cell, each in zip(of_one_each(evaluate), classes())
        ],
    )
    monkeypatch.setattr(verdicts, "EVERY", 0)
    told = list[tuple[str, int, str]]()
    verdict, expected = (
        asked(BUGS[cause].function, ALL_FIVE, lambda *about: told.append(about[:3])),
        golden()[f"bugs/{cause}/python/5"],
    )
    assert verdict.status == expected["status"]
    assert verdict.hint == expected["hint"]
    assert [*dict.fromkeys(doing for doing, _, _ in told)] == ["preflight", "every hand", "verdict"]
    assert told[-1] == ("verdict", 0, "")
    assert told[-2][:2] == ("every hand", len(classes()) // 64 * 64)
    if expected["families"]:
        assert told[-2][2].startswith("One hand of each class shows a fault: ")
