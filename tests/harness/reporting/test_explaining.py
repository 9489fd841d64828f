"""Lessons on a terminal of 80 columns; tests/transcripts.md and docs/explain.md show some."""

import re
from itertools import pairwise

import pytest

from evaluators.cards import parse_hand
from harness.hands.classes import class_of
from harness.reporting.explaining import WIDTH, one_hand, two_hands
from harness.teaching.explanation import STRATEGIES, explain
from harness.teaching.pictures import text_of
from harness.teaching.walk import value_text
from tests.harness.reporting.test_terminal import show
from tests.harness.teaching.lessons import EXAMPLES


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_every_statement_and_value_is_there(strategy: str) -> None:
    """Failure means that a line of the lesson, a value, or the picture is missing or too long."""
    for name, hand in EXAMPLES.items():
        explanation = explain(strategy, hand)
        lines = show(one_hand(hand, [explanation])).splitlines()
        assert max(map(len, lines)) <= WIDTH == 80
        text = re.sub(r"\s+", "", "".join(lines))
        for step in explanation.steps:
            for part in (*step.lines, *(value_text(*item) for item in step.made)):
                assert re.sub(r"\s+", "", part) in text, name
        picture = [f"    {text_of(line)}".rstrip() for line in explanation.picture()]
        begin = lines.index(picture[0])
        assert lines[begin : begin + len(picture)] == picture


def test_two_hands() -> None:
    """Failure means that a line is too long, or that the winner is not that of the rules."""
    long = parse_hand("As Ks Qs Js 9d"), parse_hand("As Ks Qs Js 8d")
    for hands in [long, *pairwise([*EXAMPLES.values(), *EXAMPLES.values()])]:
        lines = show(two_hands(*hands, STRATEGIES)).splitlines()
        assert max(map(len, lines)) <= WIDTH
        first, second = (class_of(hand).number for hand in hands)
        winner = "first" if first < second else "second"
        words = "hands tie" if first == second else f"{winner} hand wins"
        for start in ("By the rules the ", *(f"{strategy}: the " for strategy in STRATEGIES)):
            assert [line for line in lines if line.startswith(start + words)], start
        assert sum("<- decides" in line for line in lines) == (4 if first != second else 0)
