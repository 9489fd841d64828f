"""Omaha by rows and pairs: in arrays and in machine code, and through `rank_many`."""

from typing import Any

import numpy as np
import pytest

from evaluators import rank_many
from evaluators.cards import CardError
from evaluators.rules import OMAHA
from harness.hands.scopes import OnBoards, Sample

DEALS = Sample(9, 20_000, rules=OMAHA)
EXAMPLES = OnBoards(9, rules=OMAHA).examples
STYLES = ["numpy", "compiled"]
KINGS = ["Kh Jd 9c 4s 2h Ks 8d 6c 3d"]


def ranked(hands: Any, style: str, **how: Any) -> Any:
    if style == "compiled":
        pytest.importorskip("numba")
    return rank_many(hands, style=style, rules="omaha", **how)


@pytest.mark.parametrize("style", STYLES)
def test_the_keys_of_deals_are_their_class_numbers(style: str) -> None:
    """One deal of each class, flushes among them; and random deals, their cards in any order."""
    assert ranked([*EXAMPLES.values()], style).tolist() == [*EXAMPLES]
    assert np.array_equal(ranked(DEALS.hands(), style), DEALS.numbers())
    assert np.array_equal(ranked(DEALS.hands(), style, jobs=2), DEALS.numbers())


@pytest.mark.parametrize("style", STYLES)
def test_texts_are_read_and_bad_cards_are_named(style: str) -> None:
    assert ranked(KINGS, style).tolist() == [3654]
    assert ranked([], style).tolist() == []
    with pytest.raises(CardError, match=r"hands\[1\]: 2c is there twice"):
        ranked([[*range(9)], [*range(8), 0]], style)
    with pytest.raises(CardError, match=r"hands\[0\]: 52 is not a card"):
        ranked(np.array([[*range(44, 53)]]), style)
    with pytest.raises(CardError, match="5 cards, but 9 are needed"):
        ranked([KINGS[0][:14]], style)


@pytest.mark.parametrize("style", STYLES)
def test_invalid_cards_have_a_key_if_nobody_checks(style: str) -> None:
    """Else machine code reads beside its tables."""
    anything = np.random.default_rng(1).integers(0, 256, (5_000, 9)).astype(np.uint8)
    if style == "compiled":
        assert len(ranked(anything, style, check=False)) == 5_000
    ranked(anything % 52, style, check=False)


def test_other_rules_and_evaluators_are_refused() -> None:
    with pytest.raises(ValueError, match="rules is 'razz'; it is standard or omaha"):
        rank_many(KINGS, rules="razz")
    with pytest.raises(ValueError, match="has one evaluator: leave out `by`"):
        rank_many(KINGS, "cactus-kev", rules="omaha")
    with pytest.raises(CardError, match="9 cards, but 5 to 7 are needed"):
        rank_many(KINGS)
