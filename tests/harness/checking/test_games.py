"""Planted faults in every game, and a library that knows some of them.

A fault is an evaluator that is right by other rules: without a wheel, with one too many, with two
categories exchanged, or with an ace that is high in a low game. ``docs/games.md`` has one more.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, partial
from typing import Any

import pytest

from evaluators import rulebook
from evaluators.cards import Category, format_card
from evaluators.rulebook import Rulebook
from evaluators.rules import RULES, Rules
from harness.adapters import COMPARISON
from harness.checking.equivalence import check_here, verdicts_on
from harness.faults.cells import Cells
from harness.faults.families import families
from harness.hands.scopes import Sample, UpToSuits
from tests.hands import key
from tests.harness.faults.test_families import cells_of
from tests.harness.in_process import Here

pytestmark = pytest.mark.usefixtures("short_preflight")

SHORT, TRIPS_ABOVE = RULES["short-deck"], RULES["short-deck-trips"]


def exchanged(rules: Rules, one: Category, other: Category) -> Rules:
    """The rules with two categories in each other's place."""
    places = {one: other, other: one}
    return replace(rules, categories=tuple(places.get(each, each) for each in rules.categories))


TESTS = "check the order of the two categories, and the tests for them"
MISSES = "check the test for a straight: it misses hands that it should find"
HIGH_ACE = "check the order of ranks: in the keys, it is A-K-Q-J-T-9-8-7-6-5-4-3-2"
TRIPS = Category.THREE_OF_A_KIND
FAULTS: list[tuple[str, Callable[[Rules], Rules], str, str]] = [
    ("short-deck", lambda r: replace(r, has_wheel=False),
     "straight with A-9-8-7-6 counts as high card: 1 class, 1,020 hands", MISSES),
    ("short-deck", lambda r: TRIPS_ABOVE,
     "every straight loses to every three of a kind: 6 classes, 6,120 hands", TESTS),
    ("short-deck-trips", lambda r: SHORT,
     "every straight beats every three of a kind: 6 classes, 6,120 hands", TESTS),
    ("deuce-to-seven", lambda r: replace(r, has_wheel=True),
     "high card with A-5-4-3-2 counts as a straight: 1 class, 1,020 hands",
     "check the test for a straight: it accepts hands that it should not"),
    ("deuce-to-seven", lambda r: replace(r, ace_is_low=True),
     "high card with A is too low in its category: 493 classes, 502,860 hands",
     "check how high card is compared"),
    ("ace-to-six", lambda r: replace(r, ace_is_low=False),
     "high card with A is too high in its category: 493 classes, 502,860 hands", HIGH_ACE),
    ("ace-to-five", lambda r: replace(r, ace_is_low=False),
     "high card with A is too high in its category: 495 classes, 506,880 hands", HIGH_ACE),
    ("ace-to-five", lambda r: exchanged(r, Category.TWO_PAIR, TRIPS),
     "every two pair loses to every three of a kind: 858 classes, 123,552 hands", TESTS),
]  # fmt: skip


@pytest.mark.parametrize(("name", "fault", "sentence", "advice"), FAULTS)
def test_the_first_sentence_about_a_fault_is_true(
    name: str, fault: Callable[[Rules], Rules], sentence: str, advice: str
) -> None:
    """The faults are judged from one hand of each class: none of them splits a class."""
    rules, wrong = RULES[name], Rulebook(fault(RULES[name]))
    cells = cells_of(lambda each: key(wrong, each.example), rules, wrong.lower_wins)
    first, *_ = families(Cells.of(cells), rules=rules)
    assert (str(first), first.advice.words) == (sentence, advice)


@pytest.mark.parametrize(
    ("size", "hands"), [(5, 500), pytest.param(7, 5_000, marks=pytest.mark.thorough)]
)
@pytest.mark.parametrize("name", list(RULES)[1:])
def test_the_rulebook_is_right_in_every_game(name: str, size: int, hands: int) -> None:
    verdict = check_here(Rulebook(RULES[name]), Sample(size, hands, rules=RULES[name]))
    assert verdict
    assert verdict.as_json()["rules"] == name


def test_straights_that_do_not_count_do_not_say_which_keys_win() -> None:
    """Else an evaluator that counts straights in ace-to-five is reversed, which hides its fault."""
    rules = RULES["ace-to-five"]
    standard = Rulebook(replace(rules, categories=RULES["standard"].categories))

    def evaluate(hand: list[int]) -> Any:
        return key(standard, hand)

    verdict = check_here(evaluate, Sample(5, 2_000, rules=rules))
    assert verdict.found_out == "lower"
    assert (verdict.reversed or 0) < 0.02 * verdict.showdowns


def of_the_deck(card: int) -> Any:
    """A card as the rulebook takes it, if it is one of the 36 of the game."""
    assert card in SHORT.deck
    return rulebook.encode(card)


short_deck_only = Rulebook(SHORT)
short_deck_only.encode = of_the_deck


def test_an_evaluator_gets_the_cards_of_the_deck_and_no_others() -> None:
    for scope in (UpToSuits(rules=SHORT), Sample(6, 200, rules=SHORT)):
        assert check_here(short_deck_only, scope)
    assert all(verdicts_on([f"{__name__}:short_deck_only"], scope, run=Here()))


def test_a_comparison_knows_the_game() -> None:
    """Else it is asked about hands that the deck does not have, or held against other rules."""
    worth = cache(partial(key, Rulebook(SHORT)))

    def compare(first: tuple[int, ...], second: tuple[int, ...]) -> Any:
        return (worth(first) > worth(second)) - (worth(first) < worth(second))

    for rules, is_right in ((SHORT, True), (TRIPS_ABOVE, False)):
        verdict = check_here(compare, Sample(5, 400, rules=rules), style=COMPARISON)
        assert (bool(verdict), verdict.message) == (is_right, "")


def test_a_comparison_that_fails_is_told_with_hands_of_the_deck() -> None:
    def fails(first: Any, second: Any) -> int:
        return 0 if first == second else True

    verdict = check_here(fails, Sample(5, 400, rules=SHORT), style=COMPARISON)
    hands = re.findall(r"(?:\w{2} ){4}\w{2}", verdict.message)
    assert len(hands) == 2, verdict.message
    assert not re.search("[2-5][cdhs]", verdict.message)


POKERKIT = {
    "short-deck": "ShortDeckHoldemHand",
    "deuce-to-seven": "StandardLowHand",
    "ace-to-five": "RegularLowHand",
}


@pytest.mark.parametrize("name", POKERKIT)
def test_pokerkit_is_right(name: str) -> None:
    """Failure means that we read the rules, or this library, otherwise than its authors."""
    pokerkit = pytest.importorskip("pokerkit")
    kind, rules = getattr(pokerkit, POKERKIT[name]), RULES[name]

    class Pokerkit:
        name, sizes, lower_wins = "pokerkit", (5,), kind.low

        def encode(self, card: int) -> Any:
            (encoded,) = pokerkit.Card.parse(format_card(card))
            return encoded

        def evaluate(self, hand: Sequence[Any]) -> Any:
            return kind(hand).entry.index

    verdict = check_here(Pokerkit(), Sample(5, 500, rules=rules))
    assert verdict, repr(verdict)
