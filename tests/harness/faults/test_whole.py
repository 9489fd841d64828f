"""A cause of all faults is the only advice: of arrays of hands, tuples and numbers, of any size."""

import json
from collections.abc import Callable
from dataclasses import replace
from functools import reduce
from itertools import combinations
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from evaluators.cards import RANKS, Category
from evaluators.rules import SHORT_DECK
from harness.checking.equivalence import check_here
from harness.checking.tasks import NUMPY
from harness.checking.verdict import Verdict
from harness.faults.hints import NO_HINT, Hint, Kind, all_ranks, hint
from harness.faults.whole import Example, digits_of_fields
from harness.hands.arrays import numbers_of
from harness.hands.classes import HandClass, classes
from harness.hands.scopes import All, Sample, Scope
from harness.teaching.witnesses import witness_lines

Array = NDArray[Any]
Bytes = NDArray[np.uint8]


def of_fives(evaluate: Callable[[Array], Array], hands: Array) -> Array:
    """The best key of all five cards of each hand."""
    fives = combinations(range(hands.shape[1]), 5)
    best: Array = np.max([evaluate(hands[:, list(five)]) for five in fives], axis=0)
    return best


def packed(hands: Array, descending: Callable[[Array], Array], step: int) -> Array:
    """The category and five ranks in four bits each, as of a guest.

    Args:
        hands: five cards each.
        descending: sorts ranks, the highest first.
        step: from one rank of a straight to the next, by `np.diff`.
    """
    ranks, suits = descending(hands // 4), hands % 4
    many = (ranks[:, :, None] == ranks[:, None]).sum(2)
    is_wheel, is_flush = (ranks == [12, 3, 2, 1, 0]).all(1), (suits == suits[:, :1]).all(1)
    is_straight = is_wheel | (np.diff(ranks, axis=1) == step).all(1)
    in_order = np.sort(16 * many + ranks, axis=1)[:, ::-1] & 15
    in_order[is_wheel] = [3, 2, 1, 0, 0]
    of = many.sum(1)
    tests = is_straight & is_flush, of == 17, of == 13, is_flush, is_straight
    category = np.select([*tests, of == 11, of == 9, of == 7], range(8, 0, -1), 0)
    key: Array = np.column_stack([category, in_order]).astype(int) @ 16 ** np.arange(5, -1, -1)
    return key


def negated(hands: Bytes) -> Array:
    """Ranks are sorted by their negatives."""
    return of_fives(lambda five: packed(five, lambda ranks: -np.sort(-ranks), -1), hands)


def no_straights(hands: Bytes) -> Array:
    """The step down from one rank to the next is -1, which is 255 in uint8."""
    return of_fives(lambda five: packed(five, lambda r: np.sort(r)[:, ::-1], -1), hands)


def digits(hands: Bytes) -> Array:
    """Digits in base 13 are put together in the type of the cards; a key is a row."""
    number = 7463 - numbers_of(hands).astype(int)
    high, middle, low = (number // 13**n % 13**2 for n in (2, 1, 0))
    first, second = high.astype(hands.dtype), (middle % 13).astype(hands.dtype)
    return np.column_stack([first * 0, (first * 13 + second) * 13 + (low % 13).astype(hands.dtype)])


def both(hands: Bytes) -> Array:
    """Wrong in uint8, and of int64 as well."""
    return no_straights(hands) // 2


def as_type(dtype: type, change: Callable[[Array], Any]) -> Callable[[Array], Array]:
    """Keys of an integer type, from 7462 for the best class down to 1."""
    return lambda hands: np.array(change(7463 - numbers_of(hands).astype(np.int64))).T.astype(dtype)


def suit_major(*columns: Callable[[Array], Array]) -> Callable[[Array], Array]:
    """A card is taken for 13 * suit + rank; a key has these columns."""

    def evaluate(hands: Array) -> Array:
        number = 7463 - numbers_of(hands % 13 * 4 + hands // 13).astype(int)
        keys = np.column_stack([column(number) for column in columns])
        return keys if len(columns) > 1 else keys[:, 0]

    return evaluate


def of_cards(hands: int) -> Hint:
    words = (
        "check the type of the cards: with int64 cards, its keys are in order for all "
        f"{hands:,} hands asked about so far; in uint8, which it declares, sums above 255 and "
        "negative numbers wrap: annotate hands: NDArray[np.int64], or convert them first"
    )
    return hint(Kind.PREFLIGHT, rest=words)


SUIT_MAJOR = hint(Kind.NUMBERING, rest="13 * suit + rank from 0, with ranks from 2 to A")
SUSPECTS: list[tuple[Callable[[Array], Array], Hint, Hint]] = [
    *(
        (evaluate, of_cards(84_417), of_cards(43_621))
        for evaluate in (negated, no_straights, digits)
    ),
    *(
        (as_type(dtype, change), expected, expected)
        for dtype, change, expected in [
            (np.int32, lambda n: n << 19, hint(Kind.WRAPS, rest="int32")),
            (np.int32, lambda n: (n // 1000, n % 1000 << 22), hint(Kind.WRAPS, rest="int32")),
            (np.int16, lambda n: n * 8, hint(Kind.WRAPS, rest="int16")),
            (np.uint16, lambda n: n - 4_000, hint(Kind.BELOW_ZERO, rest="uint16")),
            (np.uint32, lambda n: 10 * n - 70_000, hint(Kind.BELOW_ZERO, rest="uint32")),
            (np.uint8, lambda n: (n // 100 - 40, n % 100), hint(Kind.BELOW_ZERO, rest="uint8")),
        ]
    ),
    (suit_major(lambda n: n), SUIT_MAJOR, SUIT_MAJOR),
    (suit_major(lambda n: -n), SUIT_MAJOR, SUIT_MAJOR),
    (suit_major(lambda n: n // 100, lambda n: n % 100), SUIT_MAJOR, SUIT_MAJOR),
]


def verdict_on(
    evaluate: Callable[[Array], Array], scope: Scope, lower_wins: bool = False
) -> Verdict:
    sizes = range(5, 8)
    mine = SimpleNamespace(name="mine", sizes=sizes, lower_wins=lower_wins, evaluate=evaluate)
    return check_here(mine, scope, style=NUMPY)


@pytest.mark.every(12)
@pytest.mark.parametrize(("evaluate", "of_five", "of_seven"), SUSPECTS)
def test_what_is_one_line_of_code_is_the_only_advice(
    evaluate: Callable[[Array], Array], of_five: Hint, of_seven: Hint
) -> None:
    """Else logic is blamed that is right: with other cards, or keys of another type, all is."""
    for size, expected in ((5, of_five), (7, of_seven)):
        verdict = verdict_on(evaluate, Sample(size, 500))
        assert verdict.advice == expected
        assert {family.advice for family in verdict.families} == {NO_HINT}
        assert {f["hint"] for f in verdict.as_json()["families"]} == {""}
        assert (verdict.as_json()["hint"], verdict.message) == (expected.words, "")


def test_the_type_of_the_cards_is_not_blamed_where_another_does_not_help() -> None:
    """Else a reader changes an annotation, and the evaluator is as wrong as before."""
    of_int64: list[Callable[[Array], Array]] = [
        lambda hands: both(hands),
        lambda hands: hands[:, 0],
    ]
    for evaluate in (both, *of_int64):
        assert verdict_on(evaluate, Sample(5, 500)).advice.kind not in ("", Kind.PREFLIGHT)


def put_together(base: int, parts: list[int]) -> int:
    return reduce(lambda number, part: number * base + part, parts)


def in_fields(base: int, first: int, ranks_of: Callable[[HandClass], Any]) -> Any:
    """A key of the category and five ranks, of which the lowest is `first`."""
    return lambda c: put_together(
        base, [c.category, *([rank + first for rank in ranks_of(c)] + [0] * 4)[:5]]
    )


OWN: Callable[[HandClass], Any] = lambda c: [*c.ranks]  # noqa: E731
KEYS: list[tuple[Callable[[HandClass], Any], int]] = [
    (in_fields(16, 2, OWN), 6),
    (in_fields(16, 0, all_ranks), 6),
    (lambda c: in_fields(16, 1, OWN)(c) << 8 | 0xFF, 8),
    (in_fields(10, 2, OWN), 0),
    (in_fields(15, 2, all_ranks), 0),
    (in_fields(32, 0, OWN), 0),
    (lambda c: -in_fields(16, 2, OWN)(c), 0),
    (lambda c: c.number, 0),
    (lambda c: (c.category, *c.ranks), 0),
]


def test_keys_whose_hexadecimal_digits_are_ranks_are_told_from_others() -> None:
    """Else a key in decimal is shown in hexadecimal, or a field of a packed one is not seen."""
    for key, digits in KEYS:
        examples = [Example(0, c, c.example, key(c)) for c in classes()]
        assert digits_of_fields(examples) == digits


@pytest.mark.every(2)
@pytest.mark.parametrize("size", [5, 7])
def test_the_fields_of_two_packed_keys_stand_one_under_the_other(size: int) -> None:
    """In JSON, a key is its number."""

    def evaluate(hands: Array) -> Array:
        """Straights with A-2-3-4-5 are not found."""
        keys = KEYS[0][0]
        of_class = [keys(c) if not c.is_wheel else 0xE5432 for c in classes()]
        return np.array([0, *of_class])[numbers_of(hands)]

    witness = verdict_on(evaluate, Sample(size, 2_000)).witness
    assert witness
    lines = [line for line in witness_lines(witness) if "key " in line]
    assert {line[-17:-13] for line in lines} == {"key "}
    assert json.loads(json.dumps(witness.as_json()))["first"]["key"] == 0xE5432


FROM_SEVEN = replace(SHORT_DECK, lowest_rank=RANKS.index("7"))


@pytest.mark.thorough
@pytest.mark.parametrize("scope", [Sample(7, 20_000, rules=FROM_SEVEN), All(7, rules=FROM_SEVEN)])
def test_what_a_sample_shows_of_spare_cards_a_check_of_all_hands_shows(scope: Scope) -> None:
    """Else more hands say less: 241,920 have three pairs."""

    def evaluate(hands: Array) -> Array:
        """Of three pairs, the highest is left out."""
        numbers, ranks = numbers_of(hands, FROM_SEVEN), hands // 4
        is_paired = (ranks[:, :, None] == ranks[:, None]).sum(2) == 2
        three = is_paired.sum(1) == 6
        highest = np.where(is_paired, ranks, 0).max(1)
        fives = hands[three][(ranks != highest[:, None])[three]].reshape(-1, 5)
        if len(fives):
            numbers[three] = numbers_of(fives, FROM_SEVEN)
        return numbers

    advice = verdict_on(evaluate, scope, lower_wins=True).advice
    assert advice == hint(Kind.SPARE_CARDS, Category.TWO_PAIR, "three pairs")
