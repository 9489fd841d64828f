"""The showdowns of the answer key notice every fault, and are right; a filter is worth no less."""

import json
from itertools import product
from typing import Any

import pytest

from benchmarks import sevens
from benchmarks.showdowns import CATALOGUE, evaluator, faults
from benchmarks.strength import SHOWDOWNS, showdowns, sign
from evaluators.cards import format_card
from evaluators.rulebook import encode, evaluate
from harness.hands.arrays import examples

SETS: list[dict[str, Any]] = json.loads(SHOWDOWNS.read_text(encoding="utf-8"))["sets"]
FAULTS: dict[int, list[str]] = {of_size["cards"]: of_size["faults"] for of_size in SETS}


@pytest.mark.parametrize("size", [5, 7])
def test_the_rulebook_says_who_wins(size: int) -> None:
    """Else a right evaluator fails."""
    for first, second, result in showdowns(size):
        keys = [evaluate([*map(encode, hand)]) for hand in (first, second)]
        assert result == sign(*keys)
        assert set(map(len, (first, second, {*first}, {*second}))) == {size}


@pytest.mark.parametrize(
    ("fault", "size"),
    [*product(CATALOGUE, (5, 7)), *((fault, 7) for fault in sevens.EDITS)],
)
def test_a_fault_is_noticed(fault: str, size: int) -> None:
    """By an evaluator that is asked about one showdown after the other, as in a test."""
    if fault not in FAULTS[size]:
        pytest.skip(f"`make showdowns` has not seen this fault: {fault}")
    key = evaluator(fault)
    noticed = [sign(key(first), key(second)) != right for first, second, right in showdowns(size)]
    assert any(noticed)


@pytest.mark.parametrize("of_size", SETS, ids=lambda of_size: str(of_size["cards"]))
def test_what_each_showdown_notices(of_size: dict[str, Any]) -> None:
    """Else the file names faults that a showdown misses."""
    known = [fault for fault in faults(of_size["cards"]) if fault in of_size["faults"]]
    for one, (*hands, right) in zip(of_size["showdowns"], showdowns(of_size["cards"]), strict=True):
        wrong = [name for name in known if sign(*map(evaluator(name), hands)) != right]
        assert wrong == one["kills"]
    assert {fault for one in of_size["showdowns"] for fault in one["kills"]} == {*of_size["faults"]}


def test_the_evaluator_of_seven_cards_is_right_without_a_fault() -> None:
    """Else its faults are not what their names say; each changes some hand of seven."""
    dealt = {
        size: [[*map(format_card, hand)] for hand in examples(size).values()] for size in (5, 7)
    }
    clean = sevens.evaluator()
    for hands in dealt.values():
        keys = [*map(clean, hands)]
        assert keys == sorted({*keys}, reverse=True)
    for fault in sevens.EDITS:
        key = sevens.evaluator(fault)
        is_of_hole_cards = "first two cards" in fault
        assert is_of_hole_cards or [*map(key, dealt[5])] == [*map(clean, dealt[5])], fault
