"""Lessons on a terminal of 80 columns."""

import re
from collections.abc import Iterable
from itertools import pairwise

import pytest

from evaluators.cards import Card, parse_hand
from harness.hands.classes import class_of
from harness.reporting import terminal
from harness.reporting.explaining import WIDTH, one_hand, title, two_hands, value_text
from harness.reporting.terminal import Line
from harness.teaching.explanation import STRATEGIES, explain
from harness.teaching.pictures import text_of
from tests.harness.teaching.lessons import EXAMPLES


def printed(lines: Iterable[Line]) -> list[str]:
    console = terminal.console()
    with console.capture() as captured:
        for line in lines:
            console.print(line)
    return captured.get().splitlines()


def explained(hand: tuple[Card, ...], *strategies: str) -> list[str]:
    chosen = strategies or STRATEGIES
    return printed(one_hand(hand, (explain(strategy, hand) for strategy in chosen)))


def test_every_line_fits_into_80_columns() -> None:
    """Else a terminal breaks lines in the middle, and nothing is aligned."""
    for hand in EXAMPLES.values():
        assert max(map(len, explained(hand))) <= WIDTH == 80


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_every_statement_and_value_is_there(strategy: str) -> None:
    """Else a line of the lesson, or what it made, is missing."""
    for name, hand in EXAMPLES.items():
        text = re.sub(r"\s+", "", "".join(explained(hand, strategy)))
        for step in explain(strategy, hand).steps:
            for part in (*step.lines, *(value_text(*item) for item in step.made)):
                assert re.sub(r"\s+", "", part) in text, name


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_the_picture_is_below(strategy: str) -> None:
    hand = EXAMPLES["one pair"]
    lines = explained(hand, strategy)
    picture = [text_of(line) for line in explain(strategy, hand).picture()]
    drawn = [f"    {line}".rstrip() for line in picture]
    begin = lines.index(drawn[0])
    assert lines[begin : begin + len(drawn)] == drawn


def test_an_iteration_is_one_line() -> None:
    """Else the search takes five lines for each probe."""
    hand = EXAMPLES["two pair"]
    lines = explained(hand, "cactus-kev")
    probes = [line for line in lines if "SORTED_PRODUCTS[middle] < product:" in line][1:]
    steps = explain("cactus-kev", hand).steps
    assert len(probes) == sum("middle" in dict(step.made) for step in steps)
    numbers = [int(line.split()[0]) for line in probes]
    assert numbers == [*range(1, len(probes) + 1)]


def test_values_stand_in_one_column() -> None:
    """Else they are not aligned."""
    lines = explained(EXAMPLES["flush"], "sort-by-count")
    value = re.compile(r"  (\w+) = (?:\(?(?:True|False)|\[\(?\d)")
    found = {match[1]: match.start(1) for line in lines if (match := value.search(line))}
    assert {"hand", "ranks", "suits", "counts", "flush", "wheel", "two_ranks", "key"} <= {*found}
    assert len({*found.values()}) == 1


def test_an_else_is_shown() -> None:
    """Else the statement below it seems to belong to the last condition."""
    lines = [line.split() for line in explained(EXAMPLES["two pair"], "count-buckets")]
    pairs = [*pairwise(lines)]
    assert (["else:"], ["category", "=", "len(buckets[2])", "#"]) in [
        (one, other[:4]) for one, other in pairs
    ]


def test_two_hands() -> None:
    """Else a line is too long, or the winner is another than by the rules."""
    for hands in pairwise([*EXAMPLES.values(), *EXAMPLES.values()]):
        lines = printed(two_hands(*hands, STRATEGIES))
        assert max(map(len, lines)) <= WIDTH
        one, other = (class_of(hand).number for hand in hands)
        words = "hands tie" if one == other else f"{'first' if one < other else 'second'} hand wins"
        for start in ("By the rules the ", *(f"{strategy}: the " for strategy in STRATEGIES)):
            assert [line for line in lines if line.startswith(start + words)], start
        assert sum("<- decides" in line for line in lines) == (4 if one != other else 0)


def test_long_names_of_hands_fit() -> None:
    hands = parse_hand("As Ks Qs Js 9d"), parse_hand("As Ks Qs Js 8d")
    assert max(map(len, printed(two_hands(*hands, STRATEGIES)))) <= WIDTH


def test_the_title_names_the_hands() -> None:
    assert title([EXAMPLES["flush"]]) == "Ks Js 9s 6s 2s, step by step"
