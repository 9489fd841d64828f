"""The function that workers run: one task, for an evaluator of any style."""

from typing import Any

from evaluators import SCALARS
from harness.adapters.adopt import COMMAND
from harness.checking.shards import examination
from harness.checking.tasks import PYTHON, Task, attempt, limit_memory_once


def work(task: Task) -> dict[str, Any]:
    """Do a task in a worker process, and return its `Shard` as plain values."""
    if task.style != PYTHON:
        from harness.checking import array_shards

        return vars(attempt(lambda: array_shards.shard_of(task)))
    if task.name not in SCALARS and not task.name.startswith(COMMAND):
        limit_memory_once(task.limits.megabytes)
    shard = attempt(lambda: examination(task.name, task.scope.size, task.limits).shard_of(task))
    return vars(shard)
