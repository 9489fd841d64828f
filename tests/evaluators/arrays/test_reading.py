"""Hands of every dtype and layout are ranked alike, and the first invalid one is named."""

import re
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from evaluators import load_arrays, rank_many
from evaluators.arrays.columns import BLOCK
from evaluators.arrays.texts import _at_once
from evaluators.cards import CardError, format_hand, parse_hand
from evaluators.compiled import hands as kernels
from evaluators.compiled import store

STYLES = ["numpy", *["compiled"] * store.is_installed()]
DTYPES = ["u1", "i1", "<u2", ">i2", "<i4", ">u4", "<i8", ">i8", "<u8"]
HANDS = np.random.default_rng(1).random((2 * kernels.BLOCK + 99, 52)).argpartition(7, axis=1)[:, :7]


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("size", [5, 6, 7])
def test_every_dtype_and_layout(size: int, style: str) -> None:
    expected = load_arrays("rank-sums").evaluate(HANDS[:, :size])
    # Of nullable numbers, pandas makes objects.
    assert np.array_equal(expected[:9], rank_many(HANDS[:9, :size].astype(object), style=style))
    for dtype in DTYPES:
        hands = HANDS.astype(dtype)[:, :size]
        for laid in (hands, hands.copy(), np.asfortranarray(hands)):
            assert np.array_equal(expected, rank_many(laid, style=style))
        assert np.array_equal(expected[::-2], rank_many(hands[::-2, ::-1], style=style, jobs=2))


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("size", [5, 6, 7])
def test_an_invalid_hand_is_named_wherever_it_stands(size: int, style: str) -> None:
    """Failure means that a pair of cards is not compared, or a high number wraps to a card."""
    hands = HANDS[:200, :size].copy()
    for place in (0, 1, 2, 3, 61, 126, 199):
        hand = hands[place].copy()
        for first, second in combinations(range(size), 2):
            hands[place, first] = hand[second]
            refused(hands, place, style)
            for wrong in (52, 180, 255, 256, -1, 2**32, -(2**63)):
                hands[place, first] = wrong
                refused(hands, place, style)
            hands[place] = hand
        for dtype in ("<i2", ">i4"):
            short = hands.astype(dtype)
            short[place, size - 1] += 256
            refused(short, place, style)
    hands = HANDS[:, :size].copy()
    hands[kernels.BLOCK + 70 :: 900, 4] = 52  # in every block from here on
    for jobs in (2, 1_000_000):
        refused(hands, kernels.BLOCK + 70, style, jobs)
    with pytest.raises(ValueError, match="jobs is 0; it is 1 or more"):
        rank_many(hands, style=style, jobs=0)


def refused(hands: Any, place: int, style: str, jobs: int = 1) -> None:
    with pytest.raises(CardError, match=rf"^hands\[{place}\]: "):
        rank_many(hands, style=style, jobs=jobs)


FORMS = ["KdQsJcTh9s", "kd qS,jC  10H\t9s", " K♦️ Q♠, J♧\r10♥ 9♤ ", "\x1cKd Qs Jc 10h\x0b9s,"]


def test_texts_are_read_at_once_in_every_form() -> None:
    """Failure means that some are read one by one, or wrongly."""
    read = _at_once(FORMS)
    assert read is not None
    assert read.tolist() == [[*parse_hand(text)] for text in FORMS]
    for text in ("Kd\nQs Jc Th 9s", "Kd\u00a0Qs Jc Th 9s"):  # read one by one
        assert _at_once([*FORMS, text]) is None
        assert rank_many([*FORMS, text]).tolist() == [1601] * 5


BAD = [
    *("", "Kd Qs Jc Th 9", "K d Qs Jc Th 9s", "Kd Qs Jc Th 9sx", "Kd Qs Jc Th s9"),
    *("Kd Qs Jc Th 9s s", "Kd Qs Jc 1h 9s", "Kd Qs Jc 010h 9s", "Kd Qs Jc Th Kd"),
    *("Kd Qs Jc Th 9s 8s", "K1d Qs Jc Th 9s", "Kd Qs Jc Th é9s", "Kd Qs Jc Th 9s \ud800"),
]


@pytest.mark.parametrize("text", BAD)
def test_invalid_texts_are_named_as_by_parse_hand(text: str) -> None:
    texts: list[Any] = [format_hand(hand[:5]) for hand in HANDS[: BLOCK + 9].tolist()]
    texts[BLOCK + 3] = text
    try:
        parse_hand(text, range(5, 8))
        message = f"hands[{BLOCK + 3}] has 6 cards, hands[0] has 5"
    except CardError as error:
        message = f"hands[{BLOCK + 3}]: {error}"
    with pytest.raises(CardError) as caught:
        rank_many(texts)
    assert str(caught.value) == message


def test_columns_of_text() -> None:
    """As those of Arrow and pandas: neither is imported."""

    class Column:
        def __iter__(self) -> Any:
            return iter([object()] * 2)  # Arrow's scalars are not texts

        def __dlpack__(self) -> None: ...

        def to_pylist(self) -> list[str]:
            return FORMS

    columns: Any = Column()
    assert rank_many(columns).tolist() == [1601] * 4


def test_cards_of_one_text_are_not_those_of_the_next() -> None:
    """Failure means that a card is taken from one hand and given to another."""
    four, six = "2c 3c 4c 5c", "Kd Qs Jc Th 9s 8s"
    for texts, message in (([six, four], "hands[1]: 4 cards"), ([four, six], "hands[0]: 4 cards")):
        with pytest.raises(CardError, match=rf"^{re.escape(message)}"):
            rank_many(texts)
