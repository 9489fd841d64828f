"""Our plug-ins of pytest, wherever allhands is installed.

A project that has a package or module ``harness`` or ``evaluators`` of its own runs its tests
without them, unless the option ``--allhands`` asks for them: one of the two would hide the other.
"""

import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

PLUGINS = ["harness.testing.pytest_plugin", "harness.teaching.grader.plugin"]
"""The option ``--allhands``; and the grader, so that a student only needs ``pytest``."""
OURS = {"harness": "testing/pytest_plugin.py", "evaluators": "rulebook.py"}
"""A file of each of our packages, by which they are known, also in a copy of the project."""


def _others() -> Iterator[Path]:
    """Packages and modules of the project that have the name of one of ours."""
    for name, of_ours in OURS.items():
        spec = find_spec(name)
        first = Path(spec.origin) if spec and spec.origin else Path(name)
        # pytest may put the current folder on the path later, when ours is imported already.
        for path in (first, Path(name, "__init__.py"), Path(f"{name}.py")):
            if path.exists() and not (path.parent / of_ours).exists():
                yield path


is_asked_for = any(argument.startswith("--allhands") for argument in sys.argv)
others = [] if is_asked_for else [*_others()]
pytest_plugins = [] if others else PLUGINS


def pytest_report_header() -> list[str]:
    """Say why the option ``--allhands`` is missing."""
    return [f"allhands: left out, since {path} has the name of its package" for path in others[:1]]
