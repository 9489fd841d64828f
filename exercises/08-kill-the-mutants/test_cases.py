"""08. Kill the mutants: the steps, in order.

The tests in cases.py get a function `evaluate`. On a right evaluator they have to pass. A mutant is
caught if a test fails on it.
"""

import random
from inspect import isfunction
from itertools import pairwise

import pytest

from evaluators.cards import DECK, format_card, format_hand
from harness.hands.classes import classes
from harness.teaching.grader.submission import WRONG, Fault, NoneFault, Raised, of_theirs
from harness.teaching.mistakes import MISTAKES, function_of, right

CARDS = {format_card(card) for card in DECK}
FALSE_ALARM = (
    "{} fails on a right evaluator, whose keys are {}: are the hands in the order of the rules, "
    "and their keys compared with nothing but <, > and ==?"
)
MISSED = "The tests catch {} of {} bugs. They miss this one: {}."
MOST = 5_000
"""Hands that the tests may ask one evaluator about: fewer than there are classes."""


def as_number(hand):
    """The category and five ranks as the digits of a number, in base 15."""
    digits = [*right(hand), 0, 0, 0, 0][:6]
    return sum(digit * 15**place for place, digit in enumerate(reversed(digits)))


RIGHT = {
    "tuples": right,
    "whole numbers": as_number,
    "negative numbers": lambda hand: as_number(hand) - 15**6,
    "floats": lambda hand: as_number(hand) / 15**5,
    "texts": lambda hand: "".join(chr(ord("a") + number) for number in right(hand)),
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
    for test in tests:
        theirs.function(test, ["evaluate"])
    asked, faults = [], []

    def evaluate(hand):
        is_list = type(hand) in (list, tuple) and all(type(card) is str for card in hand)
        if not is_list or not len(hand) == len(CARDS & {*hand}) == 5:
            words = f"A test asks about {theirs.show(hand)}: a hand is a list of five different "
            faults.append(Fault(f"{words}cards such as 'Kd'."))
        elif len(asked) == MOST:
            words = f"The tests ask one evaluator about more than {MOST:,} hands: choose fewer."
            faults.append(Fault(words))
        if faults:  # a test may hide it
            raise faults[0]
        key = evaluator([*hand])
        asked.append(f"asked last: {' '.join(hand)}  key {key}")
        return key

    random.seed(0)  # so that a file gets the same points in each grading
    for test in tests:
        answer = None
        try:
            answer = theirs.call(test, raises=AssertionError, case="...", evaluate=evaluate)
        except NoneFault:
            pass  # the test passes
        except Fault as fault:
            fault.lines = asked[-1:]
            faults.append(fault)
        if faults:
            raise faults[0]
        if isinstance(answer, Raised):
            return of_theirs(test), asked[-2:]
        assert answer is None, (
            f"{test} returns {theirs.show(answer)}, and should return nothing: write assert in "
            "place of return."
        )
    return None


def wrong_pair(name):
    """Two hands of neighbouring classes that a mutant orders wrongly, if there are."""
    evaluate = mutant(name)
    for better, worse in pairwise(classes()):
        first, second = (format_hand(each.example) for each in (better, worse))
        if not evaluate(first.split()) > evaluate(second.split()):
            yield f"{first}  {better}"
            yield f"{second}  {worse}"
            yield "The first hand beats the second; with this bug, it does not."
            return


def expect_no_alarm(theirs, keys):
    """The tests pass on a right evaluator."""
    if failed := failure(theirs, RIGHT[keys]):
        test, asked = failed
        raise Fault(FALSE_ALARM.format(test, keys), *asked, status=WRONG)


def expect_caught(theirs, names):
    """The tests catch all of these mutants."""
    lives = [name for name in names if not failure(theirs, mutant(name))]
    if lives:
        words = MISSED.format(len(names) - len(lives), len(names), MISTAKES[lives[0]].cause)
        raise Fault(words, *wrong_pair(lives[0]), status=WRONG)


@pytest.mark.step(chapter=7)
def test_tests(theirs):
    """Its tests pass on a right evaluator, and fail if all hands have one key."""
    expect_no_alarm(theirs, "tuples")
    assert failure(theirs, lambda hand: 0), (
        "The tests pass if all hands have the same key: assert which of two keys is higher."
    )


@pytest.mark.step(chapter=7)
@pytest.mark.parametrize("keys", RIGHT)
def test_other_keys(theirs, keys):
    """Its tests pass on right evaluators with other keys."""
    expect_no_alarm(theirs, keys)


@pytest.mark.step(chapter=3)
def test_categories(theirs):
    """It catches five bugs in the order of categories."""
    names = ["flush_above_full_house", "categories_as_text", "three_before_full_house"]
    names += ["flush_before_straight_flush", "straight_before_straight_flush"]
    expect_caught(theirs, names)


@pytest.mark.step(chapter=1)
def test_kickers(theirs):
    """It catches five bugs in ranks and kickers."""
    names = ["one_rank_each", "ranks_added", "ranks_as_letters", "no_kicker"]
    expect_caught(theirs, [*names, "flush_by_its_highest"])


@pytest.mark.step(chapter=1)
def test_straights(theirs):
    """It catches five bugs in straights and aces."""
    names = ["no_wheel", "straight_by_its_highest", "straights_wrap"]
    expect_caught(theirs, [*names, "four_between_highest_and_lowest", "ace_is_one"])


@pytest.mark.step(chapter=7)
def test_two_keys(theirs):
    """It catches five bugs that give two keys to one hand."""
    names = ["suits_decide", "cards_as_text", "first_pair_found", "neighbours_in_the_hand"]
    expect_caught(theirs, [*names, "counts_that_are_kept"])


@pytest.mark.step(points=len(MISTAKES) // 2, chapter=7, hidden=True)
def test_all(theirs):
    """It catches all 40 bugs."""
    names = [*RIGHT, *MISTAKES]
    # Each change of the file gives another order: tests that count do not know which are right.
    random.Random(theirs.source).shuffle(names)
    failures = {name: failure(theirs, RIGHT.get(name) or mutant(name)) for name in names}
    alarms = [keys for keys in RIGHT if failures[keys]]
    lives = [name for name in MISTAKES if not failures[name]]
    caught, number = len(MISTAKES) - len(lives), len(MISTAKES)
    if alarms:
        words = FALSE_ALARM.format(failures[alarms[0]][0], alarms[0])
    elif lives:
        words = MISSED.format(caught, number, MISTAKES[lives[0]].cause)
    if alarms or lives:
        raise Fault(words, status=WRONG, points=max(0, caught // 2 - len(alarms)))
