"""The keys that an evaluator gives hands, in a worker process as in a check."""

from collections.abc import Sequence
from itertools import chain

from evaluators import UnknownEvaluatorError
from evaluators.cards import Card
from evaluators.rules import STANDARD, Rules
from harness.adapters.adopt import style_of
from harness.adapters.place import Place
from harness.checking.examination import examination
from harness.checking.statuses import REFUSED
from harness.checking.tasks import Examples, Shard, Task, attempt
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
    ((_, answer, _),) = workers.run(work, [task], 1, megabytes=USUAL.megabytes)
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
