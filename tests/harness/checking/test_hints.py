"""The hint of a verdict is true of the cause, or does not name one."""

import pytest

from evaluators.cards import parse_hand
from evaluators.protocol import Key
from harness.adapters.keys import Shown
from harness.checking import causes
from harness.checking.causes import Hint
from harness.checking.families import TOO_LOW, Family
from harness.checking.statuses import NOT_EQUIVALENT, RENAMED, UNSTEADY
from harness.checking.verdict import Verdict
from harness.checking.witness import BEATS, LOSES, Side, Witness
from harness.hands.scopes import All

BETTER, WORSE = parse_hand("Tc Td 9s 8h 7c"), parse_hand("9c 9d As Kh Qc")
FAMILY = Family(1, TOO_LOW, None, (1,), 1, (), False, advice=Hint("order", "check the order"))


def verdict(
    first: Key,
    second: Key,
    kind: str = "reversed",
    hands: tuple[tuple[int, ...], tuple[int, ...]] = (BETTER, WORSE),
) -> Verdict:
    sides = Side(tuple(hands[0]), first), Side(tuple(hands[1]), second)
    witness = Witness(kind, *sides, BEATS, LOSES)
    found = Verdict("x", NOT_EQUIVALENT, All(), hands=2_598_960, distinct_keys=9)
    found.witness, found.families = witness, [FAMILY]
    return found


@pytest.mark.parametrize(
    ("first", "second"),
    [("1-10-9", "1-9-14"), (("1:10", 3), ("1:9", 3)), ("pair 10", "pair 9")],
)
def test_numbers_in_keys_that_are_text(first: Key, second: Key) -> None:
    """Else the cause, numbers compared as text, is not named."""
    assert verdict(first, second).advice.kind == causes.TEXT_KEYS


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("three", "two pair"),  # no numbers
        ("01-10", "01-11"),  # of one length, so text has the order of the numbers
        (Shown("1-10"), Shown("1-9")),  # keys that order themselves are not text
        ((1, "10"), (1, "9")),  # compared after a number, which the ranks' order shows
    ],
)
def test_text_is_not_blamed_for_another_fault(first: Key, second: Key) -> None:
    """Else the hint names a cause that is not one."""
    assert verdict(first, second).hint == "check the order"


def test_a_hand_with_two_keys() -> None:
    again = verdict(1, 2, UNSTEADY, (BETTER, BETTER))
    other_order = verdict(1, 2, UNSTEADY, (BETTER, BETTER[::-1]))
    renamed = verdict(1, 2, RENAMED)
    assert (again.advice.kind, other_order.advice.kind, renamed.advice.kind) == (
        causes.STATE,
        causes.ORDER_OF_CARDS,
        causes.SUITS,
    )
    assert other_order.hint == (
        "check what depends on the order of the cards, or is kept between calls"
    )


def test_nearly_all_showdowns_reversed_and_one_key() -> None:
    reversed_verdict = verdict(1, 2)
    reversed_verdict.reversed = int(0.95 * reversed_verdict.showdowns)
    assert reversed_verdict.advice.kind == causes.DIRECTION
    one = verdict(1, 1)
    one.distinct_keys = 1
    assert one.advice.kind == causes.ONE_KEY


def test_an_equivalent_evaluator_has_no_hint() -> None:
    assert Verdict("x", "equivalent", All()).advice == causes.NO_HINT
