"""Exercise 12: make an evaluator twice as fast.

A submission is measured beside the given evaluator, in turn, in one process, in processor time:
other programs on a busy machine do not count. So the grader cannot see work in other processes, or
whether a submission changes the grader's own modules, or slows down the given evaluator by a trace
function or a thread. It is not a sandbox, and teachers see what a submission imports from this
project. To load a file, its tables and its memory have limits, and are not part of the time.
"""

import builtins
import gc
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from inspect import getsource
from itertools import pairwise
from math import comb
from random import Random
from statistics import median
from time import process_time
from typing import Any

from evaluators.cards import Card, parse_hand, rank_of, suit_of
from harness.adapters.keys import KeyRefusedError, plain
from harness.checking.hints import with_article
from harness.checking.witness import BEATS, LOSES, TIES
from harness.hands.classes import CATEGORIES, class_of, classes
from harness.hands.order import hand_at
from harness.processes import workers
from harness.teaching.exercises import slow
from harness.teaching.exercises.differences import interval_of
from harness.teaching.exercises.keys import LADDER
from harness.teaching.exercises.naming import TEXTS
from harness.teaching.exercises.steps import Asked, Exercise, classes_and_all
from harness.teaching.exercises.submission import Stop, Submission, short

Hand = list[str]
Evaluate = Callable[[Hand], Any]

ROUNDS, HANDS = 15, 300
"""Rounds, and random hands of each."""
FEWER_HANDS = 60
"""Hands of a round of the first step."""
HANDS_OF_CATEGORY = 30
ENOUGH_ROUNDS = 6
"""After so many rounds, all of them slower, it is not measured any more."""
LEAST, TWICE = 1.25, 2.0
"""How many times as fast it should be: in the first step, and in the one of the title."""


def _own_copy() -> Evaluate:
    """The given evaluator, with built-in functions of its own.

    It is made before a submission is loaded, which may put a slow function in place of `sorted`.
    """
    names: dict[str, Any] = {"__name__": slow.__name__, "__builtins__": dict(vars(builtins))}
    exec(getsource(slow), names)
    evaluate: Evaluate = names["evaluate"]
    return evaluate


GIVEN = _own_copy()


@dataclass(frozen=True)
class Speed:
    """How many times as fast as the given evaluator, in each round."""

    ratios: tuple[float, ...]

    @property
    def median(self) -> float:
        """The number that counts."""
        return median(self.ratios)

    @property
    def parts(self) -> dict[str, Any]:
        """The parts of a sentence about it."""
        low, high = interval_of(self.ratios)
        return {
            "ratio": f"{self.median:.2f}",
            "low": f"{low:.2f}",
            "high": f"{high:.2f}",
            "rounds": len(self.ratios),
        }


def seconds_of(
    evaluate: Evaluate,
    hands: Sequence[Hand],
    keys: list[Any],
    clock: Callable[[], float] = process_time,  # this one, whatever a submission puts into `time`
) -> float:
    """The time that hands take; their keys are added to a list."""
    began = clock()
    for hand in hands:
        keys.append(evaluate(hand))  # noqa: PERF401  if it raises, the keys say at which hand
    return clock() - began


def seconds_of_submission(submission: Submission, hands: Sequence[Hand], keys: list[Any]) -> float:
    """The same, of a submission.

    Raises:
        Stop: a hand has no key, or is changed.
    """
    copies = [[*hand] for hand in hands]
    submission.announce()
    try:
        with submission.output:
            seconds = seconds_of(submission.module.evaluate, copies, keys)
    except workers.raised_by_others() as error:
        case = [" ".join(hands[len(keys)])] if len(keys) < len(hands) else []
        raise submission.stop_of(error, "evaluate", case) from None
    submission.announce()
    if copies != hands:
        raise Stop("changed", function="evaluate")
    return seconds


def measure(
    submission: Submission,
    rounds: Iterator[list[Hand]],
    given: Evaluate = GIVEN,  # this one, whatever a submission puts into this module
) -> Speed:
    """Measure in rounds: in each, both take new hands, and take turns in who begins.

    Args:
        submission: the submission.
        rounds: the hands of each round.
        given: the given evaluator.

    Raises:
        Stop: a hand has no key, or keys are not in the order of the rules.
    """
    submission.function("evaluate")
    ratios: list[float] = []
    gc_was_on = gc.isenabled()
    gc.disable()
    try:
        for number, hands in enumerate(rounds):
            right: list[Any] = []
            keys: list[Any] = []
            copies = [[*hand] for hand in hands]
            if number % 2:
                ours = seconds_of(given, copies, right)
                theirs = seconds_of_submission(submission, hands, keys)
            else:
                theirs = seconds_of_submission(submission, hands, keys)
                ours = seconds_of(given, copies, right)
            expect_right_keys(hands, right, keys)
            ratios.append(ours / theirs)
            if number + 1 >= ENOUGH_ROUNDS and max(ratios) < 1:
                break
    finally:
        if gc_was_on:
            gc.enable()
    return Speed(tuple(ratios))


def expect_right_keys(hands: Sequence[Hand], right: Sequence[Any], keys: Sequence[Any]) -> None:
    """Keys must be in the order of right ones; equal where these are.

    Raises:
        Stop: they are not.
    """
    ordered = sorted(range(len(hands)), key=right.__getitem__)
    for low, high in pairwise(ordered):
        weaker, stronger = plain_key(hands[low], keys[low]), plain_key(hands[high], keys[high])
        rules = TIES if right[low] == right[high] else BEATS
        case = [" ".join(hands[high]), " ".join(hands[low])]
        try:
            says = BEATS if stronger > weaker else LOSES if stronger < weaker else TIES
        except TypeError:
            wanted = f"a key that can be compared with {short(weaker)}"
            raise Stop(
                "wrong_type", *case, function="evaluate", value=short(stronger), wanted=wanted
            ) from None
        if says != rules:
            better, worse = (str(class_of(parse_hand(hands[place]))) for place in (high, low))
            raise Stop("wrong_order", *case, first=better, rules=rules, second=worse, says=says)


def plain_key(hand: Hand, key: Any) -> Any:
    """A key as plain values.

    Raises:
        Stop: it is not one.
    """
    if key is None:
        raise Stop("none", " ".join(hand), function="evaluate")
    try:
        return plain(key)
    except KeyRefusedError:
        wanted = "a number, a text, or a tuple or list of these"
        text = " ".join(hand)
        raise Stop(
            "wrong_type", text, function="evaluate", value=short(key), wanted=wanted
        ) from None


# --- Hands. ---


def random_hands(number: int) -> Iterator[list[Hand]]:
    """Hands for each round: random ones, each once in all rounds, their cards in any order.

    They are others in each grading, so that to know them does not help.
    """
    random = Random()
    places = random.sample(range(comb(len(TEXTS), 5)), ROUNDS * number)
    for start in range(0, len(places), number):
        some = [hand_at(place) for place in places[start : start + number]]
        yield [[TEXTS[card] for card in random.sample(hand, 5)] for hand in some]


def hands_of(category: int, number: int) -> Iterator[list[Hand]]:
    """Random hands of a category for each round, their cards in any order."""
    random = Random()
    examples = [each.example for each in classes() if each.category == category]
    for _ in range(ROUNDS):
        yield [renamed(random.choice(examples), random) for _ in range(number)]


def renamed(hand: Sequence[Card], random: Random) -> Hand:
    """A hand with other suits, its cards in any order."""
    suits = random.sample(range(4), 4)
    cards = [TEXTS[4 * rank_of(card) + suits[suit_of(card)]] for card in hand]
    return random.sample(cards, 5)


# --- Ask. ---

ONE_OF_EACH = LADDER[::-1]
"""A hand of each category, the strongest first."""
CLOSE = (
    "Ah Kh Qh Jh Th",
    "6h 5h 4h 3h 2h",
    "5h 4h 3h 2h Ah",
    "2s 2c Ad 2h 2d",
    "2s 2c Kd 2h 2d",
    "3d 3s 2h 3c 2s",
    "2d 2s Ah 2c As",
    "Ac Ts 9d 6h Ah",
    "Ac Ts 9d 5h Ah",
    "Ad Ks Qc Jh 9s",
    "Ad Ks Qc Jh 8s",
)
"""Hands of one category next to each other, the strongest first."""


def expect_order(submission: Submission, texts: Sequence[str]) -> None:
    """Ask for the keys of hands, each in two orders of its cards and in other suits."""
    evaluate = submission.function("evaluate")
    suits = str.maketrans("cdhs", "hscd")
    hands = [hand for text in texts for hand in (text.split(), text.translate(suits).split()[::-1])]
    expect_right_keys(hands, [*map(GIVEN, hands)], [evaluate(hand) for hand in hands])


def faster(submission: Submission) -> None:
    """Ask for a hand of each category, and whether the given code was changed at all."""
    expect_order(submission, ONE_OF_EACH)
    expect_speed(submission, FEWER_HANDS, LEAST)


def close_hands(submission: Submission) -> None:
    """Ask for hands of one category."""
    expect_order(submission, CLOSE)


def expect_speed(submission: Submission, hands: int, least: float) -> None:
    """Measure on random hands, so many in each round."""
    speed = measure(submission, random_hands(hands))
    if speed.median < least:
        raise Stop("too_slow", least=least, **speed.parts)


def twice_as_fast(submission: Submission) -> None:
    """Measure on random hands."""
    expect_speed(submission, HANDS, TWICE)


def no_category_is_slower(submission: Submission) -> None:
    """Measure on hands of each category."""
    for category in range(len(CATEGORIES)):
        speed = measure(submission, hands_of(category, HANDS_OF_CATEGORY))
        if speed.median < 1:
            raise Stop("slow_category", category=with_article(category), **speed.parts)


TWICE_AS_FAST = Exercise(
    number="12",
    title="twice as fast",
    file="faster.py",
    is_measured=True,
    steps=(
        Asked(
            name="it orders a hand of each category, and is faster than the given one",
            chapter=6,
            ask=faster,
        ),
        Asked(name="it orders hands of one category", chapter=1, ask=close_hands),
        Asked(name="it is twice as fast on random hands", chapter=6, points=2, ask=twice_as_fast),
        Asked(name="it is not slower for any category", chapter=8, ask=no_category_is_slower),
        *classes_and_all(),
    ),
)
