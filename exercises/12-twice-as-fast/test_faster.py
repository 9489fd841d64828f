"""12. Twice as fast: the steps, in order.

A file is measured against the given one, in turns, in processor time: other programs on a busy
machine do not count. All steps are marked slow, so each runs once: times differ from run to run.
"""

import builtins
import gc
from itertools import pairwise
from math import comb
from random import Random
from statistics import median

import pytest

from evaluators.cards import format_hand
from harness.adapters.plain import KeyRefusedError, plain
from harness.faults.hints import with_article
from harness.faults.witness import BEATS, TIES
from harness.hands.classes import classes
from harness.hands.order import hand_at
from harness.teaching.grader import orders
from harness.teaching.grader.exercise import find
from harness.teaching.grader.submission import Fault
from harness.timing.intervals import most_left_out

FILE = find("12").folder / "faster.py"
ROUNDS = 15
HANDS, TICK = 300, 1e-4
"""Hands in a round, and the seconds of a step of the clock of a browser, if it has not moved."""
random = Random()
names = {"__builtins__": dict(vars(builtins))}  # its own ones: no submission makes them slow
exec(FILE.read_text(encoding="utf-8"), names)
given = names["evaluate"]


def in_other_suits(text):
    """A hand in other suits, its cards in any order."""
    suits = str.maketrans("cdhs", "".join(random.sample("cdhs", 4)))
    return random.sample(text.translate(suits).split(), 5)


def random_hands():
    """Random hands for each round; none comes twice, so to remember hands does not help."""
    places = random.sample(range(comb(52, 5)), ROUNDS * HANDS)
    hands = [random.sample(format_hand(hand_at(place)).split(), 5) for place in places]
    return [hands[start : start + HANDS] for start in range(0, len(hands), HANDS)]


def timed(theirs, evaluate, hands):
    """The seconds that hands take, and their keys."""
    copies, keys = [[*hand] for hand in hands], []
    try:
        with theirs.limited(theirs.seconds):
            began = theirs.host.clock()
            for hand in copies:
                keys.append(evaluate(hand))  # noqa: PERF401  they say at which hand it raises
            seconds = theirs.host.clock() - began or TICK
    except BaseException as error:
        case = " ".join(hands[len(keys)]) if len(keys) < len(hands) else ""
        raise theirs.fault_of(error, "evaluate", case) from error
    if copies != hands:
        raise Fault("evaluate changes what it is given: sort or change a copy of it.")
    return seconds, keys


def expect_right_keys(theirs, hands, right, keys):
    """Keys are in the order of right ones, and equal where these are."""
    for low, high in pairwise(sorted(range(len(hands)), key=right.__getitem__)):
        verb = TIES if right[low] == right[high] else BEATS
        try:
            weaker, stronger = plain(keys[low]), plain(keys[high])
            is_right = stronger == weaker if verb == TIES else stronger > weaker
        except (KeyRefusedError, TypeError):
            is_right = False
        if not is_right:
            orders.expect_order(theirs, " ".join(hands[high]), verb, " ".join(hands[low]))
            words = f"evaluate returns {theirs.show(keys[high])}: return numbers, texts, or tuples "
            raise Fault(f"{words}or lists of these.", " ".join(hands[high]))


def ratios_of(theirs, rounds):
    """How many times as fast it is as the given evaluator, in each round."""
    evaluate, ratios = theirs.function("evaluate", ["hand"]), []
    gc.disable()
    for hands in rounds:
        turns = [given, evaluate][:: (-1) ** len(ratios)]
        results = [timed(theirs, function, hands) for function in turns]
        (ours, right), (seconds, keys) = results[:: (-1) ** len(ratios)]
        expect_right_keys(theirs, hands, right, keys)
        ratios.append(ours / seconds)
        if len(ratios) == 6 and max(ratios) < 1:
            break
    gc.enable()
    return ratios


def in_words(ratios):
    """How fast it is; the interval covers the median with more than 95 %."""
    left_out = most_left_out(len(ratios))
    low, *_, high = sorted(ratios)[left_out : len(ratios) - left_out]
    interval = f"median of {len(ratios)} rounds, interval {low:.2f} to {high:.2f}"
    return f"evaluate is {median(ratios):.2f} times as fast as the given one ({interval})"


def expect_speed(theirs, least):
    """It is at least this many times as fast on random hands."""
    ratios = ratios_of(theirs, random_hands())
    words = f"{in_words(ratios)}, and {least} times is asked for"
    assert median(ratios) >= least, f"{words}: what does it compute more than once?"


@pytest.mark.step(chapter=6, slow=True)
def test_faster(theirs):
    """It orders a hand of each category, and is faster than the given one."""
    if theirs.file == FILE:
        raise Fault("Files are measured against this one: copy the folder, and make the copy fast.")
    texts = (*orders.CATEGORIES, orders.WHEEL[0][2])  # of random hands, not all runs have a wheel
    hands = [hand for text in texts for hand in (text.split(), in_other_suits(text))]
    keys = [theirs.call("evaluate", hand=hand) for hand in hands]
    expect_right_keys(theirs, hands, [*map(given, hands)], keys)
    expect_speed(theirs, 1.25)


@pytest.mark.step(chapter=1, slow=True)
@orders.showdowns(*orders.TIES_BROKEN, *orders.WHEEL)
def test_close(theirs, first, verb, second):
    """It orders hands of one category."""
    orders.expect_order(theirs, first, verb, second)


@pytest.mark.step(points=2, chapter=6, slow=True)
def test_twice(theirs):
    """It is twice as fast on random hands."""
    expect_speed(theirs, 2.0)


@pytest.mark.step(chapter=8, slow=True)
@pytest.mark.parametrize("category", range(9))
def test_every_category(theirs, category):
    """It is not slower for any category."""
    texts = [format_hand(each.example) for each in classes() if each.category == category]
    rounds = [[in_other_suits(random.choice(texts)) for _ in range(HANDS)] for _ in range(ROUNDS)]
    ratios = ratios_of(theirs, rounds)
    words = f"For {with_article(category)}, {in_words(ratios)}"
    assert median(ratios) >= 1, f"{words}: it should not be slower there."


test_classes, test_every_hand = orders.last_steps(chapter=3)
