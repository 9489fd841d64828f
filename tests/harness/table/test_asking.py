"""What an evaluator says of two hands, for each shape of evaluator."""

from pathlib import Path

import pytest

from allhands import showdown
from evaluators import UnknownEvaluatorError
from evaluators.cards import CardError
from harness.adapters import BEST_FIVE, COMPARISON, NAMING
from harness.table.asking import NoAnswerError

SHAPES = Path(__file__).parents[3] / "docs" / "check-your-own" / "shapes.py"
STRAIGHT, HIGH_CARD = "Kd Qs Jc Th 9s", "Ac Kd Qd Jd 9c"


@pytest.mark.every(3)
@pytest.mark.parametrize(
    ("name", "style"),
    [
        ("of_texts", None),
        ("of_array", None),
        ("winner", COMPARISON),
        ("Hand", None),
        ("of_numbers", None),
        ("best_hands", COMPARISON),
        ("names", NAMING),
        ("of_cards", None),
    ],
)
def test_each_shape(name: str, style: str | None) -> None:
    place = f"{SHAPES}:{name}"
    assert showdown(place, STRAIGHT, HIGH_CARD, style=style) == "beats"
    assert showdown(place, HIGH_CARD, STRAIGHT, style=style) == "loses to"
    assert showdown(place, STRAIGHT, STRAIGHT, style=style) == "ties with"


def test_seven_cards_and_another_game() -> None:
    """Six low cards and an ace: a straight in short deck; the lower key wins."""
    five = f"{SHAPES}:five"
    hands = f"{STRAIGHT} 2c 2d", f"{HIGH_CARD} 2c 2d"
    assert showdown(five, *hands, style=BEST_FIVE) == "beats"
    short = showdown("rulebook", "As 9s 8c 7c 6c", "Ad Ac 9c 8d 7d", rules="short-deck")
    assert short == "beats"


def test_a_failure_is_an_error_and_no_answer() -> None:
    """Else a test with it could pass."""
    with pytest.raises(NoAnswerError, match=r"test_asking:fails: .*ValueError: no"):
        showdown(f"{__name__}:fails", STRAIGHT, HIGH_CARD)
    with pytest.raises(NoAnswerError, match="the same hand gets another key"):
        showdown("tests.harness.broken:counts", STRAIGHT, HIGH_CARD)
    with pytest.raises(NoAnswerError, match="its process ended itself with exit code 3"):
        showdown(f"{__name__}:ends", STRAIGHT, HIGH_CARD)
    with pytest.raises(UnknownEvaluatorError, match="there is no such file"):
        showdown("none.py", STRAIGHT, HIGH_CARD)
    with pytest.raises(CardError, match="5 are needed"):
        showdown("rulebook", STRAIGHT, f"{HIGH_CARD} 2c")


def fails(hand: list[str]) -> int:
    raise ValueError("no")


def ends(hand: list[str]) -> int:
    import os

    os._exit(3)
