"""``allhands explain``."""

import re
import shlex

import pytest
from click.testing import CliRunner

from harness.cli import main
from harness.teaching.explanation import STRATEGIES


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
