"""Exercise 08: kill the mutants."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from inspect import isfunction, signature
from itertools import pairwise
from typing import Any, NamedTuple

from harness.hands.classes import classes
from harness.processes import workers
from harness.teaching.exercises.naming import TEXTS
from harness.teaching.exercises.steps import Asked, Exercise
from harness.teaching.exercises.submission import Stop, Submission, short
from harness.teaching.exercises.two_hands import as_texts
from harness.teaching.mistakes import MISTAKES, Function, function_of, right

# --- 08, kill the mutants: right evaluators, whose keys are of different kinds. ---

BASE = 15
"""More than any rank, so that ranks can be the digits of a number."""


def as_number(hand: list[str]) -> int:
    """The category and five ranks as the digits of a number.

    >>> as_number("Kd Qs Jc Th 9s".split()) - as_number("Qs Jc Th 9s 8d".split())
    54241
    """
    number = 0
    for digit in [*right(hand), 0, 0, 0, 0][:6]:
        number = BASE * number + digit
    return number


def as_text(hand: list[str]) -> str:
    """The category and the ranks, a letter each.

    >>> as_text("Kd Qs Jc Th 9s".split())
    'enmlkj'
    """
    return "".join(chr(ord("a") + number) for number in right(hand))


def with_a_list(hand: list[str]) -> tuple[int, list[int]]:
    """The category, and a list of the ranks.

    >>> with_a_list("Kd Qs Jc Th 9s".split())
    (4, [13, 12, 11, 10, 9])
    """
    category, *ranks = right(hand)
    return category, ranks


class Subject(NamedTuple):
    """An evaluator that is tested.

    Attributes:
        function: the evaluator.
        words: the cause of its bug; or, if it is right, what its keys are.
    """

    function: Function
    words: str


RIGHT = (
    Subject(right, "tuples"),
    Subject(as_number, "whole numbers"),
    Subject(lambda hand: as_number(hand) - BASE**6, "negative numbers"),
    Subject(lambda hand: as_number(hand) / BASE**5, "floats"),
    Subject(as_text, "texts"),
    Subject(with_a_list, "tuples with a list in them"),
)
ONE_KEY = Subject(lambda hand: 0, "all hands have the same key")
BUGS = {name: Subject(bug.function, bug.cause) for name, bug in MISTAKES.items()}
"""The planted bugs: all, since none of them only exchanges higher and lower keys."""


# --- 08: tests, and what they ask. ---

CARDS = frozenset(TEXTS)
MOST_QUESTIONS = 5_000
"""Hands that the tests may ask one evaluator about: fewer than there are classes."""


@dataclass
class Run:
    """The tests, run on one evaluator.

    Attributes:
        subject: the evaluator.
        test: the name of the test that asks.
        number: how many hands were asked about.
        latest: the last two hands and their keys.
        stop: why the questions are not taken, if so; a test may hide the exception.
    """

    subject: Subject
    test: str = ""
    number: int = 0
    latest: list[tuple[list[str], Any]] = field(default_factory=list)
    stop: Stop | None = None

    def evaluate(self, hand: Sequence[str]) -> Any:
        """The key of a hand."""
        self.number += 1
        if self.number > MOST_QUESTIONS:
            self.stop = Stop("too_many_questions", most=f"{MOST_QUESTIONS:,}")
        elif not is_hand(hand):
            self.stop = self.stop or Stop("not_a_hand", test=self.test, value=short(hand))
        if self.stop:
            raise self.stop
        key = self.subject.function(list(hand))
        self.latest = [*self.latest[-1:], (list(hand), key)]
        return key

    def shown(self) -> list[str]:
        """The last two questions, a line each."""
        return [f"asked last: {' '.join(hand)}  key {short(key)}" for hand, key in self.latest]


def is_hand(value: Any) -> bool:
    """Whether a value is a list of five different cards.

    >>> is_hand(["Kd", "Qs", "Jc", "Th", "9s"]), is_hand("Kd Qs Jc Th 9s"), is_hand(["Kd"] * 5)
    (True, False, False)
    """
    if type(value) not in (list, tuple):
        return False
    cards = {card for card in value if type(card) is str}
    return len(value) == len(cards) == 5 and cards <= CARDS


def tests_of(submission: Submission) -> dict[str, Callable[..., Any]]:
    """The tests of a file, by name.

    Raises:
        Stop: there is none, or one takes other arguments.
    """
    tests: dict[str, Callable[..., Any]] = {
        name: value
        for name, value in vars(submission.module).items()
        if name.startswith("test") and isfunction(value)
    }
    if not tests:
        raise Stop("no_test")
    for name, test in tests.items():
        try:
            signature(test).bind(None)
        except TypeError:
            raise Stop("parameters", function=name, parameters="evaluate") from None
    return tests


def anew(subject: Subject) -> Subject:
    """A bug that nobody has asked anything."""
    bug = next((each for each in MISTAKES.values() if each.cause == subject.words), None)
    return Subject(function_of(bug.source), bug.cause) if bug else subject


def failure(submission: Submission, subject: Subject) -> Run | None:
    """The run up to the first test that fails; None if all tests pass.

    Raises:
        Stop: a test asks what it should not, ends in another error, or returns a value.
    """
    subject = anew(subject)  # a bug that keeps a state begins anew
    random.seed(0)  # so that a file gets the same points in each grading
    run = Run(subject)
    for name, test in tests_of(submission).items():
        run.test = name
        submission.announce()
        answer, error = None, None
        try:
            with submission.output:
                answer = test(run.evaluate)
        except workers.raised_by_others() as raised:
            error = raised
        if run.stop:
            raise run.stop
        if isinstance(error, AssertionError):
            return run
        if error:
            case = [f"an evaluator whose keys are such as {short(key)}" for _, key in run.latest]
            raise submission.stop_of(error, name, case[-1:])
        if answer is not None:
            wanted = "nothing: write assert in place of return"
            raise Stop("wrong_type", function=name, value=short(answer), wanted=wanted)
    return None


# --- 08: the steps. ---


def expect_no_alarm(submission: Submission, subject: Subject) -> None:
    """Run the tests on a right evaluator."""
    if run := failure(submission, subject):
        raise _alarm(run, run.shown())


def _alarm(run: Run, lines: Sequence[str] = (), points: int = 0) -> Stop:
    kind = run.subject.words
    return Stop("false_alarm", *lines, test=run.test, kind=kind, points=points)


def tests_that_test(submission: Submission) -> None:
    """Run the tests on a right evaluator, and on one that gives all hands one key."""
    expect_no_alarm(submission, RIGHT[0])
    if not failure(submission, ONE_KEY):
        raise Stop("never_fails")


def no_false_alarms(submission: Submission) -> None:
    """Run the tests on right evaluators with all kinds of keys."""
    for subject in RIGHT:
        expect_no_alarm(submission, subject)


def bugs_caught(name: str, chapter: int, *bugs: str) -> Asked:
    """A step that wants some bugs to be caught."""

    def ask(submission: Submission) -> None:
        missed = [bug for bug in bugs if not failure(submission, BUGS[bug])]
        if missed:
            bug = BUGS[missed[0]]
            raise _missed(bug, len(bugs) - len(missed), len(bugs), wrong_pair(bug))

    return Asked(name=name, chapter=chapter, ask=ask)


def wrong_pair(bug: Subject) -> list[str]:
    """Two hands of neighbouring classes that a bug orders wrongly, if there are, a line each.

    >>> wrong_pair(BUGS["no_wheel"])[:2]
    ['As 5s 4s 3s 2s  five-high straight flush', 'As Ah Ad Ac Ks  four aces, K']
    """
    for better, worse in pairwise(classes()):
        bug = anew(bug)
        hands = [as_texts(each.example) for each in (better, worse)]
        key, other = map(bug.function, hands)
        if not key > other:
            lines = [f"{' '.join(hand)}  {each}" for hand, each in zip(hands, (better, worse))]
            return [*lines, "The first hand beats the second; with this bug, it does not."]
    return []


def _missed(
    bug: Subject, caught: int, number: int, lines: Sequence[str] = (), points: int = 0
) -> Stop:
    return Stop("missed_bug", *lines, points=points, caught=caught, number=number, cause=bug.words)


BUGS_A_POINT = 2


def all_bugs_caught(submission: Submission) -> None:
    """Run the tests on all bugs, and on the right evaluators again.

    They come in an order that every change of the file changes, so that tests which count the
    evaluators do not know which of them are right.
    """
    subjects = [*RIGHT, *BUGS.values()]
    random.Random(submission.source).shuffle(subjects)
    failures = {subject: failure(submission, subject) for subject in subjects}
    alarms = [run for subject in RIGHT if (run := failures[subject])]
    missed = [bug for bug in BUGS.values() if not failures[bug]]
    caught = len(BUGS) - len(missed)
    points = max(0, caught // BUGS_A_POINT - len(alarms))
    if alarms:
        raise _alarm(alarms[0], points=points)
    if missed:
        raise _missed(missed[0], caught, len(BUGS), points=points)


KILL_THE_MUTANTS = Exercise(
    number="08",
    title="kill the mutants",
    file="cases.py",
    steps=(
        Asked(
            name="its tests pass on a right evaluator, and fail if all hands have one key",
            chapter=7,
            ask=tests_that_test,
        ),
        Asked(
            name="its tests pass on right evaluators with other keys",
            chapter=7,
            ask=no_false_alarms,
        ),
        bugs_caught(
            "it catches five bugs in the order of categories",
            3,
            "flush_above_full_house",
            "categories_as_text",
            "three_before_full_house",
            "flush_before_straight_flush",
            "straight_before_straight_flush",
        ),
        bugs_caught(
            "it catches five bugs in ranks and kickers",
            1,
            "one_rank_each",
            "ranks_added",
            "ranks_as_letters",
            "no_kicker",
            "flush_by_its_highest",
        ),
        bugs_caught(
            "it catches five bugs in straights and aces",
            1,
            "no_wheel",
            "straight_by_its_highest",
            "straights_wrap",
            "four_between_highest_and_lowest",
            "ace_is_one",
        ),
        bugs_caught(
            "it catches five bugs that give two keys to one hand",
            7,
            "suits_decide",
            "cards_as_text",
            "first_pair_found",
            "neighbours_in_the_hand",
            "counts_that_are_kept",
        ),
        Asked(
            name=f"it catches all {len(BUGS)} bugs",
            chapter=7,
            points=len(BUGS) // BUGS_A_POINT,
            is_hidden=True,
            ask=all_bugs_caught,
        ),
    ),
)
