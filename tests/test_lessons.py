"""Each change from a lesson to its fast version keeps every key."""

from types import SimpleNamespace

import pytest

from benchmarks.lesson_changes import CHANGES
from evaluators import LESSONS, load
from harness.hands.arrays import examples


@pytest.mark.parametrize(
    ("lesson", "changed"),
    [(lesson, changed) for lesson in LESSONS for changed in CHANGES.get(lesson, ())],
    ids=lambda value: getattr(value, "name", ""),
)
def test_a_change_keeps_the_keys(lesson: str, changed: SimpleNamespace) -> None:
    """Or the gain would be that of another evaluator; one hand of each class, in two orders."""
    original = load(lesson)
    for hand in examples(5).values():
        cards = [*map(original.encode, hand)]
        assert changed.evaluate(cards[::-1]) == original.evaluate(cards)


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_lesson_takes_five_cards_and_declares_which_keys_win(lesson: str) -> None:
    evaluator = load(lesson)
    assert evaluator.sizes == range(5, 6)
    best, *_, worst = (evaluator.evaluate([*map(evaluator.encode, hand)])
                       for hand in examples(5).values())  # fmt: skip
    assert (best < worst) == evaluator.lower_wins  # type: ignore[operator]
