"""`Witness`: two hands that the rules order one way and an evaluator another."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from evaluators.cards import Card, format_hand
from evaluators.protocol import Key
from evaluators.rules import STANDARD, Rules
from harness.adapters.plain import Packed
from harness.faults.kinds import UNSTEADY
from harness.hands.classes import CATEGORIES, HandClass, class_of
from harness.processes.visible import visible_repr

BEATS, TIES, LOSES = "beats", "ties with", "loses to"
SHOULD = {BEATS: "beat", TIES: "tie with", LOSES: "lose to"}
DOES = {BEATS: "it wins", TIES: "they tie", LOSES: "it loses"}


@dataclass(frozen=True, repr=False)
class Side:
    """One hand of a witness, and the evaluator's key."""

    hand: tuple[Card, ...]
    key: Key
    rules: Rules = STANDARD

    def __repr__(self) -> str:
        return f"<{format_hand(self.hand)}, key {visible_repr(self.key)}>"

    @property
    def hand_class(self) -> HandClass:
        """The hand's class by the rules."""
        return class_of(self.hand, self.rules)

    def as_json(self) -> dict[str, Any]:
        """The hand, its class and its key, as plain values."""
        return {
            "hand": format_hand(self.hand),
            "class": self.hand_class.number,
            "category": CATEGORIES[self.hand_class.category],
            "name": str(self.hand_class),
            "key": _as_json(self.key),
        }


def _as_json(key: Key) -> Key:
    """A key, or the text of one that JSON cannot hold: infinity, or thousands of digits."""
    try:
        json.dumps(key, allow_nan=False)
    except ValueError:
        return visible_repr(key)
    return key


def disagreement(
    rules_say: str, evaluator_says: str, first: str, second: str, keys_say: str = "the keys say"
) -> str:
    """Words about two hands that the rules order one way and an evaluator another.

    Args:
        rules_say: the verb between the first hand and the second, by the rules.
        evaluator_says: that of the evaluator.
        first: the name of the first hand.
        second: that of the second.
        keys_say: who says otherwise; a function of two hands has no keys.

    >>> disagreement(BEATS, LOSES, "the first", "the second")
    'the first should beat the second, but the keys say that it loses'
    """
    does = DOES.get(evaluator_says, "they do not")  # the same cards have two keys
    return f"{first} should {SHOULD[rules_say]} {second}, but {keys_say} that {does}"


@dataclass(frozen=True)
class Witness:
    """Two hands that the rules order one way and an evaluator another.

    Attributes:
        kind: reversed, false tie, false win, unsteady, or renamed.
        first: the better hand by the rules, if they do not tie.
        second: the weaker hand.
        rules_say, evaluator_says: the verb between the first hand and the second.
    """

    kind: str
    first: Side
    second: Side
    rules_say: str
    evaluator_says: str

    @property
    def is_of_state(self) -> bool:
        """True if the same cards in the same order got two keys: a new process may give one."""
        return self.kind == UNSTEADY and self.first.hand == self.second.hand

    def in_digits(self, digits: int) -> "Witness":
        """The witness with keys that show so many hexadecimal digits."""
        first, second = (
            replace(side, key=Packed(side.key, digits)) if type(side.key) is int else side
            for side in (self.first, self.second)
        )
        return replace(self, first=first, second=second)

    def as_json(self) -> dict[str, Any]:
        """The witness as plain values."""
        sides = {"first": self.first.as_json(), "second": self.second.as_json()}
        return vars(self) | {"kind": self.kind.replace(" ", "_")} | sides


def deal_in_words(hand: Sequence[Card], rules: Rules) -> str:
    """A hand as text; a deal as the own cards on the board.

    >>> from evaluators.rules import OMAHA
    >>> deal_in_words([46, 37, 28, 11, 2, 47, 25, 16, 5], OMAHA)
    'Ks 8d 6c 3d on Kh Jd 9c 4s 2h'
    """
    board, own = rules.split(hand) if rules.parts else ((), hand)
    return format_hand(own) + (f" on {format_hand(board)}" if board else "")


def best_first(hand: Sequence[Card], rules: Rules = STANDARD) -> str:
    """A hand as text, its best five cards first, the other ones in brackets.

    >>> from evaluators.cards import parse_hand
    >>> best_first(parse_hand("Ad 9h 5c 4c 8d 3c 2c")), best_first(parse_hand("Kd Qs Jc Th 9s"))
    ('Ad 5c 4c 3c 2c (and 9h 8d)', 'Kd Qs Jc Th 9s')
    """
    if rules.parts:
        return deal_in_words(hand, rules)
    best = min(combinations(hand, 5), key=lambda five: class_of(five, rules).number)
    unused = [card for card in hand if card not in best]
    return format_hand(best) + (f" (and {format_hand(unused)})" if unused else "")
