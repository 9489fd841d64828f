"""The exhaustive check: does an evaluator order all hands as the rules do?

For every pair of hands, comparing their keys must say what the rules say: stronger, weaker or tied.
There are 3,377,295,241,320 pairs of different hands. One pass over the 2,598,960 hands decides them
all, because two conditions are enough:

1. all hands of a class get the same key, and
2. of any two of the 7,462 classes, the key of the stronger one wins.

First comes the preflight: some hands are evaluated again, in other orders and other suits, since
the pass has each hand in one order only. Then workers take the hands, a shard each, and compare
each hand's key with the key of its class. If all agree, and the keys of the classes are in order,
the proof is complete. If not, the workers return the hands with other keys. The rest of the verdict
follows from the number of hands for each class and key: the failures, the number of showdowns that
each decides wrongly, and hands that show it.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import chain
from os import cpu_count
from typing import TYPE_CHECKING, Any, TypeAlias

from evaluators import UnknownEvaluatorError
from harness.adapters.adopt import COMMAND, fitted
from harness.checking.judgement import judge
from harness.checking.questions import base_count
from harness.checking.shards import Examination
from harness.checking.tally import SHARD, Tally
from harness.checking.tasks import PYTHON, Shard, Task, attempt
from harness.checking.verdict import EQUIVALENT, REFUSED, Verdict
from harness.checking.work import work
from harness.hands.classes import examples
from harness.hands.numbers import class_numbers
from harness.hands.scopes import ALL_FIVE, Scope
from harness.processes import workers
from harness.processes.limits import LOADING, USUAL, Died, Limits

if TYPE_CHECKING:
    from harness.checking.state import Shards

TaskResult: TypeAlias = tuple[Task, Shard | Died, str]
"""A task, its result, and the end of what was printed meanwhile."""
Runner: TypeAlias = Callable[[Iterable[Task]], Iterator[TaskResult]]

TRIES = 3
ARRAY_SHARD = 1 << 19
COMMAND_SHARD = 200_000  # each shard starts the command


def check_here(
    evaluator: Any,
    scope: Scope = ALL_FIVE,
    progress: Callable[[Task], None] = lambda task: None,
) -> Verdict:
    """Check an evaluator or a function in this process, on one processor.

    The check calls this very object, whatever its name, and does not change the state of the
    process. `progress` is called with each task that is done.

    Raises:
        UnknownEvaluatorError: the object is neither an evaluator nor a function of a hand.
    """
    name = getattr(evaluator, "name", getattr(evaluator, "__name__", type(evaluator).__name__))
    fitted_evaluator = fitted(evaluator, name)
    tally = Tally(str(name), scope, _shard_count(scope, SHARD) + 1)

    @cache
    def examination() -> Examination:
        return Examination(fitted_evaluator, scope.size, Limits())

    for task in _tasks([str(name)], scope, PYTHON, Limits()):
        if tally.needs(task):
            tally.add(task, attempt(lambda: examination().shard_of(task)))  # noqa: B023
        progress(task)
    return judge(tally)


def _shard_count(scope: Scope, size: int) -> int:
    return -(-len(scope) // size)


def _shard_size(name: str, style: str) -> int:
    return ARRAY_SHARD if style != PYTHON else COMMAND_SHARD if name.startswith(COMMAND) else SHARD


def _tasks(names: Iterable[str], scope: Scope, style: str, limits: Limits) -> Iterator[Task]:
    """The tasks: the preflight of every evaluator, then all hands of each."""
    names = list(names)
    for name in names:
        yield Task(name, scope, 0, 0, style=style, limits=limits)
    for name in names:
        size = _shard_size(name, style)
        for start in range(0, len(scope), size):
            stop = min(start + size, len(scope))
            numbers = b""
            if style == PYTHON and (scope == ALL_FIVE or scope.sample):
                numbers = class_numbers(scope, start, stop).tobytes()
            yield Task(name, scope, start, stop, numbers, style, limits)


def try_again(task: Task, died: Died) -> Task | None:
    """The task to try again after its process died, if any.

    A process can be killed without the evaluator's fault, so a task has three tries. After a
    timeout it has one more. A worker that tries again announces each hand before it evaluates it,
    so that the hand at which it dies is known.
    """
    tries = 2 if died.late is not None else TRIES
    if len(task.deaths) + 1 >= tries or died.memory is not None or died.doing == LOADING:
        return None
    if task.style != PYTHON and died.late is not None:
        return None
    return replace(task, deaths=(*task.deaths, str(died)))


def on_this_machine(
    tasks: Iterable[Task],
    jobs: int | None = None,
    run: Callable[..., Iterator[tuple[Task, Any, str]]] = workers.run,
) -> Iterator[TaskResult]:
    """Run tasks in worker processes, as many as there are processors."""
    waiting = iter(tasks)
    first = next(waiting, None)
    if first is None:
        return
    megabytes = first.limits.megabytes
    tasks, jobs = chain([first], waiting), jobs or cpu_count() or 1
    for task, result, printed in run(work, tasks, jobs, try_again, megabytes=megabytes):
        yield task, result if isinstance(result, Died) else Shard(**result), printed


def check(
    names: Sequence[str],
    scope: Scope = ALL_FIVE,
    progress: Callable[[Task], None] = lambda task: None,
    style: str = PYTHON,
    limits: Limits = USUAL,
    state: "Shards | None" = None,
    run: Runner = on_this_machine,
    preflight: Callable[[Verdict], None] = lambda verdict: None,
) -> Iterator[Verdict]:
    """Check evaluators on all hands of a scope; a verdict for each as soon as it is known.

    Args:
        names: names of evaluators, or places such as ``module:attribute``.
        scope: the hands to check.
        progress: called with each task that is done, or that is not needed any more.
        style: how the evaluators run: one hand a call, an array of hands, or that in machine code.
        limits: the time and memory limits of each evaluator.
        state: the finished shards, including those of an interrupted run.
        run: the function that runs tasks.
        preflight: called with the verdict on the preflight.

    Raises:
        UnknownEvaluatorError: a place does not hold an evaluator; the message says why.
    """
    names = list(dict.fromkeys(names))
    tallies = {}
    for name in names:
        size = _shard_size(name, style)
        tallies[name] = Tally(name, scope, 1 + _shard_count(scope, size), size, style)
    resumed: set[Task] = set()

    def remaining() -> Iterator[Task]:
        """The tasks that are left, and still needed when a worker is free."""
        for task in _tasks(names, scope, style, limits):
            tally = tallies.get(task.name)
            if tally is None or task in resumed:
                continue
            if tally.needs(task):
                yield task
            else:
                tally.skip()
                progress(task)

    def results() -> Iterator[TaskResult]:
        """Results of earlier runs, then those of this one."""
        if state:
            for task in _tasks(names, scope, style, limits):
                if shard := state.shard(task):
                    resumed.add(task)
                    yield task, shard, ""
        for task, result, printed in run(remaining()):
            if state and isinstance(result, Shard) and result.status == EQUIVALENT:
                state.keep(task, result)
            yield task, result, printed

    def verdicts() -> Iterator[Verdict]:
        for name in [name for name, tally in tallies.items() if not tally.tasks_left]:
            yield judge(tallies.pop(name))

    for task, result, printed in results():
        if isinstance(result, Shard) and result.status == REFUSED:
            raise UnknownEvaluatorError(result.message)
        tallies[task.name].add(task, result, printed)
        progress(task)
        if task.is_preflight and isinstance(result, Shard):
            preflight(_preflight_verdict(task, result))
        yield from verdicts()
    yield from verdicts()  # of evaluators whose last tasks were not needed any more


def _preflight_verdict(task: Task, shard: Shard) -> Verdict:
    """The verdict on the preflight, with one hand of each class."""
    verdict = Verdict(task.name, shard.status, task.scope, style=task.style)
    verdict.hands = base_count(task.scope)
    if shard.keys:
        tally = Tally(task.name, task.scope, 1, style=task.style)
        tally.add(task, shard)
        judged = judge(tally)
        verdict.status, verdict.witness = judged.status, tally.unsteady
        verdict.families = judged.families
        verdict.distinct_keys = len(examples(task.scope.size))  # how many were asked about
    return verdict
