"""Exercise 10: fool the check."""

import json
import subprocess
import sys
from collections.abc import Sequence
from inspect import isfunction
from itertools import pairwise

from harness.adapters.calling import CallError, Function
from harness.checking.questions import preflight_questions
from harness.hands.arrays import examples
from harness.hands.classes import class_of
from harness.hands.scopes import ALL_FIVE
from harness.teaching.exercises.steps import Asked, Checked, Exercise
from harness.teaching.exercises.submission import Stop, Submission, short
from harness.teaching.exercises.two_hands import TwoHands, as_texts, two_hands

# --- 10, fool the check: ask a file outside of the check. ---

ALONE = """
import importlib.util, json, os, pathlib, sys, traceback
answers = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)
hands, pairs = json.load(sys.stdin)
path = pathlib.Path(sys.argv.pop())
sys.path.append(str(path.parent))
keys = []
try:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    for hand in hands:
        if (key := module.evaluate(hand)) is None:
            answer = {"at": len(keys)}
            break
        keys.append(key)
    else:
        answer = [bool(keys[a] > keys[b]) - bool(keys[a] < keys[b]) for a, b in pairs]
except BaseException as error:
    lines = [1, *(frame.lineno for frame in traceback.extract_tb(error.__traceback__)
                  if frame.filename == str(path))]
    text = f"{type(error).__name__}: {error}"[:200]
    answer = {"at": len(keys), "line": lines[-1], "error": text}
json.dump(answer, answers)
"""
"""Loads a file in a Python without allhands, asks it about hands, and compares keys."""

Hand = Sequence[str]


def alone(
    submission: Submission, hands: Sequence[Hand], pairs: Sequence[tuple[int, int]]
) -> list[int]:
    """Ask `evaluate` in a new process that knows nothing of allhands.

    Args:
        submission: the file.
        hands: the hands, in the order of the questions.
        pairs: the places of the hands to compare.

    Returns:
        For each pair 1 if the first wins, -1 if the second does, 0 if they tie.

    Raises:
        Stop: there is no answer.
    """
    submission.announce(seconds=submission.limits.loading)  # then both processes are ended
    process = subprocess.run(
        [sys.executable, "-P", "-c", ALONE, str(submission.path.resolve())],
        input=json.dumps([list(map(list, hands)), pairs]),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        check=False,
    )
    try:
        answer = json.loads(process.stdout)
        if isinstance(answer, dict):
            case = [" ".join(hand) for hand in hands[answer["at"] :][:1]]
            line, error = answer.get("line"), answer.get("error")
            name = "none" if error is None else "raises"
            raise Stop(name, *case, function="evaluate", line=line, error=error)
        orders = [int(order) for order in answer]
        if len(orders) == len(pairs):
            return orders
    except (ValueError, TypeError, KeyError):
        pass
    raise Stop("died", how=f"its exit code is {process.returncode}")


# --- 10: the steps. ---

ONE_OF_EACH = [
    *("9h 8h 7h 6h 5h", "8s 8h 8d 8c Ts", "Js Jh Jd 4c 4s", "Kc Jc 9c 4c 3c", "Ts 9h 8d 7c 6s"),
    *("7s 7h 7d Kc 5s", "Qs Qh 6d 6c 3s", "Ts Th Ad 8c 4s", "As Jh 8d 7c 3s"),
]
"""A hand of each category, the best first; their cards come from the highest, as in the check."""
WORDS = 20
CHEATING, HOLE = "cheating", "hole"


def refuse_other_forms(submission: Submission) -> None:
    """Refuse a function that the check would not give a list of five texts.

    Raises:
        Stop: it takes other arguments.
    """
    submission.function("evaluate")
    function = submission.module.evaluate
    try:
        asked = Function(function)
    except CallError:
        asked = None
    if not isfunction(function) or not asked or (asked.cards, asked.native) != (str, list):
        raise Stop("parameters", function="evaluate", parameters="hand")


def expect_wrong(submission: Submission) -> None:
    """Ask about the two hands of the claim, first of all, and then about one of each category."""
    refuse_other_forms(submission)
    claim = two_hands(submission, "WRONG")
    nine = [text.split() for text in ONE_OF_EACH]
    neighbours = list(pairwise(range(2, 2 + len(nine))))
    order, *others = alone(submission, [*claim.hands, *nine], [(0, 1), *neighbours])
    if order == 1:
        raise Stop("not_wrong", *claim.lines)
    for (better, worse), each in zip(pairwise(ONE_OF_EACH), others):
        if each != 1:
            raise Stop("wrong_at_once", better, worse)


def expect_reason(submission: Submission) -> None:
    """Read the words: the kind, and why."""
    kind, why = submission.value("KIND", f'"{HOLE}"'), submission.value("WHY", '"..."')
    if type(kind) is not str or kind not in (CHEATING, HOLE):
        raise Stop("no_kind", value=short(kind))
    if type(why) is not str or len(why.split()) < WORDS:
        number = len(why.split()) if type(why) is str else 0
        raise Stop("few_words", number=number, most=WORDS)
    if kind not in why.lower():
        raise Stop("kind_not_named", kind=kind)


def kinds_of(submission: Submission, claim: TwoHands) -> set[str]:
    """The kinds that fit a fault; both, if the answers depend on earlier questions.

    The file is asked some of the check's questions outside of the check: one hand of each class,
    and the two hands of the claim in the orders and suits in which the check asks about them. If it
    answers these correctly, the check does not ask the question that it answers wrongly.
    """
    claimed = {tuple(sorted(hand)) for hand in claim}
    questions = map(tuple, preflight_questions(ALL_FIVE).hands.tolist())
    asked = [hand for hand in questions if tuple(sorted(hand)) in claimed]
    dealt = [*examples().values(), *asked, *sorted(claimed)]
    place_of = {number: place for place, number in enumerate(examples())}
    neighbours = list(pairwise(range(len(examples()))))
    of_its_class = [(place_of[class_of(hand).number], place) for place, hand in enumerate(dealt)]
    last = len(dealt), len(dealt) + 1
    hands = [*map(as_texts, dealt), *claim.hands]
    *orders, later = alone(submission, hands, [*neighbours, *of_its_class, last])
    first, *again = alone(submission, 2 * claim.hands, [(0, 1), (0, 2), (1, 3)])
    if later != first or any(again):
        return {CHEATING, HOLE}
    rules = [1 for _ in neighbours] + [0 for _ in of_its_class]
    return {HOLE} if orders == rules else {CHEATING}


def expect_kind(submission: Submission) -> None:
    """Find out whether the fault is cheating or a hole."""
    claim = two_hands(submission, "WRONG")
    kinds = kinds_of(submission, claim)
    if submission.value("KIND", f'"{HOLE}"') not in kinds:
        raise Stop("is_hole" if HOLE in kinds else "is_cheating", *claim.lines)


FOOL_THE_CHECK = Exercise(
    number="10",
    title="fool the check",
    file="fooled.py",
    steps=(
        Asked(
            name="it orders two hands wrongly, and one hand of each category correctly",
            chapter=7,
            ask=expect_wrong,
        ),
        Asked(name="it says in words why the check calls it right", chapter=7, ask=expect_reason),
        Asked(name="it knows whether this is cheating or a hole", chapter=7, ask=expect_kind),
        Checked(
            name="the check of every hand calls it right",
            chapter=7,
            points=7,
            is_hidden=True,
        ),
    ),
)
