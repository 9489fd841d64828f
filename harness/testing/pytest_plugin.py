"""``pytest --allhands mine.py:evaluate``: the check as tests, one for each property.

Every hand is evaluated once, in worker processes. The tests then read the verdict: whether every
hand has a key, whether the order of cards or the names of suits matter, whether the categories are
in order, and whether the hands of each category are.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

import pytest

from harness.processes.visible import visible

if TYPE_CHECKING:
    from harness.testing.properties import Finding

pytest_plugins = ["harness.teaching.grader.plugin"]
"""So ``pytest`` in the folder of an exercise is all that a student needs."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option; without it, the plug-in does nothing."""
    parser.getgroup("allhands").addoption(
        "--allhands",
        action="append",
        default=[],
        metavar="EVALUATOR",
        help="check that an evaluator orders all poker hands as the rules do: a name, "
        "mine.py:function, module:attribute, or exec: and a command; may be given again",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Refuse a place without an evaluator in one line, before any test runs."""
    places = config.getoption("--allhands")
    if not places or hasattr(config, "workerinput"):  # a process of pytest-xdist
        return
    from evaluators import UnknownEvaluatorError
    from harness.adapters.adopt import refuse_unknown

    try:
        refuse_unknown(places)
    except UnknownEvaluatorError as error:
        raise pytest.UsageError(f"--allhands: {visible(str(error))}") from None


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(
    session: pytest.Session, config: pytest.Config, items: list[pytest.Item]
) -> None:
    """Add the tests of each evaluator that the option names."""
    for place in config.getoption("--allhands"):
        name = f"allhands {visible(place)}"
        collector = _Evaluator.from_parent(session, name=name, nodeid=name, place=place)
        items.extend(collector.collect())


class _Evaluator(pytest.Collector):
    """An evaluator, checked when the first of its tests runs."""

    def __init__(self, *, place: str, **options: object) -> None:
        super().__init__(**options)  # type: ignore[arg-type]
        self.place = place

    @cached_property
    def findings(self) -> "dict[str, Finding]":
        """The findings of the check, by property."""
        from harness.checking.equivalence import check
        from harness.testing.properties import findings

        (verdict,) = check([self.place])
        return {finding.name: finding for finding in findings(verdict)}

    def collect(self) -> Iterator[pytest.Item]:
        """A test for each property."""
        from harness.testing.properties import NAMES

        for name in NAMES:
            yield _Property.from_parent(self, name=name)


class _Property(pytest.Item):
    """The test of one property."""

    parent: _Evaluator

    def runtest(self) -> None:
        """Fail if the property does not hold; skip if the check could not decide it."""
        finding = self.parent.findings[self.name]
        if finding.unknown:
            pytest.skip(finding.complaint)
        if not finding.holds:
            raise _PropertyError(finding.complaint)

    def repr_failure(
        self, excinfo: pytest.ExceptionInfo[BaseException], style: object = None
    ) -> str:
        """The complaint alone: a traceback into this package does not help."""
        if isinstance(excinfo.value, _PropertyError):
            return str(excinfo.value)
        return str(super().repr_failure(excinfo))

    def reportinfo(self) -> tuple[str, None, str]:
        """The location that pytest prints."""
        return f"allhands {visible(self.parent.place)}", None, self.name


class _PropertyError(Exception):
    """A property that does not hold."""
