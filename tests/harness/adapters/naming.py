"""Functions that name the category of a hand, as people write them: right ones, and faults."""

# mypy: ignore-errors

from enum import Enum

from evaluators.cards import Category, format_hand, parse_hand
from evaluators.rules import RULES
from harness.hands.classes import class_of
from harness.hands.scopes import Sample

WORDS = ["nothing", "pair", "two pair", "trips", "straight", "flush", "boat", "quads", "steel"]
ODD = [7, -3, 100, 2, 55, 4.5, 9, 1, 0]
Kind = Enum("Kind", "NOTHING PAIR TWO_PAIR TRIPS STRAIGHT FLUSH BOAT QUADS STEEL")
ONE = {*format_hand(Sample(5, 300).hand(77)).split()}


def of(hand, rules="standard"):
    return class_of(parse_hand(hand), RULES[rules])


def words(a, b, c, d, e, *more):
    return WORDS[of([a, b, c, d, e, *more]).category]


def members(hand: str):
    return [*Kind][of(hand).category]


def numbers(hand):
    return ODD[of(hand).category]


def full_names(hand):
    """Pair of kings, Royal flush."""
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
    """A pair of deuces."""
    return "nothing" if of(hand).category == 1 and of(hand).ranks[0] == 0 else words(*hand)


def one_name(hand):
    return "hand"


def one_hand(hand):
    return "trips" if {*hand} == ONE else words(*hand)


def suits(hand):
    return f"flush of {hand[0][1]}" if of(hand).category == 5 else words(*hand)


def key(hand):
    return of(hand).category, of(hand).ranks


def nothing(hand):
    return None
