"""The exhaustive check: does an evaluator order all hands as the rules do?

For every pair of hands, comparing their keys must say what the rules say: stronger, weaker or tied.
There are 3,377,295,241,320 pairs of different hands. One pass over the 2,598,960 hands decides them
all, because two conditions are enough:

1. all hands of a class get the same key, and
2. the keys of the 7,462 classes are strictly ordered.

First comes the preflight. Then workers take the hands, shard by shard, and compare each hand's key
with the key of its class. If all agree, and the keys of the classes are in order, the proof is
complete. If not, the workers return which hands have which other keys. From the number of hands for
each class and key follows the rest of the verdict: the failures, how many showdowns each decides
wrongly, and hands that show it.
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
from harness.checking.questions import how_many
from harness.checking.shards import Examination
from harness.checking.tally import SHARD, Tally
from harness.checking.tasks import NUMPY, PYTHON, Shard, Task, attempt
from harness.checking.verdict import EQUIVALENT, REFUSED, Verdict
from harness.checking.work import work
from harness.hands.classes import examples
from harness.hands.numbers import class_numbers
from harness.hands.scopes import ALL_FIVE, Scope
from harness.processes import workers
from harness.processes.limits import LOADING, USUAL, Died, Limits

if TYPE_CHECKING:
    from harness.checking.state import State

Done: TypeAlias = tuple[Task, Shard | Died, str]
"""A task, what came of it, and the end of what was printed meanwhile."""
Runner: TypeAlias = Callable[[Iterable[Task]], Iterator[Done]]

TRIES = 3
ARRAY_SHARD = 1 << 19
COMMAND_SHARD = 200_000  # a command is started for each


def check_here(
    evaluator: Any,
    scope: Scope = ALL_FIVE,
    progress: Callable[[Task], None] = lambda task: None,
) -> Verdict:
    """Check an evaluator, or a function, that is here: in this process, on one processor.

    It is this very object that is asked, whatever its name, and nothing of the process is changed.
    `progress` is called with each task that is done.

    Raises:
        UnknownEvaluatorError: it is not an evaluator, nor a function of a hand.
    """
    name = getattr(evaluator, "name", getattr(evaluator, "__name__", type(evaluator).__name__))
    fits = fitted(evaluator, name)
    tally = Tally(str(name), scope, _shards(scope, SHARD) + 1)

    @cache
    def examination() -> Examination:
        return Examination(fits, scope.size, Limits())

    for task in _tasks(["here"], scope, PYTHON, Limits()):
        if tally.needs(task):
            tally.add(task, attempt(lambda: examination().shard_of(task)))  # noqa: B023
        progress(task)
    return judge(tally)


def _shards(scope: Scope, size: int) -> int:
    return -(-len(scope) // size)


def _size_of_shard(name: str, style: str) -> int:
    return ARRAY_SHARD if style == NUMPY else COMMAND_SHARD if name.startswith(COMMAND) else SHARD


def _tasks(names: Iterable[str], scope: Scope, style: str, limits: Limits) -> Iterator[Task]:
    """The tasks: the preflight of every evaluator, then all hands of each."""
    names = list(names)
    for name in names:
        yield Task(name, scope, 0, 0, style=style, limits=limits)
    for name in names:
        shard = _size_of_shard(name, style)
        for start in range(0, len(scope), shard):
            stop = min(start + shard, len(scope))
            numbers = b""
            if style == PYTHON and (scope == ALL_FIVE or scope.sample):
                numbers = class_numbers(scope, start, stop).tobytes()
            yield Task(name, scope, start, stop, numbers, style, limits)


def try_again(task: Task, died: Died) -> Task | None:
    """The task to try again after its process died; this time it announces every hand.

    A process may have been killed for what is not a fault of the evaluator's; the third time it is
    taken for one. What hung is tried once more, to learn where.
    """
    tries = 2 if died.late is not None else TRIES
    if len(task.deaths) + 1 >= tries or died.memory is not None or died.doing == LOADING:
        return None
    if task.style == NUMPY and died.late is not None:
        return None
    return replace(task, deaths=(*task.deaths, str(died)))


def on_this_machine(tasks: Iterable[Task], jobs: int | None = None) -> Iterator[Done]:
    """Run tasks in processes of their own, as many as there are processors."""
    waiting = iter(tasks)
    first = next(waiting, None)
    if first is None:
        return
    megabytes = first.limits.megabytes
    every = chain([first], waiting)
    for task, found, printed in workers.run(
        work, every, jobs or cpu_count() or 1, try_again, megabytes=megabytes
    ):
        yield task, found if isinstance(found, Died) else Shard(**found), printed


def check(
    names: Sequence[str],
    scope: Scope = ALL_FIVE,
    progress: Callable[[Task], None] = lambda task: None,
    style: str = PYTHON,
    limits: Limits = USUAL,
    state: "State | None" = None,
    run: Runner = on_this_machine,
    preflight: Callable[[Verdict], None] = lambda verdict: None,
) -> Iterator[Verdict]:
    """Check evaluators on all hands of a scope; a verdict for each as soon as it is known.

    Args:
        names: of evaluators, or places of some: ``module:attribute``.
        scope: which hands.
        progress: called with each task that is done, or that is not needed any more.
        style: how the evaluators run: one hand a call, or an array of hands.
        limits: what each may take.
        state: where finished shards are kept, those of an interrupted run among them.
        run: where tasks run.
        preflight: called with the verdict on one hand of each class.

    Raises:
        UnknownEvaluatorError: a place holds no evaluator; the message says why.
    """
    names = list(dict.fromkeys(names))
    tallies = {}
    for name in names:
        shard = _size_of_shard(name, style)
        tallies[name] = Tally(name, scope, 1 + _shards(scope, shard), shard, style)
    kept: dict[Task, Shard] = {}

    def todo() -> Iterator[Task]:
        """The tasks that are left, and still needed when their turn comes."""
        for task in _tasks(names, scope, style, limits):
            tally = tallies.get(task.name)
            if tally is None or task in kept:
                continue
            if tally.needs(task):
                yield task
            else:
                tally.skip()
                progress(task)

    def done() -> Iterator[Done]:
        """Results of earlier runs, then those of this one."""
        if state:
            for task in _tasks(names, scope, style, limits):
                if shard := state.shard(task):
                    kept[task] = shard
                    yield task, shard, ""
        for task, result, printed in run(todo()):
            if state and isinstance(result, Shard) and result.status == EQUIVALENT:
                state.keep(task, result)
            yield task, result, printed

    for task, result, printed in done():
        if isinstance(result, Shard) and result.status == REFUSED:
            raise UnknownEvaluatorError(result.message)
        tallies[task.name].add(task, result, printed)
        progress(task)
        if task.is_preflight and isinstance(result, Shard):
            preflight(_at_first_sight(task, result))
        for name in [name for name, tally in tallies.items() if not tally.tasks_left]:
            yield judge(tallies.pop(name))


def _at_first_sight(task: Task, shard: Shard) -> Verdict:
    """The verdict on one hand of each class."""
    verdict = Verdict(task.name, shard.status, task.scope, style=task.style)
    verdict.hands = how_many(task.scope)
    if shard.keys:
        tally = Tally(task.name, task.scope, 1, style=task.style)
        tally.add(task, shard)
        seen = judge(tally)
        verdict.status, verdict.witness = seen.status, tally.unsteady
        verdict.families = seen.families
        verdict.distinct_keys = len(examples(task.scope.size))
    return verdict
