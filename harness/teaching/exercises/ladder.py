"""The twelve exercises, in order."""

from harness.teaching.exercises.naming import BREAK_THE_TIE, COUNT_THE_HANDS, NAME_THE_CATEGORY
from harness.teaching.exercises.steps import Exercise
from harness.teaching.exercises.testing import FOOL_THE_CHECK, KILL_THE_MUTANTS

EXERCISES: dict[str, Exercise] = {
    exercise.number: exercise
    for exercise in (
        NAME_THE_CATEGORY,
        BREAK_THE_TIE,
        COUNT_THE_HANDS,
        KILL_THE_MUTANTS,
        FOOL_THE_CHECK,
    )
}
"""The exercises by number."""


def find(name: str) -> Exercise | None:
    """The exercise of a number or a folder: ``1``, ``01`` or ``01-name-the-category``."""
    number = name.partition("-")[0].zfill(2)
    return EXERCISES.get(number)
