"""The keys of an evaluator for one hand or two, from a worker process, as in a check."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from evaluators.cards import Card
from harness.checking.shards import Examination, examination
from harness.checking.tasks import Shard, attempt, limit_memory_once
from harness.checking.verdict import EQUIVALENT
from harness.checking.witness import BEATS, LOSES, TIES
from harness.processes import workers
from harness.processes.limits import USUAL, Died, Limits


@dataclass(frozen=True)
class Question:
    """Hands of one size, for one evaluator.

    Attributes:
        name: the evaluator's, or its place.
        hands: one, or two to compare.
        limits: what it may take.
    """

    name: str
    hands: tuple[tuple[Card, ...], ...]
    limits: Limits = USUAL


@dataclass(frozen=True)
class Answer:
    """What it said.

    Attributes:
        keys: of the hands, as they are printed.
        wins: ``lower`` or ``higher``: the key that wins.
        is_inferred: whether the evaluator does not say that itself.
        says: of the first hand and the second: beats, loses to, ties with; empty if there is one.
        message: what went wrong instead.
    """

    keys: tuple[str, ...] = ()
    wins: str = ""
    is_inferred: bool = False
    says: str = ""
    message: str = ""


def ask(question: Question) -> Answer:
    """Ask it, in a process of its own."""
    megabytes = question.limits.megabytes
    ((_, found, _),) = workers.run(work, [question], 1, megabytes=megabytes)
    if isinstance(found, Died):
        return Answer(message=str(found))
    return Answer(**{**found, "keys": tuple(found["keys"])})


def work(question: Question) -> Mapping[str, Any]:
    """An answer as plain values, in a worker."""
    limit_memory_once(question.limits.megabytes)
    answers: list[dict[str, Any]] = []

    def asked() -> Shard:
        size = len(question.hands[0])
        answers.append(_answer(examination(question.name, size, question.limits), question))
        return Shard()

    shard = attempt(asked)
    return answers[0] if shard.status == EQUIVALENT else {"keys": (), "message": shard.message}


def _answer(examined: Examination, question: Question) -> dict[str, Any]:
    of_class, hands = examined.class_keys, question.hands
    keys: list[Any] = []
    for some in examined.answers(hands.__getitem__, map(examined.encoded, hands)):
        keys += some
    told = getattr(examined.evaluator, "lower_wins", None)
    lower_wins = of_class.lower_wins if told is None else bool(told)
    says = ""
    if len(hands) == 2:
        first, second = keys
        says = BEATS if (first < second) == lower_wins else LOSES
        if of_class.scale.same(first, second):
            says = TIES
    return {
        "keys": tuple(repr(of_class.scale.look(key)) for key in keys),
        "wins": "lower" if lower_wins else "higher",
        "is_inferred": told is None and not of_class.all_tie,
        "says": says,
    }
