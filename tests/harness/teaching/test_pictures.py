"""Pictures show what the steps made, and no more; tests/transcripts.md has some, whole."""

import re

from harness.teaching.explanation import STRATEGIES, explain
from harness.teaching.pictures import MARKED, NEW, text_of
from tests.harness.teaching.lessons import EXAMPLES

WIDEST = 60
"""The most characters in a line: on a terminal, and on a telephone."""


def row(strategy: str, name: str, steps: int, label: str) -> str:
    """The line of a picture that has a label, after some steps; else an empty text."""
    lines = map(text_of, explain(strategy, EXAMPLES[name]).picture(steps))
    return next((line for line in lines if line.startswith(label)), "")


def step_that_makes(strategy: str, name: str, variable: str) -> int:
    steps = explain(strategy, EXAMPLES[name]).steps
    return next(at for at, step in enumerate(steps) if variable in dict(step.made))


def test_each_step_has_a_picture_with_what_it_made_marked() -> None:
    """Else the page fails in the middle, a line is too long, or nobody sees what is new."""
    for strategy in STRATEGIES:
        for name in EXAMPLES:
            explanation = explain(strategy, EXAMPLES[name])
            before: list[str] = []
            changes = 0
            for number in range(len(explanation.steps)):
                picture = explanation.picture(number)
                texts = [*map(text_of, picture)]
                new = [text_of(line) for line in picture if any(cell.role == NEW for cell in line)]
                assert max(map(len, texts)) <= WIDEST
                assert "None" not in "".join(texts)
                assert not {*new} & {*before}
                assert number == 0 or bool({*texts} - {*before}) == bool(new)
                changes += texts != before
                before = texts
            assert changes > 2


def test_the_bits_that_are_set_are_marked() -> None:
    explanation = explain("cactus-kev", EXAMPLES["flush"])
    for line in explanation.picture(0)[1:]:
        assert all((cell.role == MARKED) == ("1" in cell.text) for cell in line[1:])
    new = [cell.text for line in explanation.picture(2)[7:9] for cell in line if cell.role == NEW]
    assert {*"".join(new)} == {"1"}


def test_nothing_is_shown_before_it_is_known() -> None:
    """Else an answer stands there before the step that finds it."""
    at = step_that_makes("cactus-kev", "two pair", "middle")
    shown = [row("cactus-kev", "two pair", at + later, "probe 1") for later in (0, 1)]
    assert ["smaller" in line for line in shown] == [False, True]
    at = step_that_makes("count-buckets", "two pair", "buckets")
    assert not re.search(r"\d", row("count-buckets", "two pair", at, "once"))
    for number, step in enumerate(explain("matrix-score", EXAMPLES["two pair"]).steps):
        line = row("matrix-score", "two pair", number, "score")
        assert not line or len(line.split()) == 9  # a label, a category, seven slots
        written = re.sub(r"\D", "", line)
        assert "score" not in step.values or int(written) == step.values["score"]
