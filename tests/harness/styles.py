"""One function of a hand in every style, and its examination and check without processes."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, TypeAlias

import numpy as np

from evaluators.cards import DECK, Card
from evaluators.rank_sums import scalar as rank_sums
from harness.adapters.commands import Command, CommandError
from harness.adapters.place import Place
from harness.checking.equivalence import check_here, dealt, examples_of
from harness.checking.examination import Examination
from harness.checking.judgement import Results, judge
from harness.checking.table import Table
from harness.checking.tasks import NUMPY, PYTHON, Hand, Shard, Task, attempt
from harness.checking.verdict import Verdict
from harness.hands.scopes import All, Scope
from harness.processes.limits import USUAL
from harness.processes.workers import Announce, unheard

Key: TypeAlias = Callable[[Hand], Any]
"""An evaluator as a function of the numbers of the cards."""

PROGRAM = "program"
STYLES = PYTHON, PROGRAM, NUMPY


def number(hand: Iterable[Card]) -> int:
    """The right key: the class number of a hand of five to seven cards."""
    return rank_sums.evaluate([_CARDS[card] for card in hand])


_CARDS = [rank_sums.encode(card) for card in DECK]


def evaluator(key: Key, style: str = PYTHON, **declared: Any) -> Any:
    """The evaluator of a style that has these keys."""
    attributes = {"name": "mine", "sizes": range(5, 8), "encode": int, "lower_wins": None}

    def of_lines(hands: Iterable[Hand], *_: object) -> list[Any]:
        keys: list[Any] = []
        try:
            keys.extend(map(key, hands))
        except Exception as error:
            raise CommandError(f"{type(error).__name__}: {error}", len(keys)) from None
        return keys

    def of_array(hands: Any) -> Any:
        return np.array(list(map(key, map(tuple, hands.tolist()))))

    functions: dict[str, dict[str, Any]] = {
        PYTHON: {"evaluate": lambda hand: key(tuple(hand))},
        PROGRAM: {"evaluate": key, "evaluate_many": of_lines},
        NUMPY: {"evaluate": of_array},
    }
    made = (_Program if style == PROGRAM else SimpleNamespace)()
    vars(made).update(attributes | functions[style] | declared)
    return made


class _Program(Command):
    """A program in this process."""

    def __init__(self) -> None:
        """It starts no command."""


def _asked_as(style: str) -> str:
    """The style of ours: a program is one of Python's."""
    return NUMPY if style == NUMPY else PYTHON


def examination(
    key: Key,
    style: str = PYTHON,
    size: int = 5,
    announce: Announce = unheard,
    **declared: Any,
) -> Examination:
    """The examination of the evaluator of a style."""
    asked = evaluator(key, style, **declared)
    return Examination(asked, _asked_as(style), size, USUAL.seconds, announce=announce)


def task(start: int, stop: int, scope: Scope = All(), **changes: Any) -> Task:  # noqa: B008
    """The task of some hands of a scope."""
    hands = b"" if isinstance(scope, All) else scope.hands(start, stop).tobytes()
    fields: dict[str, Any] = {
        "place": Place("mine"), "style": PYTHON, "limits": USUAL, "size": scope.size,
        "cards": hands, "numbers": scope.numbers(start, stop).tobytes(),
        "examples": examples_of(scope),
    }  # fmt: skip
    return Task(start=start, stop=stop, **(fields | changes))


def preflight(scope: Scope = All(), **changes: Any) -> Task:  # noqa: B008
    """The preflight of a scope."""
    return replace(dealt(task(0, 0, scope, cards=b""), scope), **changes)


def shard(key: Key, task: Task, style: str = PYTHON, **declared: Any) -> Shard:
    """The result of a task; a failure is a status."""
    return attempt(lambda: examination(key, style, task.size, **declared).shard_of(task))


def verdict(key: Key, scope: Scope, style: str = PYTHON, **declared: Any) -> Verdict:
    """The verdict on the evaluator of a style, in this process."""
    return check_here(evaluator(key, style, **declared), scope, style=_asked_as(style))


def judged(key: Key, scope: Scope, **declared: Any) -> Verdict:
    """The verdict without a preflight: on the hands of a scope, and on one hand of each class."""
    results = Results("mine", scope, PYTHON, 1, examples_of(scope), Table(scope))
    whole = task(0, len(scope), scope)
    examined = examination(key, size=scope.size, **declared)
    results.add(whole, attempt(lambda: examined.shard_of(whole)))
    if not results.trouble:
        results.shown = examined.key_space.shown()  # of the preflight
    return judge(results)
