"""Winners of hands read from text, and the error messages for invalid lines."""

import pytest

from evaluators.cards import CardError
from evaluators.rules import RULES
from harness.table.showdown import explain, read

TABLE = ["Joe, 3H, 4H, 5H, 6H, 8H", "Bob, 3C, 3D, 3S, 8C, 10D", "Sally, AC, 10C, 5C, 2S, 2C"]
TIES = ["A, 2c 3d 4h 5s 7c", "B, Kd 3h 4s 5c 7d", "C, Kh 3s 4c 5d 7h"]


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        (TABLE, "Joe wins: flush, 8-6-5-4-3 beats three threes, T-8"),
        (TABLE[:1], "Joe wins: flush, 8-6-5-4-3"),
        (TIES, "B and C tie: each has high card, K-7-5-4-3, beats high card, 7-5-4-3-2"),
        (TIES[1:], "B and C tie: each has high card, K-7-5-4-3"),
        (
            ["A, 2c 3d 4h 5s 7c Ad 9h", "B, 2d 3h 4s 5c 7d Kd 9d"],
            "A wins: five-high straight beats high card, K-9-7-5-4",
        ),
    ],
)
def test_who_wins(lines: list[str], sentence: str) -> None:
    """The first is the example of a source; the last has seven cards."""
    (players,) = read(lines)
    assert explain(players) == sentence


def test_another_game_has_its_own_straights_and_cards() -> None:
    left, right, rules = "As 6c 7d 8h 9s", "Ad 6h 7c 8s 9d", RULES["short-deck"]
    for lines in ([f"{left} {right}"], [f"A, {left}", f"B, {right}"]):
        (players,) = read(lines, rules)
        assert explain(players).endswith(" tie: each has nine-high straight")
        with pytest.raises(CardError, match="'5c' is not in this deck"):
            read([line.replace("6", "5") for line in lines], rules)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["", "  "], "the input is empty: it has neither players nor hands"),
        (["Joe, 3H 4H 5X 6H 8H"], "line 1: card 3 of 5: '5X' has no such suit"),
        ([", 3H 4H 5H 6H 8H"], "line 1: the player has no name"),
        (
            ["3H 4H 5H 6H 8H, 3C 3D 3S 8C TD"],
            (
                "line 1: 3H 4H 5H 6H 8H looks like cards, not a name: "
                "write NAME, CARDS, with spaces between the cards"
            ),
        ),
        ([TABLE[0], "Bob, 3H 3D 3S 8C 10D"], "line 2: Bob has 3h, which Joe has"),
        ([TABLE[0], "Joe, 3C 3D 3S 8C 10D"], "line 2: there is a 'Joe' already"),
        ([TABLE[0], "Bob, 3C 3D 3S 8C 10D 10C"], "line 2: Bob has 6 cards, Joe has 5"),
        (["Joe, 3H 4H 5H 6H 8H", " " * 1_001], "line 2: it is longer than 1,000 characters"),
        (["Joe, 3H 4H 5H 6H"], "line 1: 4 cards, but 5 to 7 are needed: '3h 4h 5h 6h'"),
        (["5H 5C 6S"], "line 1: 3 cards, but 10 are needed: '5h 5c 6s'"),
        (
            [TABLE[0], "5S 5C 6S 7S KD 2C 3S 8S 8D TD"],
            "line 2: players and lines of two hands do not mix",
        ),
    ],
)
def test_messages_name_the_invalid_line(lines: list[str], message: str) -> None:
    with pytest.raises(CardError) as error:
        read(lines)
    assert str(error.value) == message
