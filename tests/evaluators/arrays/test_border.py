"""The input that `rank_many` takes, and the messages with which it refuses other input."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from evaluators import UnknownEvaluatorError, load_arrays, rank_many
from evaluators.arrays.border import as_hands
from evaluators.cards import CardError, parse_hand
from evaluators.compiled import store

TEXTS = ["Kd Qs Jc Th 9s", "As Ks Qs Js Ts", "7c 5d 4d 3d 2d", "AdAhAsAcKd"]
NUMBERS = [1601, 1, 7462, 11]


def test_text_lists_and_arrays_are_ranked_alike() -> None:
    cards = [parse_hand(text) for text in TEXTS]
    for hands in (
        TEXTS,
        np.array(TEXTS),
        cards,
        tuple(cards),
        np.array(cards),
        np.array(cards, np.int8),
    ):
        assert rank_many(hands).tolist() == NUMBERS


def test_an_evaluator_can_be_named() -> None:
    assert rank_many(["10S 10C 10H 4D 4C"], by="matrix-score").tolist() == [6.1004]
    with pytest.raises(UnknownEvaluatorError, match="did you mean 'matrix-score'"):
        rank_many(TEXTS, by="matrix-scores")


def test_a_guest_gets_int64_whatever_came(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the numbers in it wrap, and its keys are wrong without a word."""
    declared = "name, sizes, lower_wins = 'ours', [5], False\n"
    evaluate = "def evaluate(hands): return 1 << hands[:, 0]\n"
    (tmp_path / "of_a_guest.py").write_text(declared + evaluate)
    monkeypatch.syspath_prepend(tmp_path)
    hands = np.array([[40, 1, 2, 3, 4]])
    for dtype in ("u1", "i1", ">i4", "i8"):
        assert rank_many(hands.astype(dtype), by="of_a_guest").tolist() == [1 << 40]
    assert rank_many(hands.tolist(), by="of_a_guest").tolist() == [1 << 40]


def test_a_table_is_its_rows() -> None:
    """Iterating over it gives columns, which may well look like hands."""
    hands = np.arange(35).reshape(7, 5)

    class Table(list[Any]):
        columns = tuple("abcde")

        def to_numpy(self) -> Any:
            return hands

    assert rank_many(Table(hands.T)).tolist() == rank_many(hands).tolist()


@pytest.mark.skipif(not store.is_installed(), reason="Numba is not installed")
def test_an_evaluator_in_machine_code_alone_needs_no_style() -> None:
    assert rank_many(TEXTS, by="cactus-kev-dict").tolist() == NUMBERS


def test_styles_that_take_no_arrays_are_refused() -> None:
    """Failure means a TypeError from inside an evaluator, or a bare KeyError."""
    for style in ["python", "gpu"]:
        message = (
            f"^{style!r} is not a style for arrays of hands; the styles are numpy and compiled$"
        )
        with pytest.raises(ValueError, match=message):
            load_arrays("rank-sums", style)
        with pytest.raises(ValueError, match=message):
            rank_many(TEXTS, style=style)


def test_no_hands_have_no_numbers() -> None:
    """And are hands of five cards, which each evaluator takes."""
    assert as_hands([]).shape == (0, 5)
    assert rank_many([]).tolist() == rank_many(np.zeros((0, 7), np.int32)).tolist() == []


FIVE = list(range(5))
MASKED = np.ma.array([FIVE, FIVE], mask=[[False] * 5, [False, False, True, False, True]])


INVALID: list[tuple[Any, str]] = [
    ("Kd Qs Jc Th 9s", "one text, 'Kd Qs Jc Th 9s', where a list of hands is needed"),
    (["Kd Qs Jc Th 9s", "Kd Qs"], "hands[1]: 2 cards, but 5 to 7 are needed: 'Kd Qs'"),
    (["Kd Qs Jc Th 9s", "Kd Qs Xc Th 9s"], "hands[1]: card 3 of 5: 'Xc' has no such rank"),
    (["Kd Qs Jc Th 9s", "Kd Qs Jc Th 9s 8s"], "hands[1] has 6 cards, hands[0] has 5"),
    (["Kd Qs Jc Th 9s", FIVE], "hands[1]: [0, 1, 2, 3, 4] is not text, but other hands are"),
    ([FIVE, FIVE[:4]], "hands[1] has 4 cards, hands[0] has 5"),
    (FIVE, "hands[0] is 0, where a hand is needed"),
    (np.arange(5), "an array of shape (5,), where (n, k) is needed: n hands of k cards"),
    (np.zeros((3, 8), int), "hands of 8 cards, but 5 to 7 are needed"),
    (np.zeros((3, 5)), "an array of dtype float64: card numbers are integers"),
    (np.zeros((3, 5), "m8[s]"), "an array of dtype timedelta64[s]: card numbers are integers"),
    ([FIVE, FIVE, [0, 1, 2, 3, 52]], "hands[2]: 52 is not a card"),
    ([FIVE, [0, 1, -1, 3, 4], [0, 1, 2, 3, 52]], "hands[1]: -1 is not a card"),
    ([FIVE, [0, 1, 2, 3, 256]], "hands[1]: 256 is not a card"),
    ([FIVE, [0, 1, 2, 3, 0], [0, 1, 2, 3, 52]], "hands[1]: 2c is there twice"),
    ([FIVE, [0, 52, 0, 3, 4], [0, 0, 2, 3, 4]], "hands[1]: 52 is not a card"),
    (MASKED, "hands[1]: card 3 of 5 is masked"),
    ([FIVE, MASKED[1]], "hands[1]: card 3 of 5 is masked"),
    (5, "5, where hands are needed"),
]


def test_messages_name_the_first_invalid_hand() -> None:
    for hands, message in INVALID:
        with pytest.raises(CardError) as error:
            rank_many(hands)
        assert str(error.value).startswith(message)


def test_the_check_of_cards_can_be_turned_off() -> None:
    """Text, shape, dtype and mask are checked all the same."""
    assert rank_many([[0, 0, 0, 0, 4]], check=False).shape == (1,)
    with pytest.raises(CardError, match="dtype"):
        rank_many(np.zeros((3, 5)), check=False)
    with pytest.raises(CardError, match="masked"):
        rank_many(MASKED, check=False)


def test_a_mask_of_nothing_is_ignored() -> None:
    """Failure means that a whole array of hands is refused, or its keys are no plain array."""
    keys = rank_many(np.ma.array([FIVE, FIVE], mask=False))
    assert type(keys) is np.ndarray
    assert keys.tolist() == rank_many([FIVE, FIVE]).tolist()
