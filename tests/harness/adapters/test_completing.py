"""Functions that name the category, or pick the best five cards: answers, and faults in them."""

from pathlib import Path

import pytest

from evaluators.cards import format_hand, parse_hand
from evaluators.rules import ACE_TO_FIVE, SHORT_DECK, STANDARD, Rules
from harness.adapters import BEST_FIVE, NAMING
from harness.adapters.adopt import load
from harness.adapters.completing import Picked
from harness.adapters.place import Place
from harness.checking.equivalence import verdicts_on
from harness.checking.statuses import EQUIVALENT, ERROR, NOT_EQUIVALENT
from harness.checking.verdict import Verdict
from harness.hands.scopes import Sample
from tests.harness.in_process import Here

pytestmark = pytest.mark.usefixtures("short_preflight")

NAMES = """
from enum import Enum

from evaluators.cards import Category, parse_hand
from evaluators.rules import RULES
from harness.hands.classes import class_of

WORDS = ["nothing", "pair", "two pair", "trips", "straight", "flush", "boat", "quads", "steel"]
ODD = [7, -3, 100, 2, 55, 4.5, 9, 1, 0]
Kind = Enum("Kind", "NOTHING PAIR TWO_PAIR TRIPS STRAIGHT FLUSH BOAT QUADS STEEL")

def of(hand, rules="standard"):
    return class_of(parse_hand(hand), RULES[rules])

def words(a, b, c, d, e, *more):
    return WORDS[of([a, b, c, d, e, *more]).category]

def members(hand: str):
    return [*Kind][of(hand).category]

def numbers(hand):
    return ODD[of(hand).category]

def full_names(hand):
    "Pair of kings, Royal flush."
    return str(of(hand)).partition(",")[0]

def short(hand):
    return WORDS[of(hand, "short-deck").category]

def low(hand):
    return WORDS[of(hand, "ace-to-five").category]

def no_wheel(hand):
    wheel = of(hand).is_wheel
    return WORDS[of(hand).category - 4 * wheel + wheel * (of(hand).category == 8)]

def two_names_in_one(hand):
    return WORDS[min(of(hand).category, 5) if of(hand).category == 8 else of(hand).category]

def swapped(hand):
    return str(Category([0, 1, 2, 3, 5, 4, 6, 7, 8][of(hand).category]))

def as_high_card(hand):
    "A pair of deuces."
    return "nothing" if of(hand).category == 1 and of(hand).ranks[0] == 0 else words(*hand)

def one_name(hand):
    return "hand"

def one_hand(hand):
    return "trips" if {*hand} == {*ONE} else words(*hand)

def suits(hand):
    return f"flush of {hand[0][1]}" if of(hand).category == 5 else words(*hand)

def key(hand):
    return of(hand).category, of(hand).ranks

def nothing(hand):
    return None
"""

FIVES = """
from itertools import combinations

from evaluators.cards import format_card, parse_hand
from harness.hands.classes import class_of

def number(five):
    return class_of(parse_hand(five)).number

def tuples(hand):
    return min(combinations(hand, 5), key=number)

def text(hand: str):
    return "".join(tuples(hand.split()))

def numbers(hand: list[int]):
    return {*parse_hand(tuples([*map(format_card, hand)]))}

class Card:
    "All cards of a rank are equal, as in many programs."
    def __init__(self, text: str):
        self.text = text
    def __eq__(self, other):
        return self.text[0] == other.text[0]

def objects(hand: list[Card]):
    return min(combinations(hand, 5), key=lambda five: number([card.text for card in five]))

def copies(hand: list[Card]):
    return [Card(card.text) for card in objects(hand)] if len({c.text[0] for c in hand}) > 6 else (
        objects(hand))

def board(hand, board):
    return tuples([*hand, *board])

def spread(*cards):
    return [*tuples(cards)]

def first(hand):
    return hand[:5]

def wrong_kicker(hand):
    five = class_of(parse_hand(hand))
    if five.category != 1:
        return tuples(hand)
    ranks = "23456789TJQKA"
    return sorted(hand, key=lambda card: (ranks.index(card[0]) != five.ranks[0], card))[:5]

def stranger(hand):
    return ["2c", "3c", "4c", "5c", "7c"]

def four(hand):
    return hand[:4]

def twice(hand):
    return [hand[0], *hand[:4]]

def indices(hand):
    return [0, 1, 2, 3, 4]

def nothing(hand):
    return None
"""


def verdict_on(
    tmp_path: Path, name: str, style: str = NAMING, cards: int = 5, rules: Rules = STANDARD
) -> Verdict:
    """The verdict on a function, in this process."""
    scope, file = Sample(cards, 300, rules=rules), tmp_path / f"answers_{name}.py"
    hand = format_hand(scope.hand(77)).split()
    file.write_text(f"ONE = {hand}\n{NAMES if style == NAMING else FIVES}")
    (verdict,) = verdicts_on([f"{file}:{name}"], scope, style=style, run=Here())
    return verdict


@pytest.mark.parametrize(
    ("name", "cards", "rules"),
    [
        *((name, 5, STANDARD) for name in ("words", "members", "numbers", "full_names")),
        ("words", 6, STANDARD),
        ("short", 5, SHORT_DECK),
        ("low", 5, ACE_TO_FIVE),
    ],
)
def test_right_names_of_any_kind(tmp_path: Path, name: str, cards: int, rules: Rules) -> None:
    """Else a right function is refused for its words, their order, or names below a category."""
    verdict = verdict_on(tmp_path, name, cards=cards, rules=rules)
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
def test_wrong_names(tmp_path: Path, name: str, fault: str, keys: tuple[str, ...]) -> None:
    """Else the fault has other words, or the witness hides the name that the function gave."""
    verdict = verdict_on(tmp_path, name)
    assert verdict.status == NOT_EQUIVALENT
    assert any(str(family).startswith(fault) for family in verdict.families), verdict.families
    assert verdict.witness
    shown = [repr(side.key) for side in (verdict.witness.first, verdict.witness.second)]
    assert {*keys} & {*shown}, shown


def test_hints_about_ranks_are_not_given_for_names(tmp_path: Path) -> None:
    """Else a function without any ranks is said to weigh them wrongly."""
    verdict = verdict_on(tmp_path, "one_name")
    assert verdict.status == NOT_EQUIVALENT
    assert not verdict.hint
    assert verdict.remarks[1:3] == ["high card: 'hand'", "one pair: no name"]


def test_ranks_are_not_said_to_be_the_cause(tmp_path: Path) -> None:
    """Else a short-deck straight that is not named counts as an ace that is read as low."""
    verdict = verdict_on(tmp_path, "words", rules=SHORT_DECK)
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
def test_answers_that_are_refused(tmp_path: Path, style: str, name: str, message: str) -> None:
    verdict = verdict_on(tmp_path, name, style, 5 if style == NAMING else 7)
    assert verdict.status == ERROR
    assert message in verdict.message


@pytest.mark.parametrize(
    "name", ["tuples", "text", "numbers", "objects", "copies", "board", "spread"]
)
def test_five_cards_in_any_form(tmp_path: Path, name: str) -> None:
    """Else a container, a form of card, or cards that are equal by rank alone are refused."""
    file = tmp_path / f"forms_{name}.py"
    file.write_text(FIVES)
    driver = Picked(load(Place.of(f"{file}:{name}"), BEST_FIVE))
    hands = [parse_hand("Kd Ks 7c 6h 6s 3d 2c"), parse_hand("Ad 9h 5c 4c 8d 3c 2c")]
    best = [parse_hand("Ks Kd 7c 6s 6h"), parse_hand("Ad 5c 4c 3c 2c")]
    dealt = driver.these(7, bytes([card for hand in hands for card in hand]))
    assert driver.ask([*dealt], check_input=True) == best


@pytest.mark.every(2)
@pytest.mark.parametrize(
    ("name", "fault", "key"),
    [("tuples", "", ""), ("wrong_kicker", "one pair", "pair of ")],
)
def test_five_cards_of_six(tmp_path: Path, name: str, fault: str, key: str) -> None:
    """Else wrong picks pass, or the witness does not say what the five cards are worth."""
    verdict = verdict_on(tmp_path, name, BEST_FIVE, 6)
    assert (bool(verdict), verdict.sizes) == (not fault, [6, 7]), verdict
    assert all(family.summary.startswith(("some one pair", fault)) for family in verdict.families)
    if verdict.witness:
        assert repr(verdict.witness.first.key).startswith(key)
