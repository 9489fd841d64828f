"""Lessons on a terminal of 80 columns."""

import re
from itertools import pairwise

import pytest

from evaluators.cards import Card, parse_hand
from harness.hands.classes import class_of
from harness.reporting.explaining import WIDTH, one_hand, title, two_hands, value_text
from harness.teaching.explanation import STRATEGIES, explain
from harness.teaching.pictures import text_of
from harness.teaching.steps import Step
from tests.harness.teaching.lessons import EXAMPLES


def explained(hand: tuple[Card, ...], *strategies: str) -> list[str]:
    chosen = strategies or STRATEGIES
    return [*map(str, one_hand(hand, (explain(strategy, hand) for strategy in chosen)))]


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_line_fits_into_80_columns(name: str) -> None:
    """Else a terminal breaks lines in the middle, and nothing is aligned."""
    lines = explained(EXAMPLES[name])
    assert max(map(len, lines)) <= WIDTH == 80
    assert all(line == line.rstrip() and "\n" not in line for line in lines)


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("name", EXAMPLES)
def test_every_statement_and_value_is_there(strategy: str, name: str) -> None:
    """Else a line of the lesson, or what it made, is missing."""
    hand = EXAMPLES[name]
    text = re.sub(r"\s+", "", "".join(explained(hand, strategy)))

    def is_shown(step: Step) -> bool:
        values = [value_text(*item) for item in step.made]
        parts = [*step.lines, *values]
        return all(re.sub(r"\s+", "", part) in text for part in parts)

    assert all(map(is_shown, explain(strategy, hand).steps))


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


@pytest.mark.parametrize("first", EXAMPLES)
@pytest.mark.parametrize("second", EXAMPLES)
def test_two_hands(first: str, second: str) -> None:
    """Else a line is too long, or the winner is another than by the rules."""
    hands = EXAMPLES[first], EXAMPLES[second]
    lines = [*map(str, two_hands(*hands, STRATEGIES))]
    assert max(map(len, lines)) <= WIDTH
    one, other = (class_of(hand).number for hand in hands)
    words = "hands tie" if one == other else f"{'first' if one < other else 'second'} hand wins"
    for start in ("By the rules the ", *(f"{strategy}: the " for strategy in STRATEGIES)):
        assert [line for line in lines if line.startswith(start + words)], start
    assert sum("<- decides" in line for line in lines) == (4 if one != other else 0)


def test_long_names_of_hands_fit() -> None:
    hands = parse_hand("As Ks Qs Js 9d"), parse_hand("As Ks Qs Js 8d")
    assert max(len(str(line)) for line in two_hands(*hands, STRATEGIES)) <= WIDTH


def test_the_title_names_the_hands() -> None:
    assert title([EXAMPLES["flush"]]) == "Ks Js 9s 6s 2s, step by step"
