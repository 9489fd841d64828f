"""``allhands explain``."""

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from harness.cli import main
from harness.teaching.explanation import STRATEGIES

PAGE = (Path(__file__).parents[3] / "docs" / "explain.md").read_text(encoding="utf-8")


def explain(arguments: str) -> str:
    return CliRunner().invoke(main, ["explain", *shlex.split(arguments)]).stdout


@pytest.mark.parametrize(
    ("arguments", "strategies"),
    [
        ("Kd Ks 7c 7h 5s", STRATEGIES),
        ("'K♦ K♠ 7♣, 7♥ 5♠'", STRATEGIES),
        ("KdKs7c7h5s --by sort-by-count --by cactus-kev", ("sort-by-count", "cactus-kev")),
        ("KdKs7c7h5s --by sort-by-count --by sort-by-count", ("sort-by-count",)),
    ],
)
def test_lessons_are_chosen(arguments: str, strategies: tuple[str, ...]) -> None:
    shown = re.findall(r"evaluators/(\w+)/lesson\.py", explain(arguments))
    assert shown == [strategy.replace("-", "_") for strategy in strategies]


def test_help_names_the_strategies() -> None:
    help_text = " ".join(explain("--help").split())
    assert f"The strategies: {', '.join(STRATEGIES)}." in help_text


def test_the_page_of_the_docs_shows_the_output() -> None:
    """Else docs/explain.md shows output that the command does not print."""
    for command, output in re.findall(r"(?s)\$ allhands explain (.*?)\n(.*?)```", PAGE):
        assert explain(command) == output
