"""08. Kill the mutants: the steps, in order.

The tests in cases.py have to pass on right evaluators. A mutant is caught if one fails.
"""

import random
from inspect import isfunction
from itertools import pairwise

import pytest

from evaluators.cards import DECK, format_card, format_hand
from harness.hands.classes import classes
from harness.teaching.grader.submission import WRONG, Fault, NoneFault, Raised
from harness.teaching.mistakes import MISTAKES, function_of, right

CARDS = {format_card(card) for card in DECK}
MOST = 5_000
"""Hands that the tests may ask one evaluator about: fewer than there are classes."""


def as_number(hand):
    """Two digits for the category, and two for each of five ranks."""
    return int("".join(f"{number:02}" for number in [*right(hand), 0, 0, 0, 0][:6]))


RIGHT = {
    "tuples": right,
    "whole numbers": as_number,
    "negative numbers": lambda hand: as_number(hand) - 10**12,
    "floats": lambda hand: as_number(hand) / 10**10,
    "texts": lambda hand: "".join(chr(ord("a") + number) for number in right(hand)),
    "lists": lambda hand: [*right(hand)],
    "tuples with a list in them": lambda hand: (right(hand)[0], [*right(hand)[1:]]),
}
"""Right evaluators, by what their keys are."""


def mutant(name):
    """A mutant that nobody has asked anything: one of them keeps counts from call to call."""
    return function_of(MISTAKES[name].source)


def failure(theirs, evaluator):
    """The first test that fails on an evaluator, and the last two questions; None if all pass."""
    tests = [name for name, value in vars(theirs.module).items() if isfunction(value)]
    tests = [name for name in tests if name.startswith("test")]
    if not tests:
        raise Fault("There is no test: write def test_category(evaluate): with an assert in it.")
    asked, faults = [], []

    def evaluate(hand):
        is_list = type(hand) in (list, tuple) and all(type(card) is str for card in hand)
        if not is_list or not len(hand) == len(CARDS & {*hand}) == 5:
            words = f"A test asks about {theirs.show(hand)}: a hand is a list of five different "
            faults.append(Fault(f"{words}cards such as 'Kd'."))
        elif len(asked) == MOST:
            faults.append(Fault(f"The tests ask one evaluator about more than {MOST:,} hands."))
        if faults:  # a test may hide it
            raise faults[0]
        key = evaluator([*hand])
        asked.append(f"asked last: {' '.join(hand)}  key {key}")
        return key

    random.seed(0)  # so that a file gets the same points in each grading
    for test in tests:
        try:
            case = f"{test}(evaluate)"
            answer = theirs.call(test, raises=AssertionError, case=case, evaluate=evaluate)
        except NoneFault:
            answer = None
        except Fault as fault:
            faults.append(fault)
        if faults:
            raise faults[0]
        if isinstance(answer, Raised):
            return test, asked[-2:]
        if answer is not None:
            words = f"{test} returns {theirs.show(answer)}, and should return nothing: write assert"
            raise Fault(f"{words} in place of return.")
    return None


def wrong_pair(name):
    """Two hands of neighbouring classes that a mutant orders wrongly, if there are."""
    evaluate = mutant(name)
    for pair in pairwise(classes()):
        hands = [format_hand(each.example) for each in pair]
        better, worse = (evaluate(hand.split()) for hand in hands)
        if not better > worse:
            lines = [f"{hand}  {each}" for hand, each in zip(hands, pair)]
            return [*lines, "The first hand beats the second; with this bug, it does not."]
    return []


def expect(theirs, right=(), mutants=()):
    """The tests pass on right evaluators, and catch mutants."""
    names = [*right, *mutants]
    # Each change of the file gives another order: tests that count do not know which are right.
    random.Random(theirs.source).shuffle(names)
    failures = {name: failure(theirs, RIGHT.get(name) or mutant(name)) for name in names}
    alarms = [name for name in right if failures[name]]
    lives = [name for name in mutants if not failures[name]]
    caught, is_last = len(mutants) - len(lives), len(mutants) == len(MISTAKES)
    points = max(0, caught // 2 - len(alarms)) if is_last else 0
    if alarms:
        test, asked = failures[alarms[0]]
        words = f"{test} fails on a right evaluator, whose keys are {alarms[0]}: are the hands in "
        words += "the order of the rules, and their keys compared with nothing but <, > and ==?"
        raise Fault(words, *([] if is_last else asked), status=WRONG, points=points)
    if lives:
        words = f"The tests catch {caught} of {len(mutants)} bugs. They miss this one: "
        lines = [] if is_last else wrong_pair(lives[0])
        raise Fault(f"{words}{MISTAKES[lives[0]].cause}.", *lines, status=WRONG, points=points)


@pytest.mark.step(chapter=7)
def test_tests(theirs):
    """Its tests pass on a right evaluator, and fail if all hands have one key."""
    expect(theirs, right=["tuples"])
    assert failure(theirs, lambda hand: 0), (
        "The tests pass if all hands have the same key: assert which of two keys is higher."
    )


@pytest.mark.step(chapter=7)
def test_other_keys(theirs):
    """Its tests pass on right evaluators with other keys."""
    expect(theirs, right=RIGHT)


@pytest.mark.step(chapter=3)
def test_categories(theirs):
    """It catches five bugs in the order of categories."""
    names = "flush_above_full_house categories_as_text three_before_full_house "
    names += "flush_before_straight_flush straight_before_straight_flush"
    expect(theirs, mutants=names.split())


@pytest.mark.step(chapter=1)
def test_kickers(theirs):
    """It catches five bugs in ranks and kickers."""
    names = "one_rank_each ranks_added ranks_as_letters no_kicker flush_by_its_highest"
    expect(theirs, mutants=names.split())


@pytest.mark.step(chapter=1)
def test_straights(theirs):
    """It catches five bugs in straights and aces."""
    names = "no_wheel straight_by_its_highest straights_wrap four_between_highest_and_lowest"
    expect(theirs, mutants=[*names.split(), "ace_is_one"])


@pytest.mark.step(chapter=7)
def test_two_keys(theirs):
    """It catches five bugs that give two keys to one hand."""
    names = "suits_decide cards_as_text first_pair_found neighbours_in_the_hand"
    expect(theirs, mutants=[*names.split(), "counts_that_are_kept"])


@pytest.mark.step(points=20, chapter=7)
def test_all(theirs):
    """It catches all 40 bugs."""
    expect(theirs, right=RIGHT, mutants=MISTAKES)
