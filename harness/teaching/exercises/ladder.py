"""The twelve exercises, in order."""

from harness.teaching.exercises.differences import SAY_WHICH_ARE_REAL
from harness.teaching.exercises.fooling import FOOL_THE_CHECK
from harness.teaching.exercises.keys import FILL_THE_BUCKETS, FIND_THE_BASE, REPAIR_THE_KEY
from harness.teaching.exercises.killing import KILL_THE_MUTANTS
from harness.teaching.exercises.lookups import WRITE_TWO_LOOKUPS
from harness.teaching.exercises.measuring import TWICE_AS_FAST
from harness.teaching.exercises.mending import MEND_THE_MUTANT
from harness.teaching.exercises.naming import BREAK_THE_TIE, COUNT_THE_HANDS, NAME_THE_CATEGORY
from harness.teaching.exercises.steps import Exercise

EXERCISES: dict[str, Exercise] = {
    exercise.number: exercise
    for exercise in (
        NAME_THE_CATEGORY,
        BREAK_THE_TIE,
        COUNT_THE_HANDS,
        FILL_THE_BUCKETS,
        REPAIR_THE_KEY,
        FIND_THE_BASE,
        WRITE_TWO_LOOKUPS,
        KILL_THE_MUTANTS,
        MEND_THE_MUTANT,
        FOOL_THE_CHECK,
        SAY_WHICH_ARE_REAL,
        TWICE_AS_FAST,
    )
}
"""The exercises by number."""


def find(name: str) -> Exercise | None:
    """The exercise of a number or a folder: ``1``, ``01`` or ``01-name-the-category``."""
    for exercise in EXERCISES.values():
        if name in (exercise.number, exercise.number.lstrip("0"), exercise.folder):
            return exercise
    return None


def after(exercise: Exercise) -> Exercise | None:
    """The exercise after another one."""
    return EXERCISES.get(f"{int(exercise.number) + 1:02}")
