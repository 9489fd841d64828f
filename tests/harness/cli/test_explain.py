"""``allhands explain``."""

import re
from pathlib import Path

from click.testing import CliRunner, Result

from harness.cli import main
from harness.teaching.explanation import STRATEGIES

PAGE = (Path(__file__).parents[3] / "docs" / "explain.md").read_text(encoding="utf-8")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["explain", *arguments])


def test_a_hand_is_explained_by_all_four() -> None:
    result = run("Kd", "Ks", "7c", "7h", "5s")
    assert result.exit_code == 0
    for strategy in STRATEGIES:
        assert f"evaluators/{strategy.replace('-', '_')}/lesson.py" in result.stdout
    assert run("KdKs7c7h5s").stdout == run("K♦ K♠ 7♣, 7♥ 5♠").stdout == result.stdout
    assert "\x1b" not in result.stdout
    help_text = " ".join(run("--help").stdout.split())
    assert f"The strategies: {', '.join(STRATEGIES)}." in help_text


def test_strategies_are_chosen() -> None:
    by = "--by", "sort-by-count"
    output = run("KdKs7c7h5s", *by, "--by", "cactus-kev").stdout
    assert output.index("sort_by_count/lesson.py") < output.index("cactus_kev/lesson.py")
    assert "count_buckets" not in output
    assert run("KdKs7c7h5s", *by, *by).stdout == run("KdKs7c7h5s", *by).stdout


def test_the_page_of_the_docs_shows_the_output() -> None:
    """Else docs/explain.md shows output that the command does not print."""
    for command, output in re.findall(r"(?s)\$ allhands explain (.*?)\n(.*?)```", PAGE):
        assert run(*command.split()).stdout == output
