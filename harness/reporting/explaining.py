"""Lessons step by step on a terminal of 80 columns, and in a pipe.

The source stands on the left, what it makes on the right. Colours repeat what the text says.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby, zip_longest
from textwrap import dedent, wrap
from typing import Any

from rich.text import Text

from evaluators.cards import Card, format_hand
from harness.hands.classes import class_of
from harness.reporting.terminal import Line
from harness.teaching.deciding import Decision, decide, elements_of, outcome
from harness.teaching.explanation import Explanation
from harness.teaching.pictures import MARKED, NEW, QUIET
from harness.teaching.steps import Step
from harness.teaching.walk import value_text

WIDTH = 80
INDENT = 2
VALUES = 46
"""The column at which values begin."""

MOST_LINES = 3
"""The most lines of values to the right of a statement; more are below it, where there is room."""

STYLES = {MARKED: "bold", NEW: "bold", QUIET: "dim"}
VALUE = "cyan"
_wrap = partial(wrap, width=WIDTH, break_long_words=False, break_on_hyphens=False)


def one_hand(hand: Sequence[Card], explanations: Iterable[Explanation]) -> Iterator[Line]:
    """Show step by step how each lesson evaluates a hand."""
    yield Text(f"{format_hand(hand)}: {class_of(hand)}", "bold")
    for explanation in explanations:
        yield ""
        yield Text(f"{explanation.title}: {explanation.file}", "bold")
        yield from _steps(explanation)
        yield ""
        for cells in explanation.picture():
            styled = [(cell.text, STYLES.get(cell.role, "")) for cell in cells]
            drawn = Text.assemble(" " * 2 * INDENT, *styled)
            drawn.rstrip()
            yield drawn
        yield ""
        named = elements_of(explanation.strategy, explanation.key)
        elements = [f"{name}: {value}" for name, value in named]
        yield f"{'':{INDENT}}Elements of the key:"
        for line in _joined(elements, WIDTH - 2 * INDENT):
            yield f"{'':{2 * INDENT}}{line}"


def two_hands(
    first: Sequence[Card], second: Sequence[Card], strategies: Iterable[str]
) -> Iterator[Line]:
    """Show which of two hands wins, and which element of each strategy's key decides."""
    for hand, label in ((first, "first"), (second, "second")):
        yield Text(f"{label:<6}  {format_hand(hand)}  {class_of(hand)}", "bold")
    yield from _paragraph(f"By the rules {outcome(first, second)}.")
    for strategy in strategies:
        decision = decide(strategy, first, second)
        yield ""
        yield Text(f"{strategy}: {decision.winner}", "bold")
        yield from _paragraph(decision.words, INDENT)
        yield from _elements(decision)


def _paragraph(text: str, indent: int = 0, hanging: int = 0) -> list[str]:
    """Text on lines that are not too long, all but the first with a hanging indent."""
    return _wrap(text, initial_indent=" " * indent, subsequent_indent=" " * (indent + hanging))


def _elements(decision: Decision) -> Iterator[Line]:
    widths = [max(map(len, column)) for column in zip(*decision.elements)]
    for place, row in enumerate(decision.elements):
        cells = [f"{text:<{width}}" for text, width in zip(row, widths)]
        decides = place == decision.decisive
        line = f"{'':{INDENT}}{'   '.join(cells)}{'   <- decides' if decides else ''}".rstrip()
        yield Text(line, "bold" if decides else "")


def _steps(explanation: Explanation) -> Iterator[Line]:
    previous: Step | None = None
    for loop, group in groupby(explanation.steps, key=lambda step: step.loop):
        steps = list(group)
        if loop is not None:
            yield from _folded(explanation, range(loop[0], loop[1] + 1), steps)
            continue
        for step in steps:
            if previous and previous.holds is False:
                yield from _else(explanation, previous, step)
            truth = [("", step.holds)] if step.condition else []
            yield from _side_by_side(step.lines, [*truth, *step.made])
            previous = step


def _else(explanation: Explanation, condition: Step, step: Step) -> Iterator[Line]:
    """The ``else:`` between a condition that does not hold and the next step, if there is one."""
    between = range(condition.last + 1, step.first)
    indent = len(condition.lines[0]) - len(condition.lines[0].lstrip())
    for number, line in explanation.source:
        if number in between and line.strip() == "else:":
            yield f"{'':{INDENT + indent}}else:"


def _side_by_side(source: Sequence[str], values: Sequence[tuple[str, Any]]) -> Iterator[Line]:
    """Source on the left and values on the right, or below if one of them is wide."""
    right = _joined((value_text(*value, WIDTH - VALUES) for value in values), WIDTH - VALUES)
    column = VALUES
    if len(right) > MOST_LINES or max(map(len, right), default=0) > WIDTH - VALUES:
        column = 3 * INDENT
        right = _joined((value_text(*value, WIDTH - column) for value in values), WIDTH - column)
    left = [f"{'':{INDENT}}{line}" for line in source]
    if not right or column < VALUES or max(map(len, left)) >= VALUES:
        for line in source:
            yield from _wrapped(line)
        left = []
    for line, text in zip_longest(left, right, fillvalue=""):
        yield Text.assemble(line.ljust(column if text else 0), (text, VALUE))


def _joined(items: Iterable[str], width: int) -> list[str]:
    """Items with commas between them, as many on a line as have room."""
    lines: list[str] = []
    for item in items:
        if lines and "\n" not in item and len(f"{lines[-1]}, {item}") <= width:
            lines[-1] += f", {item}"
        else:
            lines += item.split("\n")
    return lines


def _wrapped(line: str) -> list[str]:
    """A line of source, broken at spaces where it is too long."""
    code = line.strip()
    return _paragraph(code, INDENT + line.index(code), hanging=2 * INDENT)


def _folded(explanation: Explanation, numbers: range, steps: Sequence[Step]) -> Iterator[Line]:
    """The source of a loop, then a line for each iteration."""
    source = "\n".join(line for number, line in explanation.source if number in numbers)
    for line in dedent(source).split("\n"):
        yield from _wrapped(line)
    for iteration, own in groupby(steps, key=lambda step: step.iteration):
        if not iteration:
            continue
        results = [text for step in own for text in _results_in_loop(step)]
        label = f"{'':{2 * INDENT}}{iteration:>2}  "
        for place, text in enumerate(_joined(results, WIDTH - len(label))):
            yield Text.assemble(label if place == 0 else " " * len(label), (text, VALUE))
    if steps[-1].condition:
        yield Text.assemble(f"{'':{4 * INDENT}}", (f"{steps[-1].condition}: False", VALUE))


def _results_in_loop(step: Step) -> Iterator[str]:
    if step.condition and step.loop and step.first != step.loop[0]:
        yield f"{step.condition}: {step.holds}"
    for name, value in step.made:
        yield value_text(name, value)
