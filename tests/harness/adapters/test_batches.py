"""Functions of arrays: what they get, and what they may return."""

from __future__ import annotations

import re
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from evaluators import null
from harness.adapters.adopt import array_library, fitted, load, style_of
from harness.adapters.batches import ArrayFunction, keys_of, of_one_array, too_coarse
from harness.adapters.calling import CallError
from harness.adapters.place import PLAIN, Form, Place, numbering_of

HANDS = np.array([[45, 43, 36, 34, 31, 0, 1], [0, 4, 8, 12, 16, 20, 24]], np.uint8)


def got(function: Any, form: Form = PLAIN) -> Any:
    """What a function gets: each argument's dtype and values."""
    return [(str(a.dtype), a.tolist()) for a in ArrayFunction(function, form).arguments(HANDS)]


def test_cards_are_int64_for_guests_and_uint8_for_those_who_say_so() -> None:
    """In uint8, -ranks is not negative: a right evaluator was called wrong."""

    def guest(hands: NDArray[np.int64]) -> Any: ...
    def declared(hands: NDArray[np.uint8]) -> Any: ...

    assert got(lambda hands: hands) == got(guest) == [("int64", HANDS.tolist())]
    assert got(declared) == [("uint8", HANDS.tolist())]
    assert null.arrays.evaluate.__annotations__  # ours declare it, so that none copies hands


def test_cards_in_other_numberings_and_as_ones() -> None:
    suit_major = Form(numbering=tuple(card % 4 * 13 + card // 4 for card in range(52)))
    assert got(lambda hands: 0, suit_major)[0][1][1] == [0, 1, 2, 3, 4, 5, 6]
    ((_, (ones, _)),) = got(lambda hands: 0, Form(one_hot=(52,)))
    assert sorted(HANDS[0].tolist()) == [card for card in range(52) if ones[card]]
    by_suit = Form(numbering=suit_major.numbering, one_hot=(4, 13))
    ((_, (_, rows)),) = got(lambda hands: 0, by_suit)
    assert rows == [[1] * 7 + [0] * 6, *[[0] * 13] * 3]


def test_hole_cards_and_board_are_two_arrays() -> None:
    def best(hole_cards: Any, board: Any) -> Any: ...

    assert [np.shape(values) for _, values in got(best)] == [(2, 2), (2, 5)]
    for function, takes in ((lambda a, b: 0, 2), (lambda: 0, 0)):
        with pytest.raises(CallError, match=f"takes {takes} parameters; write <lambda>"):
            ArrayFunction(function)


def test_tuples_of_arrays_and_rows_are_one_key() -> None:
    """The natural key of an array: a category, then the ranks."""
    category, ranks = np.array([1, 2], np.int8), np.array([[0.5, 3.0], [0.25, 4.0]])
    assert keys_of((category, ranks), 2).tolist() == [(1, 0.5, 3.0), (2, 0.25, 4.0)]
    assert keys_of(ranks[:, :1], 2).tolist() == [0.5, 0.25]
    assert (np.sort(keys_of((category, ranks), 2)) == keys_of((category, ranks), 2)).all()


def test_short_floats_are_said_to_tie() -> None:
    assert too_coarse(np.array([2048.0], np.float16)) == []
    assert "16,777,216" in too_coarse((np.zeros(1), np.array([1e9], np.float32)))[0]
    assert too_coarse(np.array([1e300])) == too_coarse(np.array(["a"])) == too_coarse(7) == []


def test_the_annotation_says_who_takes_arrays() -> None:
    """Then --style numpy need not be typed; nothing is imported for it."""

    def of_texts(hand: list[str]) -> Any: ...
    def of_arrays(hands: np.ndarray[Any, Any]) -> Any: ...
    def of_jax(hands: jax.Array) -> Any: ...  # type: ignore[name-defined]  # noqa: F821
    def of_torch(hands: torch.Tensor) -> Any: ...  # type: ignore[name-defined]  # noqa: F821

    functions = of_texts, of_arrays, of_jax, of_torch, max
    assert [*map(array_library, functions)] == ["", "numpy", "jax", "torch", ""]
    assert style_of([of_texts]) == style_of([of_jax, of_texts][1:]) == "python"
    assert style_of([of_jax]) == style_of([of_arrays, Place.of("rank-sums")]) == "numpy"
    assert style_of([of_jax], is_each=True) == "numpy"
    assert style_of([of_arrays], is_each=True) == style_of([of_texts], is_each=True) == "python"
    with pytest.raises(LookupError, match=r"takes arrays, and .* does not; check them one after"):
        style_of([of_arrays, of_texts])


def test_annotations_are_read_in_the_file(tmp_path: Any) -> None:
    file = tmp_path / "mine.py"
    for text, name, library in (
        ("import jax\n@jax.jit\ndef rank(hands: jax.Array): ...\ndef _own(): ...", "", "jax"),
        ("def evaluate(hands: 'np.ndarray', table=1): ...\ndef other(hand): ...", "", "numpy"),
        ("def one(hands: Tensor, /): ...\ndef two(hand): ...", ":one", "torch"),
        ("def one(hands: Tensor): ...\ndef two(hand): ...", "", ""),
        ("def evaluate(): ...", "", ""),
        ("def evaluate(", "", ""),
    ):
        file.write_text(text)
        assert array_library(Place.of(f"{file}{name}")) == library
    assert array_library(Place.of("exec:cat")) == array_library(Place.of("no_such_file.py")) == ""
    assert array_library(Place.of("harness.adapters.batches:keys_of")) == ""


def test_numberings() -> None:
    assert numbering_of("13*suit+(rank+1)%13")[-4:] == (0, 13, 26, 39)
    assert numbering_of("13*suit+rank") == numbering_of("rank + 13 * suit")
    assert numbering_of("\n".join(map(str, range(52, 0, -1))))[:2] == (52, 51)
    for text, message in (
        ("13*suit", "gives 2c and 3c one number, 0"),
        ("1 2 3", "does not number 52 cards; write"),
        ("13*suit+rank+", "does not number 52 cards"),
        ("rank%0+suit", "does not number 52 cards"),
        ("2**suit", "does not number 52 cards"),
        ("__import__('os')", "does not number 52 cards"),
        (" ".join(["7"] * 52), "gives 2c and 2d one number, 7"),
    ):
        with pytest.raises(ValueError, match=re.escape(message)):
            numbering_of(text)


def test_a_function_of_the_array_of_one_hand() -> None:
    def lowest(hand: np.ndarray[Any, Any]) -> Any:
        return hand.min()

    function = fitted(lowest, "lowest", form=Form(is_each=True))
    hand = [function.encode(card) for card in (45, 43, 36, 34, 31)]
    assert function.evaluate(hand) == 31
    assert of_one_array(lambda hand: hand[:2], Form())([7, 8, 9]) == [7, 8]
    lowest.lower_wins, lowest.sizes = True, [5]  # type: ignore[attr-defined]
    declared = fitted(lowest, "lowest", form=Form(is_each=True))
    assert (declared.lower_wins, declared.sizes) == (True, [5])
    with pytest.raises(LookupError, match="one hand a call: leave out --batch"):
        fitted(lowest, "lowest", form=Form(is_each=True, block=100))
    with pytest.raises(LookupError, match="--each needs no --style"):
        fitted(lowest, "lowest", "numpy", Form(is_each=True))


def test_card_numbers_of_a_function_of_one_hand_may_be_others() -> None:
    form = Form(numbering=tuple(range(52, 0, -1)))
    function = fitted(lambda hand: 0, "none", form=Form())
    assert function.encode(0) == "2c"

    def first(hand: list[int]) -> int:
        return hand[0]

    assert fitted(first, "first", form=form).encode(0) == 52
    encoding = SimpleNamespace(name="e", sizes=[5], lower_wins=True, encode=int, evaluate=min)
    with pytest.raises(LookupError, match=r"leave out --numbering.*: its `encode` says how"):
        fitted(encoding, "mine.py:mine", form=form)
    with pytest.raises(LookupError, match=r"leave out --numbering.*: a program reads texts"):
        load(replace(Place.of("exec:cat"), form=form))
    with pytest.raises(LookupError, match=r"lambda.*takes no card numbers: leave out --numbering"):
        fitted(lambda hand: 0, "none", form=form)


def test_jax_arrays_come_and_go(monkeypatch: pytest.MonkeyPatch) -> None:
    jax = pytest.importorskip("jax")

    def evaluate(hands: Any) -> Any:
        assert isinstance(hands, jax.Array)
        return hands[:, 0].astype("bfloat16"), hands.at[:, 1].get()

    function = ArrayFunction(evaluate)  # no annotation: NumPy's fails
    function.choose(HANDS)
    assert function.library == "jax"
    assert function.evaluate(HANDS).tolist() == [(45.0, 43), (0.0, 4)]
    each = ArrayFunction(jax.jit(lambda hand: hand.max()), Form(is_each=True))
    assert each.evaluate(HANDS).tolist() == [45, 24]


def test_torch_tensors_come_and_go() -> None:
    torch = pytest.importorskip("torch")

    def evaluate(hands: torch.Tensor) -> Any:  # type: ignore[name-defined]
        return hands[:, 0].to(torch.bfloat16), torch.sort(hands).values

    assert ArrayFunction(evaluate).evaluate(HANDS)[0].tolist()[0] == 45.0
