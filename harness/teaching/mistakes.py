"""The catalogue of faults: edits of one clean evaluator, each wrong in one way.

A hand is a list such as ``["Kd", "Qs", "Jc", "Th", "9s"]``. `right` puts all hands into the order
of the rules. The faults stand in the file ``mistakes.diff``: each has a heading, with its names and
its cause, and an edit of the code of `right`. The lines with a minus are taken out, and those with
a plus stand there instead; where no line is taken out, they stand before the last one.

`FAULTS` are those of exercise 09, where every student gets one of them. `MISTAKES` are those that
students make, `BUGS` are planted. Some are in two of these, or in all. Exercises, tests and
benchmarks take their faults from here.

>>> right(["Ad", "5c", "4c", "3c", "2c"])
(4, 5, 4, 3, 2, 1)
>>> MISTAKES["no_wheel"].function(["Ad", "5c", "4c", "3c", "2c"])
(0, 14, 5, 4, 3, 2)
>>> MISTAKES["no_wheel"].cause
'A-2-3-4-5 is not taken for a straight'
>>> print(MISTAKES["no_wheel"].diff)
-    if ranks == [14, 5, 4, 3, 2]:
-        ranks = [5, 4, 3, 2, 1]
"""

import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from harness.teaching import clean

Function = Callable[[list[str]], Any]

right = clean.evaluate
CLEAN = inspect.getsource(clean).removeprefix(f'"""{clean.__doc__}"""').lstrip()
"""The code of `right`, without the text above it."""
LAST = "    return category, *in_order\n"


def edited(code: str, diff: str) -> str:
    r"""Code after an edit, whose parts are separated by empty lines.

    Lines with a plus stand where those with a minus were or, if there are none, at the end.

    Raises:
        ValueError: the code does not have the lines with a minus.

    >>> edited("a = 1\nb = 2\n", "-a = 1\n+a = 3\n\n+c = 4")
    'a = 3\nb = 2\nc = 4\n'
    """
    for part in diff.split("\n\n"):
        lines = part.splitlines()
        old = "".join(f"{line[1:]}\n" for line in lines if line.startswith("-"))
        new = "".join(f"{line[1:]}\n" for line in lines if line.startswith("+"))
        if old not in code:
            raise ValueError(f"the code has no such lines:\n{old}")
        code = code.replace(old, new) if old else code + new
    return code


@dataclass(frozen=True)
class Mistake:
    """An evaluator with a mistake.

    Attributes:
        cause: the fault in one line.
        diff: the edit of the clean code.
        by_class: whether all hands of a class have the same key, in any order of their cards.
    """

    cause: str
    diff: str
    by_class: bool = True

    @cached_property
    def source(self) -> str:
        """The code with the mistake."""
        if self.diff.startswith("-"):
            return edited(CLEAN, self.diff)
        return edited(CLEAN.removesuffix(LAST), self.diff) + LAST

    @cached_property
    def function(self) -> Function:
        """The evaluator: a function of a hand."""
        return function_of(self.source)


def function_of(source: str) -> Function:
    """The function `evaluate` of a file, as if nobody had asked it anything."""
    names: dict[str, Any] = {}
    exec(compile(source, "evaluator", "exec"), names)
    function: Function = names["evaluate"]
    return function


NOT_BY_CLASS = " (not by class)"
"""The end of a heading whose mistake gives different keys to hands of a class."""


def entries(text: str) -> Iterator[tuple[list[str], Mistake]]:
    """The names of each entry of a text, and the mistake."""
    for entry in text.split("@@ ")[1:]:
        heading, _, diff = entry.strip("\n").partition("\n")
        *names, cause = heading.removesuffix(NOT_BY_CLASS).split(" = ")
        yield names, Mistake(cause, diff, not heading.endswith(NOT_BY_CLASS))


FAULTS: dict[str, Mistake] = {}
"""The faults of exercise 09, by name."""
MISTAKES: dict[str, Mistake] = {}
"""Mistakes of students, by name."""
BUGS: dict[str, Mistake] = {}
"""Planted bugs, by their cause."""

OF_EXERCISE_09, OF_STUDENTS, PLANTED = (
    Path(__file__).with_suffix(".diff").read_text(encoding="utf-8").split("\n# ")
)
for (fault, *names), mistake in entries(OF_EXERCISE_09):
    FAULTS[fault] = mistake
    MISTAKES |= dict.fromkeys(names, mistake)
ABOVE = {mistake.cause: mistake for mistake in FAULTS.values()}
for names, mistake in entries(OF_STUDENTS):
    MISTAKES |= dict.fromkeys(names, mistake)
for names, mistake in entries(PLANTED):
    BUGS[mistake.cause] = ABOVE.get(mistake.cause, mistake)
    MISTAKES |= dict.fromkeys(names, mistake)
