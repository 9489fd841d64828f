"""Lessons step by step, as one self-contained page that steps back and forth.

All steps are in the page, as JSON, and each of them is complete: its values and its picture do not
depend on those of other steps. Without JavaScript, the page shows the last step of each lesson, and
a table of all steps.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from evaluators.cards import Card, format_hand
from harness.hands.classes import class_of
from harness.reporting.explaining import outcome, title, value_text
from harness.reporting.pages import environment
from harness.teaching.deciding import decide, elements_of
from harness.teaching.explanation import Explanation, explain
from harness.teaching.steps import Step

WIDTH_OF_VALUES = 48
"""The most characters in a line of a value that has several lines."""


def page(hands: Sequence[Sequence[Card]], strategies: Sequence[str]) -> str:
    """The page for one hand, or for two hands and which of them wins.

    Args:
        hands: one hand of five cards, or two.
        strategies: strategies that have a lesson.
    """
    explained = {strategy: [explain(strategy, hand) for hand in hands] for strategy in strategies}
    walks = {
        f"{strategy}-{number}": walk(explanation)
        for strategy, explanations in explained.items()
        for number, explanation in enumerate(explanations, start=1)
    }
    sections = [
        {
            "strategy": strategy,
            "title": explanations[0].title,
            "file": explanations[0].file,
            "walks": [f"{strategy}-{number + 1}" for number in range(len(hands))],
            "decision": decide(strategy, *hands) if len(hands) == 2 else None,
        }
        for strategy, explanations in explained.items()
    ]
    return (
        environment()
        .get_template("explain.html")
        .render(
            title=title(hands),
            hands=[(format_hand(hand), str(class_of(hand))) for hand in hands],
            outcome=outcome(*hands) if len(hands) == 2 else "",
            sections=sections,
            walks=walks,
        )
    )


def walk(explanation: Explanation) -> dict[str, Any]:
    """The steps of a lesson as plain values, the call first."""
    return {
        "hand": format_hand(explanation.hand),
        "source": explanation.source,
        "key": [*map(list, elements_of(explanation.strategy, explanation.key))],
        "steps": [*_steps(explanation)],
    }


def _steps(explanation: Explanation) -> Iterator[dict[str, Any]]:
    before: dict[str, Any] = {}
    for number, step in enumerate(explanation.steps):
        yield {
            "first": step.first,
            "last": step.last,
            "statement": " ".join(line.strip() for line in step.lines),
            "made": [*_results(step)],
            "values": [
                (name, value_text("", value, WIDTH_OF_VALUES), before.get(name, before) != value)
                for name, value in step.values.items()
            ],
            "picture": explanation.picture(number),
        }
        before = step.values


def _results(step: Step) -> Iterator[str]:
    if step.condition:
        yield str(step.holds)
    elif step.holds is False:
        yield "no more items"
    yield from (value_text(name, value) for name, value in step.made)
