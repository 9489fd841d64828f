"""A witness as plain values."""

from evaluators.cards import parse_hand
from harness.checking.witness import BEATS, TIES, Side, Witness
from harness.hands.classes import class_of

WHEEL, FIVES = "Ad 5c 4c 3c 2c", "Ac 5h 5d 4d 3d"


def test_json_has_both_hands_and_what_is_said_of_them() -> None:
    sides = Side(parse_hand(WHEEL), 5), Side(parse_hand(FIVES), 6)
    document = Witness("false win", *sides, TIES, BEATS).as_json()
    assert document["kind"] == "false_win"
    assert (document["rules_say"], document["evaluator_says"]) == (TIES, BEATS)
    assert document["first"] == {
        "hand": WHEEL,
        "class": 1609,
        "category": "straight",
        "name": "five-high straight",
        "key": 5,
    }
    assert (document["second"]["class"], document["second"]["key"]) == (
        class_of(parse_hand(FIVES)).number,
        6,
    )
