"""The exhaustive check: does an evaluator order all hands as the rules do?

For every pair of hands, comparing their keys must say what the rules say: stronger, weaker or tied.
There are 3,377,295,241,320 pairs of different hands. One pass over the 2,598,960 hands decides them
all, because two conditions are enough:

1. all hands of a class get the same key, and
2. of any two of the 7,462 classes, the key of the stronger one wins.

First comes the preflight: some hands are evaluated again, in other orders and other suits, since
the pass has each hand in one order only. Then workers take the hands, a shard each, and return a
number for each hand's key. The table of classes and keys follows: how many hands of each class got
each key. If there is one key for each class, and these are in order, the proof is complete. If not,
the rest of the verdict follows from the table: the failures, the number of showdowns that each
decides wrongly, and hands that show it.
"""

from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import chain
from os import cpu_count
from typing import TYPE_CHECKING, Any, TypeAlias

from evaluators import UnknownEvaluatorError
from harness.adapters import COMMAND
from harness.adapters.adopt import fitted
from harness.adapters.styles import STYLES
from harness.checking.examination import Examination, work
from harness.checking.judgement import Results, judge
from harness.checking.questions import base_count, preflight_questions
from harness.checking.statuses import EQUIVALENT, REFUSED
from harness.checking.tasks import PYTHON, Examples, Shard, Task, attempt
from harness.checking.verdict import Verdict
from harness.hands.scopes import ALL_FIVE, All, Scope
from harness.processes import workers
from harness.processes.limits import LOADING, USUAL, Died, Limits

if TYPE_CHECKING:
    from harness.checking.state import State

TaskResult: TypeAlias = tuple[Task, Shard | Died, str]
"""A task, its result, and the end of what was printed meanwhile."""
Runner: TypeAlias = Callable[[Iterable[Task]], Iterator[TaskResult]]

TRIES = 3
SHARD = 100_000
"""Hands in a shard, unless its evaluator takes arrays or is a command."""
ARRAY_SHARD = 1 << 19
COMMAND_SHARD = 200_000  # each shard starts the command


def check_here(
    evaluator: Any,
    scope: Scope = ALL_FIVE,
    progress: Callable[[Task], None] = lambda task: None,
    style: str = PYTHON,
) -> Verdict:
    """Check an evaluator or a function in this process, on one processor.

    The check calls this very object, whatever its name, and does not change the state of the
    process. `progress` is called with each task that is done.

    Raises:
        UnknownEvaluatorError: the object is neither an evaluator nor a function of a hand.
    """
    name = getattr(evaluator, "name", getattr(evaluator, "__name__", type(evaluator).__name__))
    fitted_evaluator = fitted(evaluator, str(name), style)

    @cache
    def examination() -> Examination:
        return Examination(fitted_evaluator, style, scope.size, USUAL.seconds, scope.rules)

    def run(tasks: Iterable[Task]) -> Iterator[TaskResult]:
        for task in tasks:
            yield task, attempt(lambda: examination().shard_of(task)), ""  # noqa: B023

    (verdict,) = check([str(name)], scope, progress, style, run=run)
    return verdict


@cache
def examples_of(scope: Scope) -> Examples:
    """One hand of each class that hands of a scope's size can have."""
    hands = scope.examples
    return Examples(bytes(chain.from_iterable(hands.values())), tuple(hands))


def _shard_size(name: str, style: str) -> int:
    if STYLES[style].takes_arrays:
        return ARRAY_SHARD
    return COMMAND_SHARD if name.startswith(COMMAND) else SHARD


def tasks_of(names: Iterable[str], scope: Scope, style: str, limits: Limits) -> Iterator[Task]:
    """The tasks, without hands: the preflight of every evaluator, then all hands of each."""
    names, classes = list(names), examples_of(scope)
    for name in names:
        yield Task(name, style, limits, scope.size, 0, 0, classes, rules=scope.rules)
    for name in names:
        size = _shard_size(name, style)
        for start in range(0, len(scope), size):
            stop = min(start + size, len(scope))
            yield Task(name, style, limits, scope.size, start, stop, classes, rules=scope.rules)


def dealt(task: Task, scope: Scope) -> Task:
    """A task with its hands, unless they are some of all hands, which a worker can deal itself."""
    if task.is_preflight:
        hands, numbers, kinds = zip(*preflight_questions(scope))
        cards, packed = bytes(chain.from_iterable(hands)), array("H", numbers).tobytes()
        return replace(task, cards=cards, numbers=packed, kinds=bytes(kinds))
    cards = b"" if isinstance(scope, All) else scope.hands(task.start, task.stop).tobytes()
    return replace(task, cards=cards, numbers=scope.numbers(task.start, task.stop).tobytes())


def try_again(task: Task, died: Died) -> Task | None:
    """The task to try again after its process died, if any.

    A process can be killed without the evaluator's fault, so a task has three tries. After a
    timeout it has one more. A worker that tries again announces each call before it makes it, so
    that the hand at which it dies is known, if a call takes one hand.
    """
    tries = 2 if died.late is not None else TRIES
    if len(task.deaths) + 1 >= tries or died.memory is not None or died.doing == LOADING:
        return None
    if STYLES[task.style].takes_arrays and died.late is not None:
        return None
    return replace(task, deaths=(*task.deaths, str(died)))


def on_this_machine(
    tasks: Iterable[Task],
    jobs: int | None = None,
    run: Callable[..., Iterator[tuple[Task, Any, str]]] = workers.run,
) -> Iterator[TaskResult]:
    """Run tasks in worker processes, as many as there are processors."""

    def evaluator_of_others(task: Task) -> str:
        """A third-party evaluator, which gets its own processes: its import may change anything."""
        return "" if task.name in STYLES[task.style].ours else task.name

    waiting = iter(tasks)
    first = next(waiting, None)
    if first is None:
        return
    megabytes = first.limits.megabytes
    tasks, jobs = chain([first], waiting), jobs or cpu_count() or 1
    for task, result, printed in run(
        work, tasks, jobs, try_again, megabytes, isolate_by=evaluator_of_others
    ):
        yield task, result if isinstance(result, Died) else Shard(**result), printed


def check(
    names: Sequence[str],
    scope: Scope = ALL_FIVE,
    progress: Callable[[Task], None] = lambda task: None,
    style: str = PYTHON,
    limits: Limits = USUAL,
    state: "State | None" = None,
    run: Runner | None = None,
    preflight: Callable[[Verdict], None] | None = None,
) -> Iterator[Verdict]:
    """Check evaluators on all hands of a scope; a verdict for each as soon as it is known.

    Args:
        names: names of evaluators, or places such as ``module:attribute``.
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
    tasks = list(tasks_of(dict.fromkeys(names), scope, style, limits))
    # Few hands are done sooner than a second process has started.
    jobs = min(cpu_count() or 1, sum(task.stop - task.start for task in tasks) // SHARD + 1)
    run = run or partial(on_this_machine, jobs=jobs)
    unjudged = {
        name: Results(name, scope, style, of_name, examples_of(scope))
        for name, of_name in Counter(task.name for task in tasks).items()
    }

    def needed(tasks: Iterable[Task]) -> Iterator[Task]:
        """The tasks that are still needed when a worker is free."""
        for task in tasks:
            if unjudged[task.name].needs(task):
                yield dealt(task, scope)
            else:
                unjudged[task.name].skip()
                progress(task)

    def all_results() -> Iterator[TaskResult]:
        """Results of earlier runs, then those of this one."""
        unfinished = []
        for task in tasks:
            shard = state.shard(task) if state else None
            if shard:
                yield task, shard, ""
            else:
                unfinished.append(task)
        for task, result, printed in run(needed(unfinished)):
            if state is not None and isinstance(result, Shard) and result.status == EQUIVALENT:
                state.keep(task, result)
            yield task, result, printed

    def verdicts() -> Iterator[Verdict]:
        for name in [name for name, results in unjudged.items() if not results.tasks_left]:
            yield judge(unjudged.pop(name))

    for task, result, printed in all_results():
        if isinstance(result, Shard) and result.status == REFUSED:
            raise UnknownEvaluatorError(result.message)
        unjudged[task.name].add(task, result, printed)
        progress(task)
        if preflight and task.is_preflight and isinstance(result, Shard):
            preflight(_preflight_verdict(task, result, unjudged[task.name]))
        yield from verdicts()
    yield from verdicts()  # of evaluators whose last tasks were not needed any more


def _preflight_verdict(task: Task, shard: Shard, results: Results) -> Verdict:
    """The verdict on the preflight, with one hand of each class."""
    scope, classes = results.scope, results.of_classes
    if shard.status != EQUIVALENT:
        return Verdict(task.name, shard.status, scope, base_count(scope), task.style)
    alone = Results(task.name, scope, task.style, 1, classes)
    alone.add(task, shard)
    # The number of classes whose hands were compared stands for that of keys.
    return replace(judge(alone), hands=base_count(scope), witness=alone.unsteady,
                   distinct_keys=len(classes.numbers))  # fmt: skip
