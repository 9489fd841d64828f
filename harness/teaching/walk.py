"""A run as plain values, for a page that steps back and forth."""

import re
from collections.abc import Callable, Iterator, Sequence
from pprint import pformat
from typing import Any

from harness.teaching.pictures import Line
from harness.teaching.steps import Step

WIDTH_OF_VALUES = 48
"""The most characters in a line of a value that has several lines."""


def value_text(name: str, value: Any, width: int = 10**6) -> str:
    """A value behind its name, if it has one, on several lines if it is wider than `width`.

    >>> print(value_text("row", [100, 200, 300], 16))
    row = [100, 200,
           300]
    """
    start = f"{name} = " if name else ""
    text = pformat(value, width=max(width - len(start), 1), compact=True, sort_dicts=False)
    text = re.sub(r" at 0x[0-9a-f]+", "", text)
    return start + text.replace("\n", "\n" + " " * len(start))


def walk(steps: Sequence[Step], picture: Callable[[int], list[Line]]) -> Iterator[dict[str, Any]]:
    """Each step, the call first: its lines, what it made, all values, and a picture.

    A value is a name, a text, and whether it is new. Each step is complete: what it shows does not
    depend on those before it.
    """
    before: dict[str, Any] = {}
    for number, step in enumerate(steps):
        yield {
            "first": step.first,
            "last": step.last,
            "statement": " ".join(line.strip() for line in step.lines),
            "made": [*_results(step)],
            "values": [
                (name, value_text("", value, WIDTH_OF_VALUES), before.get(name, before) != value)
                for name, value in step.values.items()
            ],
            "picture": picture(number),
        }
        before = step.values


def _results(step: Step) -> Iterator[str]:
    if step.condition:
        yield str(step.holds)
    elif step.holds is False:
        yield "no more items"
    yield from (value_text(name, value) for name, value in step.made)
