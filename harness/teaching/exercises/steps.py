"""What an exercise is made of: steps, the cheap ones first.

The grader takes them in order and stops at the first that fails.
"""

from collections.abc import Callable
from dataclasses import dataclass

from harness.teaching.exercises.submission import Submission

FULL_SAMPLE = 1_000
"""Random hands of a check that comes before that of all hands."""


@dataclass(frozen=True, kw_only=True)
class Step:
    """A step: something that a submission must do.

    Attributes:
        name: what it does, as in "it finds the wheel".
        chapter: the number of the chapter to read if it does not.
        points: the points for it.
        is_hidden: whether a student sees the fault in words only, without a hand.
    """

    name: str
    chapter: int
    points: int = 1
    is_hidden: bool = False


@dataclass(frozen=True, kw_only=True)
class Asked(Step):
    """A step that asks some questions, in one worker.

    Attributes:
        ask: raises `Stop` if an answer is wrong.
    """

    ask: Callable[[Submission], object]


@dataclass(frozen=True, kw_only=True)
class Swept(Step):
    """A step that asks about every hand of five cards, in shards.

    Attributes:
        ask: raises `Stop` if an answer about one of the hands from a place to another is wrong.
    """

    ask: Callable[[Submission, int, int], object]


@dataclass(frozen=True, kw_only=True)
class Checked(Step):
    """A step that checks the order of hands, as ``allhands check`` does.

    Attributes:
        function: the name of the evaluator in the file.
        sample: how many random hands, besides one of each class; None for all hands.
    """

    function: str = "evaluate"
    sample: int | None = None


@dataclass(frozen=True, kw_only=True)
class Exercise:
    """An exercise.

    Attributes:
        number: two digits, as its folder begins.
        title: what to do, in a few words.
        file: the name of the file that is handed in.
        steps: the steps, the cheap ones first.
        needs_seed: whether every student has another task.
        is_measured: whether answers are times, which differ from run to run.
    """

    number: str
    title: str
    file: str
    steps: tuple[Step, ...]
    needs_seed: bool = False
    is_measured: bool = False

    @property
    def folder(self) -> str:
        """Its folder in ``exercises``."""
        return f"{self.number}-{self.title.replace(',', '').replace(' ', '-')}"

    @property
    def points(self) -> int:
        """All points."""
        return sum(step.points for step in self.steps)

    def __str__(self) -> str:
        return f"{self.number} {self.title}"


def classes_and_all(function: str = "evaluate", chapter: int = 3) -> tuple[Step, Step]:
    """The last two steps of an evaluator: one hand of each class, then every hand."""
    return (
        Checked(
            name="it orders one hand of each class",
            chapter=chapter,
            points=2,
            is_hidden=True,
            function=function,
            sample=FULL_SAMPLE,
        ),
        Checked(
            name="it orders every hand",
            chapter=chapter,
            points=3,
            is_hidden=True,
            function=function,
        ),
    )
