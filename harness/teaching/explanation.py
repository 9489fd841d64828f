"""The lesson of a strategy, run on a hand: its steps, and the picture after each of them."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from inspect import getdoc
from pathlib import Path
from typing import Any

from evaluators import LESSONS, Evaluator, load
from evaluators.cards import Card
from harness.teaching.pictures import Picture, picture
from harness.teaching.steps import Trace, trace

SUFFIX = "-lesson"
STRATEGIES = ("cactus-kev", "matrix-score", "sort-by-count", "count-buckets")
"""The strategies whose lesson has a picture of each step; the course is about them."""


@dataclass(frozen=True)
class Explanation:
    """A lesson's run.

    Attributes:
        strategy: its name.
        hand: five cards, in the order in which the lesson got them.
        run: what the lesson did.
    """

    strategy: str
    hand: tuple[Card, ...]
    run: Trace

    @property
    def title(self) -> str:
        """The title of the lesson: its docstring begins with that.

        >>> explain("matrix-score", range(5)).title
        'Matrix score'
        """
        return (getdoc(lesson_of(self.strategy)) or "").partition(", step by step")[0]

    @cached_property
    def file(self) -> str:
        """The file of the lesson, from the root of the project.

        >>> explain("matrix-score", range(5)).file
        'evaluators/matrix_score/lesson.py'
        """
        place = sys.modules[LESSONS[self.strategy + SUFFIX]].__file__ or ""
        return "/".join(Path(place).parts[-3:])

    def picture(self, steps: int | None = None) -> Picture:
        """The picture after so many steps, or at the end."""
        return picture(self.strategy, self.hand, self.run.steps[:steps])


def lesson_of(strategy: str) -> Evaluator[Any, Any]:
    """The lesson of a strategy."""
    return load(strategy + SUFFIX)


def explain(strategy: str, hand: Sequence[Card]) -> Explanation:
    """Run the lesson of a strategy on five cards."""
    lesson = lesson_of(strategy)
    run = trace(lesson.evaluate, [lesson.encode(card) for card in hand])
    return Explanation(strategy, tuple(hand), run)
