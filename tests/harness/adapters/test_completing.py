"""Functions that name the category, or pick the best five cards: answers, and faults in them."""

import pytest

from evaluators.cards import parse_hand
from evaluators.rules import ACE_TO_FIVE, SHORT_DECK, STANDARD, Rules
from harness.adapters import BEST_FIVE, NAMING
from harness.adapters.adopt import load
from harness.adapters.completing import Names, Picked
from harness.adapters.place import Place
from harness.checking.statuses import EQUIVALENT, ERROR, NOT_EQUIVALENT
from harness.checking.verdict import Verdict
from harness.hands.scopes import Sample
from tests.harness.in_process import sides, verdict_here

pytestmark = pytest.mark.usefixtures("short_preflight")

BESIDE = {NAMING: "tests.harness.adapters.naming", BEST_FIVE: "tests.harness.adapters.picking"}
"""The module with the functions of each style."""


def verdict_on(name: str, style: str = NAMING, cards: int = 5, rules: Rules = STANDARD) -> Verdict:
    """The verdict on a function, in this process."""
    return verdict_here(f"{BESIDE[style]}:{name}", Sample(cards, 300, rules=rules), style)


@pytest.mark.parametrize(
    ("name", "cards", "rules"),
    [
        *((name, 5, STANDARD) for name in ("words", "members", "numbers", "full_names")),
        ("words", 6, STANDARD),
        ("short", 5, SHORT_DECK),
        ("low", 5, ACE_TO_FIVE),
    ],
)
def test_right_names_of_any_kind(name: str, cards: int, rules: Rules) -> None:
    """Else a right function is refused for its words, their order, or names below a category."""
    verdict = verdict_on(name, cards=cards, rules=rules)
    assert (verdict.status, verdict.wrong) == (EQUIVALENT, 0), verdict
    assert verdict.remarks[0].startswith("It was asked for the category alone")


@pytest.mark.every(3)
@pytest.mark.parametrize(
    ("name", "fault", "keys"),
    [
        ("no_wheel", "straight with A-5-4-3-2 counts as high card", ("'nothing'", "'flush'")),
        ("two_names_in_one", "straight flush counts as a flush", ("'flush'",)),
        ("as_high_card", "one pair with 2 counts as high card", ("'nothing'", "'pair'")),
        ("swapped", "every straight beats every flush", ("'straight'", "'flush'")),
        ("one_hand", "high card with A-K-9-3-2 beats every three of a kind", ("'trips'",)),
    ],
)
def test_wrong_names(name: str, fault: str, keys: tuple[str, ...]) -> None:
    """Else the fault has other words, or the witness hides the name that the function gave."""
    verdict = verdict_on(name)
    assert verdict.status == NOT_EQUIVALENT
    assert any(str(family).startswith(fault) for family in verdict.families), verdict.families
    shown = [repr(side.key) for side in sides(verdict)]
    assert {*keys} & {*shown}, shown


def test_a_name_that_begins_as_another_category_is_shown() -> None:
    """Else a straight flush that is called a flush stands behind *and 9 more*."""
    names = {1: "'Royal flush'", 2: "'Straight flush'", 10: "'Flush, 5 high'", 1599: "'Flush'"}
    shown = Names(names, STANDARD).remarks
    assert "straight flush: 'Flush, 5 high' and 2 more" in shown
    assert "flush: 'Flush'" in shown


def test_hints_about_ranks_are_not_given_for_names() -> None:
    """Else a function without any ranks is said to weigh them wrongly."""
    verdict = verdict_on("one_name")
    assert verdict.status == NOT_EQUIVALENT
    assert not verdict.hint
    assert verdict.remarks[1:3] == ["high card: 'hand'", "one pair: no name"]


def test_ranks_are_not_said_to_be_the_cause() -> None:
    """Else a short-deck straight that is not named counts as an ace that is read as low."""
    verdict = verdict_on("words", rules=SHORT_DECK)
    assert str(verdict.families[0]).startswith("straight with A-9-8-7-6 counts as high card")
    assert verdict.hint.startswith("check the test for a straight")


@pytest.mark.parametrize(
    ("style", "name", "message"),
    [
        (NAMING, "suits", "is a new name: no hand of those asked about first"),
        (NAMING, "key", "does not name a category; return a text, a number or a member"),
        (NAMING, "nothing", "None does not name a category"),
        (BEST_FIVE, "stranger", "7c is not in it"),
        (BEST_FIVE, "four", "4 cards, but 5 are needed"),
        (BEST_FIVE, "twice", "is there twice"),
        (BEST_FIVE, "indices", "0 is not a card that it got"),
        (BEST_FIVE, "nothing", "its answer is not five cards of the hand: None"),
    ],
)
def test_answers_that_are_refused(style: str, name: str, message: str) -> None:
    verdict = verdict_on(name, style, 5 if style == NAMING else 7)
    assert verdict.status == ERROR
    assert message in verdict.message


@pytest.mark.parametrize(
    "name", ["tuples", "text", "numbers", "objects", "copies", "board", "spread"]
)
def test_five_cards_in_any_form(name: str) -> None:
    """Else a container, a form of card, or cards that are equal by rank alone are refused."""
    driver = Picked(load(Place.of(f"{BESIDE[BEST_FIVE]}:{name}"), BEST_FIVE))
    hands = [parse_hand("Kd Ks 7c 6h 6s 3d 2c"), parse_hand("Ad 9h 5c 4c 8d 3c 2c")]
    best = [parse_hand("Ks Kd 7c 6s 6h"), parse_hand("Ad 5c 4c 3c 2c")]
    dealt = driver.these(7, bytes([card for hand in hands for card in hand]))
    assert driver.ask([*dealt], check_input=True) == best


@pytest.mark.every(2)
@pytest.mark.parametrize(
    ("name", "fault", "key"),
    [("tuples", "", ""), ("wrong_kicker", "one pair", "pair of ")],
)
def test_five_cards_of_six(name: str, fault: str, key: str) -> None:
    """Else wrong picks pass, or the witness does not say what the five cards are worth."""
    verdict = verdict_on(name, BEST_FIVE, 6)
    assert (bool(verdict), verdict.sizes) == (not fault, [6, 7]), verdict
    assert all(family.summary.startswith(("some one pair", fault)) for family in verdict.families)
    if verdict.witness:
        assert repr(verdict.witness.first.key).startswith(key)
