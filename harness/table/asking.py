"""What an evaluator says of hands, in a worker process as in a check: their keys, and who wins."""

import marshal
from array import array
from collections.abc import Sequence
from itertools import chain

import numpy as np

from evaluators import UnknownEvaluatorError
from evaluators.cards import Card
from evaluators.errors import UserError
from evaluators.rules import STANDARD, Rules
from harness.adapters.adopt import style_of
from harness.adapters.place import Place
from harness.checking import examination as checking
from harness.checking.equivalence import examples_of
from harness.checking.examination import examination
from harness.checking.statuses import DONE, REFUSED
from harness.checking.table import code_of_each
from harness.checking.tasks import Examples, Shard, Task, attempt
from harness.checking.values import as_array, joined, read
from harness.faults.witness import BEATS, LOSES, TIES
from harness.hands.arrays import numbers_of
from harness.hands.scopes import All
from harness.processes import workers
from harness.processes.limits import USUAL, Died
from harness.processes.visible import visible_repr
from harness.processes.workers import Announce


def ask(
    place: Place, hands: Sequence[Sequence[Card]], rules: Rules = STANDARD
) -> tuple[list[str], str]:
    """Ask the evaluator at a place about hands of the same size.

    Returns:
        The keys as they are printed, and the reason for a failure, or an empty text.

    Raises:
        UnknownEvaluatorError: the place does not hold an evaluator; the message says why.
    """
    cards, nothing_first = bytes(chain.from_iterable(hands)), Examples(b"", ())
    task = Task(
        place, style_of([place]), USUAL, len(hands[0]), 0, 0, nothing_first, cards, rules=rules
    )
    ((_, answer, _),) = workers.run(work, [task], 1, megabytes_of=lambda _: USUAL.megabytes)
    if isinstance(answer, Died):
        return [], str(answer)
    keys, status, message = answer
    if status == REFUSED:
        raise UnknownEvaluatorError(message)
    return keys, message


def work(task: Task, announce: Announce) -> tuple[list[str], str, str]:
    """Ask the evaluator in a worker: the keys, the status of the task, and its message."""
    keys: list[str] = []

    def evaluate() -> Shard:
        asked = examination(task, announce).keys(task)
        keys.extend(visible_repr(key, most=2_000) for key in getattr(asked, "tolist", asked.copy)())
        return Shard()

    shard = attempt(evaluate)
    return keys, shard.status, shard.message


class NoAnswerError(UserError):
    """An evaluator gave no key, or the same hand two; the message says which."""


def decision(
    place: Place, hands: Sequence[Sequence[Card]], style: str, rules: Rules = STANDARD
) -> str:
    """What an evaluator says of two hands: the verb between the first and the second.

    As in a check, it is first asked about a hand of each class: their keys show which keys win. Of
    keys that order themselves, two between the same classes count as a tie.

    Raises:
        UnknownEvaluatorError: the place does not hold an evaluator; the message says why.
        NoAnswerError: it failed.
    """
    cards, numbers = (
        bytes(chain.from_iterable(hands)),
        array("H", numbers_of(hands, rules).tolist()),
    )
    examples = examples_of(All(len(hands[0]), rules=rules))
    task = Task(place, style, USUAL, len(hands[0]), 0, len(hands), examples, cards,
                numbers.tobytes(), rules=rules)  # fmt: skip
    ((_, answer, _),) = workers.run(
        checking.work, [task], 1, megabytes_of=lambda _: USUAL.megabytes
    )
    if isinstance(answer, Died):
        raise NoAnswerError(f"{place}: {answer}")
    shard = Shard(**answer)
    if shard.status == REFUSED:
        raise UnknownEvaluatorError(shard.message)
    if shard.status != DONE or shard.unsteady:
        raise NoAnswerError(f"{place}: {shard.message or 'the same hand gets another key'}")
    keys = joined(as_array(marshal.loads(shard.keys)), read(shard.own_keys))
    codes = np.frombuffer(shard.codes, np.uint32).tolist()
    if not codes:  # the keys are those of their classes
        codes = code_of_each(examples.numbers, shard.example_codes)[list(numbers)].tolist()
    first, second = keys[codes].tolist()
    return TIES if first == second else BEATS if (first < second) == shard.lower_wins else LOSES
