"""``pytest --allhands mine.py:evaluate``: the check as tests, one for each property.

Every hand is evaluated once, in worker processes. The tests then read the verdict: whether every
hand has a key, whether the order of cards or the names of suits matter, whether the categories are
in order, and whether the hands of each category are.
"""

from collections.abc import Callable
from functools import cache, partial
from typing import TYPE_CHECKING, Any

import pytest

from harness.processes.visible import visible

if TYPE_CHECKING:
    from evaluators.rules import Rules
    from harness.testing.properties import Finding


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options; without the first, the plug-in does nothing."""
    group = parser.getgroup("allhands")
    group.addoption(
        "--allhands",
        action="append",
        default=[],
        metavar="EVALUATOR",
        help="check that an evaluator orders all poker hands as the rules do: a name, "
        "mine.py:function, module:attribute, or exec: and a command; may be given again",
    )
    group.addoption(
        "--allhands-rules",
        default="standard",
        metavar="GAME",
        help="the rules of these evaluators' game, such as short-deck; `allhands list rules` "
        "shows all",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Refuse a place without an evaluator in one line, before any test runs."""
    places = config.getoption("--allhands")
    if not places or hasattr(config, "workerinput"):  # a process of pytest-xdist
        return
    from evaluators import UnknownEvaluatorError
    from evaluators.rules import UnknownRulesError, rules_called
    from harness.adapters.adopt import refuse_missing, style_of
    from harness.adapters.place import Place
    from harness.table.asking import ask

    try:
        rules = rules_called(config.getoption("allhands_rules"))
        if rules.parts:
            why = f"all deals{rules.of_game} are too many for a test"
            raise pytest.UsageError(f"--allhands-rules: {why}: allhands check --rules {rules.name}")
        for place in map(Place.of, places):
            refuse_missing(place, style_of([place]))
            ask(place, [rules.deck[:5]], rules)
    except UnknownRulesError as error:
        raise pytest.UsageError(f"--allhands-rules: {visible(str(error))}") from None
    except UnknownEvaluatorError as error:
        raise pytest.UsageError(f"--allhands: {visible(str(error))}") from None


@pytest.hookimpl(tryfirst=True)  # so that -k and --deselect choose among them, too
def pytest_collection_modifyitems(
    session: pytest.Session, config: pytest.Config, items: list[pytest.Item]
) -> None:
    """Add the tests of each evaluator that the option names: one for each property."""
    if not (places := config.getoption("--allhands")):
        return
    from evaluators.rules import rules_called
    from harness.testing.properties import names_of

    rules = rules_called(config.getoption("allhands_rules"))
    for place in places:
        findings = cache(partial(_findings, place, rules))
        for name in names_of(rules):
            about: dict[str, Any] = {"name": name, "nodeid": f"allhands {visible(place)}::{name}"}
            items.append(_Property.from_parent(session, place=place, findings=findings, **about))


def _findings(place: str, rules: "Rules") -> "dict[str, Finding]":
    """The findings of the check of an evaluator, by property."""
    from harness.adapters.adopt import style_of
    from harness.adapters.place import Place
    from harness.checking.equivalence import verdicts_on
    from harness.hands.scopes import All
    from harness.testing.properties import findings

    (verdict,) = verdicts_on([place], All(rules=rules), style=style_of([Place.of(place)]))
    return {finding.name: finding for finding in findings(verdict)}


class _Property(pytest.Item):
    """The test of one property; the first that runs checks the evaluator for all of its tests."""

    def __init__(
        self, place: str, findings: "Callable[[], dict[str, Finding]]", **options: Any
    ) -> None:
        super().__init__(**options)
        self.place, self.findings = place, findings

    def runtest(self) -> None:
        """Fail if the property does not hold; skip if the check could not decide it."""
        finding = self.findings()[self.name]
        if finding.unknown:
            pytest.skip(finding.complaint)
        if not finding.holds:
            pytest.fail(finding.complaint)

    def repr_failure(
        self, excinfo: pytest.ExceptionInfo[BaseException], style: object = None
    ) -> str:
        """The complaint alone: a traceback into this package does not help."""
        if isinstance(excinfo.value, pytest.fail.Exception):
            return str(excinfo.value)
        return str(super().repr_failure(excinfo))

    def reportinfo(self) -> tuple[str, None, str]:
        """The location that pytest prints."""
        return f"allhands {visible(self.place)}", None, self.name
