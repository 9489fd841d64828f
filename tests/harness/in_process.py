"""Checks that cost less: a runner of tasks that starts no process, and a short preflight."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import pytest

from harness.checking import equivalence, questions
from harness.checking.equivalence import TaskResult
from harness.checking.examination import work
from harness.checking.tasks import PYTHON, Shard, Task
from harness.checking.verdict import Verdict
from harness.faults.witness import Side
from harness.hands.scopes import Scope
from harness.processes.workers import unheard


class Here:
    """Tasks done in this process, for the parameter `run` of `check`."""

    def __init__(self) -> None:
        self.done: list[Task] = []

    def __call__(self, tasks: Iterable[Task]) -> Iterator[TaskResult]:
        for task in tasks:
            self.done.append(task)
            yield task, Shard(**work(task, unheard)), ""


def verdict_here(place: str, scope: Scope, style: str = PYTHON) -> Verdict:
    """The verdict on one evaluator, asked in this process."""
    (verdict,) = equivalence.verdicts_on([place], scope, style=style, run=Here())
    return verdict


def sides(verdict: Verdict) -> tuple[Side, Side]:
    """The two hands that a verdict shows; it must have them."""
    assert verdict.witness
    return verdict.witness.first, verdict.witness.second


@contextmanager
def short_preflight() -> Iterator[None]:
    """A preflight of few hands: it takes longer than the sample of a test about something else."""
    usual = questions._bases
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(questions, "_bases", lambda scope: usual(scope)[::50])
        patch.setattr(equivalence, "preflight_questions", questions.preflight_questions.__wrapped__)
        yield
