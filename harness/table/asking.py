"""The keys that an evaluator gives one hand or two, in a worker process as in a check."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any

from evaluators.cards import Card
from evaluators.rules import STANDARD, Rules
from harness.checking.equivalence import examples_of
from harness.checking.examination import Examination, examination
from harness.checking.statuses import EQUIVALENT
from harness.checking.tasks import PYTHON, Shard, Task, attempt
from harness.checking.witness import BEATS, LOSES, TIES
from harness.hands.scopes import All
from harness.processes import workers
from harness.processes.limits import USUAL, Died, Limits


@dataclass(frozen=True)
class Question:
    """Hands of one size, for one evaluator.

    Attributes:
        name: the name or place of the evaluator.
        hands: one hand, or two to compare.
        limits: the evaluator's limits of time and memory.
        rules: the rules of the game.
    """

    name: str
    hands: tuple[tuple[Card, ...], ...]
    limits: Limits = USUAL
    rules: Rules = STANDARD


@dataclass(frozen=True)
class Answer:
    """The evaluator's keys, or its failure.

    Attributes:
        keys: the keys of the hands, as they are printed.
        wins: the key that wins, ``lower`` or ``higher``.
        is_inferred: whether `wins` is inferred because the evaluator does not state it.
        says: the result for the first of two hands: beats, loses to or ties with; else empty.
        message: the reason for a failure.
    """

    keys: tuple[str, ...] = ()
    wins: str = ""
    is_inferred: bool = False
    says: str = ""
    message: str = ""


def ask(question: Question) -> Answer:
    """The answer of an evaluator that runs in its own process."""
    megabytes = question.limits.megabytes
    ((_, answer, _),) = workers.run(work, [question], 1, megabytes=megabytes)
    if isinstance(answer, Died):
        return Answer(message=str(answer))
    return Answer(**{**answer, "keys": tuple(answer["keys"])})


def work(question: Question) -> Mapping[str, Any]:
    """An answer as plain values, in a worker."""
    answer: dict[str, Any] = {}
    size = len(question.hands[0])
    cards = bytes(chain.from_iterable(question.hands))
    examples = examples_of(All(size, rules=question.rules))
    task = Task(
        question.name,
        PYTHON,
        question.limits,
        size,
        start=0,
        stop=0,
        classes=examples,
        cards=cards,
        rules=question.rules,
    )

    def evaluate() -> Shard:
        answer.update(_answer(examination(task), task))
        return Shard()

    shard = attempt(evaluate)
    return answer if shard.status == EQUIVALENT else {"keys": (), "message": shard.message}


def _answer(examined: Examination, task: Task) -> dict[str, Any]:
    keys = examined.keys(task)
    lower_wins, is_inferred = examined.direction()
    says = ""
    if len(keys) == 2:
        first, second = keys
        says = BEATS if (first < second) == lower_wins else LOSES
        if examined.scale.same(first, second):
            says = TIES
    return {
        "keys": tuple(repr(examined.scale.display(key)) for key in keys),
        "wins": "lower" if lower_wins else "higher",
        "is_inferred": is_inferred,
        "says": says,
    }
