"""Two hands side by side, as a reader sees them."""

from evaluators.cards import parse_hand
from evaluators.protocol import Key
from harness.faults.kinds import UNSTEADY
from harness.faults.witness import BEATS, LOSES, Side, Witness
from harness.teaching.witnesses import witness_lines


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
        "The first should beat the second, but the keys say that it loses.",
    ]


def test_long_keys_stand_one_under_the_other() -> None:
    """Failure means that a line is broken, or that a reader cannot see where two keys differ."""
    for length, at in ((34, 0), (35, 2), (900, 0)):
        shown = lines(WHEEL, FIVES, (10 ** (length - 1), 10 ** (length - 1) + 2))
        assert len(shown) == at + 3
        assert max(map(len, shown)) <= 80
        keys = [line.partition("key ")[2] for line in shown[at : at + 2]]
        assert [key[-1] for key in keys] == ["0", "2"]
        assert len({*map(len, keys)}) == 1


def test_the_same_cards_keep_their_order() -> None:
    """The order is what differs; other witnesses show the best five cards first."""
    first, second, sentence = lines("2c 3c Ad 5c 4c", "Ad 5c 4c 3c 2c", kind=UNSTEADY)
    assert first.startswith("2c 3c Ad 5c 4c")
    assert second.startswith("Ad 5c 4c 3c 2c")
    assert sentence == "The same cards in another order get another key."
    *_, sentence = lines(WHEEL, WHEEL, kind=UNSTEADY)
    assert sentence == "The same hand, asked twice, gets another key."
    assert lines("2c 3c 9d 5c 4c 6h 7h", FIVES)[0].startswith("3c 5c 4c 6h 7h (and 2c 9d)  seven")
