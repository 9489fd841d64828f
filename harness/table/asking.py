"""The keys that an evaluator gives one hand or two, in a worker process as in a check."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import Any

from evaluators import UnknownEvaluatorError
from evaluators.cards import Card
from evaluators.rules import STANDARD, Rules
from harness.adapters.place import Place
from harness.checking.equivalence import examples_of
from harness.checking.examination import Examination, examination
from harness.checking.statuses import DONE, ERROR, REFUSED
from harness.checking.tasks import PYTHON, Shard, Task, attempt
from harness.checking.witness import BEATS, LOSES, TIES
from harness.hands.scopes import All
from harness.processes import workers
from harness.processes.limits import USUAL, Died
from harness.processes.visible import visible_repr
from harness.processes.workers import Announce


@dataclass(frozen=True)
class Answer:
    """The evaluator's keys, or its failure.

    Attributes:
        keys: the keys of the hands, as they are printed.
        wins: the key that wins, ``lower`` or ``higher``; empty if nothing says so.
        is_inferred: whether `wins` is inferred because the evaluator does not state it.
        says: the result for the first of two hands: beats, loses to or ties with; else empty.
        status, message: `DONE`, or the status of a failure, and its reason.
    """

    keys: tuple[str, ...] = ()
    wins: str = ""
    is_inferred: bool = False
    says: str = ""
    status: str = DONE
    message: str = ""


def ask(place: Place, hands: Sequence[Sequence[Card]], rules: Rules = STANDARD) -> Answer:
    """The answer of the evaluator at a place about one hand or two of the same size.

    Raises:
        UnknownEvaluatorError: the place does not hold an evaluator; the message says why.
    """
    tasks = [task_of(place, hands, rules)]
    ((_, answer, _),) = workers.run(work, tasks, 1, megabytes=USUAL.megabytes)
    if isinstance(answer, Died):
        return Answer(status=ERROR, message=str(answer))
    if answer["status"] == REFUSED:
        raise UnknownEvaluatorError(answer["message"])
    return Answer(**answer)


def task_of(place: Place, hands: Sequence[Sequence[Card]], rules: Rules = STANDARD) -> Task:
    """The hands as a task, as a check gives them to a worker."""
    size = len(hands[0])
    examples, cards = examples_of(All(size, rules=rules)), bytes(chain.from_iterable(hands))
    return Task(place, PYTHON, USUAL, size, 0, 0, examples, cards=cards, rules=rules)


def work(task: Task, announce: Announce) -> dict[str, Any]:
    """An `Answer` as plain values, in a worker."""
    answer: dict[str, Any] = {}

    def evaluate() -> Shard:
        answer.update(_answer(examination(task, announce), task))
        return Shard()

    shard = attempt(evaluate)
    return {"status": shard.status, "message": shard.message, **answer}


def _answer(examined: Examination, task: Task) -> dict[str, Any]:
    keys = examined.keys(task)
    lower_wins, is_inferred = examined.direction()
    is_known = is_inferred or getattr(examined.driver.evaluator, "lower_wins", None) is not None
    # A key that orders itself is displayed as a text.
    shown = str if examined.key_space.shown else partial(visible_repr, most=2_000)
    says = ""
    if len(keys) == 2:
        first, second = keys
        says = BEATS if (first < second) == lower_wins else LOSES
        if examined.key_space.same(first, second):
            says = TIES
    return {
        "keys": tuple(shown(examined.key_space.display(key)) for key in keys),
        "wins": ("lower" if lower_wins else "higher") * is_known,
        "is_inferred": is_inferred,
        "says": says,
    }
