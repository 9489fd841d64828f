"""Questions of several exercises: the order of two hands, of all hands, and two hands of a file."""

import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import pairwise
from random import Random
from typing import Any

from evaluators.cards import CardError, format_card, format_hand, parse_hand
from evaluators.rules import STANDARD, Rules
from harness.adapters.calling import CallError, Function
from harness.adapters.plain import KeyRefusedError
from harness.adapters.ranking import accepted
from harness.checking.statuses import EQUIVALENT, ERROR, NOT_EQUIVALENT, TIMEOUT
from harness.checking.verdict import Verdict
from harness.faults.kinds import RENAMED, UNSTEADY
from harness.faults.witness import BEATS, LOSES, TIES, disagreement
from harness.hands.classes import HandClass, class_of, classes
from harness.hands.scopes import InAnyOrder, Scope, usual
from harness.processes.visible import visible
from harness.teaching.chapters import CHAPTER_OF
from harness.teaching.grader.submission import A_DAY, THE_STEPS, WRONG, Fault, Submission
from harness.teaching.witnesses import aligned, as_sentence, witness_lines

CLASSES = 20_000
"""Random hands of the check that asks about one hand of each class: with fewer, hints are poor."""
ANY_ORDER = InAnyOrder(5)
"""All hands, whose cards nobody sorted."""
EXAMPLE = '("Kd Ks 7c 7h 2s", "Ad Ks 7c 6h 2s")'
HAND = re.compile(r"(?:[2-9TJQKA][cdhs] ){4}[2-9TJQKA][cdhs](?: and (?:[2-9TJQKA][cdhs] ?){5})?: ")

CATEGORIES = (
    "Kd Qs 9c 6h 2s",
    "2s 9c 2d 6h 3s",
    "3d 2c 9s 3s 2h",
    "2d 2s 2c 7h 9s",
    "6d 5s 4c 3h 2s",
    "7d 5d 4d 3d 2d",
    "2d 3h 2s 3s 2c",
    "2d 2s 3s 2c 2h",
    "6d 5d 4d 3d 2d",
)
"""A hand of each category, the weakest first."""
CATEGORIES_IN_ORDER = (
    *((better, BEATS, worse) for worse, better in pairwise(CATEGORIES)),
    ("2s 9c 2d 6h 3s", BEATS, "Kd Qs 9d 6s 2d"),
    ("3d 2c 9s 3s 2h", BEATS, "Ad Kc As Qh Js"),
    ("2d 7h 2s 9s 2c", BEATS, "Ad Kc As Kh Qs"),
    ("6d 5s 4c 3h 2s", BEATS, "Ad Ks As Qh Ac"),
    ("7d 5d 4d 3d 2d", BEATS, "Ad Ks Qc Jh Ts"),
    ("2d 3h 2s 3s 2c", BEATS, "Ad Kd Qd Jd 9d"),
    ("2d 2s 3s 2c 2h", BEATS, "Ad Kc As Kh Ac"),
    ("6d 5d 4d 3d 2d", BEATS, "Ad Kc As Ac Ah"),
)
"""The weakest or a weak hand of each category also beats the best of the one below."""
TIES_BROKEN = (
    ("Kd Qs 9c 6h 3s", BEATS, "Kh Qd 9h 6c 2s"),
    ("3d 3s 4c 5h 7s", BEATS, "2d 2s Ac Kh Qs"),
    ("Ad As 3c 3h 2s", BEATS, "Kd Ks Qc Qh Js"),
    ("7d 7s 2c 2h As", BEATS, "7c 7h 2d 2s Ks"),
    ("3d 3s 3c 2h 2s", BEATS, "2d 2s 2c Ah As"),
    ("2d 9s 5c 2h 4s", BEATS, "2c 9h 5d 2s 3s"),
    ("2d 5h 2s 9s 2c", BEATS, "2h 4h 2s 9d 2c"),
    ("Kd 9d 7d 5d 3d", BEATS, "Kh 9h 7h 5h 2h"),
    ("2d 4h 2s 4s 2c", BEATS, "2d 3h 2s 3s 2h"),
    ("2d 2s 4s 2c 2h", BEATS, "2d 2s 3s 2c 2h"),
    ("7d 7s 2c 2h As", TIES, "7c 7h 2d 2s Ad"),
)
WHEEL = (
    ("6d 5s 4c 3h 2s", BEATS, "Ad 5s 4c 3h 2s"),
    ("Ad 5s 4c 3h 2s", BEATS, "Ac Ad Ah Ks Qc"),
    ("6d 5d 4d 3d 2d", BEATS, "Ah 5h 4h 3h 2h"),
    ("Ad Ks Qc Jh Ts", BEATS, "Kd Qs Jc Th 9s"),
)


def expect_order(
    theirs: Submission, first: str, verb: str, second: str, rules: Rules = STANDARD
) -> None:
    """Two hands are ordered as by the rules; the higher key wins.

    Args:
        theirs: the submission.
        first: a hand, such as "Kd Qs 9c 6h 2s".
        verb: beats, ties with, or loses to: the relation of the first to the second by the rules.
        second: the other hand.
        rules: the rules of the game.
    """
    __tracebackhide__ = True
    keys = [theirs.call("evaluate", hand=text.split()) for text in (first, second)]
    for text, key in zip((first, second), keys):
        try:
            accepted(key)
        except KeyRefusedError as error:
            sentence = f"evaluate returns a key that has no order: {error}."
            raise Fault(sentence, text) from None
    shown = [theirs.show(key) for key in keys]
    names = [str(class_of(parse_hand(text.split()), rules)) for text in (first, second)]
    hands = [*aligned((first, second), names, shown)]
    try:
        wins, ties = bool(keys[0] > keys[1]), bool(keys[0] == keys[1])
    except Exception:
        raise Fault(
            f"The keys {shown[0]} and {shown[1]} cannot be compared: make all keys of the same "
            "form.",
            *hands,
        ) from None
    says = TIES if ties else BEATS if wins else LOSES
    if says == verb:
        return
    best, worst = classes(rules)[0], classes(rules)[-1]
    texts = [format_hand(each.example) for each in (best, worst)]
    ends = [theirs.call("evaluate", hand=text.split()) for text in texts]
    shown = [*aligned(texts, (str(best), str(worst)), [*map(theirs.show, ends)])]
    words = f"A {best} has a lower key than the weakest hand: the higher key has to win."
    is_upside_down = False
    with suppress(Exception):  # unfinished code may give them keys of two forms
        is_upside_down = bool(ends[0] < ends[1])
    assert not is_upside_down, "\n".join([words, *shown])
    words = as_sentence(disagreement(verb, says, *names), rules.of_game)
    raise AssertionError("\n".join([words, *hands]))


def expect_all(theirs: Submission, scope: Scope = ANY_ORDER) -> None:
    """The hands of a scope are ordered as by the rules; of a sample, one of each class, too."""
    __tracebackhide__ = True
    function = theirs.function("evaluate", ["hand"])
    try:
        asked = Function(function)
    except CallError:
        asked = None
    if not asked or asked.cards is not str or not isinstance(asked.native, type):  # one text
        raise Fault("Annotate hand as list[str], or not at all.", chapter=None)
    theirs.host.announce(theirs.step, A_DAY)
    verdict = theirs.host.check(f"{theirs.file}:evaluate", scope, theirs.limits, theirs.jobs)
    if verdict.status != EQUIVALENT:
        raise fault_of(verdict)


def one_of_each_class() -> Iterator[tuple[HandClass, str]]:
    """Each class and a hand of it, whose order and suits a seed draws.

    >>> next(one_of_each_class())[1]
    'As Js Ks Qs Ts'
    """
    random = Random(1)
    for each in classes():
        suits = str.maketrans("cdhs", "".join(random.sample("cdhs", 4)))
        yield each, " ".join(random.sample(format_hand(each.example).translate(suits).split(), 5))


def showdowns(*cases: tuple[str, str, str]) -> Any:
    """A mark that gives a step its cases: two hands, and whether the first beats the second."""
    import pytest  # here, since on the page Try it something else has this name

    return pytest.mark.parametrize(("first", "verb", "second"), cases)


def last_steps(chapter: int, rules: Rules = STANDARD) -> tuple[Any, Any]:
    """The last two steps of an exercise in which an evaluator is written.

    Args:
        chapter: the chapter to read if no chapter treats the fault.
        rules: the rules of the game.
    """
    import pytest

    @pytest.mark.step(points=2, chapter=chapter, slow=True)
    def test_classes(theirs: Submission) -> None:
        """It orders one hand of each class."""
        expect_all(theirs, usual(5, CLASSES, rules))

    @pytest.mark.step(points=3, chapter=chapter, slow=True)
    def test_every_hand(theirs: Submission) -> None:
        """It orders every hand."""
        expect_all(theirs, InAnyOrder(5, rules=rules))

    return test_classes, test_every_hand


def fault_of(verdict: Verdict) -> Fault:
    """The fault that a verdict other than "equivalent" stands for.

    The hand at which a check stops stands below the sentence.

    >>> from harness.checking.equivalence import check_here
    >>> fault = fault_of(check_here(lambda hand: hand[5], usual(5, 20)))
    >>> fault.sentence, fault.lines, fault.status
    ('The check of the hands stops: IndexError: list index out of range.', ['As Ks Qs Js Ts'], \
'error')
    >>> from harness.teaching.mistakes import right
    >>> verdict = check_here(lambda hand: (right(hand), "Ac" in hand), usual(5, 20))
    >>> fault_of(verdict).sentence.partition(".")[0]
    'The two hands differ only in suits: they should tie, but do not'
    """
    chapter = CHAPTER_OF.get(verdict.advice.kind, THE_STEPS)
    witness = verdict.witness
    if verdict.status != NOT_EQUIVALENT:
        hand = HAND.match(verdict.message)
        message = visible(verdict.message.removeprefix(hand[0]) if hand else verdict.message)
        case = [hand[0].removesuffix(": ")] if hand else []
        status = TIMEOUT if verdict.status == TIMEOUT else ERROR
        return Fault(f"The check of the hands stops: {message}.", *case, status=status)
    hands = [*witness_lines(witness)] if witness else []
    if witness and witness.kind in (UNSTEADY, RENAMED):
        *hands, fact = hands
        sentence = f"{fact} {as_sentence(verdict.hint)}"
        return Fault(sentence, *hands, status=WRONG, chapter=chapter)
    # A hint stands beside the fault that it explains; one that explains all faults stands alone.
    first = [family.summary for family in verdict.families[:1] if not verdict.of_whole.words]
    words = [text for text in (*first, verdict.hint) if text] or ["some hands are out of order"]
    return Fault(" ".join(map(as_sentence, words)), *hands, status=WRONG, chapter=chapter)


def two_hands(theirs: Submission, name: str) -> tuple[list[list[str]], str]:
    """The two hands that a file names, the better one first, and the two lines that show them.

    Args:
        theirs: the submission.
        name: the name of the value: WITNESS in exercise 09, WRONG in exercise 10.

    Raises:
        Fault: the value is not two hands, the better one first.
    """
    value = theirs.value(name, EXAMPLE)
    task = f"write two hands, the better one first, as in {EXAMPLE}."
    if type(value) not in (tuple, list) or [*map(type, value)] != [str, str]:
        raise Fault(f"{name} is {theirs.show(value)}: {task}")
    if not "".join(value).strip():
        raise Fault(f"{name} is still empty: {task}")
    try:
        parsed = [parse_hand(text, range(5, 6)) for text in value]
    except CardError as error:
        raise Fault(f"{name} is not two hands of five cards: {error}.") from None
    hands = [[format_card(card) for card in hand] for hand in parsed]
    better, worse = map(class_of, parsed)
    lines = f"{' '.join(hands[0])}  {better}\n{' '.join(hands[1])}  {worse}"
    if better.number == worse.number:
        raise Fault(f"The two hands of {name} tie by the rules: choose two that do not.", lines)
    if better.number > worse.number:
        words = f"The second hand of {name} beats the first: write the better hand first."
        raise Fault(words, lines)
    return hands, lines
