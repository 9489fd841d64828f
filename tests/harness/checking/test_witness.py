"""Two hands side by side, as a reader sees them."""

import pytest

from evaluators.cards import parse_hand
from evaluators.protocol import Key
from harness.checking.statuses import RENAMED, UNSTEADY
from harness.checking.witness import BEATS, LOSES, TIES, Side, Witness, witness_lines
from harness.hands.classes import class_of


def lines(
    first: str, second: str, keys: tuple[Key, Key] = (1, 2), kind: str = "reversed"
) -> list[str]:
    sides = [Side(parse_hand(text), key) for text, key in zip((first, second), keys)]
    return list(witness_lines(Witness(kind, sides[0], sides[1], BEATS, LOSES)))


WHEEL, FIVES = "Ad 5c 4c 3c 2c", "Ac 5h 5d 4d 3d"


def test_hands_names_and_keys_are_aligned() -> None:
    assert lines(WHEEL, FIVES, ((0, [3]), 7)) == [
        "Ad 5c 4c 3c 2c  five-high straight    key (0, [3])",
        "Ac 5h 5d 4d 3d  pair of fives, A-4-3  key 7",
        "By the rules the first beats the second; here it loses to it.",
    ]


@pytest.mark.parametrize(("length", "count"), [(34, 3), (35, 5)])
def test_long_keys_stand_below_their_hands(length: int, count: int) -> None:
    """Failure means that a line is longer than 80 columns, or broken without need."""
    shown = lines(WHEEL, FIVES, (10 ** (length - 1), 1))
    assert len("\n".join(shown).splitlines()) == count
    assert max(map(len, "\n".join(shown).splitlines())) <= 80
    assert (f"\n  key {10 ** (length - 1)}" in "\n".join(shown)) == (count == 5)


def test_the_same_cards_keep_their_order() -> None:
    """The order is what differs; other witnesses show the best five cards first."""
    first, second, sentence = lines("2c 3c Ad 5c 4c", "Ad 5c 4c 3c 2c", kind=UNSTEADY)
    assert first.startswith("2c 3c Ad 5c 4c")
    assert second.startswith("Ad 5c 4c 3c 2c")
    assert sentence == "The same cards, in another order: one hand by the rules, two keys here."
    *_, sentence = lines(WHEEL, WHEEL, kind=UNSTEADY)
    assert sentence == "The same cards, asked again: one hand by the rules, two keys here."
    assert lines("2c 3c 9d 5c 4c 6h 7h", FIVES)[0].startswith("3c 5c 4c 6h 7h (and 2c 9d)  seven")


def test_other_suits() -> None:
    *_, sentence = lines("Ad 5c 4c 3c 2c", "Ah 5s 4s 3s 2s", kind=RENAMED)
    assert sentence.startswith("The two hands differ only in suits: they tie by the rules")


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
