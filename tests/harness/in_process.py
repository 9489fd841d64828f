"""A runner of tasks that starts no process, and tells which tasks it did."""

from collections.abc import Iterable, Iterator

from harness.checking.equivalence import TaskResult
from harness.checking.examination import work
from harness.checking.tasks import Shard, Task


class Here:
    """Tasks done in this process, for the parameter `run` of `check`."""

    def __init__(self) -> None:
        self.done: list[Task] = []

    def __call__(self, tasks: Iterable[Task]) -> Iterator[TaskResult]:
        for task in tasks:
            self.done.append(task)
            yield task, Shard(**work(task)), ""
