"""10. Fool the check: the steps, in order.

A file may behave differently when allhands is loaded. So it is asked in a new Python without it.
"""

import json
import subprocess
import sys
from contextlib import suppress
from inspect import isfunction
from itertools import pairwise

import pytest

from evaluators.cards import format_card, parse_hand
from harness.adapters.calling import Function
from harness.checking.questions import preflight_questions
from harness.hands.classes import class_of, classes
from harness.hands.scopes import ALL_FIVE
from harness.teaching.grader.orders import expect_all, two_hands
from harness.teaching.grader.submission import KILLED, Fault

ALONE = """
import json, sys
path, (hands, pairs), out = sys.argv[1], json.load(sys.stdin), sys.stdout
sys.path.append(path.rpartition("/")[0])
sys.stdout, names = sys.stderr, {"__name__": "fooled"}
exec(compile(open(path, "rb").read(), path, "exec"), names)
keys = [names["evaluate"](hand) for hand in hands]
json.dump([bool(keys[a] > keys[b]) - bool(keys[a] < keys[b]) for a, b in pairs], out)
"""
"""Asks a file about hands in this order, and compares the keys of some pairs of them."""
ONE_OF_EACH = [
    *("9h 8h 7h 6h 5h", "8s 8h 8d 8c Ts", "Js Jh Jd 4c 4s", "Kc Jc 9c 4c 3c", "Ts 9h 8d 7c 6s"),
    *("7s 7h 7d Kc 5s", "Qs Qh 6d 6c 3s", "Ts Th Ad 8c 4s", "As Jh 8d 7c 3s"),
]
"""A hand of each category, the best first; their cards come from the highest, as in the check."""


def alone(theirs, hands, pairs):
    """For each pair of hands 1 if the first wins, -1 if the second does, and 0 if they tie."""
    seconds, command = theirs.limits.loading, [sys.executable, "-Pc", ALONE, str(theirs.file)]
    theirs.host.announce(theirs.step, KILLED * seconds)
    asked = {"input": json.dumps([hands, pairs]), "text": True, "cwd": theirs.file.parent}
    why = "it takes too long"
    with suppress(subprocess.TimeoutExpired, ValueError, TypeError):
        process = theirs.host.run(command, timeout=seconds, capture_output=True, **asked)
        *_, why = f"exit code {process.returncode}", *process.stderr.split("\n")[:-1]
        return [int(order) for order, _ in zip(json.loads(process.stdout), pairs, strict=True)]
    raise Fault(f"Without the check, evaluate gives no answer: {why}.")


@pytest.mark.step(chapter=7)
def test_wrong(theirs):
    """It orders two hands wrongly, and one hand of each category correctly."""
    evaluate = theirs.function("evaluate", ["hand"])
    asked = Function(evaluate)
    if not isfunction(evaluate) or (asked.cards, asked.native) != (str, list):
        raise Fault("evaluate takes other arguments: write def evaluate(hand):", chapter=None)
    claim, lines = two_hands(theirs, "WRONG")
    for hand in claim:
        theirs.call("evaluate", hand=hand)
    neighbours = pairwise(range(2, 2 + len(ONE_OF_EACH)))
    hands = [*claim, *(text.split() for text in ONE_OF_EACH)]
    order, *others = alone(theirs, hands, [(0, 1), *neighbours])
    assert order != 1, (
        "Without the check, evaluate orders the two hands of WRONG correctly, when they are its "
        f"first two questions: choose hands, or an order of cards, that it gets wrong.\n{lines}"
    )
    for (better, worse), order in zip(pairwise(ONE_OF_EACH), others):
        assert order == 1, (
            "Without the check, evaluate is wrong about these two, too, and everybody would "
            f"notice: be wrong about fewer hands.\n{better}\n{worse}"
        )


@pytest.mark.step(chapter=7)
def test_words(theirs):
    """It says in words why the check calls it right."""
    kind, why = theirs.value("KIND", '"hole"'), theirs.value("WHY", '"..."')
    if type(kind) is not str or kind not in ("cheating", "hole"):
        raise Fault(f'KIND is {theirs.show(kind)}: write KIND = "cheating" or KIND = "hole".')
    number = len(why.split()) if type(why) is str else 0
    if number < 20:
        raise Fault(f"WHY has {number} words: explain it in 20 or more.")
    if kind not in why.lower():
        raise Fault(f"WHY does not contain the word {kind}, which is its KIND.")


@pytest.mark.step(chapter=7)
def test_kind(theirs):
    """It knows whether this is cheating or a hole."""
    claim, lines = two_hands(theirs, "WRONG")
    # What the check asks: a hand of each class, and the two hands in some orders and suits.
    claimed = {tuple(sorted(parse_hand(hand))) for hand in claim}
    preflight = [question.hand for question in preflight_questions(ALL_FIVE)]
    tried = [hand for hand in preflight if tuple(sorted(hand)) in claimed]
    dealt = [*(each.example for each in classes()), *tried, *claimed]
    hands = [[format_card(card) for card in hand] for hand in dealt]
    neighbours = [*pairwise(range(len(classes())))]
    of_its_class = [(class_of(hand).number - 1, place) for place, hand in enumerate(dealt)]
    last = len(hands), len(hands) + 1
    *orders, later = alone(theirs, hands + claim, [*neighbours, *of_its_class, last])
    first, *again = alone(theirs, claim + claim, [(0, 1), (0, 2), (1, 3)])
    if later != first or any(again):
        return  # answers depend on earlier questions: nobody can tell
    kind = "cheating"
    words = "a question wrongly that the check asks: the check sees that, unless evaluate behaves "
    words += "differently when it is checked, which is cheating."
    if orders == [1] * len(neighbours) + [0] * len(of_its_class):
        kind = "hole"
        words = "the questions that the check asks about these hands correctly, too: the check "
        words += "never asks what shows the fault, so this is a hole."
    assert theirs.value("KIND", "") == kind, f"Without the check, evaluate answers {words}\n{lines}"


@pytest.mark.step(points=7, chapter=7, slow=True)
def test_every_hand(theirs):
    """The check of every hand calls it right."""
    expect_all(theirs, ALL_FIVE)
