"""Steps show what the code of a lesson really does."""

import sys
from collections.abc import Sequence
from copy import deepcopy
from inspect import getsourcefile
from pathlib import Path
from textwrap import dedent
from types import FrameType
from typing import Any

import pytest
from hypothesis import given, settings

from evaluators.cards import Card
from harness.teaching.explanation import STRATEGIES, lesson_of
from harness.teaching.steps import KEY, Step, source_of, trace
from harness.testing.strategies import hands
from tests.harness.teaching.lessons import EXAMPLES


def steps_of(strategy: str, hand: Sequence[Card]) -> tuple[Step, ...]:
    lesson = lesson_of(strategy)
    return trace(lesson.evaluate, [lesson.encode(card) for card in hand])


def changed_by(step: Step, before: dict[str, Any], names: dict[str, Any]) -> dict[str, Any]:
    """The variables after a statement that is no loop, which is executed here."""
    values = deepcopy(before)
    exec(dedent("\n".join(step.lines)), names | values, values)
    return {name: value for name, value in values.items() if not name.startswith("__")}


@pytest.mark.parametrize("strategy", STRATEGIES)
@given(hand=hands())
@settings(max_examples=15)
def test_values_conditions_places_and_the_key(strategy: str, hand: list[Card]) -> None:
    """Else a step shows what its line did not make, or a statement or a change is missing."""
    lesson, (call, *steps) = lesson_of(strategy), steps_of(strategy, hand)
    names = lesson.evaluate.__globals__
    cards = [lesson.encode(card) for card in hand]
    assert (call.lines, call.made) == (("evaluate(hand)",), (("hand", cards),))
    before: dict[str, Any] = {"hand": cards}
    for step in steps:
        made = dict(step.made)
        if step.condition:
            assert step.holds == bool(eval(step.condition, names, dict(step.values)))
            assert step.values == before
        elif step.holds is None and KEY not in made:
            assert step.values == changed_by(step, before, names)
        changed = {name for name, value in step.values.items() if before.get(name) != value}
        assert changed <= {place.partition("[")[0] for place in made}
        assert all(eval(place, {}, step.values | made) == made[place] for place in made)
        before = step.values
    assert steps[-1].made == ((KEY, lesson.evaluate(cards)),)


def test_iterations_are_counted() -> None:
    """Else a loop folds into wrong lines."""
    steps = steps_of("cactus-kev", EXAMPLES["one pair"])
    heads = [step for step in steps if step.condition == "low < high"]
    assert [step.iteration for step in heads] == [*range(1, len(heads)), 0]
    assert [step.iteration for step in steps if "prime" in dict(step.made)] == [1, 2, 3, 4, 5]
    assert all(step.iteration == 0 for step in steps if step.loop is None)


def failing() -> None:
    """Fail."""
    raise ValueError("no")


def test_an_earlier_tracer_is_set_again() -> None:
    """Else explaining a hand ends a debugger, or the measuring of coverage."""

    def tracer(frame: FrameType, event: str, _: Any) -> None:
        return None

    before = sys.gettrace()
    try:
        sys.settrace(tracer)
        with pytest.raises(ValueError, match="no"):
            trace(failing)
        after = sys.gettrace()
    finally:
        sys.settrace(before)
    assert after is tracer


def test_the_source_is_that_of_the_file() -> None:
    """Else line numbers lead to other lines."""
    evaluate = lesson_of("cactus-kev").evaluate
    text = Path(str(getsourcefile(evaluate))).read_text(encoding="utf-8").splitlines()
    source = source_of(evaluate)
    assert all(text[number - 1] == line for number, line in source)
    assert not any('"""' in line for _, line in source)
    for step in steps_of("cactus-kev", EXAMPLES["one pair"])[1:]:
        assert {step.first, step.last} <= {number for number, _ in source}
        assert text[step.first - 1].strip() == step.lines[0].strip()


def beside(ranks: list[int]) -> str:
    """A function whose bodies stand on the lines of their heads."""
    text = "pair"
    if len({*ranks}) == 5: text = "high card"  # fmt: skip  # noqa: E701
    for rank in ranks: text += str(rank)  # fmt: skip  # noqa: E701
    match ranks:
        case [5, *_]: text = "five"  # fmt: skip  # noqa: E701
    try:
        int(text)
    except KeyError: text = "none"  # fmt: skip  # noqa: E701
    except ValueError: ranks = [*ranks]  # fmt: skip  # noqa: E701
    if ranks: return text  # fmt: skip  # noqa: E701
    return ""


def test_a_body_beside_its_head_is_not_said_to_run() -> None:
    """Else a skipped `if` shows what it did not make."""
    steps = trace(beside, [2, 2])
    assert [step.made for step in steps[1:]] == [(("text", "pair"),), *[()] * 7, ((KEY, "pair22"),)]
    if_, for_ = steps[2:4]
    assert if_.lines[0].startswith("if len({*ranks}) == 5: text =")
    assert (if_.condition, if_.holds) == ("", None)
    assert (if_.values["text"], for_.values["text"]) == ("pair", "pair22")
    assert [step.lines[0].partition(":")[0] for step in steps[5:-1]] == [
        *("try", "    int(text)", "except KeyError", "except ValueError")
    ]


def rewritten(ranks: list[int]) -> dict[int, Any]:
    """A function that assigns to a slice, and to places that calls name."""
    counts: dict[int, Any] = {2: 0, 5: 0}
    ranks[:] = [2, 5]
    counts[ranks.pop()] += 1
    counts.setdefault(7, []).append(ranks.count(2))
    return counts


def test_a_call_in_a_place_is_not_made_again() -> None:
    """Else a right program shows values that it never had, or no steps at all."""
    steps = trace(rewritten, [9])[1:]
    assert [step.made for step in steps] == [
        (("counts", {2: 0, 5: 0}),),
        (("ranks", [2, 5]),),
        (("counts", {2: 0, 5: 1}),),
        (("counts.setdefault(7, [])", [1]),),
        ((KEY, {2: 0, 5: 1, 7: [1]}),),
    ]
    assert steps[-1].values["ranks"] == [2]
