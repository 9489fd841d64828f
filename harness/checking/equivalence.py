"""The exhaustive check: does an evaluator order all hands as the rules do?

For every pair of hands, comparing their keys must say what the rules say: stronger, weaker or tied.
There are 3,377,295,241,320 pairs of different hands. One pass over the 2,598,960 hands decides them
all, because two conditions are enough:

1. all hands of a class get the same key, and
2. of any two of the 7,462 classes, the key of the stronger one wins.

The first task is the preflight: some hands are evaluated again, in other orders and other suits,
since the pass has each hand in one order only. The other tasks are pieces of the hands. Workers may
do them at the same time. A worker returns the distinct keys and, for each hand, the index of its
key. The table of classes and keys follows: how many hands of each class got each key. If there is
one key for each class, and these are in order, the proof is complete. If not, the rest of the
verdict follows from the table: the failures, the number of showdowns that each decides wrongly, and
hands that show it.
"""

from array import array
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import replace
from functools import cache, partial
from itertools import chain
from os import cpu_count
from time import process_time
from typing import TYPE_CHECKING, Any, TypeAlias

from evaluators import UnknownEvaluatorError
from harness.adapters.adopt import fitted
from harness.adapters.asking import FEW
from harness.adapters.place import Place
from harness.adapters.styles import STYLES
from harness.checking.examination import Examination, work
from harness.checking.judgement import Results, judge
from harness.checking.questions import base_count, preflight_questions
from harness.checking.statuses import DONE, REFUSED
from harness.checking.table import Table
from harness.checking.tasks import PYTHON, Examples, Shard, Task, attempt
from harness.checking.verdict import Verdict
from harness.hands.scopes import ALL_FIVE, Scope
from harness.processes import workers
from harness.processes.limits import LOADING, USUAL, Died, Limits

if TYPE_CHECKING:
    from harness.checking.state import State

TaskResult: TypeAlias = tuple[Task, Shard | Died, str]
"""A task, its result, and the end of what was printed meanwhile."""
RunTasks: TypeAlias = Callable[[Iterable[Task]], Iterator[TaskResult]]
Progress: TypeAlias = Callable[[Task], None]
Preflight: TypeAlias = Callable[[Verdict], None]

TRIES = 3
SHARD = 100_000
"""Hands in a shard, unless its evaluator takes arrays or is a command."""
ARRAY_SHARD = 1 << 19
MANY_BOARDS = 20  # in a shard for arrays, if every hand on each is asked about
COMMAND_SHARD = 200_000  # each shard starts the command


def check_here(
    evaluator: Any,
    scope: Scope = ALL_FIVE,
    progress: Progress = lambda task: None,
    style: str = PYTHON,
) -> Verdict:
    """Check an evaluator or a function in this process, on one processor.

    The check calls this very object, whatever its name, and does not change the state of the
    process. `progress` is called with each task that is done.

    Raises:
        UnknownEvaluatorError: the object is neither an evaluator nor a function of a hand.
    """
    name = getattr(evaluator, "name", getattr(evaluator, "__name__", type(evaluator).__name__))
    fitted_evaluator = fitted(evaluator, str(name), style, rules=scope.rules)

    @cache
    def examination() -> Examination:
        return Examination(fitted_evaluator, style, scope.size, USUAL.seconds, scope.rules)

    def run(tasks: Iterable[Task]) -> Iterator[TaskResult]:
        for task in tasks:
            yield task, attempt(lambda: examination().shard_of(task)), ""  # noqa: B023

    (verdict,) = verdicts_on([Place(str(name))], scope, progress, style, run=run)
    return verdict


@cache
def examples_of(scope: Scope) -> Examples:
    """One hand of each class that hands of a scope's size can have."""
    hands = scope.examples
    return Examples(bytes(chain.from_iterable(hands.values())), tuple(hands))


def tasks_of(places: Collection[Place], scope: Scope, style: str, limits: Limits) -> Iterator[Task]:
    """The tasks, without hands: the preflight of every evaluator, then all hands of each."""
    blank = partial(Task, style=style, limits=limits, size=scope.size, rules=scope.rules)
    for place in places:
        yield blank(place, start=0, stop=0, examples=examples_of(scope))
    for place in places:
        size = COMMAND_SHARD if place.is_program else SHARD
        if STYLES[style].takes_arrays:
            size = max(ARRAY_SHARD, MANY_BOARDS * scope.unit)
        size = -(-size // scope.unit) * scope.unit
        for start in range(0, len(scope), size):
            stop = min(start + size, len(scope))
            yield blank(place, start=start, stop=stop, examples=examples_of(scope))


def dealt(task: Task, scope: Scope) -> Task:
    """A task with its hands, unless they are some of all hands, which a worker can deal itself."""
    if task.is_preflight:
        hands, numbers, kinds = zip(*preflight_questions(scope))
        cards, packed = bytes(chain.from_iterable(hands)), array("H", numbers).tobytes()
        return replace(task, cards=cards, numbers=packed, kinds=bytes(kinds))
    cards = scope.sent(task.start, task.stop)
    return replace(task, cards=cards, numbers=scope.numbers(task.start, task.stop).tobytes())


def try_again(task: Task, died: Died) -> Task | None:
    """The task to try again after its process died, if any.

    A process can be killed without the evaluator's fault, so a task has three tries. After a
    timeout it has one more. A worker that tries again announces each call before it makes it, so
    that the hand at which it dies is known, if a call takes one hand. The second try of a library
    finds few hands, and the third, after a timeout as well, the one among them.
    """
    is_library = task.place.is_library
    tries = 2 if died.late is not None and not is_library else TRIES
    if len(task.deaths) + 1 >= tries or died.memory is not None or died.doing == LOADING:
        return None
    takes_many = STYLES[task.style].takes_arrays and not is_library
    if takes_many and died.late is not None:
        return None
    suspects = range(died.at, died.at + FEW) if is_library and task.deaths else range(0)
    return replace(task, deaths=(*task.deaths, str(died)), suspects=suspects)


def on_this_machine(
    tasks: Iterable[Task],
    jobs: int | None = None,
    run: Callable[..., Iterator[tuple[Task, Any, str]]] = workers.run,
) -> Iterator[TaskResult]:
    """Run tasks in worker processes, as many as there are processors."""

    def evaluator_of_others(task: Task) -> str:
        """A third-party evaluator, which gets its own processes: its import may change anything."""
        return "" if task.name in STYLES[task.style].ours else task.name

    def megabytes_of(task: Task) -> float:
        return task.limits.megabytes

    for task, result, printed in run(
        *(work, tasks, jobs or cpu_count() or 1, try_again, megabytes_of),
        isolate_by=evaluator_of_others,
    ):
        yield task, result if isinstance(result, Died) else Shard(**result), printed


class Run:
    """A check, while it runs: its tasks, and what `verdicts_on` is told to call."""

    def __init__(
        self, tasks: list[Task], scope: Scope, progress: Progress, preflight: Preflight | None
    ) -> None:
        self.tasks, self.scope, self._progress, self._preflight = tasks, scope, progress, preflight
        self._unjudged = {
            name: Results(
                *(name, scope, tasks[0].style, number_of_tasks, examples_of(scope)),
                Table(scope, tasks[0].limits.megabytes),
            )
            for name, number_of_tasks in Counter(task.name for task in tasks).items()
        }

    def restore(self, state: "State") -> Iterator[Verdict]:
        """Add what an earlier run has finished.

        Gaps count only where the table is coarse as well: with more memory, keys are asked for.
        """
        tasks, self.tasks = self.tasks, []
        for task in tasks:
            shard = state.shard(task)
            if shard and (not shard.has_gaps or self._unjudged[task.name].table.coarse):
                yield from self.add(task, shard)
            else:
                self.tasks.append(task)

    def needed(self) -> Iterator[Task]:
        """The tasks, with their hands, that are still needed when a worker is free."""
        for task in self.tasks:
            results = self._unjudged[task.name]
            if results.needs(task):
                coarse = results.table.coarse * STYLES[task.style].takes_arrays
                yield replace(dealt(task, self.scope), coarse=coarse)
            else:
                results.tasks_left -= 1
                self._progress(task)

    def add(self, task: Task, result: Shard | Died, printed: str = "") -> Iterator[Verdict]:
        """Add the result of a task; a verdict, if it was the last one.

        Raises:
            UnknownEvaluatorError: the place does not hold an evaluator.
        """
        if isinstance(result, Shard) and result.status == REFUSED:
            raise UnknownEvaluatorError(result.message)
        began, results = process_time(), self._unjudged[task.name]
        results.add(task, result, printed)
        results.counting += process_time() - began
        self._progress(task)
        if self._preflight and task.is_preflight and isinstance(result, Shard):
            self._preflight(_preflight_verdict(task, result, self.scope))
        yield from self.verdicts()

    def verdicts(self) -> Iterator[Verdict]:
        """The verdicts on evaluators all of whose tasks are done or not needed, each once."""
        for name in [name for name, results in self._unjudged.items() if not results.tasks_left]:
            began, results = process_time(), self._unjudged.pop(name)
            verdict = judge(results)
            yield replace(verdict, counting=results.counting + process_time() - began)


def verdicts_on(
    evaluators: Iterable[str | Place],
    scope: Scope = ALL_FIVE,
    progress: Progress = lambda task: None,
    style: str = PYTHON,
    limits: Limits = USUAL,
    state: "State | None" = None,
    run: RunTasks | None = None,
    preflight: Preflight | None = None,
) -> Iterator[Verdict]:
    """Check evaluators on all hands of a scope; a verdict for each as soon as it is known.

    Args:
        evaluators: the places of evaluators, or the texts that name them.
        scope: the hands to check.
        progress: called with each task that is done, or that is not needed any more.
        style: how the evaluators run, a name in `STYLES`.
        limits: the time and memory limits of each evaluator.
        state: the finished shards, including those of an interrupted run.
        run: the function that runs tasks; usually on all processors of this machine.
        preflight: called with the verdict on the preflight, if anybody wants it.

    Raises:
        UnknownEvaluatorError: a place does not hold an evaluator; the message says why.
    """
    places = dict.fromkeys(map(Place.of, evaluators))
    check = Run([*tasks_of(places, scope, style, limits)], scope, progress, preflight)
    # Few hands are done sooner than a second process has started.
    jobs = min(cpu_count() or 1, len(places) * len(scope) // SHARD + 1)
    if state:
        yield from check.restore(state)
    for task, result, printed in (run or partial(on_this_machine, jobs=jobs))(check.needed()):
        if state and isinstance(result, Shard) and result.status == DONE:
            state.keep(task, result)
        yield from check.add(task, result, printed)
    yield from check.verdicts()


def _preflight_verdict(task: Task, shard: Shard, scope: Scope) -> Verdict:
    """The verdict on the preflight, with one hand of each class."""
    if shard.status != DONE:
        return Verdict(task.name, shard.status, scope, base_count(scope), task.style)
    alone = Results(task.name, scope, task.style, 1, task.examples, Table(scope))
    alone.add(task, shard)
    # The number of classes whose hands were compared stands for that of keys.
    return replace(judge(alone), hands=base_count(scope), witness=alone.unsteady,
                   distinct_keys=len(task.examples.numbers))  # fmt: skip
