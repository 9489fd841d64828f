"""Stand-ins for modules that a browser does not have, so that other rooms need no changes there.

Some modules import NumPy, memory limits or pytest, and only other parts of them are used here.
"""

import io
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr, redirect_stdout
from functools import partial
from types import ModuleType
from typing import Any

OURS = "allhands", "evaluators", "harness"
ABSENT = "numpy", "numpy.typing", "resource"


class Absent:
    """Any name of an absent module: it is imported, and never used."""

    def __init__(self, *arguments: Any, **named: Any) -> None: ...
    def __class_getitem__(cls, item: Any) -> type["Absent"]:
        return cls


class AbsentModule(ModuleType):
    """An absent module: all names can be imported from it."""

    def __getattr__(self, name: str) -> type[Absent]:
        if name.startswith("__"):
            raise AttributeError(name)
        return Absent


class Marks:
    """pytest's marks of an exercise, kept with the test: ``test.step`` and ``test.cases``."""

    @staticmethod
    def step(points: int = 1, **marks: Any) -> Callable[[Any], Any]:
        """Mark a test as a step."""
        step = {"points": points, "slow": False, "seconds": None} | marks
        return partial(_marked, step=step)

    @staticmethod
    def parametrize(
        names: str | Sequence[str], values: Sequence[Any], **_: Any
    ) -> Callable[[Any], Any]:
        """Give a test its cases: the arguments of each call."""
        cases = [
            {names: value} if isinstance(names, str) else dict(zip(names, value))
            for value in values
        ]
        return partial(_marked, cases=cases)


def _marked(test: Any, **attributes: Any) -> Any:
    """A test with attributes."""
    vars(test).update(attributes)
    return test


def install() -> None:
    """Put stand-ins in the place of absent modules."""
    for name in ABSENT:
        sys.modules[name] = AbsentModule(name)
    pytest: Any = ModuleType("pytest")
    pytest.mark = Marks
    sys.modules["pytest"] = pytest


def hide() -> None:
    """Hide the stand-ins from the programs, once all of our modules are imported."""
    for name in ABSENT:
        del sys.modules[name]


def run_here(command: Sequence[str], *, input: str = "", **_: Any) -> Any:  # noqa: A002
    """Run ``python -c CODE ARGUMENTS`` in this process, while our own modules are hidden."""
    code, *arguments = command[2:]
    hidden = {name: sys.modules[name] for name in sys.modules if name.partition(".")[0] in OURS}
    outer, out, error = (sys.argv, sys.stdin), io.StringIO(), io.StringIO()
    for each in hidden:
        del sys.modules[each]
    status = 0
    try:
        sys.argv, sys.stdin = ["-c", *arguments], io.StringIO(input)
        with redirect_stdout(out), redirect_stderr(error):
            exec(compile(code, "-c", "exec"), {"__name__": "__main__"})
    except BaseException as raised:
        status = 1
        error.write(f"{type(raised).__name__}: {raised}\n")
    finally:
        sys.modules.update(hidden)
        sys.argv, sys.stdin = outer
    return subprocess.CompletedProcess(command, status, out.getvalue(), error.getvalue())
