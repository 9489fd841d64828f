"""The lesson of a strategy, run on a hand: its steps, and the picture after each of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from inspect import getdoc
from typing import Any

from evaluators import LESSONS, Evaluator, load
from evaluators.cards import Card
from harness.teaching.pictures import DRAWERS, Line, picture
from harness.teaching.steps import Step, key_of, source_of, trace

SUFFIX = "-lesson"
STRATEGIES = tuple(DRAWERS)
"""The strategies whose lesson has a picture of each step; the course is about them."""


@dataclass(frozen=True)
class Explanation:
    """A lesson's run.

    Attributes:
        strategy: its name.
        title: the title of the lesson, with which its docstring begins.
        file: the file of the lesson, from the root of the project.
        hand: five cards, in the order in which the lesson got them.
        source: the lines of the lesson without its docstring, and their numbers in the file.
        steps: the steps of the lesson; the first is the call.
    """

    strategy: str
    title: str
    file: str
    hand: tuple[Card, ...]
    source: tuple[tuple[int, str], ...]
    steps: tuple[Step, ...]

    @property
    def key(self) -> Any:
        """The key of the hand."""
        return key_of(self.steps)

    def picture(self, number: int = -1) -> list[Line]:
        """The picture after the step with this number, or after the last."""
        return picture(self.strategy, self.hand, self.steps[: number % len(self.steps) + 1])


def lesson_of(strategy: str) -> Evaluator[Any, Any]:
    """The lesson of a strategy."""
    return load(strategy + SUFFIX)


def explain(strategy: str, hand: Sequence[Card]) -> Explanation:
    """Run the lesson of a strategy on five cards.

    >>> explanation = explain("matrix-score", range(5))
    >>> explanation.title, explanation.file
    ('Matrix score', 'evaluators/matrix_score/lesson.py')
    """
    lesson = lesson_of(strategy)
    title = (getdoc(lesson) or "").partition(", step by step")[0]
    file = LESSONS[strategy + SUFFIX].replace(".", "/") + ".py"
    steps = trace(lesson.evaluate, [lesson.encode(card) for card in hand])
    return Explanation(strategy, title, file, tuple(hand), source_of(lesson.evaluate), steps)
