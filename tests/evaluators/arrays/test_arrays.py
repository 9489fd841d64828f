"""The keys of arrays, also in machine code, are those of one hand a call, and order every hand."""

from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from evaluators import ARRAY_STYLES, BY_STYLE, load, load_arrays
from evaluators.cards import DECK, rank_of
from harness.checking.equivalence import verdicts_on
from harness.checking.statuses import EQUIVALENT
from harness.checking.tasks import COMPILED
from harness.hands.scopes import All
from tests.hands import dealt, key

DTYPES = ["i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", ">i4"]


@pytest.fixture(
    params=[(name, style) for style in ARRAY_STYLES for name in BY_STYLE[style]],
    ids="-".join,
    scope="module",
)
def evaluator(request: pytest.FixtureRequest) -> Any:
    """An evaluator of the `numpy` or the `compiled` style."""
    name, style = request.param
    if style == COMPILED:
        pytest.importorskip("numba")
    return load_arrays(name, style)


def check_keys(evaluator: Any, hands: NDArray[Any]) -> None:
    """Every hand has exactly the key of the `python` style."""
    python = load(evaluator.name)
    keys = evaluator.evaluate(hands).tolist()
    assert [*map(evaluator.unpack, keys)] == [key(python, hand) for hand in hands.tolist()]


@pytest.mark.all_hands
@pytest.mark.parametrize(
    "size", [5, *(pytest.param(size, marks=pytest.mark.thorough) for size in (6, 7))]
)
@pytest.mark.parametrize("style", ARRAY_STYLES)
def test_every_hand_is_ordered_as_by_the_rules(style: str, size: int) -> None:
    """The hands of a class have one key, so it is enough to compare that of one hand with others.

    The next test does that, for each class. So both styles give every hand the same key.
    """
    if style == COMPILED:
        pytest.importorskip("numba")
    verdicts = [*verdicts_on([*BY_STYLE[style]], All(size), style=style)]  # as each is known
    assert {verdict.name for verdict in verdicts} == {*BY_STYLE[style]}
    for verdict in verdicts:
        assert (verdict.status, verdict.message) == (EQUIVALENT, ""), verdict.name


def test_hands_in_any_order_have_the_keys_of_the_python_style(evaluator: Any) -> None:
    """One hand of each class, random hands, and hands of few ranks or suits."""
    for size in (5, 6, 7):
        check_keys(evaluator, dealt(size)[0])


def test_the_matrix_score_takes_one_to_twelve_cards() -> None:
    decks = [list(DECK), [card for card in DECK if rank_of(card) in {12, 0, 1, 2, 3}]]
    for size in (1, 2, 3, 4, 8, 9, 10, 11, 12):
        random = Random(size)
        hands = [random.sample(deck, size) for deck in decks for _ in range(500)]
        check_keys(load_arrays("matrix-score"), np.array(hands))


def test_dtype_and_strides_do_not_matter(evaluator: Any) -> None:
    """The keys are the same in Fortran order, in a view with gaps, reversed and read-only."""
    evaluate = evaluator.evaluate
    for size in (5, 6, 7):
        plain = dealt(size)[0][::199].astype(int)
        keys = evaluate(plain)
        for dtype in DTYPES:
            cards = plain.astype(dtype)
            gaps = np.zeros((2 * len(cards), 3 * size), dtype)
            gaps[::2, ::3] = cards
            read_only = cards.copy()
            read_only.flags.writeable = False
            for view in (cards, np.asfortranarray(cards), gaps[::2, ::3], read_only):
                assert (evaluate(view) == keys).all()
            assert (evaluate(cards[::-1]) == keys[::-1]).all()
            assert (evaluate(cards[:1]), evaluate(cards[:0]).tolist()) == (keys[:1], [])
            assert evaluate(cards[:0]).dtype == keys.dtype
            assert (read_only == plain).all()
